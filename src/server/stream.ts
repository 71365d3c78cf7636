/**
 * One `Run` stream: the subtask of one attempt. Frames are applied in order, once, or not at all; each is answered by one frame
 * with its sequence number. Synchronous from the frame to its answer, so nothing of another subtask comes in between.
 */
import { Arena, MemoryLimitError, type MemoryBlock, type WorkerMemory } from '../columnar/memory.js';
import { Fragment, type FragmentResult, type PayloadSource } from '../engine/fragment.js';
import type { KeyGroupBlob } from '../engine/fragment-state.js';
import { fragmentPlanFromBytes, type FragmentPlan } from '../engine/fragment-plan.js';
import { planContextOf } from '../engine/plan-graph.js';
import { ErrorCode, RecordRefusedError, SlipstreamError } from '../errors.js';
import type { BlobBuffers } from '../state/blob-buffers.js';
import { Lane } from '../transport/lane.js';
import type {
  BatchMessage,
  ClientFrame,
  FailureMessage,
  FetchStateRequest,
  OpenMessage,
  OutputBatchMessage,
  PayloadMessage,
  ResultMessage,
  ServerFrame,
  StateBlobMessage,
} from '../transport/messages.js';
import { Epochs } from './epochs.js';
import type { WorkerMetrics } from './metrics.js';
import { log } from './log.js';

/** Batches in flight per stream, and the number left when the memory budget is nearly used up. */
export const CREDITS = 4;
const CREDITS_UNDER_PRESSURE = 1;
const PRESSURE_SHARE = 0.8;

export interface StreamHost {
  readonly memory: WorkerMemory;
  readonly epochs: Epochs;
  /** Open streams by Epochs.key; the newest attempt of each subtask. */
  readonly streams: Map<string, SubtaskStream>;
  readonly metrics: WorkerMetrics;
  /** Of snapshots under way. */
  readonly blobBuffers: BlobBuffers;
}

interface OpenState {
  readonly key: string;
  readonly epoch: bigint;
  readonly fragment: Fragment;
  readonly arena: Arena;
  readonly lane: Lane | null;
  /** Something else than Restore has come. */
  started: boolean;
}

export class SubtaskStream {
  private state: OpenState | null = null;
  private lastSequence = 0n;
  private taken: { readonly checkpointId: bigint; readonly blobs: readonly KeyGroupBlob[] } | null = null;
  /** After a failure nothing is applied any more. */
  private failed = false;
  /** The epoch of a newer attempt, which has taken this one's place. */
  private supersededBy: bigint | null = null;
  /** Constants and tables of its operators, see WorkerMemory.allocateOwned. */
  private readonly blocks: MemoryBlock[] = [];

  constructor(private readonly host: StreamHost) {}

  /** The answer to one frame, or null when the stream has already failed. A Failure is the last answer. */
  handle(frame: ClientFrame): ServerFrame | null {
    if (this.failed) return null;
    this.host.memory.owned = this.blocks;
    try {
      return this.apply(frame);
    } catch (error) {
      this.failed = true;
      const failure = failureOf(error);
      this.host.metrics.failures++;
      log('warn', failure.message, { code: failure.code, stream: this.state?.key ?? 'unopened' });
      // At once: the next attempt needs the memory, and this one's client may take its time to hang up.
      this.close();
      return { sequence: frame.sequence, credits: 0, failure };
    }
  }

  close(): void {
    this.failed = true;
    this.releaseState();
  }

  /** A newer attempt has opened: what this one holds is given up, and its next frame is refused. */
  private supersede(epoch: bigint): void {
    this.supersededBy = epoch;
    this.releaseState();
  }

  private releaseState(): void {
    const state = this.state;
    this.state = null;
    if (!state) return;
    this.taken = null;
    if (this.host.streams.get(state.key) === this) this.host.streams.delete(state.key);
    state.lane?.close();
    state.fragment.release();
    this.releaseMemory(state.arena);
    this.host.metrics.openStreams--;
  }

  private releaseMemory(arena: Arena): void {
    arena.release();
    for (const { pointer, byteLength } of this.blocks.splice(0)) this.host.memory.release(pointer, byteLength);
  }

  private apply(frame: ClientFrame): ServerFrame {
    if (frame.sequence <= this.lastSequence) return this.acknowledgement(frame);
    if (frame.sequence !== this.lastSequence + 1n) {
      throw new SlipstreamError(
        ErrorCode.sequenceGap,
        `expected frame ${this.lastSequence + 1n}, found ${frame.sequence}`,
      );
    }
    const answer = frame.open ? this.open(frame, frame.open) : this.applyOpened(frame);
    this.lastSequence = frame.sequence;
    return answer;
  }

