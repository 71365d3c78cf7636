/**
 * Batches as Arrow IPC streams and back, for debugging, tests and other tools; nothing on the way of a row uses it.
 *
 * Buffers are filled and read here, not by the library: its decimal builders throw, and its timestamp builders and getters pass
 * through a double.
 */
import {
  type Data,
  type DataType,
  Field,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
} from 'apache-arrow';
import { arrowFieldOf, arrowTypeOf } from './arrow-types.js';
import { allocateColumn, type Batch, type Column, selectedRows } from './batch.js';
import { type Arena, type WorkerMemory } from './memory.js';
import { childTypes, type LogicalType, type TypeOf } from './types.js';

/** Name of the column that carries the row kinds; only there when one is not an insert. */
const KIND_FIELD = '$kind';
const NO_BYTES = new Uint8Array(0);

/** The selected rows of a batch. */
export function ipcFromBatch(memory: WorkerMemory, rowType: TypeOf<'ROW'>, batch: Batch): Uint8Array {
  const rows = selectedRows(memory, batch);
  const fields = rowType.fields.map(arrowFieldOf);
  const children = batch.columns.map((column) => dataFromColumn(memory, column, rows));
  if (batch.kinds !== 0) {
    fields.push(new Field(KIND_FIELD, new Int32(), false));
    const kinds = Int32Array.from(rows, (row) => memory.u8[batch.kinds + row]!);
    children.push(makeData({ type: new Int32(), length: rows.length, nullCount: 0, data: kinds }));
  }
  const data = makeData({ type: new Struct(fields), length: rows.length, nullCount: 0, children });
  return tableToIPC(new Table([new RecordBatch(new Schema(fields), data)]), 'stream');
}

/** All record batches of the stream as one batch in the arena. */
export function batchFromIpc(arena: Arena, rowType: TypeOf<'ROW'>, bytes: Uint8Array): Batch {
  const parts = tableFromIPC(bytes).batches.map((part) => part.data);
  const rowCount = parts.reduce((sum, part) => sum + part.length, 0);
  const columns = rowType.fields.map(({ type }, index) =>
    columnFromData(
      arena,
      type,
      parts.map((part) => part.children[index] as Data),
    ),
  );
  const kinds = kindsOf(arena, parts, rowType.fields.length, rowCount);
  return { rowCount, columns, kinds, selection: 0, selectedCount: rowCount };
}

function kindsOf(arena: Arena, parts: readonly Data[], position: number, rowCount: number): number {
  if (parts[0]?.children[position] === undefined) return 0;
  const kinds = arena.allocate(rowCount);
  const values = parts.flatMap((part) => Array.from(part.children[position]!.values as Int32Array));
  arena.memory.u8.set(values, kinds);
  return kinds;
}

// ---- columns to Arrow ----

function dataFromColumn(memory: WorkerMemory, column: Column, indexes: readonly number[]): Data {
  const type = arrowTypeOf(column.type);
  const nulls = indexes.map((index) => memory.u8[column.nulls + index] !== 0);
  const nullCount = nulls.filter(Boolean).length;
  const common = { type, length: indexes.length, nullCount, nullBitmap: bitmapOf(nulls.map((isNull) => !isNull)) };
  return makeData({ ...common, ...buffersOf(memory, column, indexes, nulls) } as Parameters<typeof makeData>[0]);
}

function buffersOf(
  memory: WorkerMemory,
  column: Column,
  indexes: readonly number[],
  nulls: readonly boolean[],
): Record<string, unknown> {
  const { data, aux } = column;
  /** 0 under a NULL, whose value is undefined. */
  const taken = <T extends number | bigint>(values: ArrayLike<T>, first: number, zero: T): T[] =>
    indexes.map((index, position) => (nulls[position] ? zero : values[first + index]!));
  switch (column.physical) {
    case 'bool':
      return { data: bitmapOf(taken(memory.u8, data, 0).map((value) => value !== 0)) };
    case 'int32':
      return { data: smallIntegers(column.type, taken(memory.i32, data >> 2, 0)) };
    case 'int64':
      if (column.type.kind !== 'DECIMAL') return { data: BigInt64Array.from(taken(memory.i64, data >> 3, 0n)) };
      return { data: wordsOf(taken(memory.i64, data >> 3, 0n).flatMap((low) => [low, low >> 63n])) };
    case 'int128':
      return {
        data: wordsOf(
          indexes.flatMap((index, position) =>
            nulls[position] ? [0n, 0n] : Array.from(memory.i64.subarray((data >> 3) + index * 2).subarray(0, 2)),
          ),
        ),
      };
    case 'float32':
      return { data: Float32Array.from(taken(memory.f32, data >> 2, 0)) };
    case 'float64':
      return { data: Float64Array.from(taken(memory.f64, data >> 3, 0)) };
    case 'timestamp': {
      const [ms, nanos] = (arrowTypeOf(column.type) as Struct).children as [Field, Field];
      const length = indexes.length;
      return {
        children: [
          makeData({
            type: ms.type,
            length,
            nullCount: 0,
            data: BigInt64Array.from(taken(memory.i64, data >> 3, 0n)),
          } as never),
          makeData({
            type: nanos.type as Int32,
            length,
            nullCount: 0,
            data: Int32Array.from(taken(memory.i32, aux >> 2, 0)),
          }),
        ],
      };
    }
    case 'view': {
      const parts = indexes.map((index, position) => (nulls[position] ? NO_BYTES : bytesAt(memory, column, index)));
      return { valueOffsets: offsetsOf(parts.map((part) => part.length)), data: Buffer.concat(parts) };
    }
    case 'list':
    case 'map':
      return listBuffers(memory, column, indexes, nulls);
    case 'row':
      return { children: column.children.map((child) => dataFromColumn(memory, child, indexes)) };
    case 'null':
      return {};
  }
}

