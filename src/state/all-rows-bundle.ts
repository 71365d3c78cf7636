/**
 * A mini-batch that keeps every row, as KeyedMapBundleOperator does with a list for each key: keys come out in the order of Flink's HashMap, and the rows
 * of one in the order of arrival.
 */
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { BundleKeys } from './bundle-keys.js';
import { CountBundleTrigger } from './bundle.js';
import { BUNDLE_SLOT_OFFSET, type Bundle } from './row-bundle.js';
import { type ArrivedRows, type EncodedRows, type RowState } from './row-state.js';

const ROW_WORDS = 4;
const ROWS_MIN = 1024;

export class AllRowsBundle implements Bundle {
  readonly trigger: CountBundleTrigger;
  private readonly keys = new BundleKeys();
  /** Place of the key, entry, start, limit of each row. */
  private held = new Uint32Array(ROWS_MIN * ROW_WORDS);
  private heldWords = 0;
  /** Pointer and length of the copies that the rows lie in. */
  private readonly copies: { readonly pointer: number; readonly byteLength: number }[] = [];

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rows: RowState,
    countMax: number,
  ) {
    this.trigger = new CountBundleTrigger(countMax);
  }

  /**
   * Rows that arrive lie one behind the other, and are copied at once. Behind the slot of the state an entry has its place among the keys, counted from
   * 1, while the bundle has rows of it.
   */
  add(input: ArrivedRows): void {
    if (input.count === 0) return;
    this.makeRoom(input.count);
    const { held, rows } = this;
    const { u32, i32 } = this.memory;
    const first = u32[input.starts >>> 2]!;
    const byteLength = u32[(input.limits >>> 2) + input.count - 1]! - first;
    const pointer = rows.copy(first, byteLength);
    this.copies.push({ pointer, byteLength });
    const moved = pointer - first;
    let word = this.heldWords;
    for (let index = 0; index < input.count; index++, word += ROW_WORDS) {
      const entry = u32[(input.entries >>> 2) + index]!;
      const slot = (entry + BUNDLE_SLOT_OFFSET) >>> 2;
      if (u32[slot] === 0) u32[slot] = this.keys.add(entry, i32[(input.hashes >>> 2) + index]!) + 1;
      held[word] = u32[slot]! - 1;
      held[word + 1] = entry;
      held[word + 2] = u32[(input.starts >>> 2) + index]! + moved;
      held[word + 3] = u32[(input.limits >>> 2) + index]! + moved;
    }
    this.heldWords = word;
  }

  take(arena: Arena): EncodedRows {
    const { copies, held, heldWords, keys, rows } = this;
    const { u32 } = this.memory;
    const count = heldWords / ROW_WORDS;
    const [entries, starts, limits] = [arena.allocate(count * 4), arena.allocate(count * 4), arena.allocate(count * 4)];
    const next = this.firstRows();
    for (let word = 0; word < heldWords; word += ROW_WORDS) {
      const index = next[held[word]!]!++;
      const entry = held[word + 1]!;
      u32[(entries >>> 2) + index] = entry;
      u32[(starts >>> 2) + index] = held[word + 2]!;
      u32[(limits >>> 2) + index] = held[word + 3]!;
      u32[(entry + BUNDLE_SLOT_OFFSET) >>> 2] = 0;
    }
    for (const { pointer, byteLength } of copies) rows.discard(pointer, byteLength);
    copies.length = 0;
    this.heldWords = 0;
    keys.clear();
    this.trigger.reset();
    return { count, entries, starts, limits };
  }

  /** By the place of a key: the index of its first row among those that come out. */
  private firstRows(): Uint32Array {
    const counts = new Uint32Array(this.keys.count);
    for (let word = 0; word < this.heldWords; word += ROW_WORDS) counts[this.held[word]!]!++;
    const first = new Uint32Array(counts.length);
    let before = 0;
    for (const place of this.keys.order()) {
      first[place] = before;
      before += counts[place]!;
    }
    return first;
  }

  private makeRoom(rowCount: number): void {
    const needed = this.heldWords + rowCount * ROW_WORDS;
    if (needed <= this.held.length) return;
    const grown = new Uint32Array(Math.max(needed, this.held.length * 2));
    grown.set(this.held);
    this.held = grown;
  }
}
