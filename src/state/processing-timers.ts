/** Timers per key by processing time: a TimerQueue whose first timer is always the operator's wish to be called, also after a restore. */
import { type KeyedState, type RuntimeContext } from '../operators/operator.js';
import { type BlobReader, type BlobWriter } from './blob.js';
import { TimerQueue, type OnTimer } from './timers.js';

export class ProcessingTimers implements KeyedState {
  readonly layoutVersion: number;
  private readonly queue: TimerQueue;

  constructor(
    readonly name: string,
    private readonly context: Pick<RuntimeContext, 'memory' | 'keyGroups' | 'registerTimer'>,
  ) {
    this.queue = new TimerQueue(name, context.memory, context.keyGroups);
    this.layoutVersion = this.queue.layoutVersion;
  }

  get size(): number {
    return this.queue.size;
  }

  /** False when it was there already. */
  register(timestampMs: bigint | number, keyGroup: number, keyPointer: number, keyBytes: number): boolean {
    const isNew = this.queue.register(timestampMs, keyGroup, keyPointer, keyBytes);
    if (isNew) this.wish();
    return isNew;
  }

  /** False when there was none. The wish stays: who is called too early finds nothing to do. */
  delete(timestampMs: bigint | number, keyGroup: number, keyPointer: number, keyBytes: number): boolean {
    return this.queue.delete(timestampMs, keyGroup, keyPointer, keyBytes);
  }

  /** From `Operator.processTimer`, with its time: InternalTimerServiceImpl.onProcessingTime. */
  advance(timestampMs: number, onTimer: OnTimer): void {
    this.queue.advance(timestampMs, onTimer);
    this.wish();
  }

  snapshot(keyGroup: number, out: BlobWriter): void {
    this.queue.snapshot(keyGroup, out);
  }

  restore(keyGroup: number, input: BlobReader, layoutVersion: number): void {
    this.queue.restore(keyGroup, input, layoutVersion);
    this.wish();
  }

  release(): void {
    this.queue.release();
  }

  private wish(): void {
    const next = this.queue.nextTimestampMs;
    // Times beyond are no exact numbers, and never come.
    if (next !== undefined && next <= Number.MAX_SAFE_INTEGER) this.context.registerTimer(Number(next));
  }
}