  private applyOpened(frame: ClientFrame): ServerFrame {
    const state = this.state;
    if (this.supersededBy !== null) {
      const message = `expected epoch ${this.supersededBy} or later, found ${frame.epoch}`;
      throw new SlipstreamError(ErrorCode.staleEpoch, message);
    }
    if (!state) throw new SlipstreamError(ErrorCode.notOpen, 'expected Open as the first frame of the stream');
    if (frame.epoch !== state.epoch) {
      throw new SlipstreamError(
        ErrorCode.staleEpoch,
        `expected epoch ${state.epoch} on this stream, found ${frame.epoch}`,
      );
    }
    this.host.epochs.check(state.key, frame.epoch);
    if (frame.batch) return this.batch(frame, state, frame.batch);
    const { fragment } = state;
    const { watermark, timer, endInput } = frame;
    if (watermark) {
      return this.answer(frame, state, () => fragment.processWatermark(watermark.timestampMs));
    }
    if (timer) return this.answer(frame, state, () => fragment.processTimer(Number(timer.timestampMs)));
    if (endInput) return this.answer(frame, state, () => fragment.endInput(endInput.input));
    if (frame.snapshot) return this.snapshot(frame, state, frame.snapshot.checkpointId);
    if (frame.restore) return this.restore(frame, state, frame.restore);
    if (frame.watermarkStatus || frame.close) return this.acknowledgement(frame);
    throw new SlipstreamError(ErrorCode.corruptPayload, `frame ${frame.sequence} has no body that this version knows`);
  }

  private open(frame: ClientFrame, open: OpenMessage): ServerFrame {
    if (this.state || this.supersededBy !== null) {
      throw new SlipstreamError(ErrorCode.sequenceGap, 'a stream is opened once');
    }
    const key = Epochs.key(open.jobId, open.fragmentId, open.subtaskIndex);
    this.host.epochs.open(key, frame.epoch);
    this.host.streams.get(key)?.supersede(frame.epoch);
    const plan = fragmentPlanFromBytes(open.plan);
    const arena = new Arena(this.host.memory);
    try {
      const fragment = fragmentOf(plan, this.host.memory, arena, open);
      const lane = open.lane ? new Lane(open.lane) : null;
      this.state = { key, epoch: frame.epoch, fragment, arena, lane, started: false };
      this.host.streams.set(key, this);
    } catch (error) {
      this.releaseMemory(arena);
      throw error;
    }
    const { lane } = this.state;
    const timerMs = this.state.fragment.wantedTimerMs;
    const opened = { laneInUse: lane !== null, hasTimer: timerMs !== null, timerMs: BigInt(timerMs ?? 0) };
    this.host.metrics.openStreams++;
    log('info', 'stream opened', { stream: key, epoch: frame.epoch, lane: lane !== null, task: open.taskName });
    return { sequence: frame.sequence, credits: this.credits(), opened };
  }

  private batch(frame: ClientFrame, state: OpenState, batch: BatchMessage): ServerFrame {
    const payload = this.payloadOf(batch.payload, state.lane);
    const origin = { topic: batch.topic, partition: batch.partition };
    const slot = { lane: state.lane, slot: batch.outputSlot };
    return this.answer(frame, state, () => state.fragment.processBatch(batch.input, payload, origin), slot);
  }

  private snapshot(frame: ClientFrame, state: OpenState, checkpointId: bigint): ServerFrame {
    const { result = emptyResult() } = this.answer(frame, state, () => state.fragment.prepareSnapshot());
    const blobs = state.fragment.copyState(this.host.blobBuffers);
    this.taken = { checkpointId, blobs };
    const blobBytes = BigInt(blobs.reduce((sum, blob) => sum + blob.content.length, 0));
    const snapshot = { checkpointId, result, blobCount: blobs.length, blobBytes };
    return { sequence: frame.sequence, credits: this.credits(), snapshot };
  }

  private restore(frame: ClientFrame, state: OpenState, restore: { blobs: StateBlobMessage[] }): ServerFrame {
    if (state.started) throw new SlipstreamError(ErrorCode.sequenceGap, 'state comes before everything else');
    for (const blob of restore.blobs) state.fragment.restore(blob);
    const timerMs = state.fragment.wantedTimerMs;
    const result = { ...emptyResult(), hasTimer: timerMs !== null, timerMs: BigInt(timerMs ?? 0) };
    return { sequence: frame.sequence, credits: this.credits(), result };
  }

  /** The blobs of the snapshot that this stream has taken last, still to be sealed; given out once. */
  takeSnapshot(request: FetchStateRequest): readonly KeyGroupBlob[] {
    const { taken, state } = this;
    if (!state || request.epoch !== state.epoch || taken?.checkpointId !== request.checkpointId) {
      const found = taken ? `checkpoint ${taken.checkpointId}` : 'none';
      throw new SlipstreamError(
        ErrorCode.notOpen,
        `expected a snapshot of checkpoint ${request.checkpointId} in epoch ${request.epoch}, found ${found}`,
      );
    }
    this.taken = null;
    return taken.blobs;
  }

