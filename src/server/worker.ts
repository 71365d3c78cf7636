/** A worker thread: its own gRPC endpoint, its own memory, the streams of its subtasks. No batch crosses threads. */
import {
  Server,
  status,
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { WorkerMemory } from '../columnar/memory.js';
import type { KeyGroupBlob } from '../engine/fragment-state.js';
import { assert, ErrorCode, SlipstreamError } from '../errors.js';
import type { FetchStateRequest, StateBlobMessage } from '../transport/messages.js';
import {
  UNLIMITED_MESSAGES,
  widenServerWindows,
  workerService,
  type ClientFrame,
  type ServerFrame,
} from '../transport/service.js';
import { BlobBuffers } from '../state/blob-buffers.js';
import { sealEnvelope } from '../state/envelope.js';
import type { TlsFiles } from './arguments.js';
import { obeyChaos } from './chaos.js';
import { tlsCredentials, unixCredentials } from './credentials.js';
import { Epochs } from './epochs.js';
import { log } from './log.js';
import { WorkerMetrics, type MetricValues } from './metrics.js';
import { SubtaskStream, type StreamHost } from './stream.js';

/** workerData of a worker thread. */
export interface WorkerSettings {
  readonly role: 'slipstream-worker';
  readonly index: number;
  /** gRPC bind address: unix:PATH or HOST:0. */
  readonly address: string;
  readonly tls: TlsFiles | null;
  readonly memoryLimitBytes: number;
}

/** What a worker posts to the main thread. */
export type WorkerMessage =
  { readonly kind: 'listening'; readonly port: number } | { readonly kind: 'metrics'; readonly metrics: MetricValues };

/** What the main thread posts to a worker. */
export type WorkerRequest = { readonly kind: 'metrics' } | { readonly kind: 'stop' };

export async function serveWorker(settings: WorkerSettings): Promise<void> {
  const port = parentPort;
  assert(port !== null, 'serveWorker runs in a worker thread');
  widenServerWindows();
  const host: StreamHost = {
    memory: new WorkerMemory(settings.memoryLimitBytes),
    epochs: new Epochs(),
    streams: new Map(),
    metrics: new WorkerMetrics(),
    blobBuffers: new BlobBuffers(),
  };
  const server = new Server(UNLIMITED_MESSAGES);
  server.addService(workerService, { Run: runHandler(host), FetchState: fetchStateHandler(host) });
  const boundPort = await bind(server, settings);
  answerRequests(port, host, server);
  obeyChaos(settings.index);
  port.postMessage({ kind: 'listening', port: boundPort } satisfies WorkerMessage);
  log('debug', 'worker listening', { worker: settings.index, address: settings.address });
}

function runHandler(host: StreamHost): handleBidiStreamingCall<ClientFrame, ServerFrame> {
  return (call) => {
    const stream = new SubtaskStream(host);
    call.on('data', (frame: ClientFrame) => {
      const answer = stream.handle(frame);
      if (!answer) return;
      // A client that does not read is not read from either: its answers wait in its own memory, not in ours.
      if (!call.write(answer)) {
        call.pause();
        call.once('drain', () => call.resume());
      }
      if (answer.failure) call.end();
    });
    call.on('end', () => {
      stream.close();
      call.end();
    });
    call.on('cancelled', () => stream.close());
    call.on('error', (error: Error) => {
      log('warn', 'stream broke', { error: error.message });
      stream.close();
    });
  };
}

function fetchStateHandler(host: StreamHost): handleServerStreamingCall<FetchStateRequest, StateBlobMessage> {
  return (call) => {
    const { jobId, fragmentId, subtaskIndex } = call.request;
    const stream = host.streams.get(Epochs.key(jobId, fragmentId, subtaskIndex));
    try {
      if (!stream) throw new SlipstreamError(ErrorCode.notOpen, `${fragmentId}/${subtaskIndex} is not open`);
      sendBlobs(call, stream.takeSnapshot(call.request), host.blobBuffers).catch((error: unknown) =>
        refuse(call, error),
      );
    } catch (error) {
      refuse(call, error);
    }
  };
}

/** Ends the call with the reason: the checkpoint fails, and nothing else. */
function refuse(call: ServerWritableStream<FetchStateRequest, StateBlobMessage>, error: unknown): void {
  const details = error instanceof SlipstreamError ? `${error.code}: ${error.message}` : String(error);
  log('warn', 'state cannot be fetched', { error: details });
  call.emit('error', { code: status.FAILED_PRECONDITION, details });
}

/** No faster than the other side reads. */
async function sendBlobs(
  call: ServerWritableStream<FetchStateRequest, StateBlobMessage>,
  blobs: readonly KeyGroupBlob[],
  buffers: BlobBuffers,
): Promise<void> {
  // Never rejects: a checkpoint that breaks off must not end the worker by a rejection that nobody handles.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['cancelled', 'error', 'close']) call.once(event, () => resolve());
  });
  for (const { keyGroup, content } of blobs) {
    if (call.cancelled || call.destroyed) return;
    if (call.write({ keyGroup, content: sealEnvelope(content) }, () => buffers.release(content))) continue;
    await Promise.race([new Promise<void>((resolve) => call.once('drain', resolve)), ended]);
  }
  call.end();
}

function bind(server: Server, settings: WorkerSettings): Promise<number> {
  const credentials = settings.tls ? tlsCredentials(settings.tls) : unixCredentials();
  return new Promise((resolve, reject) => {
    server.bindAsync(settings.address, credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}

function answerRequests(port: MessagePort, host: StreamHost, server: Server): void {
  port.on('message', (request: WorkerRequest) => {
    if (request.kind === 'metrics') {
      host.metrics.memoryBytes = host.memory.byteLength;
      port.postMessage({ kind: 'metrics', metrics: { ...host.metrics } } satisfies WorkerMessage);
      return;
    }
    server.forceShutdown();
    port.close();
  });
}
