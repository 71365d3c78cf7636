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
    const places = { from: column.data, to: data, first: j, step: columns.length, rows, count };
    weave1(u8, u32, { ...places, from: column.nulls, to: nulls });
    if (aux !== 0) weave4(i32, u32, { ...places, from: column.aux, to: aux });
    if (valueBytes === 1) weave1(u8, u32, places);
    else if (valueBytes === 4) weave4(i32, u32, places);
    else if (valueBytes === 8) weave8(i32, u32, places);
    else if (valueBytes === 16) weave16(i32, u32, places);
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

/** Values of one column, on their way from `from` to `first`, `first` + `step` … at `to`. */
interface Places {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly step: number;
  readonly rows: number;
  readonly count: number;
}

function weave1(u8: Uint8Array, u32: Uint32Array, { from, to, first, step, rows, count }: Places): void {
  const rows0 = rows >>> 2;
  for (let k = 0, target = to + first; k < count; k++, target += step) {
    u8[target] = u8[from + (rows === 0 ? k : u32[rows0 + k]!)]!;
  }
}

function weave4(i32: Int32Array, u32: Uint32Array, { from, to, first, step, rows, count }: Places): void {
  const [rows0, from0] = [rows >>> 2, from >>> 2];
  for (let k = 0, target = (to >>> 2) + first; k < count; k++, target += step) {
    i32[target] = i32[from0 + (rows === 0 ? k : u32[rows0 + k]!)]!;
  }
}

function weave8(i32: Int32Array, u32: Uint32Array, { from, to, first, step, rows, count }: Places): void {
  const [rows0, from0] = [rows >>> 2, from >>> 2];
  for (let k = 0, target = (to >>> 2) + first * 2; k < count; k++, target += step * 2) {
    const source = from0 + (rows === 0 ? k : u32[rows0 + k]!) * 2;
    i32[target] = i32[source]!;
    i32[target + 1] = i32[source + 1]!;
  }
}

function weave16(i32: Int32Array, u32: Uint32Array, { from, to, first, step, rows, count }: Places): void {
  const [rows0, from0] = [rows >>> 2, from >>> 2];
  for (let k = 0, target = (to >>> 2) + first * 4; k < count; k++, target += step * 4) {
    const source = from0 + (rows === 0 ? k : u32[rows0 + k]!) * 4;
    for (let word = 0; word < 4; word++) i32[target + word] = i32[source + word]!;
  }
}

/** Whether values of the type can come from several columns: lists and maps cannot, their children lie in one of them. */
export function canInterleave(type: LogicalType): boolean {
  if (type.kind === 'ARRAY' || type.kind === 'MAP' || type.kind === 'MULTISET') return false;
  return childTypes(type).every(canInterleave);
}
