/**
 * Columns and batches: descriptors of buffers in the worker's memory. They live as long as the batch's arena contents.
 *
 * Layout of a column of n values (all pointers are byte offsets into the memory, 16-byte aligned):
 *
 *   nulls  u8[n]      1 = SQL NULL, 0 = value. Always present.
 *   data   by physical form: bool u8 · int32 i32 · int64 i64 · int128 (u64 low, i64 high) · float32 · float64
 *          timestamp  i64 milliseconds since the epoch
 *          view       (u32 pointer, u32 byteLength): UTF-8 or binary bytes anywhere in the memory
 *          list, map  (u32 start, u32 count) into the children
 *          row, null  none
 *   aux    timestamp: i32 nanosecondOfMillisecond, 0 to 999999. Others: 0 (no buffer)
 *   children  row: one per field, aligned with the parent's index · list: element · map: key, value
 *
 * The value under a NULL is undefined, also inside the children of a NULL row.
 */
import { type Arena, type WorkerMemory } from './memory.js';
import { childTypes, physicalOf, VALUE_BYTES, type LogicalType, type Physical, type RowField } from './types.js';

export interface Column {
  readonly type: LogicalType;
  readonly physical: Physical;
  readonly length: number;
  readonly nulls: number;
  readonly data: number;
  readonly aux: number;
  readonly children: readonly Column[];
}

/** Flink's RowKind.toByteValue. */
export const RowKind = { INSERT: 0, UPDATE_BEFORE: 1, UPDATE_AFTER: 2, DELETE: 3 } as const;

export interface Batch {
  /** Length of the columns; the rows that count are those of the selection. */
  readonly rowCount: number;
  readonly columns: readonly Column[];
  /** Row kinds, u8[rowCount] as in RowKind; 0 (no buffer) when all rows are inserts. */
  readonly kinds: number;
  /** u32[selectedCount], ascending row indexes that survived the filters so far; 0 (no buffer) when all do. */
  readonly selection: number;
  readonly selectedCount: number;
}

export interface Schema {
  readonly fields: readonly RowField[];
}

/**
 * A column of `length` values in the arena. Nulls start as `nullsFill` (0: no value is NULL); data is undefined. Children of
 * lists and maps are empty columns: whoever fills the list replaces them, once the number of elements is known.
 */
export function allocateColumn(arena: Arena, type: LogicalType, length: number, nullsFill: 0 | 1 = 0): Column {
  const physical = physicalOf(type);
  const nulls = arena.allocate(length);
  arena.memory.u8.fill(nullsFill, nulls, nulls + length);
  const valueBytes = VALUE_BYTES[physical];
  const childLength = physical === 'row' ? length : 0;
  return {
    type,
    physical,
    length,
    nulls,
    data: valueBytes === 0 ? 0 : arena.allocate(length * valueBytes),
    aux: physical === 'timestamp' ? arena.allocate(length * 4) : 0,
    children: childTypes(type).map((child) => allocateColumn(arena, child, childLength, nullsFill)),
  };
}

/** A batch over whole columns, all inserts, nothing filtered. */
export function batchOf(columns: readonly Column[], rowCount: number): Batch {
  return { rowCount, columns, kinds: 0, selection: 0, selectedCount: rowCount };
}

/** Row indexes of the selection as plain numbers; for tests and slow paths. */
export function selectedRows(memory: WorkerMemory, batch: Batch): number[] {
  if (batch.selection === 0) return Array.from({ length: batch.rowCount }, (_, index) => index);
  const first = batch.selection >> 2;
  return Array.from(memory.u32.subarray(first, first + batch.selectedCount));
}
