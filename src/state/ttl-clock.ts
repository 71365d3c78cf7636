/**
 * The time of a batch for state whose elements expire apart: as Flink's TtlMapState and TtlListState with OnCreateAndWrite and NeverReturnExpired. All rows
 * of a batch have the same time.
 *
 *   words  i64 the time now · i64 the time now less the TTL: what was written then or before has expired
 */
import { type WorkerMemory } from '../columnar/memory.js';

const CLOCK_BYTES = 16;

export class TtlClock {
  /** Index into i64 of the time now; behind it that before which all is gone. */
  readonly word: number;

  constructor(
    private readonly memory: WorkerMemory,
    readonly ttlMs: number,
  ) {
    this.word = memory.allocateOwned(CLOCK_BYTES) >> 3;
  }

  begin(nowMs: number): void {
    this.memory.i64[this.word] = BigInt(nowMs);
    this.memory.i64[this.word + 1] = BigInt(nowMs - this.ttlMs);
  }

  get expiredMs(): bigint {
    return this.memory.i64[this.word + 1]!;
  }

  /** `pointer`: of an i64 timestamp. */
  isExpired(pointer: number): boolean {
    return this.memory.i64[pointer >> 3]! <= this.memory.i64[this.word + 1]!;
  }

  touch(pointer: number): void {
    this.memory.i64[pointer >> 3] = this.memory.i64[this.word]!;
  }
}
