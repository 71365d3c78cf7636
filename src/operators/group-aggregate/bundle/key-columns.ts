/** Keys as columns again, from the bytes in their entries. */
import { type Column } from '../../../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../../../columnar/memory.js';
import { type RowField, type TypeOf } from '../../../columnar/types.js';
import { RowsReader } from '../../../formats/binary-row/rows-reader.js';
import { KEY_BYTES_OFFSET, type KeyedTable } from '../../../state/keyed-table.js';

export function rowTypeOf(fields: readonly RowField[]): TypeOf<'ROW'> {
  return { kind: 'ROW', nullable: false, fields };
}

export class KeyColumns {
  private readonly reader: RowsReader;

  constructor(memory: WorkerMemory, keyFields: readonly RowField[]) {
    this.reader = new RowsReader(memory, rowTypeOf(keyFields));
  }

  /**
   * Of u32[count] `entries`, which must stay where they are: strings are views into them.
   *
   * @param fields which of the key's; default: all
   */
  of(arena: Arena, table: KeyedTable, entries: number, count: number, fields?: readonly number[]): Column[] {
    const { u32 } = arena.memory;
    const starts = arena.allocate(count * 4);
    const limits = arena.allocate(count * 4);
    for (let index = 0; index < count; index++) {
      const entry = u32[(entries >>> 2) + index]!;
      const start = entry + table.keyOffset;
      u32[(starts >>> 2) + index] = start;
      u32[(limits >>> 2) + index] = start + u32[(entry + KEY_BYTES_OFFSET) >>> 2]!;
    }
    return this.reader.readAt(arena, starts, limits, count, fields);
  }
}
