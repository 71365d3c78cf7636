/**
 * The messages of proto/*.proto as TypeScript sees them. 64-bit integers are `bigint` here; protobufjs carries them as Long,
 * which `codec` converts at the few places where they occur.
 */
import Long from 'long';
import { messageType } from './proto-root.js';
import { serializeStateBlob } from './state-blob-codec.js';

export interface PlanNodeMessage {
  id: number;
  execNode: string;
  version: number;
  spec: Uint8Array;
  inputs: number[];
  role: number;
  description: string;
  rawCapable: boolean;
  rawRefusal: string;
}

export const NodeRole = { SOURCE: 1, INNER: 2, SINK: 3 } as const;
export const Form = { ROWS: 1, RAW: 2, PIECES: 3 } as const;
export type FormValue = (typeof Form)[keyof typeof Form];

export interface JvmFactsMessage {
  specificationVersion: string;
  doubleProbe: string;
  localTimeZone: string;
  locale: string;
  exactSquareRoot: boolean;
}

export interface CheckPlanRequest {
  flinkVersion: string;
  nodes: PlanNodeMessage[];
  config: Record<string, string>;
  jvm: JvmFactsMessage | null;
}

export interface NodeVerdict {
  nodeId: number;
  supported: boolean;
  reason: string;
  form?: FormValue;
}

export interface RawSections {
  key?: boolean;
  timestamp?: boolean;
  offset?: boolean;
  timestampType?: boolean;
  leaderEpoch?: boolean;
  headers?: boolean;
}

export interface FragmentInputMessage {
  index: number;
  nodeId: number;
  form: FormValue;
  sections?: RawSections;
  computesWatermarks: boolean;
}

export interface FragmentOutputMessage {
  index: number;
  nodeId: number;
  form: FormValue;
  hasKey: boolean;
}

export interface FragmentMessage {
  id: string;
  plan: Uint8Array;
  inputs: FragmentInputMessage[];
  outputs: FragmentOutputMessage[];
  nodeIds: number[];
  watermarkAssignment?: { idleTimeoutMs: bigint };
  keyed: boolean;
  consumesWatermarks: boolean;
}

export interface CheckPlanReply {
  verdicts: NodeVerdict[];
  fragments: FragmentMessage[];
}

export interface HelloRequest {
  protocolVersion: number;
  bridgeVersion: string;
  flinkVersion: string;
  hostId: string;
}

export interface HelloReply {
  protocolVersion: number;
  sidecarVersion: string;
  pid: bigint;
  workerCount: number;
  laneAccepted: boolean;
}

export interface AssignWorkerRequest {
  jobId: string;
  fragmentId: string;
  subtaskIndex: number;
}

export interface AssignWorkerReply {
  target: string;
  workerIndex: number;
}

export interface StateBlobMessage {
  keyGroup: number;
  content: Uint8Array;
}

export interface LaneOffer {
  inputPath: string;
  outputPath: string;
  slotBytes: number;
  slotCount: number;
}

export interface OpenMessage {
  jobId: string;
  fragmentId: string;
  plan: Uint8Array;
  subtaskIndex: number;
  parallelism: number;
  maxParallelism: number;
  keyGroupStart: number;
  keyGroupEnd: number;
  lane: LaneOffer | null;
  taskName: string;
  jvm: JvmFactsMessage | null;
  targets: OutputTargetMessage[];
}

export interface OutputTargetMessage {
  channels: number;
  maxParallelism: number;
  piecePerKeyGroup: boolean;
}

export interface LaneRef {
  slot: number;
  offset: number;
  length: number;
}

export interface PayloadMessage {
  inline?: Uint8Array;
  lane?: LaneRef | null;
}

export interface BatchMessage {
  input: number;
  rowCount: number;
  payload: PayloadMessage | null;
  splitId: string;
  topic: string;
  partition: number;
  outputSlot: number;
}

