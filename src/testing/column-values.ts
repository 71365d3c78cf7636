/**
 * Columns from plain values and back, for tests. A value is
 *
 *   null · BOOLEAN boolean · integers, DATE, TIME, intervals, FLOAT, DOUBLE number · BIGINT, INTERVAL_DAY_TIME bigint
 *   DECIMAL unscaled bigint · TIMESTAMP, TIMESTAMP_LTZ {timestampMs, nanos} · strings and binaries Uint8Array
 *   ROW and ARRAY array · MAP and MULTISET array of [key, value]
 */
import { allocateColumn, type Column } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { childTypes, type LogicalType } from '../columnar/types.js';

export interface TimestampValue {
  readonly timestampMs: bigint;
  readonly nanos: number;
}
export type Value = null | boolean | number | bigint | Uint8Array | TimestampValue | readonly Value[];

export function utf8(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}

export function columnFromValues(arena: Arena, type: LogicalType, values: readonly Value[]): Column {
  const column = allocateColumn(arena, type, values.length);
  const { memory } = arena;
  values.forEach((value, index) => {
    memory.u8[column.nulls + index] = value === null ? 1 : 0;
    if (value !== null) storeValue(arena, column, index, value);
  });
  return { ...column, children: childColumns(arena, column, values) };
}

function childColumns(arena: Arena, column: Column, values: readonly Value[]): Column[] {
  const types = childTypes(column.type);
  if (column.physical === 'row') {
    const rows = values as readonly (readonly Value[] | null)[];
    return types.map((type, field) =>
      columnFromValues(
        arena,
        type,
        rows.map((row) => row?.[field] ?? null),
      ),
    );
  }
  if (types.length === 0) return [];
  const lists = values as readonly (readonly Value[] | null)[];
  let start = 0;
  lists.forEach((list, index) => {
    arena.memory.u32[(column.data >> 2) + index * 2] = start;
    arena.memory.u32[(column.data >> 2) + index * 2 + 1] = list?.length ?? 0;
    start += list?.length ?? 0;
  });
  const elements = lists.flatMap((list) => list ?? []);
  if (column.physical === 'list') return [columnFromValues(arena, types[0]!, elements)];
  const entries = elements as readonly (readonly Value[])[];
  return types.map((type, part) =>
    columnFromValues(
      arena,
      type,
      entries.map((entry) => entry[part]!),
    ),
  );
}

function storeValue(arena: Arena, column: Column, index: number, value: Exclude<Value, null>): void {
  const { memory } = arena;
  switch (column.physical) {
    case 'bool':
      memory.u8[column.data + index] = value ? 1 : 0;
      return;
    case 'int32':
      memory.i32[(column.data >> 2) + index] = value as number;
      return;
    case 'int64':
      memory.i64[(column.data >> 3) + index] = value as bigint;
      return;
    case 'int128':
      memory.i64[(column.data >> 3) + index * 2] = BigInt.asIntN(64, value as bigint);
      memory.i64[(column.data >> 3) + index * 2 + 1] = (value as bigint) >> 64n;
      return;
    case 'float32':
      memory.f32[(column.data >> 2) + index] = value as number;
      return;
    case 'float64':
      memory.f64[(column.data >> 3) + index] = value as number;
      return;
    case 'timestamp':
      memory.i64[(column.data >> 3) + index] = (value as TimestampValue).timestampMs;
      memory.i32[(column.aux >> 2) + index] = (value as TimestampValue).nanos;
      return;
    case 'view': {
      const bytes = value as Uint8Array;
      const pointer = arena.allocate(bytes.length);
      memory.u8.set(bytes, pointer);
      memory.u32[(column.data >> 2) + index * 2] = pointer;
      memory.u32[(column.data >> 2) + index * 2 + 1] = bytes.length;
      return;
    }
    default:
      return;
  }
}

/** The value at `index` of a column. */
export function valueAt(memory: WorkerMemory, column: Column, index: number): Value {
  if (memory.u8[column.nulls + index] !== 0) return null;
  const { data, children } = column;
  switch (column.physical) {
    case 'bool':
      return memory.u8[data + index] !== 0;
    case 'int32':
      return memory.i32[(data >> 2) + index]!;
    case 'int64':
      return memory.i64[(data >> 3) + index]!;
    case 'int128':
      return (memory.i64[(data >> 3) + index * 2 + 1]! << 64n) | memory.u64[(data >> 3) + index * 2]!;
    case 'float32':
      return memory.f32[(data >> 2) + index]!;
    case 'float64':
      return memory.f64[(data >> 3) + index]!;
    case 'timestamp':
      return { timestampMs: memory.i64[(data >> 3) + index]!, nanos: memory.i32[(column.aux >> 2) + index]! };
    case 'view': {
      const pointer = memory.u32[(data >> 2) + index * 2]!;
      return memory.u8.slice(pointer, pointer + memory.u32[(data >> 2) + index * 2 + 1]!);
    }
    case 'row':
      return children.map((child) => valueAt(memory, child, index));
    case 'null':
      return null;
  }
  const start = memory.u32[(data >> 2) + index * 2]!;
  const positions = Array.from({ length: memory.u32[(data >> 2) + index * 2 + 1]! }, (_, k) => start + k);
  if (column.physical === 'list') return positions.map((at) => valueAt(memory, children[0]!, at));
  return positions.map((at) => children.map((child) => valueAt(memory, child, at)));
}

export function valuesFromColumn(memory: WorkerMemory, column: Column): Value[] {
  return Array.from({ length: column.length }, (_, index) => valueAt(memory, column, index));
}
