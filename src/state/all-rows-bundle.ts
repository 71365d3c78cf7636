/**
 * A mini-batch that keeps every row, as KeyedMapBundleOperator does with a list for each key: keys come out in the order of Flink's HashMap, and the rows
 * of one in the order of arrival.
 */
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { BundleKeys } from './bundle-keys.js';
import { CountBundleTrigger } from './bundle.js';
import { type Bundle } from './row-bundle.js';
import { type EncodedRows, type RowState } from './row-state.js';

export class AllRowsBundle implements Bundle {
  readonly trigger: CountBundleTrigger;
  private readonly keys = new BundleKeys();
  /** The place of an entry among the keys. */
  private readonly places = new Map<number, number>();
  /** Place of the key, entry, start, limit of each row. */
  private readonly held: number[] = [];

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rows: RowState,
    countMax: number,
  ) {
    this.trigger = new CountBundleTrigger(countMax);
  }

  add(input: EncodedRows): void {
    const { u32, i32 } = this.memory;
    for (let index = 0; index < input.count; index++) {
      const entry = u32[(input.entries >>> 2) + index]!;
      const start = u32[(input.starts >>> 2) + index]!;
      const byteLength = u32[(input.limits >>> 2) + index]! - start;
      let place = this.places.get(entry);
      if (place === undefined) {
        place = this.keys.add(entry, i32[(input.hashes! >>> 2) + index]!);
        this.places.set(entry, place);
      }
      const copy = this.rows.copy(start, byteLength);
      this.held.push(place, entry, copy, copy + byteLength);
    }
  }

  take(arena: Arena): EncodedRows {
    const { held, keys, rows } = this;
    const { u32 } = this.memory;
    const count = held.length / 4;
    const [entries, starts, limits] = [arena.allocate(count * 4), arena.allocate(count * 4), arena.allocate(count * 4)];
    const next = this.firstRows();
    for (let row = 0; row < held.length; row += 4) {
      const index = next[held[row]!]!++;
      const [start, limit] = [held[row + 2]!, held[row + 3]!];
      u32[(entries >>> 2) + index] = held[row + 1]!;
      u32[(starts >>> 2) + index] = start;
      u32[(limits >>> 2) + index] = limit;
      rows.discard(start, limit - start);
    }
    held.length = 0;
    keys.clear();
    this.places.clear();
    this.trigger.reset();
    return { count, entries, starts, limits };
  }

  /** By the place of a key: the index of its first row among those that come out. */
  private firstRows(): Uint32Array {
    const counts = new Uint32Array(this.keys.count);
    for (let row = 0; row < this.held.length; row += 4) counts[this.held[row]!]!++;
    const first = new Uint32Array(counts.length);
    let before = 0;
    for (const place of this.keys.order()) {
      first[place] = before;
      before += counts[place]!;
    }
    return first;
  }
}
