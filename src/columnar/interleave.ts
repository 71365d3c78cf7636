/** Several columns woven into one: value k of column j becomes value k × columns + j. */
import { type Column } from './batch.js';
import { type Arena } from './memory.js';
import { childTypes, VALUE_BYTES, type LogicalType } from './types.js';

/**
 * `rows`: u32[count] indexes into each of the columns, 0 for all in order. The columns share a physical form. Of columns with lists or
 * maps at most one may hold any: the others are NULL throughout (see canInterleave).
 */
export function interleaveColumns(arena: Arena, columns: readonly Column[], rows: number, count: number): Column {
  const { memory } = arena;
  const { type, physical } = columns[0]!;
  const total = columns.length * count;
  const valueBytes = VALUE_BYTES[physical];
  const nulls = arena.allocate(total);
  const data = valueBytes === 0 ? 0 : arena.allocate(total * valueBytes);
  const aux = physical === 'timestamp' ? arena.allocate(total * 4) : 0;
  const { u8, u32, i32 } = memory;
  columns.forEach((column, j) => {
    for (let k = 0, to = j; k < count; k++, to += columns.length) {
      const from = rows === 0 ? k : u32[(rows >>> 2) + k]!;
      u8[nulls + to] = u8[column.nulls + from]!;
      if (aux !== 0) i32[(aux >>> 2) + to] = i32[(column.aux >>> 2) + from]!;
      if (valueBytes === 1) u8[data + to] = u8[column.data + from]!;
      else copyWords(u32, (column.data + from * valueBytes) >>> 2, (data + to * valueBytes) >>> 2, valueBytes >>> 2);
    }
  });
  return { type, physical, length: total, nulls, data, aux, children: childrenOf(arena, columns, rows, count) };
}

function childrenOf(arena: Arena, columns: readonly Column[], rows: number, count: number): readonly Column[] {
  const { physical, children } = columns[0]!;
  if (physical === 'row') {
    return children.map((_, index) =>
      interleaveColumns(
        arena,
        columns.map((column) => column.children[index]!),
        rows,
        count,
      ),
    );
  }
  // Lists keep their places in the children of the column that has any.
  return (columns.find((column) => column.children.some((child) => child.length > 0)) ?? columns[0]!).children;
}

function copyWords(u32: Uint32Array, from: number, to: number, words: number): void {
  for (let word = 0; word < words; word++) u32[to + word] = u32[from + word]!;
}

/** Whether values of the type can come from several columns: lists and maps cannot, their children lie in one of them. */
export function canInterleave(type: LogicalType): boolean {
  if (type.kind === 'ARRAY' || type.kind === 'MAP' || type.kind === 'MULTISET') return false;
  return childTypes(type).every(canInterleave);
}
