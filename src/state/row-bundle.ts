/**
 * A mini-batch of at most one row for each key, as KeyedMapBundleOperator keeps it: the row is behind a second slot of the key's entry, and goes
 * before a snapshot is taken. Keys come out in the order of their first rows; Flink's order among keys is that of a HashMap.
 */
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { CountBundleTrigger } from './bundle.js';
import { ROW_SLOT_OFFSET, type EncodedRows, type RowState } from './row-state.js';

/** Behind the slot of the state. */
export const BUNDLE_SLOT_BYTES = 8;
const BUNDLE_SLOT_OFFSET = ROW_SLOT_OFFSET + 8;
const KEYS_MIN = 1024;

/** Rows that are held back until the bundle is full, or something else ends it. */
export interface Bundle {
  readonly trigger: CountBundleTrigger;
  /** Adds rows that `trigger` has taken. */
  add(input: EncodedRows): void;
  /** The rows of the bundle, which is empty afterwards. They stay where they are until the frame ends. */
  take(arena: Arena): EncodedRows;
}

/** Whether a row takes the place of the one that the bundle has of its key. */
export type Replaces = (bundled: number, start: number) => boolean;

export class RowBundle implements Bundle {
  readonly trigger: CountBundleTrigger;
  private keys = new Uint32Array(KEYS_MIN);
  private count = 0;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rows: RowState,
    countMax: number,
    private readonly replaces: Replaces,
  ) {
    this.trigger = new CountBundleTrigger(countMax);
  }

  add(input: EncodedRows): void {
    this.makeRoom(input.count);
    const { u32 } = this.memory;
    for (let index = 0; index < input.count; index++) {
      const entry = u32[(input.entries >>> 2) + index]!;
      const start = u32[(input.starts >>> 2) + index]!;
      const slot = entry + BUNDLE_SLOT_OFFSET;
      const bundled = u32[slot >> 2]!;
      if (bundled === 0) this.keys[this.count++] = entry;
      else if (!this.replaces(bundled, start)) continue;
      this.rows.put(slot, start, u32[(input.limits >>> 2) + index]! - start);
    }
  }

  take(arena: Arena): EncodedRows {
    const { count } = this;
    const { u32 } = this.memory;
    const entries = arena.allocate(count * 4);
    const starts = arena.allocate(count * 4);
    const limits = arena.allocate(count * 4);
    for (let index = 0; index < count; index++) {
      const entry = this.keys[index]!;
      const slot = (entry + BUNDLE_SLOT_OFFSET) >> 2;
      u32[(entries >>> 2) + index] = entry;
      u32[(starts >>> 2) + index] = u32[slot]!;
      u32[(limits >>> 2) + index] = u32[slot]! + u32[slot + 1]!;
      this.rows.take(entry + BUNDLE_SLOT_OFFSET);
    }
    this.count = 0;
    this.trigger.reset();
    return { count, entries, starts, limits };
  }

  private makeRoom(added: number): void {
    if (this.count + added <= this.keys.length) return;
    const grown = new Uint32Array(Math.max(this.count + added, this.keys.length * 2));
    grown.set(this.keys);
    this.keys = grown;
  }
}
