/** The sidecar's command line. The bridge writes it in managed mode; in external mode a person does. */
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

export interface TlsFiles {
  readonly certificate: string;
  readonly privateKey: string;
  readonly certificateAuthority: string;
}

export interface SidecarArguments {
  /** Folder of the Unix sockets, created with mode 0700. */
  readonly socketDir: string;
  /** host:port of a TCP listener, or null for Unix sockets only. */
  readonly listen: string | null;
  readonly tls: TlsFiles | null;
  readonly workerCount: number;
  /** For all workers together. */
  readonly memoryLimitBytes: number;
  /** Port on 127.0.0.1 for Prometheus text, 0 for any free one, null for none. */
  readonly metricsPort: number | null;
  /** Ends when standard input ends: the process that started it is gone. */
  readonly managed: boolean;
}

export const USAGE = `slipstream-sidecar: runs the operators of accelerated Flink SQL plans

Usage: node slipstream-sidecar.mjs [options]

  --socket-dir DIR       folder for the Unix sockets, which nobody else can enter (default: a new one under the temporary folder)
  --listen HOST:PORT     also listen on TCP, for a bridge on another host (slipstream.sidecar.mode = external)
  --tls-cert FILE        certificate of this server (PEM), required with --listen
  --tls-key FILE         its private key (PEM)
  --tls-ca FILE          certificates that clients must be signed by (PEM); clients without one are refused
  --workers N            worker threads (default: the number of cores)
  --memory-limit BYTES   bound on the workers' memory, with k, m or g (default: a quarter of the machine's)
  --metrics-port PORT    Prometheus text on 127.0.0.1:PORT/metrics (default: none)
  --managed              end when standard input ends: the process that started it is gone
  --parent-pid PID       set by the bridge; implies --managed
  --help                 this text
`;

export class UsageError extends Error {}

export function parseArguments(argv: readonly string[]): SidecarArguments | 'help' {
  const { values } = parse(argv);
  if (values.help) return 'help';
  const listen = values.listen ?? null;
  const tls = tlsOf(values['tls-cert'], values['tls-key'], values['tls-ca']);
  if (listen !== null && tls === null) {
    throw new UsageError('--listen needs --tls-cert, --tls-key and --tls-ca: peers on the network are authenticated');
  }
  return {
    socketDir: values['socket-dir'] ?? path.join(tmpdir(), `slipstream-${process.pid}`),
    listen,
    tls,
    workerCount: positiveInteger(values.workers ?? String(availableParallelism()), '--workers'),
    memoryLimitBytes: byteCount(values['memory-limit'] ?? String(Math.floor(totalmem() / 4)), '--memory-limit'),
    metricsPort: values['metrics-port'] === undefined ? null : portNumber(values['metrics-port']),
    managed: (values.managed ?? false) || values['parent-pid'] !== undefined,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        'socket-dir': { type: 'string' },
        listen: { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'tls-ca': { type: 'string' },
        workers: { type: 'string' },
        'memory-limit': { type: 'string' },
        'metrics-port': { type: 'string' },
        // Accepted from the bridge; the pipe on standard input is what is watched.
        'parent-pid': { type: 'string' },
        managed: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function tlsOf(certificate?: string, privateKey?: string, certificateAuthority?: string): TlsFiles | null {
  if (!certificate && !privateKey && !certificateAuthority) return null;
  if (!certificate || !privateKey || !certificateAuthority) {
    throw new UsageError('--tls-cert, --tls-key and --tls-ca are given together');
  }
  return { certificate, privateKey, certificateAuthority };
}

function positiveInteger(text: string, option: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`${option} expects a positive integer, found '${text}'`);
  return value;
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65535) {
    throw new UsageError(`--metrics-port expects a port, found '${text}'`);
  }
  return value;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

function byteCount(text: string, option: string): number {
  const match = /^(\d+)([kmg]?)b?$/i.exec(text);
  if (!match) throw new UsageError(`${option} expects bytes such as 512m, found '${text}'`);
  return Number(match[1]) * UNITS[match[2]!.toLowerCase()]!;
}
