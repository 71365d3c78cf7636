/**
 * Texts of one date-time format. Values of a stream lie close together: a format that shows no seconds has few different texts,
 * so the first ones are kept for as long as the stream lives and never overwritten (views into them are in use); the others
 * are written into the arena.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type WorkerMemory } from '../../columnar/memory.js';
import { dateTimeParts, type DateTimeFormat } from './date-time-format.js';

const TEXTS_KEPT_MAX = 2048;
/** Formats that change more often than this are not worth looking up. */
const KEPT_GRANULARITY_MIN_MS = 60_000;

export class FormattedTexts {
  private lastKey = NaN;
  private lastPointer = 0;
  private lastLength = 0;
  /** Key (the local time in units of the granularity) → entry; entry e lies at block + e · bytesMax. */
  private readonly entries = new Map<number, number>();
  private readonly lengths: Uint16Array;
  private readonly block: number;
  private readonly keeps: boolean;

  /** Not inside a loop: allocates. */
  constructor(
    private readonly format: DateTimeFormat,
    memory: WorkerMemory,
  ) {
    this.keeps = format.granularityMs >= KEPT_GRANULARITY_MIN_MS;
    this.lengths = new Uint16Array(this.keeps ? TEXTS_KEPT_MAX : 0);
    this.block = this.keeps ? memory.allocateOwned(format.bytesMax * TEXTS_KEPT_MAX) : 0;
  }

  /** Pointer of the text of this local time; its length is left in rt.length. */
  text(rt: EvaluationRuntime, milliseconds: bigint, nanos: number): number {
    if (!this.keeps) return this.write(rt, milliseconds, nanos);
    const key = Math.floor(Number(milliseconds) / this.format.granularityMs);
    if (key === this.lastKey) {
      rt.length = this.lastLength;
      return this.lastPointer;
    }
    // Beyond 2^53 milliseconds neighbouring values share a key that is not theirs.
    if (
      key >= Number.MAX_SAFE_INTEGER / this.format.granularityMs ||
      -key >= Number.MAX_SAFE_INTEGER / this.format.granularityMs
    )
      return this.write(rt, milliseconds, nanos);
    return this.lookUp(rt, key, milliseconds, nanos);
  }

  private lookUp(rt: EvaluationRuntime, key: number, milliseconds: bigint, nanos: number): number {
    let entry = this.entries.get(key);
    if (entry === undefined) {
      if (this.entries.size === TEXTS_KEPT_MAX) return this.write(rt, milliseconds, nanos);
      entry = this.entries.size;
      const start = this.block + entry * this.format.bytesMax;
      const end = this.format.write(rt.memory.u8, start, dateTimeParts(milliseconds, nanos));
      this.lengths[entry] = end - start;
      this.entries.set(key, entry);
    }
    this.lastKey = key;
    this.lastPointer = this.block + entry * this.format.bytesMax;
    this.lastLength = this.lengths[entry] ?? 0;
    rt.length = this.lastLength;
    return this.lastPointer;
  }

  private write(rt: EvaluationRuntime, milliseconds: bigint, nanos: number): number {
    const start = rt.arena.reserve(this.format.bytesMax);
    const end = this.format.write(rt.memory.u8, start, dateTimeParts(milliseconds, nanos));
    rt.arena.advance(end);
    rt.length = end - start;
    return start;
  }
}
