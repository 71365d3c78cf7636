/**
 * SQL values as JSON that loses nothing but the bits of NaN, and back; CanonicalValues.java is the other end and says what each type looks
 * like. Which NaN an operation gives is up to the processor and to Java's compiler of the moment.
 */
import { type LogicalType } from '../columnar/types.js';
import { decimalText, parseDecimal, rescaleHalfUp } from '../expressions/numbers/decimals.js';
import { type SqlValue, type TimestampValue } from '../expressions/sql-value.js';

export type CanonicalValue = null | boolean | string | readonly CanonicalValue[];

const view = new DataView(new ArrayBuffer(8));

export function canonicalFromValue(value: SqlValue, type: LogicalType): CanonicalValue {
  if (value === null) return null;
  switch (type.kind) {
    case 'BOOLEAN':
      return value as boolean;
    case 'FLOAT':
      if (Number.isNaN(value)) return '7fc00000';
      view.setFloat32(0, value as number);
      return view.getUint32(0).toString(16).padStart(8, '0');
    case 'DOUBLE':
      if (Number.isNaN(value)) return '7ff8000000000000';
      view.setFloat64(0, value as number);
      return view.getBigUint64(0).toString(16).padStart(16, '0');
    case 'DECIMAL':
      return decimalText(value as bigint, type.scale);
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return Buffer.from(value as Uint8Array).toString('hex');
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ': {
      const timestamp = value as TimestampValue;
      return `${timestamp.milliseconds}:${timestamp.nanos}`;
    }
    case 'ARRAY':
      return (value as readonly SqlValue[]).map((entry) => canonicalFromValue(entry, type.element));
    case 'MAP':
      return entriesOf(value).map(([key, entry]) => [
        canonicalFromValue(key, type.key),
        canonicalFromValue(entry, type.value),
      ]);
    case 'MULTISET':
      return entriesOf(value).map(([key, count]) => [
        canonicalFromValue(key, type.element),
        // The JSON format gives a NULL where a count does not parse.
        canonicalFromValue(count, { kind: 'INTEGER', nullable: true }),
      ]);
    case 'ROW':
      return (value as readonly SqlValue[]).map((entry, index) =>
        canonicalFromValue(entry, type.fields[index]?.type ?? { kind: 'NULL', nullable: true }),
      );
    default:
      return String(value as number | bigint);
  }
}

function entriesOf(value: SqlValue): readonly (readonly [SqlValue, SqlValue])[] {
  return value as unknown as readonly (readonly [SqlValue, SqlValue])[];
}

export function valueFromCanonical(json: CanonicalValue, type: LogicalType): SqlValue {
  if (json === null) return null;
  switch (type.kind) {
    case 'BOOLEAN':
      return json as boolean;
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return BigInt(json as string);
    case 'FLOAT':
      view.setUint32(0, parseInt(json as string, 16));
      return view.getFloat32(0);
    case 'DOUBLE':
      view.setBigUint64(0, BigInt(`0x${json as string}`));
      return view.getFloat64(0);
    case 'DECIMAL': {
      const { unscaled, scale } = parseDecimal(json as string);
      return rescaleHalfUp(unscaled, scale, type.scale);
    }
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return Uint8Array.from(Buffer.from(json as string, 'hex'));
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ': {
      const [milliseconds = '0', nanos = '0'] = (json as string).split(':');
      return { milliseconds: BigInt(milliseconds), nanos: Number(nanos) };
    }
    case 'ARRAY':
      return (json as readonly CanonicalValue[]).map((entry) => valueFromCanonical(entry, type.element));
    case 'MAP':
      return (json as readonly CanonicalValue[][]).map(([key = null, value = null]) => [
        valueFromCanonical(key, type.key),
        valueFromCanonical(value, type.value),
      ]);
    case 'MULTISET':
      return (json as readonly CanonicalValue[][]).map(([key = null, count = null]) => [
        valueFromCanonical(key, type.element),
        Number(count),
      ]);
    case 'ROW':
      return type.fields.map((field, index) =>
        valueFromCanonical((json as readonly CanonicalValue[])[index] ?? null, field.type),
      );
    default:
      return Number(json as string);
  }
}