  /** Without a slot the outputs travel in the frame. */
  private answer(
    frame: ClientFrame,
    state: OpenState,
    run: () => FragmentResult,
    output: { readonly lane: Lane | null; readonly slot: number } = { lane: null, slot: 0 },
  ): ServerFrame {
    const started = process.hrtime.bigint();
    state.started = true;
    const result = run();
    output.lane?.startOutput(output.slot);
    const outputs = result.outputs.map((written): OutputBatchMessage => ({
      output: written.output,
      rowCount: written.rowCount,
      payload: this.outputPayload(output.lane, written.pointer, written.byteLength),
      keyGroup: written.keyGroup,
    }));
    const busyNs = Number(process.hrtime.bigint() - started);
    this.host.metrics.recordBatch(result.rowsIn, result.rowsSkipped, outputs, busyNs);
    const message: ResultMessage = {
      outputs,
      hasWatermark: result.watermarkMs !== null,
      watermarkMs: result.watermarkMs ?? 0n,
      rowsIn: result.rowsIn,
      rowsSkipped: result.rowsSkipped,
      busyNs,
      marks: [...result.marks],
      hasTimer: result.timerMs !== null,
      timerMs: BigInt(result.timerMs ?? 0),
    };
    return { sequence: frame.sequence, credits: this.credits(), result: message };
  }

  private payloadOf(payload: PayloadMessage | null, lane: Lane | null): PayloadSource {
    const reference = payload?.lane;
    if (reference) {
      if (!lane) throw new SlipstreamError(ErrorCode.laneUnusable, 'a lane reference on a stream without a lane');
      lane.check(reference);
      return {
        byteLength: reference.length,
        readTo: (memory, pointer) => lane.read(reference, memory.u8, pointer),
      };
    }
    const inline = payload?.inline ?? new Uint8Array(0);
    return { byteLength: inline.length, readTo: (memory, pointer) => memory.u8.set(inline, pointer) };
  }

  private outputPayload(lane: Lane | null, pointer: number, byteLength: number): PayloadMessage {
    const { u8 } = this.host.memory;
    const reference = lane?.write(u8, pointer, byteLength) ?? null;
    if (reference) return { lane: reference };
    return { inline: Buffer.from(u8.subarray(pointer, pointer + byteLength)) };
  }

  private acknowledgement(frame: ClientFrame): ServerFrame {
    return { sequence: frame.sequence, credits: this.credits(), result: emptyResult() };
  }

  private credits(): number {
    const used = this.host.memory.usedBytes / this.host.memory.limitBytes;
    return used > PRESSURE_SHARE ? CREDITS_UNDER_PRESSURE : CREDITS;
  }
}

function emptyResult(): ResultMessage {
  return {
    outputs: [],
    hasWatermark: false,
    watermarkMs: 0n,
    rowsIn: 0,
    rowsSkipped: 0,
    busyNs: 0,
    marks: [],
    hasTimer: false,
    timerMs: 0n,
  };
}

/** A plan that its own version cannot build is of another release: SLIP-1003, unless the error has a code of its own. */
function fragmentOf(plan: FragmentPlan, memory: WorkerMemory, arena: Arena, open: OpenMessage): Fragment {
  try {
    return new Fragment(plan, memory, arena, {
      plan: planContextOf(plan.config, open.jvm),
      subtaskIndex: open.subtaskIndex,
      parallelism: open.parallelism,
      maxParallelism: open.maxParallelism,
      keyGroups: { start: open.keyGroupStart, end: open.keyGroupEnd },
      targets: open.targets,
    });
  } catch (error) {
    if (error instanceof SlipstreamError || error instanceof MemoryLimitError) throw error;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new SlipstreamError(ErrorCode.invalidPlan, `the fragment cannot be made: ${text}`);
  }
}

function failureOf(error: unknown): FailureMessage {
  const known = slipstreamErrorOf(error);
  return {
    code: known.code,
    message: known.message,
    causes: known.causes.map((cause) => ({ className: cause.className, message: cause.message })),
    hasRecordIndex: known instanceof RecordRefusedError,
    recordIndex: known instanceof RecordRefusedError ? known.recordIndex : 0,
  };
}

/** What to do about it: the state does not get smaller when the task starts again. */
function memoryAdvice({ limitBytes, isGreatest }: MemoryLimitError): string {
  return (
    `state and batches have used up the ${(limitBytes / 2 ** 20).toFixed(0)} MiB of a worker of the sidecar: ` +
    (isGreatest
      ? 'no worker can have more, so raise slipstream.sidecar.workers and the parallelism, or add TaskManagers'
      : 'raise slipstream.sidecar.memory.max, which all workers share (an external sidecar: --memory-limit)')
  );
}

function slipstreamErrorOf(error: unknown): SlipstreamError {
  if (error instanceof SlipstreamError) return error;
  if (error instanceof MemoryLimitError) return new SlipstreamError(ErrorCode.memoryLimit, memoryAdvice(error));
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new SlipstreamError(ErrorCode.internal, text);
}
