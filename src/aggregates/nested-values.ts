/**
 * Arguments of type ARRAY, MAP, MULTISET and ROW: in loops and in the state they are the bytes of Flink's BinaryArrayData, BinaryMapData and
 * BinaryRowData, a *packed* value, which is text to everything that handles it. Behind an exchange they are such objects in Flink too,
 * whose equals and hashCode look at the bytes alone.
 */
import { batchOf, type Batch, type Column } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { LENGTH_MAX, VALUE_BYTES, type LogicalType } from '../columnar/types.js';
import { isBinaryType, nullBitsBytes, OFFSETS_START, rowsStart } from '../formats/binary-row/layout.js';
import { RowsReader, type NestedType } from '../formats/binary-row/rows-reader.js';
import { RowsWriter } from '../formats/binary-row/rows-writer.js';
import { type Refusal } from '../operators/operator.js';
import { type AggregateCall } from './aggregate-call.js';
import { type CompareKeys } from './key-bytes.js';
import { comparePackedMaps, mapsRefusal } from './packed-maps.js';

/** Equal, hashed and kept by its bytes. */
export const PACKED: LogicalType = { kind: 'VARCHAR', nullable: true, length: LENGTH_MAX };

/** Of a row with one field: where its value and the offset of its bytes lie. */
const SLOT_OFFSET = nullBitsBytes(1);

export function isNested(type: LogicalType | undefined): type is NestedType {
  return type !== undefined && ['ARRAY', 'MAP', 'MULTISET', 'ROW'].includes(type.kind);
}

export function isPackable(type: LogicalType): boolean {
  return isNested(type) && isBinaryType(type);
}

/** Columns that calls read as packed values. COUNT looks at NULLs alone. */
export function packedColumns(calls: readonly AggregateCall[]): number[] {
  const indexes = calls
    .filter((call) => call.function !== 'COUNT' || call.distinct)
    .flatMap(({ argIndexes, argTypes }) => argIndexes.filter((_column, index) => isNested(argTypes[index])));
  return [...new Set(indexes)];
}

/** Why results of this type cannot be compared as Flink compares them. */
export function nestedRefusal(type: LogicalType): Refusal {
  if (!isPackable(type)) return `values of type ${type.kind} are not implemented`;
  if (type.kind === 'ARRAY') return null;
  if (type.kind !== 'ROW') return mapsRefusal(type);
  const part = comparedPart(type);
  // NestedRowData are compared field by field, BinaryRowData by their bytes: a row becomes one when it is restored.
  return part && `a ROW with ${part}: after a restore Flink compares it in another way than before`;
}

/** A type in a row, outside of its arrays, that has equal values of different bytes, or the other way round. */
function comparedPart(type: LogicalType): string | null {
  if (type.kind !== 'ROW') return ['FLOAT', 'DOUBLE', 'MAP', 'MULTISET'].includes(type.kind) ? type.kind : null;
  for (const field of type.fields) {
    const part = comparedPart(field.type);
    if (part !== null) return part;
  }
  return null;
}

/** The call as loops see it. */
export function packedCall(call: AggregateCall): AggregateCall {
  if (packedColumns([call]).length === 0) return call;
  return { ...call, argTypes: call.argTypes.map(packedType), type: packedResultType(call), unpacked: call };
}

export function packedType(type: LogicalType): LogicalType {
  return isNested(type) ? PACKED : type;
}

/** How results that are packed are compared: undefined for by their bytes. */
export function comparePackedOf(memory: WorkerMemory, type: LogicalType | undefined): CompareKeys | undefined {
  return type?.kind === 'MAP' || type?.kind === 'MULTISET' ? comparePackedMaps(memory, type) : undefined;
}

/** ARRAY_AGG makes an array of packed values, COLLECT a multiset; other results are packed themselves. */
function packedResultType(call: AggregateCall): LogicalType {
  const { type } = call;
  const keepsValues = call.function === 'ARRAY_AGG' || call.function === 'COLLECT';
  if (keepsValues && (type.kind === 'ARRAY' || type.kind === 'MULTISET'))
    return { ...type, element: packedType(type.element) };
  return packedType(type);
}

/** Packs columns of a batch, and unpacks results. */
export class NestedValues {
  private readonly writers: ReadonlyMap<number, RowsWriter>;
  private readonly readers = new Map<LogicalType, RowsReader>();

  /** @param columns those of the input that are packed */
  constructor(
    private readonly memory: WorkerMemory,
    inputTypes: readonly LogicalType[],
    columns: readonly number[],
  ) {
    const writerOf = (type: LogicalType): RowsWriter => new RowsWriter(memory, rowOf(type));
    this.writers = new Map(columns.map((index) => [index, writerOf(inputTypes[index]!)]));
  }

  /** The batch with packed columns. */
  pack(arena: Arena, batch: Batch): Batch {
    if (this.writers.size === 0) return batch;
    const columns = batch.columns.map((column, index) => {
      const writer = this.writers.get(index);
      return writer ? this.packed(arena, column, batch, writer) : column;
    });
    return { ...batch, columns };
  }

  /** A column of packed values as one of this type. */
  unpack(arena: Arena, column: Column, type: NestedType): Column {
    let reader = this.readers.get(type);
    if (!reader) this.readers.set(type, (reader = new RowsReader(this.memory, rowOf(type))));
    return reader.readNestedAt(arena, type, column.data, column.nulls, column.length);
  }

  private packed(arena: Arena, column: Column, batch: Batch, writer: RowsWriter): Column {
    const one = {
      ...batchOf([column], batch.rowCount),
      selection: batch.selection,
      selectedCount: batch.selectedCount,
    };
    const { pointer, rowCount } = writer.write(arena, one);
    const data = arena.allocate(column.length * VALUE_BYTES.view);
    placeViews(
      this.memory.u32,
      pointer + OFFSETS_START,
      pointer + rowsStart(rowCount),
      rowCount,
      batch.selection,
      data,
    );
    return { ...column, type: PACKED, physical: 'view', data, children: [] };
  }
}

function rowOf(type: LogicalType): { kind: 'ROW'; nullable: false; fields: { name: string; type: LogicalType }[] } {
  return { kind: 'ROW', nullable: false, fields: [{ name: 'value', type }] };
}

/** Under a NULL the slot is 0. */
function placeViews(
  u32: Uint32Array,
  offsets: number,
  rows: number,
  count: number,
  selection: number,
  views: number,
): void {
  const [offset0, selection0, view0] = [offsets >>> 2, selection >>> 2, views >>> 2];
  for (let index = 0; index < count; index++) {
    const base = rows + u32[offset0 + index]!;
    const slot = (base + SLOT_OFFSET) >>> 2;
    const row = selection === 0 ? index : u32[selection0 + index]!;
    u32[view0 + 2 * row] = base + u32[slot + 1]!;
    u32[view0 + 2 * row + 1] = u32[slot]!;
  }
}
