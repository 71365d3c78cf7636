/** Results that are rows of the batch at hand: a selection of it, with kinds. */
import { RowKind, type Batch } from '../../columnar/batch.js';
import { type Arena } from '../../columnar/memory.js';

export class KeptRows {
  private count = 0;
  private anyKind: number = RowKind.INSERT;
  private readonly selection: number;
  private readonly kinds: number;

  constructor(
    private readonly arena: Arena,
    private readonly batch: Batch,
  ) {
    this.selection = arena.allocate(batch.selectedCount * 4);
    this.kinds = arena.allocate(batch.rowCount);
  }

  /** `row`: index in the columns, ascending. */
  add(row: number, kind: number): void {
    const { u8, u32 } = this.arena.memory;
    u32[(this.selection >>> 2) + this.count++] = row;
    u8[this.kinds + row] = kind;
    this.anyKind |= kind;
  }

  /** Null: there are none. */
  toBatch(): Batch | null {
    const { count, batch } = this;
    if (count === 0) return null;
    return {
      ...batch,
      kinds: this.anyKind === RowKind.INSERT ? 0 : this.kinds,
      selection: count === batch.rowCount ? 0 : this.selection,
      selectedCount: count,
    };
  }
}
