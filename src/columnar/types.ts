/**
 * Flink's logical types, as its compiled plans write them, and the physical form in which a column of each is held.
 *
 * Follows org.apache.flink.table.types.logical.* and LogicalTypeJsonDeserializer.
 */

export interface RowField {
  readonly name: string;
  readonly type: LogicalType;
}

export type LogicalType = { readonly nullable: boolean } & (
  | { readonly kind: 'BOOLEAN' | 'TINYINT' | 'SMALLINT' | 'INTEGER' | 'BIGINT' | 'FLOAT' | 'DOUBLE' | 'DATE' | 'NULL' }
  | { readonly kind: 'CHAR' | 'VARCHAR' | 'BINARY' | 'VARBINARY'; readonly length: number }
  | { readonly kind: 'DECIMAL'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'TIME'; readonly precision: number }
  | {
      readonly kind: 'TIMESTAMP' | 'TIMESTAMP_LTZ';
      readonly precision: number;
      readonly attribute?: 'ROWTIME' | 'PROCTIME';
    }
  | { readonly kind: 'INTERVAL_YEAR_MONTH' | 'INTERVAL_DAY_TIME' }
  | { readonly kind: 'ARRAY' | 'MULTISET'; readonly element: LogicalType }
  | { readonly kind: 'MAP'; readonly key: LogicalType; readonly value: LogicalType }
  | { readonly kind: 'ROW'; readonly fields: readonly RowField[] }
  | { readonly kind: 'UNSUPPORTED'; readonly text: string }
);

export type TypeKind = LogicalType['kind'];
export type TypeOf<K extends TypeKind> = Extract<LogicalType, { kind: K }>;

/** How the values of a column lie in memory; see docs/internals/batch-layout.md. */
export type Physical =
  | 'bool'
  | 'int32'
  | 'int64'
  | 'int128'
  | 'float32'
  | 'float64'
  | 'timestamp'
  | 'view'
  | 'list'
  | 'map'
  | 'row'
  | 'null';

/** Largest precision of a DECIMAL whose unscaled value is held in 64 bits (DecimalDataUtils.MAX_COMPACT_PRECISION). */
export const DECIMAL_COMPACT_PRECISION_MAX = 18;
/** VARCHAR and VARBINARY without a limit: STRING and BYTES. */
export const LENGTH_MAX = 2147483647;

export function assertNever(value: never): never {
  throw new Error(`unexpected case ${JSON.stringify(value)}`);
}

export function physicalOf(type: LogicalType): Physical {
  switch (type.kind) {
    case 'BOOLEAN':
      return 'bool';
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'DATE':
    case 'TIME':
    case 'INTERVAL_YEAR_MONTH':
      return 'int32';
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return 'int64';
    case 'DECIMAL':
      return type.precision <= DECIMAL_COMPACT_PRECISION_MAX ? 'int64' : 'int128';
    case 'FLOAT':
      return 'float32';
    case 'DOUBLE':
      return 'float64';
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return 'timestamp';
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return 'view';
    case 'ARRAY':
      return 'list';
    case 'MULTISET':
    case 'MAP':
      return 'map';
    case 'ROW':
      return 'row';
    case 'NULL':
      return 'null';
    case 'UNSUPPORTED':
      throw new Error(`no physical form for type ${type.text}`);
    default:
      return assertNever(type);
  }
}

/** Bytes of one value in a column's data buffer; list and map hold (start, count), row and null hold nothing. */
export const VALUE_BYTES: Readonly<Record<Physical, number>> = {
  bool: 1,
  int32: 4,
  int64: 8,
  int128: 16,
  float32: 4,
  float64: 8,
  timestamp: 8,
  view: 8,
  list: 8,
  map: 8,
  row: 0,
  null: 0,
};

/** The types of a column's children, in order: fields of a row, element of an array, key and value of a map. */
export function childTypes(type: LogicalType): readonly LogicalType[] {
  switch (type.kind) {
    case 'ROW':
      return type.fields.map((field) => field.type);
    case 'ARRAY':
      return [type.element];
    case 'MAP':
      return [type.key, type.value];
    case 'MULTISET':
      return [type.element, { kind: 'INTEGER', nullable: false }];
    default:
      return [];
  }
}

/** True when no part of the type is UNSUPPORTED (RAW, structured, zoned timestamps …). */
export function isSupportedType(type: LogicalType): boolean {
  return type.kind !== 'UNSUPPORTED' && childTypes(type).every(isSupportedType);
}

/** True when values of both types lie in memory in the same way. */
export function isSameLayout(left: LogicalType, right: LogicalType): boolean {
  if (left.kind === 'UNSUPPORTED' || right.kind === 'UNSUPPORTED') return false;
  const [parts, others] = [childTypes(left), childTypes(right)];
  return (
    physicalOf(left) === physicalOf(right) &&
    parts.length === others.length &&
    parts.every((part, index) => isSameLayout(part, others[index]!))
  );
}
