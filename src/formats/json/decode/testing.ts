/** For tests: texts in, SQL values out. */
import type { Column } from '../../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import type { TypeOf } from '../../../columnar/types.js';
import type { FieldMask } from '../../../expressions/field-mask.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import type { JsonOptions } from '../options.js';
import { JsonDecoder, type RawValues } from './json-decoder.js';

export interface DecodedRows {
  readonly rows: SqlValue[];
  readonly recordIndexes: number[];
  readonly skippedRecords: number;
}

export function decodeTexts(
  type: TypeOf<'ROW'>,
  options: JsonOptions,
  records: readonly (string | Uint8Array)[],
  wanted: FieldMask = 'all',
): SqlValue[] {
  const memory = new WorkerMemory();
  const arena = new Arena(memory);
  const decoder = new JsonDecoder(memory, type, options, wanted);
  return arena.run(() => rowsOf(memory, arena, decoder, records).rows);
}

export function rowsOf(
  memory: WorkerMemory,
  arena: Arena,
  decoder: JsonDecoder,
  records: readonly (string | Uint8Array)[],
): DecodedRows {
  const raw = rawValuesOf(memory, arena, records);
  const { batch, recordIndexes, skippedRecords } = decoder.decode(arena, raw);
  const first = recordIndexes >> 2;
  return {
    rows: Array.from({ length: batch.rowCount }, (_, row) =>
      batch.columns.map((column) => valueAt(memory, column, row)),
    ),
    recordIndexes: Array.from({ length: batch.rowCount }, (_, row) => (first === 0 ? row : memory.u32[first + row]!)),
    skippedRecords,
  };
}

/** Puts the records one behind the other, as a raw batch has them. */
export function rawValuesOf(memory: WorkerMemory, arena: Arena, records: readonly (string | Uint8Array)[]): RawValues {
  const chunks = records.map((record) => (typeof record === 'string' ? new TextEncoder().encode(record) : record));
  const byteLength = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const offsets = arena.allocate((chunks.length + 1) * 4);
  const values = arena.allocate(byteLength);
  let at = 0;
  chunks.forEach((chunk, index) => {
    memory.u32[(offsets >> 2) + index] = at;
    memory.u8.set(chunk, values + at);
    at += chunk.length;
  });
  memory.u32[(offsets >> 2) + chunks.length] = at;
  return { count: chunks.length, offsets, values, nulls: 0 };
}

export function valueAt(memory: WorkerMemory, column: Column, row: number): SqlValue {
  if (memory.u8[column.nulls + row] === 1) return null;
  const pair = (column.data >> 2) + row * 2;
  switch (column.physical) {
    case 'bool':
      return memory.u8[column.data + row] === 1;
    case 'int32':
      return memory.i32[(column.data >> 2) + row]!;
    case 'int64':
      return memory.i64[(column.data >> 3) + row]!;
    case 'int128':
      return (memory.i64[(column.data >> 3) + row * 2 + 1]! << 64n) | memory.u64[(column.data >> 3) + row * 2]!;
    case 'float32':
      return memory.f32[(column.data >> 2) + row]!;
    case 'float64':
      return memory.f64[(column.data >> 3) + row]!;
    case 'timestamp':
      return {
        milliseconds: memory.i64[(column.data >> 3) + row]!,
        nanos: memory.i32[(column.aux >> 2) + row]!,
      };
    case 'view':
      return memory.u8.slice(memory.u32[pair]!, memory.u32[pair]! + memory.u32[pair + 1]!);
    case 'row':
      return column.children.map((child) => valueAt(memory, child, row));
    case 'list':
      return elements(memory.u32[pair]!, memory.u32[pair + 1]!, (at) => valueAt(memory, column.children[0]!, at));
    case 'map':
      return elements(memory.u32[pair]!, memory.u32[pair + 1]!, (at) =>
        column.children.map((child) => valueAt(memory, child, at)),
      );
    case 'null':
      return null;
  }
}

function elements(start: number, count: number, read: (at: number) => SqlValue): SqlValue[] {
  return Array.from({ length: count }, (_, index) => read(start + index));
}
