/** Where things lie in a BinaryRowData and a BinaryArrayData, by type; the layouts are drawn in src/kernels/binary-row.as.ts. */
import { assertNever, type LogicalType, type TypeOf } from '../../columnar/types.js';

/** Bit of a field's NULL, counted from the start of the row: the first 8 bits are the row kind. */
export const HEADER_BITS = 8;

/** BinaryRowData.calculateBitSetWidthInBytes. */
export function nullBitsBytes(arity: number): number {
  return Math.floor((arity + 63 + HEADER_BITS) / 64) * 8;
}

/** BinaryRowData.getFixedLengthPartSize. */
export function rowFixedBytes(arity: number): number {
  return nullBitsBytes(arity) + 8 * arity;
}

/** Rows batch header (see docs/internals/batch-layout.md): where the offsets start, and where the rows do. */
export const OFFSETS_START = 8;
export function rowsStart(rowCount: number): number {
  return (OFFSETS_START + (rowCount + 1) * 4 + 7) & ~7;
}

/** How a value is written in its slot, in a row (8 bytes wide) and in an array. */
export type SlotForm =
  | 'bool'
  | '8'
  | '16'
  | '32'
  | '64'
  | 'float'
  | 'double'
  | 'view'
  | 'decimal'
  | 'timestamp'
  | 'timestampMs'
  | 'row'
  | 'array'
  | 'map'
  | 'null';

/** Follows BinaryWriter.write and TimestampData.isCompact. */
export function slotFormOf(type: LogicalType): SlotForm {
  switch (type.kind) {
    case 'BOOLEAN':
      return 'bool';
    case 'TINYINT':
      return '8';
    case 'SMALLINT':
      return '16';
    case 'INTEGER':
    case 'DATE':
    case 'TIME':
    case 'INTERVAL_YEAR_MONTH':
      return '32';
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return '64';
    case 'FLOAT':
      return 'float';
    case 'DOUBLE':
      return 'double';
    case 'DECIMAL':
      return type.precision <= 18 ? '64' : 'decimal';
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return type.precision <= 3 ? 'timestampMs' : 'timestamp';
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return 'view';
    case 'ROW':
      return 'row';
    case 'ARRAY':
      return 'array';
    case 'MAP':
    case 'MULTISET':
      return 'map';
    case 'NULL':
      return 'null';
    case 'UNSUPPORTED':
      throw new Error(`no binary form for type ${type.text}`);
    default:
      return assertNever(type);
  }
}

/** BinaryArrayData.calculateFixLengthPartSize. */
export function elementBytes(type: LogicalType): number {
  switch (slotFormOf(type)) {
    case 'bool':
    case '8':
      return 1;
    case '16':
      return 2;
    case '32':
    case 'float':
      return 4;
    case 'null':
      throw new Error('Flink has no arrays of NULL type');
    default:
      return 8;
  }
}

/** Flink refuses arrays, maps and multisets of type NULL: BinaryArrayData has no width for them. */
export function isBinaryType(type: LogicalType): boolean {
  switch (type.kind) {
    case 'UNSUPPORTED':
      return false;
    case 'ROW':
      return type.fields.every((field) => isBinaryType(field.type));
    case 'ARRAY':
    case 'MULTISET':
      return type.element.kind !== 'NULL' && isBinaryType(type.element);
    case 'MAP':
      return [type.key, type.value].every((part) => part.kind !== 'NULL' && isBinaryType(part));
    default:
      return true;
  }
}

/** Fixed part of a nested value, at least: a row's, or the count of an empty array or map. */
export function containerBytesMin(type: TypeOf<'ROW' | 'ARRAY' | 'MAP' | 'MULTISET'>): number {
  if (type.kind === 'ROW') return rowFixedBytes(type.fields.length);
  return type.kind === 'ARRAY' ? 4 : 12;
}