function listBuffers(
  memory: WorkerMemory,
  column: Column,
  indexes: readonly number[],
  nulls: readonly boolean[],
): Record<string, unknown> {
  const lists = indexes.map((index, position) => {
    const word = (column.data >> 2) + index * 2;
    return nulls[position] ? [0, 0] : [memory.u32[word]!, memory.u32[word + 1]!];
  });
  const elements = lists.flatMap(([start, count]) => Array.from({ length: count! }, (_, at) => start! + at));
  const valueOffsets = offsetsOf(lists.map(([, count]) => count!));
  const children = column.children.map((child) => dataFromColumn(memory, child, elements));
  if (column.physical === 'list') return { valueOffsets, child: children[0] };
  const entries = (arrowTypeOf(column.type).children[0] as Field).type as Struct;
  return { valueOffsets, child: makeData({ type: entries, length: elements.length, nullCount: 0, children }) };
}

function bytesAt(memory: WorkerMemory, column: Column, index: number): Uint8Array {
  const word = (column.data >> 2) + index * 2;
  const pointer = memory.u32[word]!;
  return memory.u8.subarray(pointer, pointer + memory.u32[word + 1]!);
}

function bitmapOf(bits: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    if (bit) bytes[index >> 3]! |= 1 << (index & 7);
  });
  return bytes;
}

function offsetsOf(lengths: readonly number[]): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, index) => (offsets[index + 1] = offsets[index]! + length));
  return offsets;
}

function smallIntegers(type: LogicalType, values: readonly number[]): Int8Array | Int16Array | Int32Array {
  if (type.kind === 'TINYINT') return Int8Array.from(values);
  return type.kind === 'SMALLINT' ? Int16Array.from(values) : Int32Array.from(values);
}

/** 64-bit halves, low first, as the 32-bit words that a decimal is made of. */
function wordsOf(halves: readonly bigint[]): Uint32Array {
  return new Uint32Array(BigInt64Array.from(halves).buffer);
}

// ---- Arrow to columns ----

function columnFromData(arena: Arena, type: LogicalType, parts: readonly Data[]): Column {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const column = allocateColumn(arena, type, length);
  let first = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      const isNull = column.physical === 'null' || !part.getValid(at);
      arena.memory.u8[column.nulls + first + at] = isNull ? 1 : 0;
      if (!isNull) storeValue(arena, column, first + at, part, part.offset + at);
    }
    first += part.length;
  }
  return { ...column, children: childrenFromData(arena, column, parts) };
}

function childrenFromData(arena: Arena, column: Column, parts: readonly Data[]): Column[] {
  const types = childTypes(column.type);
  if (types.length === 0) return [];
  if (column.physical !== 'row') renumberLists(arena.memory, column, parts);
  const holders = column.physical === 'map' ? parts.map((part) => part.children[0] as Data) : parts;
  return types.map((type, index) =>
    columnFromData(
      arena,
      type,
      holders.map((holder) => holder.children[index] as Data),
    ),
  );
}

/** The elements of all parts become one column: the lists of each part start behind those of the parts before it. */
function renumberLists(memory: WorkerMemory, column: Column, parts: readonly Data[]): void {
  let first = 0;
  let elements = 0;
  for (const part of parts) {
    for (let at = first; at < first + part.length; at++) memory.u32[(column.data >> 2) + at * 2]! += elements;
    first += part.length;
    elements += (part.children[0] as Data).length;
  }
}

/** `at`: position in the buffers of the part. */
function storeValue(arena: Arena, column: Column, index: number, part: Data<DataType>, at: number): void {
  const { memory } = arena;
  const { data } = column;
  switch (column.physical) {
    case 'bool':
      memory.u8[data + index] = ((part.values as Uint8Array)[at >> 3]! >> (at & 7)) & 1;
      return;
    case 'int32':
      memory.i32[(data >> 2) + index] = (part.values as Int32Array)[at]!;
      return;
    case 'int64':
      memory.i64[(data >> 3) + index] =
        column.type.kind === 'DECIMAL' ? halvesAt(part, at)[0]! : (part.values as BigInt64Array)[at]!;
      return;
    case 'int128':
      memory.i64.set(halvesAt(part, at), (data >> 3) + index * 2);
      return;
    case 'float32':
      memory.f32[(data >> 2) + index] = (part.values as Float32Array)[at]!;
      return;
    case 'float64':
      memory.f64[(data >> 3) + index] = (part.values as Float64Array)[at]!;
      return;
    case 'timestamp': {
      const [ms, nanos] = part.children as [Data, Data];
      memory.i64[(data >> 3) + index] = (ms.values as BigInt64Array)[at]!;
      memory.i32[(column.aux >> 2) + index] = (nanos.values as Int32Array)[at]!;
      return;
    }
    case 'view': {
      const offsets = part.valueOffsets as Int32Array;
      const bytes = (part.values as Uint8Array).subarray(offsets[at], offsets[at + 1]);
      const pointer = arena.allocate(bytes.length);
      memory.u8.set(bytes, pointer);
      memory.u32.set([pointer, bytes.length], (data >> 2) + index * 2);
      return;
    }
    case 'list':
    case 'map': {
      const offsets = part.valueOffsets as Int32Array;
      memory.u32.set([offsets[at]!, offsets[at + 1]! - offsets[at]!], (data >> 2) + index * 2);
      return;
    }
    default:
      return;
  }
}

/** Low and high half of a decimal. */
function halvesAt(part: Data, at: number): BigInt64Array {
  const words = (part.values as Uint32Array).slice(at * 4, at * 4 + 4);
  return new BigInt64Array(words.buffer);
}
