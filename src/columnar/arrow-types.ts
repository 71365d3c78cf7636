/**
 * Flink's types as Arrow's. One-to-one, except that a timestamp is a struct of milliseconds and the nanoseconds within the
 * millisecond: Arrow's 64-bit nanoseconds end in 2262, and a TIMESTAMP(3) may hold nine digits here.
 */
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float32,
  Float64,
  Int16,
  Int32,
  Int64,
  Int8,
  List,
  Map_,
  Null,
  Struct,
  TimeMillisecond,
  TimestampMillisecond,
  Utf8,
} from 'apache-arrow';
import { assertNever, type LogicalType, type RowField } from './types.js';

const DECIMAL_BITS = 128;

export function arrowTypeOf(type: LogicalType): DataType {
  switch (type.kind) {
    case 'NULL':
      return new Null();
    case 'BOOLEAN':
      return new Bool();
    case 'TINYINT':
      return new Int8();
    case 'SMALLINT':
      return new Int16();
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return new Int32();
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return new Int64();
    case 'FLOAT':
      return new Float32();
    case 'DOUBLE':
      return new Float64();
    case 'DATE':
      return new DateDay();
    case 'TIME':
      return new TimeMillisecond();
    case 'DECIMAL':
      return new Decimal(type.scale, type.precision, DECIMAL_BITS);
    case 'CHAR':
    case 'VARCHAR':
      return new Utf8();
    case 'BINARY':
    case 'VARBINARY':
      return new Binary();
    case 'TIMESTAMP':
      return timestampStruct(null);
    case 'TIMESTAMP_LTZ':
      return timestampStruct('UTC');
    case 'ARRAY':
      return new List(arrowFieldOf({ name: 'element', type: type.element }));
    case 'MAP':
      return mapOf(type.key, type.value);
    case 'MULTISET':
      return mapOf(type.element, { kind: 'INTEGER', nullable: false });
    case 'ROW':
      return new Struct(type.fields.map(arrowFieldOf));
    case 'UNSUPPORTED':
      throw new Error(`no Arrow type for ${type.text}`);
    default:
      return assertNever(type);
  }
}

export function arrowFieldOf({ name, type }: RowField): Field {
  return new Field(name, arrowTypeOf(type), type.nullable);
}

function timestampStruct(timeZone: string | null): Struct {
  return new Struct([new Field('timestampMs', new TimestampMillisecond(timeZone)), new Field('nanos', new Int32())]);
}

/** Keys may be NULL in Flink, so they may be here. */
function mapOf(key: LogicalType, value: LogicalType): Map_ {
  const entry = new Struct([
    arrowFieldOf({ name: 'key', type: key }),
    arrowFieldOf({ name: 'value', type: value }),
  ]) as Struct<{ key: DataType; value: DataType }>;
  return new Map_(new Field('entries', entry, false));
}
