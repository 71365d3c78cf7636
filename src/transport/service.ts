/** The gRPC services of proto/sidecar.proto, and channel options that both ends of ours use. */
import http2 from 'node:http2';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { codecs, type ClientFrame, type ServerFrame } from './messages.js';

type CodecName = keyof typeof codecs;

/** Which sides send more than one message. */
type Streams = 'none' | 'replies' | 'both';

function method(
  path: string,
  streams: Streams,
  request: CodecName,
  reply: CodecName,
): MethodDefinition<object, object> {
  const requestCodec = codecs[request] as { serialize: (m: object) => Buffer; deserialize: (b: Buffer) => object };
  const replyCodec = codecs[reply] as { serialize: (m: object) => Buffer; deserialize: (b: Buffer) => object };
  return {
    path: `/slipstream.v1.${path}`,
    requestStream: streams === 'both',
    responseStream: streams !== 'none',
    requestSerialize: requestCodec.serialize,
    requestDeserialize: requestCodec.deserialize,
    responseSerialize: replyCodec.serialize,
    responseDeserialize: replyCodec.deserialize,
  };
}

export const controlService: ServiceDefinition = {
  Hello: method('Control/Hello', 'none', 'HelloRequest', 'HelloReply'),
  CheckPlan: method('Control/CheckPlan', 'none', 'CheckPlanRequest', 'CheckPlanReply'),
  AssignWorker: method('Control/AssignWorker', 'none', 'AssignWorkerRequest', 'AssignWorkerReply'),
};

export const workerService: ServiceDefinition = {
  Run: method('Worker/Run', 'both', 'ClientFrame', 'ServerFrame'),
  FetchState: method('Worker/FetchState', 'replies', 'FetchStateRequest', 'StateBlob'),
};

export type { ClientFrame, ServerFrame };

/** A row may be larger than gRPC's default of 4 MiB; the flow is bounded by credits, not by message size. */
export const UNLIMITED_MESSAGES = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
} as const;

const WINDOW_BYTES = 8 << 20;
const FRAME_BYTES_MAX = 1 << 20;
let windowsWidened = false;

/**
 * grpc-js servers have no option for HTTP/2's flow-control window, and the default of 64 KiB stops a batch four times.
 * Its servers are made by `http2.createServer`, which is wrapped once per process for that.
 */
export function widenServerWindows(): void {
  if (windowsWidened) return;
  windowsWidened = true;
  const settings = { initialWindowSize: WINDOW_BYTES, maxFrameSize: FRAME_BYTES_MAX };
  const withSession = <S extends http2.Http2Server | http2.Http2SecureServer>(server: S): S => {
    server.on('session', (session: http2.ServerHttp2Session) => session.setLocalWindowSize(WINDOW_BYTES));
    return server;
  };
  const createServer = http2.createServer.bind(http2) as (options?: http2.ServerOptions) => http2.Http2Server;
  const createSecureServer = http2.createSecureServer.bind(http2) as (
    options?: http2.SecureServerOptions,
  ) => http2.Http2SecureServer;
  Object.assign(http2, {
    createServer: (options?: http2.ServerOptions) =>
      withSession(createServer({ ...options, settings: { ...options?.settings, ...settings } })),
    createSecureServer: (options?: http2.SecureServerOptions) =>
      withSession(createSecureServer({ ...options, settings: { ...options?.settings, ...settings } })),
  });
}
