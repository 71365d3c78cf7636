/** A mini-batch that keeps every row, in the order of arrival. */
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { CountBundleTrigger } from './bundle.js';
import { type Bundle } from './row-bundle.js';
import { type EncodedRows, type RowState } from './row-state.js';

export class AllRowsBundle implements Bundle {
  readonly trigger: CountBundleTrigger;
  /** Entry, start, limit of each row. */
  private readonly held: number[] = [];

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rows: RowState,
    countMax: number,
  ) {
    this.trigger = new CountBundleTrigger(countMax);
  }

  add(input: EncodedRows): void {
    const { u32 } = this.memory;
    for (let index = 0; index < input.count; index++) {
      const start = u32[(input.starts >>> 2) + index]!;
      const byteLength = u32[(input.limits >>> 2) + index]! - start;
      const copy = this.rows.copy(start, byteLength);
      this.held.push(u32[(input.entries >>> 2) + index]!, copy, copy + byteLength);
    }
  }

  take(arena: Arena): EncodedRows {
    const { held, rows } = this;
    const { u32 } = this.memory;
    const count = held.length / 3;
    const [entries, starts, limits] = [arena.allocate(count * 4), arena.allocate(count * 4), arena.allocate(count * 4)];
    for (let index = 0; index < count; index++) {
      const [start, limit] = [held[3 * index + 1]!, held[3 * index + 2]!];
      u32[(entries >>> 2) + index] = held[3 * index]!;
      u32[(starts >>> 2) + index] = start;
      u32[(limits >>> 2) + index] = limit;
      rows.discard(start, limit - start);
    }
    held.length = 0;
    this.trigger.reset();
    return { count, entries, starts, limits };
  }
}
