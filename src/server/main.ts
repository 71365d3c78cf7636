/**
 * The sidecar process. The same file is the main file of its worker threads, so that the bundle is one file.
 *
 * On standard output: one JSON line when ready, `{"ready":true,"control":"unix:…","pid":…,"metricsPort":…}`. On standard error:
 * structured log lines.
 */
import path from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import { type Server } from '@grpc/grpc-js';
import { widenServerWindows } from '../transport/service.js';
import { parseArguments, USAGE, UsageError, type SidecarArguments } from './arguments.js';
import { createControlServer } from './control.js';
import { tlsCredentials, unixCredentials } from './credentials.js';
import { log } from './log.js';
import { serveMetrics, type MetricsEndpoint } from './metrics-endpoint.js';
import { SocketDirectory } from './socket-directory.js';
import { WorkerPool } from './worker-pool.js';
import { serveWorker, type WorkerSettings } from './worker.js';

const EXIT_USAGE = 2;

async function run(options: SidecarArguments, sockets: SocketDirectory): Promise<void> {
  widenServerWindows();
  const pool = await WorkerPool.start(new URL(import.meta.url), options);
  const control = createControlServer(pool);
  const address = await bindControl(control, options);
  const metrics = options.metricsPort === null ? null : await metricsIfPossible(pool, options.metricsPort);

  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log('info', 'sidecar stops', { reason });
    control.forceShutdown();
    metrics?.server.close();
    void pool.stop().finally(() => {
      sockets.remove(options.managed);
      process.exit(0);
    });
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  if (options.managed) {
    process.stdin.resume();
    process.stdin.once('end', () => stop('the process that started it is gone'));
    process.stdin.once('error', () => stop('standard input broke'));
  }
  const ready = { ready: true, control: address, pid: process.pid, metricsPort: metrics?.port ?? null };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Null when the port is taken or not allowed: no job fails for want of metrics. */
async function metricsIfPossible(pool: WorkerPool, port: number): Promise<MetricsEndpoint | null> {
  try {
    return await serveMetrics(pool, port);
  } catch (error) {
    log('warn', 'no metrics: the port cannot be listened on', { port, error: (error as Error).message });
    return null;
  }
}

async function start(options: SidecarArguments): Promise<void> {
  const sockets = SocketDirectory.open(options.socketDir);
  try {
    await run(options, sockets);
  } catch (error) {
    sockets.remove(options.managed);
    throw error;
  }
}

function bindControl(control: Server, options: SidecarArguments): Promise<string> {
  const address = options.listen ?? `unix:${path.join(options.socketDir, 'control.sock')}`;
  const credentials = options.listen !== null && options.tls ? tlsCredentials(options.tls) : unixCredentials();
  return new Promise((resolve, reject) => {
    control.bindAsync(address, credentials, (error, port) => {
      if (error) reject(error);
      else resolve(options.listen === null ? address : address.replace(/:\d+$/, `:${port}`));
    });
  });
}

function main(argv: readonly string[]): void {
  let options: SidecarArguments | 'help';
  try {
    options = parseArguments(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nTry --help.\n`);
    process.exit(EXIT_USAGE);
  }
  if (options === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  start(options).catch((error: Error) => {
    log('error', 'sidecar cannot start', { error: error.message });
    process.exit(1);
  });
}

const settings = workerData as WorkerSettings | null;
if (isMainThread) main(process.argv.slice(2));
else if (settings?.role === 'slipstream-worker') void serveWorker(settings);
