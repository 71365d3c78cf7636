/** Timers per key, as Flink's InternalTimerService: at most one for each key and timestamp. One queue for event time, one for processing time. */
import { type WorkerMemory } from '../columnar/memory.js';
import { type KeyedState, type KeyGroupRange } from '../operators/operator.js';
import { type BlobReader, type BlobWriter } from './blob.js';

/** The key's bytes are valid until the callback returns. */
export type OnTimer = (keyPointer: number, keyBytes: number, keyGroup: number, timestampMs: bigint) => void;

export class TimerQueue implements KeyedState {
  readonly layoutVersion = 1;

  constructor(
    readonly name: string,
    readonly memory: WorkerMemory,
    readonly keyGroups: KeyGroupRange,
  ) {}

  get size(): number {
    throw new Error('not yet');
  }

  /** Timestamp of the first timer. */
  get nextTimestampMs(): bigint | undefined {
    throw new Error('not yet');
  }

  /** False when it was there already. */
  register(_timestampMs: bigint | number, _keyGroup: number, _keyPointer: number, _keyBytes: number): boolean {
    throw new Error('not yet');
  }

  /** False when there was none. */
  delete(_timestampMs: bigint | number, _keyGroup: number, _keyPointer: number, _keyBytes: number): boolean {
    throw new Error('not yet');
  }

  /** Takes all timers up to and including the timestamp out, in the order of their timestamps; the callback may register and delete others. */
  advance(_timestampMs: bigint | number, _onTimer: OnTimer): void {
    throw new Error('not yet');
  }

  snapshot(_keyGroup: number, _out: BlobWriter): void {
    throw new Error('not yet');
  }

  restore(_keyGroup: number, _input: BlobReader, _layoutVersion: number): void {
    throw new Error('not yet');
  }

  release(): void {
    throw new Error('not yet');
  }
}
