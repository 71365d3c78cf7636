/** What generated loops and their helper functions share at run time: memory, arena, and the second half of a result. */
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { type PlanContext } from '../operators/operator.js';

/**
 * Known as `rt` in generated text. A helper has one return value; further parts of its result go here:
 *
 *   view       returns the pointer, `length` is the byte length
 *   timestamp  returns the milliseconds (bigint), `nanos` the nanosecond of the millisecond
 *   int128     returns the low half, `high` is the high half
 *   SQL NULL   sets `isNull` to 1 (the caller sets it back to 0) and returns any value of its kind
 */
export class EvaluationRuntime {
  length = 0;
  nanos = 0;
  high = 0n;
  isNull = 0;
  /** What was loaded to have it in the cache; means nothing. */
  loaded = 0;
  /** One 64-bit word, and its two halves (low, high): moves integers between the two kinds of JavaScript numbers. */
  readonly scratch64 = new BigInt64Array(1);
  readonly scratch32 = new Int32Array(this.scratch64.buffer);
  readonly memory: WorkerMemory;
  private readonly interned = new Map<string, number>();

  constructor(
    readonly arena: Arena,
    readonly plan: PlanContext,
  ) {
    this.memory = arena.memory;
  }

  /** The bytes of a constant, for as long as the stream lives; returns the pointer. Not inside a loop: it may grow the memory. */
  intern(bytes: Uint8Array): number {
    const key = Buffer.from(bytes).toString('latin1');
    const known = this.interned.get(key);
    if (known !== undefined) return known;
    const pointer = this.memory.allocateOwned(bytes.length);
    this.memory.u8.set(bytes, pointer);
    this.interned.set(key, pointer);
    return pointer;
  }

  /** `byteLength` bytes in the arena for a result that a helper writes; from another block when the first is full. */
  allocate(byteLength: number): number {
    return this.arena.allocate(byteLength);
  }
}
