/** Results of a keyed operator as they come: rows that lie anywhere as BinaryRowData, each with its kind, read to columns at the end. */
import { batchOf, type Batch } from '../columnar/batch.js';
import { type Arena } from '../columnar/memory.js';
import { type RowsReader } from '../formats/binary-row/rows-reader.js';

export class ResultRows {
  private count = 0;
  private anyKind = 0;
  private readonly starts: number;
  private readonly limits: number;
  private readonly kinds: number;

  /** Room for `capacity` rows, in the arena. */
  constructor(
    private readonly arena: Arena,
    capacity: number,
  ) {
    this.starts = arena.allocate(capacity * 4);
    this.limits = arena.allocate(capacity * 4);
    this.kinds = arena.allocate(capacity);
  }

  /** The bytes must stay where they are until the frame has been answered. The kind in them does not count. */
  add(start: number, limit: number, kind: number): void {
    const { u8, u32 } = this.arena.memory;
    u32[(this.starts >>> 2) + this.count] = start;
    u32[(this.limits >>> 2) + this.count] = limit;
    u8[this.kinds + this.count++] = kind;
    this.anyKind |= kind;
  }

  /** Null: there are none. */
  toBatch(reader: RowsReader): Batch | null {
    const { arena, count, starts, limits } = this;
    if (count === 0) return null;
    const batch = batchOf(reader.readAt(arena, starts, limits, count), count);
    return this.anyKind === 0 ? batch : { ...batch, kinds: this.kinds };
  }
}
