/** One table with every type that expressions are tested over: names, SQL types, and edge values of each (null apart). */
import { parseLogicalType } from '../columnar/type-parser.js';
import { type LogicalType } from '../columnar/types.js';
import { type FuzzType } from '../expressions/function.js';
import { powerOfTen } from '../expressions/numbers/decimals.js';
import { bytesOf, type SqlValue, type TimestampValue } from '../expressions/sql-value.js';

export interface TestColumn {
  readonly name: string;
  /** As plans write it. */
  readonly sqlType: string;
  readonly type: LogicalType;
  /** The kind of expression that the column is, for the fuzzer; null: it only passes through. */
  readonly fuzzType: FuzzType | null;
  readonly edges: readonly SqlValue[];
}

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;
const DAY = 86_400_000n;

const TEXTS = [
  '',
  ' ',
  'a',
  'ab',
  'A b',
  '  padded  ',
  'Grüße ß',
  'é',
  '日本語テキスト',
  'a😀b',
  '12',
  ' 42 ',
  '-7.5',
  '1e3',
  'true',
  'NaN',
  '2026-01-31',
  '2026-01-31 12:34:56.789',
  'a,b,,c',
  '%_\\',
  'http://x.y/z?q=1',
  'long '.repeat(60),
];
const DOUBLES = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.5,
  -2.5,
  1.005,
  300.5,
  -200.2,
  40000.9,
  0.7031265,
  1e-3,
  1e7,
  123456789.125,
  2 ** 53 + 2,
  1e22,
  2e23,
  9.223372036854775e18,
  1e300,
  5e-324,
  1.7976931348623157e308,
  -1.7976931348623157e308,
  NaN,
  Infinity,
  -Infinity,
];
const FLOATS = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.5,
  -2.5,
  1.005,
  300.5,
  16777216,
  2147483648,
  1e10,
  3.4028234663852886e38,
  1.401298464324817e-45,
  NaN,
  Infinity,
  -Infinity,
].map(Math.fround);

function decimals(precision: number): bigint[] {
  const max = powerOfTen(precision) - 1n;
  return [0n, 1n, -1n, 5n, -5n, 49n, 50n, 99n, -150n, 12345n, max / 2n, max - 1n, max, -max].filter(
    (value) => value <= max && value >= -max,
  );
}

function timestamps(nanosStep: number): TimestampValue[] {
  const millis = [
    0n,
    -1n,
    1n,
    999n,
    DAY - 1n,
    951782399999n,
    951868800000n,
    1769862896789n,
    1769862896000n,
    -2208988800000n,
    -62135596800000n,
    253402300799999n,
    -12219292800000n,
  ];
  return millis.flatMap((milliseconds, index) => [
    { milliseconds, nanos: 0 },
    ...(nanosStep < 1_000_000 && index % 3 === 0
      ? [
          { milliseconds, nanos: 999_999 - (999_999 % nanosStep) },
          { milliseconds, nanos: nanosStep },
        ]
      : []),
  ]);
}

const DATES = [0, -1, 1, 59, 11016, 10956, 20484, 2932896, -719162, -141428];
const TEXT_BYTES = TEXTS.map(bytesOf);

