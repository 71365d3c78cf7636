/** Columns of chosen rows, in any order and as often as wished: what keyed operators make their results of. */
import { type Column } from './batch.js';
import { type Arena } from './memory.js';
import { VALUE_BYTES } from './types.js';

/**
 * Columns of `count` values in the arena, the rows at u32[count] `rowIndexes`. Strings and the children of lists and maps stay where
 * they are: the results live no longer than the source.
 */
export function gatherColumns(arena: Arena, columns: readonly Column[], rowIndexes: number, count: number): Column[] {
  return columns.map((column) => gatherColumn(arena, column, rowIndexes, count));
}

function gatherColumn(arena: Arena, column: Column, rowIndexes: number, count: number): Column {
  const { memory } = arena;
  const nulls = arena.allocate(count);
  gather1(memory.u8, column.nulls, nulls, memory.u32, rowIndexes, count);
  const valueBytes = VALUE_BYTES[column.physical];
  const data = valueBytes === 0 ? 0 : arena.allocate(count * valueBytes);
  switch (valueBytes) {
    case 1:
      gather1(memory.u8, column.data, data, memory.u32, rowIndexes, count);
      break;
    case 4:
      gather4(memory.i32, column.data, data, memory.u32, rowIndexes, count);
      break;
    case 8:
      gather8(memory.i32, column.data, data, memory.u32, rowIndexes, count);
      break;
    case 16:
      gather16(memory.i32, column.data, data, memory.u32, rowIndexes, count);
      break;
    default:
      break;
  }
  const aux = column.aux === 0 ? 0 : arena.allocate(count * 4);
  if (aux !== 0) gather4(memory.i32, column.aux, aux, memory.u32, rowIndexes, count);
  const children =
    column.physical === 'row' ? gatherColumns(arena, column.children, rowIndexes, count) : column.children;
  return { ...column, length: count, nulls, data, aux, children };
}

function gather1(u8: Uint8Array, from: number, to: number, u32: Uint32Array, rows: number, count: number): void {
  const rows0 = rows >>> 2;
  for (let index = 0; index < count; index++) u8[to + index] = u8[from + u32[rows0 + index]!]!;
}

function gather4(i32: Int32Array, from: number, to: number, u32: Uint32Array, rows: number, count: number): void {
  const [from0, to0, rows0] = [from >>> 2, to >>> 2, rows >>> 2];
  for (let index = 0; index < count; index++) i32[to0 + index] = i32[from0 + u32[rows0 + index]!]!;
}

/** As two halves: a double would lose the bits of a NaN, and a bigint is slow until V8 has optimised the loop. */
function gather8(i32: Int32Array, from: number, to: number, u32: Uint32Array, rows: number, count: number): void {
  const [from0, to0, rows0] = [from >>> 2, to >>> 2, rows >>> 2];
  for (let index = 0; index < count; index++) {
    const source = from0 + u32[rows0 + index]! * 2;
    i32[to0 + index * 2] = i32[source]!;
    i32[to0 + index * 2 + 1] = i32[source + 1]!;
  }
}

function gather16(i32: Int32Array, from: number, to: number, u32: Uint32Array, rows: number, count: number): void {
  const [from0, to0, rows0] = [from >>> 2, to >>> 2, rows >>> 2];
  for (let index = 0; index < count; index++) {
    const source = from0 + u32[rows0 + index]! * 4;
    const target = to0 + index * 4;
    i32[target] = i32[source]!;
    i32[target + 1] = i32[source + 1]!;
    i32[target + 2] = i32[source + 2]!;
    i32[target + 3] = i32[source + 3]!;
  }
}
