/** The main thread's endpoint: Hello, CheckPlan, AssignWorker. */
import { readFileSync } from 'node:fs';
import { Server, status, type handleUnaryCall, type sendUnaryData } from '@grpc/grpc-js';
import { checkPlan } from '../engine/check-plan.js';
import { contextOfRequest } from '../engine/plan-graph.js';
import { ErrorCode, SlipstreamError } from '../errors.js';
import { unknownIncompatible } from '../expressions/numbers/inexact.js';
import type {
  AssignWorkerReply,
  AssignWorkerRequest,
  CheckPlanReply,
  CheckPlanRequest,
  HelloReply,
  HelloRequest,
} from '../transport/messages.js';
import { controlService, UNLIMITED_MESSAGES } from '../transport/service.js';
import { PROTOCOL_VERSION, SIDECAR_VERSION } from '../version.js';
import { log } from './log.js';
import type { WorkerPool } from './worker-pool.js';

export function createControlServer(pool: WorkerPool): Server {
  const server = new Server(UNLIMITED_MESSAGES);
  server.addService(controlService, {
    Hello: unary<HelloRequest, HelloReply>((request) => hello(request, pool)),
    CheckPlan: unary<CheckPlanRequest, CheckPlanReply>((request) => {
      const mistake = unknownIncompatible(contextOfRequest(request).allowIncompatible);
      if (mistake !== null) log('warn', mistake);
      return checkPlan(request);
    }),
    AssignWorker: unary<AssignWorkerRequest, AssignWorkerReply>((request) =>
      pool.targetOf(`${request.jobId}/${request.fragmentId}`, request.subtaskIndex),
    ),
  });
  return server;
}

function hello(request: HelloRequest, pool: WorkerPool): HelloReply {
  if (request.protocolVersion !== PROTOCOL_VERSION) {
    throw new SlipstreamError(
      ErrorCode.unknownProtocolVersion,
      `expected protocol version ${PROTOCOL_VERSION}, found ${request.protocolVersion}: the jar and the sidecar bundle are of different releases`,
    );
  }
  return {
    protocolVersion: PROTOCOL_VERSION,
    sidecarVersion: SIDECAR_VERSION,
    pid: BigInt(process.pid),
    workerCount: pool.size,
    laneAccepted: request.hostId !== '' && request.hostId === hostId(),
  };
}

/** Equal for all processes of one boot of one machine. */
function hostId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch (error) {
    log('debug', 'no boot id on this system: the shared lane stays off', { error: (error as Error).message });
    return '';
  }
}

/** A SlipstreamError reaches the client as `CODE: message`. */
function unary<Request, Reply>(answer: (request: Request) => Reply): handleUnaryCall<Request, Reply> {
  return (call, callback: sendUnaryData<Reply>) => {
    try {
      callback(null, answer(call.request));
    } catch (error) {
      const known = error instanceof SlipstreamError;
      if (!known) log('error', 'control call failed', { error: (error as Error).stack });
      callback({
        code: known ? status.INVALID_ARGUMENT : status.INTERNAL,
        details: known ? `${error.code}: ${error.message}` : `${ErrorCode.internal}: ${(error as Error).message}`,
      });
    }
  };
}