/** `rows` of a request to the oracle hold these columns in this order. */
export const ALL_TYPES: readonly TestColumn[] = [
  column('bo', 'BOOLEAN', 'BOOLEAN', [true, false]),
  column('bo2', 'BOOLEAN', 'BOOLEAN', [false, true]),
  column('ti', 'TINYINT', 'TINYINT', [0, 1, -1, 7, 127, -128]),
  column('si', 'SMALLINT', 'SMALLINT', [0, 1, -1, 300, 32767, -32768]),
  column('i', 'INT', 'INT', [0, 1, -1, 2, 3, 60, 1000, 16777217, 2147483647, -2147483648]),
  column('i2', 'INT', 'INT', [0, 1, -1, 2, 5, 10, 2147483647, -2147483648]),
  column('i3', 'INT NOT NULL', 'INT', [0, 1, -1, 4, 2147483647, -2147483648]),
  column('l', 'BIGINT', 'BIGINT', [
    0n,
    1n,
    -1n,
    908n,
    1000000n,
    2n ** 53n + 1n,
    2n ** 31n,
    LONG_MAX,
    LONG_MIN,
    LONG_MAX / 908n,
  ]),
  column('l2', 'BIGINT', 'BIGINT', [0n, 1n, -1n, 3n, 4611686018427387904n, 9007199791611905n, LONG_MAX, LONG_MIN]),
  column('f', 'FLOAT', 'FLOAT', FLOATS),
  column('d', 'DOUBLE', 'DOUBLE', DOUBLES),
  column('d2', 'DOUBLE', 'DOUBLE', DOUBLES),
  column('e5', 'DECIMAL(5, 2)', 'DECIMAL', decimals(5)),
  column('e18', 'DECIMAL(18, 4)', 'DECIMAL', decimals(18)),
  column('e20', 'DECIMAL(20, 0)', 'DECIMAL', decimals(20)),
  column('e38', 'DECIMAL(38, 18)', 'DECIMAL', decimals(38)),
  column('e382', 'DECIMAL(38, 2)', 'DECIMAL', decimals(38)),
  column('s', 'VARCHAR(2147483647)', 'STRING', TEXT_BYTES),
  column('s2', 'VARCHAR(2147483647)', 'STRING', TEXT_BYTES),
  column('v3', 'VARCHAR(3)', 'STRING', ['', 'a', 'abc', 'ü', ' x '].map(bytesOf)),
  column('c4', 'CHAR(4)', 'STRING', ['    ', 'ab  ', 'abcd', '日本語x'].map(bytesOf)),
  column(
    'y',
    'VARBINARY(2147483647)',
    'BYTES',
    [[], [0], [255, 0], [97, 98, 99], [195, 40]].map((bytes) => Uint8Array.from(bytes)),
  ),
  column('dt', 'DATE', 'DATE', DATES),
  column('dt2', 'DATE', 'DATE', DATES),
  column('tm', 'TIME(0)', 'TIME', [0, 1000, 45296000, 86399000]),
  column('t3', 'TIMESTAMP(3)', 'TIMESTAMP', timestamps(1_000_000)),
  column('t9', 'TIMESTAMP(9)', 'TIMESTAMP', timestamps(1)),
  column('t6', 'TIMESTAMP(6)', 'TIMESTAMP', timestamps(1000)),
  column('z3', 'TIMESTAMP(3) WITH LOCAL TIME ZONE', 'TIMESTAMP_LTZ', timestamps(1_000_000)),
  column('z6', 'TIMESTAMP(6) WITH LOCAL TIME ZONE', 'TIMESTAMP_LTZ', timestamps(1000)),
  column('a', 'ARRAY<INT>', 'ARRAY', [[], [1], [null, 5], [1, 2, 3, 4]]),
  column('m', 'MAP<VARCHAR(2147483647), INT>', 'MAP', [
    [],
    [[bytesOf('a'), 1]],
    [
      [bytesOf('k'), null],
      [bytesOf(''), 7],
    ],
  ]),
  column('r', 'ROW<`x` INT, `y` VARCHAR(2147483647), `z` ROW<`q` BIGINT, `w` BOOLEAN>>', null, [
    [1, bytesOf('a'), [5n, true]],
    [null, null, null],
    [-1, bytesOf('日本'), [null, false]],
  ]),
  column('rn', 'ROW<`p` DECIMAL(10, 2), `t` ARRAY<BIGINT>> NOT NULL', null, [
    [1234n, [1n, null]],
    [null, null],
  ]),
];

/** Further ways to get at values, beside the columns: fields of rows. */
export const FIELD_EXPRESSIONS: readonly (readonly [sql: string, type: FuzzType])[] = [
  ['t.r.x', 'INT'],
  ['t.r.y', 'STRING'],
  ['t.r.z.q', 'BIGINT'],
  ['t.r.z.w', 'BOOLEAN'],
  ['t.rn.p', 'DECIMAL'],
];

function column(name: string, sqlType: string, fuzzType: FuzzType | null, edges: readonly SqlValue[]): TestColumn {
  return { name, sqlType, type: parseLogicalType(sqlType), fuzzType, edges };
}
