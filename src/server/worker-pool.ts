/** The worker threads: started together, each started again when it dies. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { rmSync } from 'node:fs';
import type { SidecarArguments } from './arguments.js';
import { log } from './log.js';
import { WorkerMetrics, type MetricValues } from './metrics.js';
import type { WorkerMessage, WorkerRequest, WorkerSettings } from './worker.js';

interface Member {
  thread: Worker;
  /** gRPC target for clients. */
  target: string;
}

const METRICS_TIMEOUT_MS = 1000;
/** Pause before a worker that died is started again, so that one that dies at once does not spin. */
const RESTART_DELAY_MS = 100;
const HEAP_LIMIT_MB_MIN = 256;
const MIB = 1 << 20;

export class WorkerPool {
  private readonly members: Member[] = [];
  private stopping = false;

  private constructor(
    private readonly entry: URL,
    private readonly options: SidecarArguments,
  ) {}

  /** `entry`: the module that runs as the worker's main file, see main.ts. */
  static async start(entry: URL, options: SidecarArguments): Promise<WorkerPool> {
    const pool = new WorkerPool(entry, options);
    const started = Array.from({ length: options.workerCount }, (_, index) => pool.startMember(index));
    pool.members.push(...(await Promise.all(started)));
    return pool;
  }

  /** Always the same worker for a subtask: its table of epochs sees every attempt. */
  targetOf(fragmentKey: string, subtaskIndex: number): { target: string; workerIndex: number } {
    let hash = 0;
    for (let i = 0; i < fragmentKey.length; i++) hash = (Math.imul(hash, 31) + fragmentKey.charCodeAt(i)) >>> 0;
    const workerIndex = ((hash + subtaskIndex) >>> 0) % this.members.length;
    return { target: this.members[workerIndex]!.target, workerIndex };
  }

  get size(): number {
    return this.members.length;
  }

  metrics(): Promise<MetricValues[]> {
    return Promise.all(this.members.map((member) => metricsOf(member.thread)));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.members.map((member) => member.thread.terminate()));
  }

  private async startMember(index: number): Promise<Member> {
    const { options } = this;
    const tcp = options.listen !== null;
    const socket = path.join(options.socketDir, `worker-${index}.sock`);
    const host = options.listen?.slice(0, options.listen.lastIndexOf(':')) ?? '';
    if (!tcp) rmSync(socket, { force: true });
    const memoryLimitBytes = Math.floor(options.memoryLimitBytes / options.workerCount);
    const settings: WorkerSettings = {
      role: 'slipstream-worker',
      index,
      address: tcp ? `${host}:0` : `unix:${socket}`,
      tls: tcp ? options.tls : null,
      memoryLimitBytes,
    };
    const heapLimitMb = Math.max(HEAP_LIMIT_MB_MIN, Math.floor(memoryLimitBytes / MIB));
    const thread = new Worker(this.entry, {
      workerData: settings,
      name: `slipstream-worker-${index}`,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
    });
    thread.on('error', (error) =>
      log('error', 'worker failed', { worker: index, error: error.stack ?? error.message }),
    );
    const port = await listening(thread);
    thread.once('exit', (code) => this.restart(index, code));
    return { thread, target: tcp ? `${host}:${port}` : settings.address };
  }

  private restart(index: number, code: number): void {
    if (this.stopping) return;
    log('error', 'worker ended and is started again', { worker: index, code });
    setTimeout(() => {
      if (this.stopping) return;
      this.startMember(index).then(
        (member) => {
          this.members[index] = member;
        },
        (error: Error) => {
          log('error', 'worker cannot be started', { worker: index, error: error.message });
          this.restart(index, code);
        },
      );
    }, RESTART_DELAY_MS);
  }
}

function listening(thread: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    const exited = (code: number): void => reject(new Error(`worker ended with ${code} before it listened`));
    thread.once('exit', exited);
    thread.once('message', (message: WorkerMessage) => {
      thread.off('exit', exited);
      if (message.kind === 'listening') resolve(message.port);
      else reject(new Error(`expected a worker to listen, found ${message.kind}`));
    });
  });
}

/** A worker that is busy for longer than the time-out reports zeros. */
function metricsOf(thread: Worker): Promise<MetricValues> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(new WorkerMetrics()), METRICS_TIMEOUT_MS);
    const onMessage = (message: WorkerMessage): void => {
      if (message.kind === 'metrics') finish(message.metrics);
    };
    const finish = (metrics: MetricValues): void => {
      clearTimeout(timer);
      thread.off('message', onMessage);
      resolve(metrics);
    };
    thread.on('message', onMessage);
    thread.postMessage({ kind: 'metrics' } satisfies WorkerRequest);
  });
}