export interface ClientFrame {
  sequence: bigint;
  epoch: bigint;
  open?: OpenMessage;
  batch?: BatchMessage;
  watermark?: { input: number; timestampMs: bigint };
  watermarkStatus?: { input: number; idle: boolean };
  timer?: { timestampMs: bigint; eventTime: boolean };
  snapshot?: { checkpointId: bigint };
  endInput?: { input: number };
  close?: object;
  restore?: { blobs: StateBlobMessage[] };
}

export interface OutputBatchMessage {
  output: number;
  rowCount: number;
  payload: PayloadMessage;
  /** PIECES: a key group of the channel that the piece belongs to. */
  keyGroup: number;
}

export interface ResultMessage {
  outputs: OutputBatchMessage[];
  hasWatermark: boolean;
  watermarkMs: bigint;
  rowsIn: number;
  rowsSkipped: number;
  busyNs: number;
  marks: WatermarkMark[];
  hasTimer: boolean;
  timerMs: bigint;
}

/** A watermark that goes downstream behind the first `afterOutputs` outputs of a result. */
export interface WatermarkMark {
  afterOutputs: number;
  timestampMs: bigint;
}

export interface FailureMessage {
  code: string;
  message: string;
  /** A message of null: the exception has none. */
  causes: { className: string; message: string | null }[];
  hasRecordIndex: boolean;
  recordIndex: number;
}

export interface ServerFrame {
  sequence: bigint;
  credits: number;
  opened?: { laneInUse: boolean; hasTimer: boolean; timerMs: bigint };
  result?: ResultMessage;
  snapshot?: { checkpointId: bigint; result: ResultMessage; blobCount: number; blobBytes: bigint };
  failure?: FailureMessage;
}

export interface FetchStateRequest {
  jobId: string;
  fragmentId: string;
  subtaskIndex: number;
  epoch: bigint;
  checkpointId: bigint;
}

interface Codec<T> {
  readonly serialize: (message: T) => Buffer;
  readonly deserialize: (bytes: Buffer) => T;
}

function codec<T>(name: string): Codec<T> {
  const type = messageType(name);
  return {
    serialize: (message) => type.encode(longsFromBigints(message) as object).finish() as Buffer,
    deserialize: (bytes) => bigintsFromLongs(type.decode(bytes)) as T,
  };
}

/** 64-bit integers lie no deeper than frame → snapshot → result → marks → mark. */
const LONG_DEPTH = 5;

function longsFromBigints(message: unknown): unknown {
  return mapLeaves(message, LONG_DEPTH, (value) => (typeof value === 'bigint' ? Long.fromBigInt(value) : value));
}

function bigintsFromLongs(message: unknown): unknown {
  return mapLeaves(message, LONG_DEPTH, (value) => (Long.isLong(value) ? value.toBigInt() : value));
}

/** In place; bytes and whatever is deeper stay as they are. */
function mapLeaves(message: unknown, depth: number, map: (value: unknown) => unknown): unknown {
  const record = message as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    const value = record[key];
    const mapped = map(value);
    if (mapped !== value) record[key] = mapped;
    else if (depth > 1 && typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      mapLeaves(value, depth - 1, map);
    }
  }
  return record;
}

export const codecs = {
  HelloRequest: codec<HelloRequest>('HelloRequest'),
  HelloReply: codec<HelloReply>('HelloReply'),
  CheckPlanRequest: codec<CheckPlanRequest>('CheckPlanRequest'),
  CheckPlanReply: codec<CheckPlanReply>('CheckPlanReply'),
  AssignWorkerRequest: codec<AssignWorkerRequest>('AssignWorkerRequest'),
  AssignWorkerReply: codec<AssignWorkerReply>('AssignWorkerReply'),
  ClientFrame: codec<ClientFrame>('ClientFrame'),
  ServerFrame: codec<ServerFrame>('ServerFrame'),
  FetchStateRequest: codec<FetchStateRequest>('FetchStateRequest'),
  StateBlob: { ...codec<StateBlobMessage>('StateBlob'), serialize: serializeStateBlob },
};
