/** fast-check arbitraries: random logical types, and random values of a type (see column-values.ts), edge values included. */
import fc from 'fast-check';
import { type LogicalType, type TypeOf } from '../columnar/types.js';
import { utf8, type Value } from './column-values.js';

const nullable = true;

export const flatTypes: readonly LogicalType[] = [
  { kind: 'BOOLEAN', nullable },
  { kind: 'TINYINT', nullable },
  { kind: 'SMALLINT', nullable },
  { kind: 'INTEGER', nullable },
  { kind: 'BIGINT', nullable },
  { kind: 'FLOAT', nullable },
  { kind: 'DOUBLE', nullable },
  { kind: 'DATE', nullable },
  { kind: 'TIME', precision: 0, nullable },
  { kind: 'CHAR', length: 5, nullable },
  { kind: 'VARCHAR', length: 2147483647, nullable },
  { kind: 'BINARY', length: 9, nullable },
  { kind: 'VARBINARY', length: 2147483647, nullable },
  { kind: 'DECIMAL', precision: 5, scale: 2, nullable },
  { kind: 'DECIMAL', precision: 18, scale: 0, nullable },
  { kind: 'DECIMAL', precision: 18, scale: 18, nullable },
  { kind: 'DECIMAL', precision: 19, scale: 0, nullable },
  { kind: 'DECIMAL', precision: 23, scale: 3, nullable },
  { kind: 'DECIMAL', precision: 38, scale: 38, nullable },
  { kind: 'TIMESTAMP', precision: 0, nullable },
  { kind: 'TIMESTAMP', precision: 3, nullable },
  { kind: 'TIMESTAMP', precision: 6, nullable },
  { kind: 'TIMESTAMP', precision: 9, nullable },
  { kind: 'TIMESTAMP_LTZ', precision: 3, nullable },
  { kind: 'TIMESTAMP_LTZ', precision: 9, nullable },
  { kind: 'INTERVAL_YEAR_MONTH', nullable },
  { kind: 'INTERVAL_DAY_TIME', nullable },
];

export function rowTypeOf(types: readonly LogicalType[]): TypeOf<'ROW'> {
  return { kind: 'ROW', nullable: false, fields: types.map((type, index) => ({ name: `f${index}`, type })) };
}

/** Nested to a depth of three. `keyTypes`: what keys of maps and elements of multisets may be. */
export function arbitraryType(keyTypes: readonly LogicalType[] = flatTypes): fc.Arbitrary<LogicalType> {
  const key = fc.constantFrom(...keyTypes);
  return fc.letrec<{ type: LogicalType }>((tie) => ({
    type: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      { weight: 6, arbitrary: fc.constantFrom(...flatTypes) },
      {
        weight: 1,
        arbitrary: fc
          .array(tie('type'), { minLength: 1, maxLength: 4 })
          .map((types): LogicalType => ({ ...rowTypeOf(types), nullable })),
      },
      { weight: 1, arbitrary: tie('type').map((element): LogicalType => ({ kind: 'ARRAY', element, nullable })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(key, tie('type'))
          .map(([k, value]): LogicalType => ({ kind: 'MAP', key: k, value, nullable })),
      },
      { weight: 1, arbitrary: key.map((element): LogicalType => ({ kind: 'MULTISET', element, nullable })) },
    ),
  })).type;
}

/** Up to `fieldsMax` fields; more than 56 of them need a second word of null bits. */
export function arbitraryRowType(
  fieldsMax: number,
  keyTypes: readonly LogicalType[] = flatTypes,
): fc.Arbitrary<TypeOf<'ROW'>> {
  return fc.array(arbitraryType(keyTypes), { maxLength: fieldsMax }).map(rowTypeOf);
}

const edgeTexts = ['', 'a', '1234567', '12345678', 'größe', '日本語テキスト', '😀', '\u0000\u0001\n"\\/', '\u2028'];

export function arbitraryText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...edgeTexts),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
}

/** A value of the type, or null about once in eight. */
export function arbitraryValue(type: LogicalType): fc.Arbitrary<Value> {
  const value = arbitraryNonNull(type);
  return fc.oneof({ weight: 7, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
}

function arbitraryNonNull(type: LogicalType): fc.Arbitrary<Value> {
  switch (type.kind) {
    case 'BOOLEAN':
      return fc.boolean();
    case 'TINYINT':
      return fc.integer({ min: -128, max: 127 });
    case 'SMALLINT':
      return fc.integer({ min: -32768, max: 32767 });
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return fc.integer();
    case 'DATE':
      return fc.oneof(fc.integer({ min: -800000, max: 4000000 }), fc.integer());
    case 'TIME':
      return fc.integer({ min: 0, max: 86399999 });
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: -2000n, max: 2000n }));
    case 'FLOAT':
      return fc.float();
    case 'DOUBLE':
      return fc.double();
    case 'DECIMAL': {
      const max = 10n ** BigInt(type.precision) - 1n;
      const small = 2000n < max ? 2000n : max;
      return fc.oneof(
        fc.bigInt({ min: -max, max }),
        fc.bigInt({ min: -small, max: small }),
        fc.integer({ min: 0, max: type.precision - 1 }).map((zeroes) => 10n ** BigInt(zeroes)),
      );
    }
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return fc.record(
        {
          timestampMs: fc.oneof(
            fc.bigInt({ min: -62167219200000n, max: 253402300799999n }),
            fc.bigInt({ min: -400000000000000n, max: 400000000000000n }),
            fc.bigInt({ min: -2000n, max: 2000n }),
          ),
          nanos: fc.oneof(fc.constantFrom(0, 0, 1, 100, 450000, 999999), fc.integer({ min: 0, max: 999999 })),
        },
        { noNullPrototype: true },
      );
    case 'CHAR':
    case 'VARCHAR':
      return arbitraryText().map(utf8);
    case 'BINARY':
    case 'VARBINARY':
      return fc.uint8Array({ maxLength: 20 });
    case 'ARRAY':
      return fc.array(arbitraryValue(type.element), { maxLength: 40, size: '-1' });
    case 'MULTISET':
      return arbitraryEntries(type.element, fc.integer({ min: 1, max: 9 }));
    case 'MAP':
      return arbitraryEntries(type.key, arbitraryValue(type.value));
    case 'ROW':
      return fc.tuple(...type.fields.map((field) => arbitraryValue(field.type)));
    default:
      return fc.constant(null);
  }
}

function arbitraryEntries(keyType: LogicalType, value: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const entry = fc.tuple(arbitraryNonNull(keyType), value);
  const selector = ([key]: [Value, Value]): string => Buffer.from(JSON.stringify(key, plain)).toString('hex');
  return fc.uniqueArray(entry, { maxLength: 5, selector });
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
