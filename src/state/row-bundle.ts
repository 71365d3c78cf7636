/**
 * A mini-batch of at most one row for each key, as KeyedMapBundleOperator keeps it: the row is behind a second slot of the key's entry, and goes
 * before a snapshot is taken. Keys come out in the order of Flink's HashMap.
 */
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { BundleKeys } from './bundle-keys.js';
import { CountBundleTrigger } from './bundle.js';
import { ROW_SLOT_OFFSET, type ArrivedRows, type EncodedRows, type RowState } from './row-state.js';

/** Behind the slot of the state. */
export const BUNDLE_SLOT_BYTES = 8;
export const BUNDLE_SLOT_OFFSET = ROW_SLOT_OFFSET + 8;

/** Rows that are held back until the bundle is full, or something else ends it. */
export interface Bundle {
  readonly trigger: CountBundleTrigger;
  /** Adds rows that `trigger` has taken. */
  add(input: ArrivedRows): void;
  /** The rows of the bundle, which is empty afterwards. They stay where they are until the frame ends. */
  take(arena: Arena): EncodedRows;
}

/** Whether a row takes the place of the one that the bundle has of its key. */
export type Replaces = (bundled: number, start: number) => boolean;

export class RowBundle implements Bundle {
  readonly trigger: CountBundleTrigger;
  private readonly keys = new BundleKeys();

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rows: RowState,
    countMax: number,
    private readonly replaces: Replaces,
  ) {
    this.trigger = new CountBundleTrigger(countMax);
  }

  add(input: ArrivedRows): void {
    const { u32, i32 } = this.memory;
    for (let index = 0; index < input.count; index++) {
      const entry = u32[(input.entries >>> 2) + index]!;
      const start = u32[(input.starts >>> 2) + index]!;
      const slot = entry + BUNDLE_SLOT_OFFSET;
      const bundled = u32[slot >> 2]!;
      if (bundled === 0) this.keys.add(entry, i32[(input.hashes >>> 2) + index]!);
      else if (!this.replaces(bundled, start)) continue;
      this.rows.put(slot, start, u32[(input.limits >>> 2) + index]! - start);
    }
  }

  take(arena: Arena): EncodedRows {
    const { keys } = this;
    const { count } = keys;
    const { u32 } = this.memory;
    const entries = keys.entriesIn(arena, keys.order());
    const starts = arena.allocate(count * 4);
    const limits = arena.allocate(count * 4);
    for (let index = 0; index < count; index++) {
      const slot = u32[(entries >>> 2) + index]! + BUNDLE_SLOT_OFFSET;
      u32[(starts >>> 2) + index] = u32[slot >> 2]!;
      u32[(limits >>> 2) + index] = u32[slot >> 2]! + u32[(slot >> 2) + 1]!;
      this.rows.take(slot);
    }
    keys.clear();
    this.trigger.reset();
    return { count, entries, starts, limits };
  }
}
