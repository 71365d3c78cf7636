/** Edge values of each type, one type a row type of one field: minimum, maximum, zero, NULL and what is special about the type. */
import { LENGTH_MAX, type LogicalType, type TypeOf } from '../columnar/types.js';
import { rowTypeOf } from './arbitrary-rows.js';
import { utf8, type Value } from './column-values.js';

export interface EdgeRows {
  readonly rowType: TypeOf<'ROW'>;
  readonly rows: readonly (readonly Value[])[];
}

const nullable = true;
const text: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable };
const int: LogicalType = { kind: 'INTEGER', nullable };
const INT_MIN = -2147483648;
const INT_MAX = 2147483647;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

const texts = [
  '',
  'a',
  'seven77',
  'eight888',
  'größe',
  '日本',
  '😀 and more',
  '\u0000\u0007\b\t\n\u000b\f\r\u001b\u001f',
  '"quotes" and \\ /',
  '\u007f\u0080\u2028\ufffd\uffff',
  'sixteen bytes\n..',
  `${'long '.repeat(30)}"`,
].map(utf8);

const malformed = [
  [0xff],
  [0xc3],
  [0xed, 0xa0, 0x80],
  [0xe2, 0x82, 0x41],
  [0xf0, 0x9f, 0x98],
  [0xf4, 0x90, 0x80, 0x80],
].map((bytes) => Uint8Array.from([0x61, ...bytes]));

const timestampsMs = [
  0n,
  -1n,
  1n,
  1500n,
  1714979289120n,
  1714979280000n,
  -62167219200000n,
  -62167219200001n,
  253402300799999n,
  253402300800000n,
  -377705116800000n,
  185542587187200000n,
  LONG_MAX,
  LONG_MIN,
];
const timestamps = [
  ...timestampsMs.map((timestampMs) => ({ timestampMs, nanos: 0 })),
  ...[1, 450000, 999999, 100].map((nanos) => ({ timestampMs: 1714979289120n, nanos })),
];

/** Unscaled values that fit a precision: around the borders of scientific notation, of words and of the type. */
function decimals(precision: number): bigint[] {
  const max = 10n ** BigInt(precision) - 1n;
  const around = [
    0n,
    1n,
    5n,
    10n,
    25n,
    100n,
    12000n,
    5000000n,
    127n,
    128n,
    255n,
    256n,
    2n ** 63n - 1n,
    2n ** 64n,
    10n ** 19n,
    max,
  ];
  return around.filter((value) => value <= max).flatMap((value) => [value, -value]);
}

const doubles = [
  0,
  -0,
  1,
  -1,
  0.1,
  100,
  1e7,
  9999999,
  1.0e-3,
  9.99e-4,
  2e23,
  1e23,
  1.7976931348623157e308,
  4.9e-324,
  2.2250738585072014e-308,
  123456789012345680,
  2.0e-3,
  1 / 3,
  NaN,
  Infinity,
  -Infinity,
];

function flat(type: LogicalType, values: readonly Value[]): EdgeRows {
  return { rowType: rowTypeOf([type]), rows: [...values, null].map((value) => [value]) };
}

function decimal(precision: number, scale: number): EdgeRows {
  return flat({ kind: 'DECIMAL', precision, scale, nullable }, decimals(precision));
}

const pair: LogicalType = { ...rowTypeOf([int, text]), nullable };

export const edgeRows: readonly EdgeRows[] = [
  flat({ kind: 'BOOLEAN', nullable }, [true, false]),
  flat({ kind: 'TINYINT', nullable }, [-128, 0, 127]),
  flat({ kind: 'SMALLINT', nullable }, [-32768, 0, 32767]),
  flat(int, [INT_MIN, -1, 0, 9, 10, 99, 100, 999999, 1000000, INT_MAX]),
  flat({ kind: 'BIGINT', nullable }, [LONG_MIN, -1n, 0n, 4294967295n, 4294967296n, 9007199254740993n, LONG_MAX]),
  flat({ kind: 'FLOAT', nullable }, [...doubles, 1.4e-45, 3.4028234663852886e38].map(Math.fround)),
  flat({ kind: 'DOUBLE', nullable }, doubles),
  decimal(5, 2),
  decimal(12, 4),
  decimal(18, 0),
  decimal(18, 18),
  decimal(20, 12),
  decimal(23, 3),
  decimal(38, 0),
  decimal(38, 38),
  flat({ kind: 'CHAR', length: 5, nullable }, [utf8('abc'), utf8('     '), utf8('abcde')]),
  flat(text, [...texts, ...malformed]),
  flat({ kind: 'BINARY', length: 2, nullable }, [Uint8Array.of(0, 9)]),
  flat({ kind: 'VARBINARY', length: LENGTH_MAX, nullable }, [...texts, ...malformed, Uint8Array.of(1, 255)]),
  flat({ kind: 'DATE', nullable }, [0, -1, -719528, -719529, 2932896, 2932897, 3672000, 11016, INT_MIN, INT_MAX]),
  flat({ kind: 'TIME', precision: 3, nullable }, [0, 11040000, 86399999, 999]),
  flat({ kind: 'TIMESTAMP', precision: 3, nullable }, timestamps),
  flat({ kind: 'TIMESTAMP', precision: 9, nullable }, timestamps),
  flat({ kind: 'TIMESTAMP_LTZ', precision: 3, nullable }, timestamps),
  flat({ kind: 'TIMESTAMP_LTZ', precision: 6, nullable }, timestamps),
  flat({ kind: 'INTERVAL_YEAR_MONTH', nullable }, [INT_MIN, 0, 13]),
  flat({ kind: 'INTERVAL_DAY_TIME', nullable }, [LONG_MIN, 0n, 86400000n]),
  flat(pair, [[1, utf8('x')], [null, null], [null, utf8('longer than seven')]]), // prettier-ignore
  flat({ kind: 'ARRAY', element: int, nullable }, [[], [1], [null, 2, null], Array.from({ length: 40 }, (_, k) => k % 3 || null)]), // prettier-ignore
  flat({ kind: 'ARRAY', element: { kind: 'BOOLEAN', nullable }, nullable }, [[true, null, false]]),
  flat({ kind: 'ARRAY', element: { kind: 'DOUBLE', nullable }, nullable }, [doubles]),
  flat({ kind: 'ARRAY', element: text, nullable }, [texts]),
  flat({ kind: 'ARRAY', element: pair, nullable }, [[[1, utf8('x')], null, [null, null]]]),
  flat({ kind: 'ARRAY', element: { kind: 'ARRAY', element: int, nullable }, nullable }, [[[1, 2], [], null, [null]]]),
  flat({ kind: 'MAP', key: text, value: int, nullable }, [[], [[utf8('k'), 1], [utf8('a longer key'), null]], [[utf8('k'), 1], [null, 2]]]), // prettier-ignore
  flat({ kind: 'MAP', key: text, value: pair, nullable }, [[[utf8('k'), [1, null]], [null, [null, utf8('x')]]]]), // prettier-ignore
  flat({ kind: 'MULTISET', element: text, nullable }, [[[utf8('k'), 1], [utf8('more than seven'), 2]]]), // prettier-ignore
];
