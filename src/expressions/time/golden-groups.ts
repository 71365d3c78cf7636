/** What stock Flink was asked about functions of dates and times; the answers are in golden/. */
import { type CanonicalValue } from '../../testing/canonical-values.js';
import { canonicalFromText } from '../../testing/golden-rows.js';
import { type GoldenGroup } from '../../testing/golden-expressions.js';

/** `milliseconds:nanos`, one a row. */
export const EDGE_TIMESTAMPS: readonly (string | null)[] = [
  null,
  '0:0',
  '1:0',
  '-1:0',
  '-1:999999',
  '1709210096789:123456',
  '1704067199999:999999',
  '1704067200000:0',
  '1735603200000:0',
  '-62135596800000:1',
  '253402300799999:999999',
  '253402300800000:0',
  '-62167219200000:0',
  '-62167219200001:0',
  '-86400000:0',
  '-86400001:500',
  '951782400000:1000',
  '4107542400000:10',
  '-2208988800000:0',
  '-210866803200000:0',
  '400000000000000:0',
  '-400000000000000:7',
  '1700000000450:0',
  '1700000000045:0',
  '1700000000000:45000',
];

const PARSED_TEXTS: readonly (string | null)[] = [
  null,
  '',
  '2024-02-29 10:11:12',
  '2024-02-30 10:11:12',
  '2024-02-30',
  '2024-2-3',
  '2024-2-3 4:5:6',
  '2024-02-29 10:11:12.123456789',
  '2024-02-29 10:11:12.1234567891',
  '2024-02-29 99:99:99',
  '2024-02-29 10:11',
  '2024-02-29T10:11:12.123',
  '20240229101112',
  '20240229101112345',
  '2024022910111',
  '120240229101112',
  '29/2/2024 1:2:3',
  '31/4/2024 1:2:3',
  '-1/4/2024 1:2:3',
  '10:30',
  '24:00',
  '02-30',
  '02-31',
  '13-01',
  '+12024-01-01',
  '0000-01-01',
  '1500-02-28',
  '  2024-02-29 10:11:12  ',
  '2024-02-29 -1:11:12',
  '2024-02-29 24:00:00',
  '2024-12-31 24:00:00',
  '20245-01-01',
  'abcd-01-01',
  '99999999999',
];

const DATE_UNITS = [
  'YEAR',
  'QUARTER',
  'MONTH',
  'WEEK',
  'DAY',
  'DOW',
  'DOY',
  'ISODOW',
  'ISOYEAR',
  'DECADE',
  'CENTURY',
  'MILLENNIUM',
  'EPOCH',
];
const TIME_UNITS = ['HOUR', 'MINUTE', 'SECOND', 'MILLISECOND'];

const columns: GoldenGroup['columns'] = [
  ['a', 'TIMESTAMP(3)'],
  ['b', 'TIMESTAMP(9)'],
  ['l', 'TIMESTAMP(3) WITH LOCAL TIME ZONE'],
  ['d', 'DATE'],
  ['t', 'TIME(0)'],
];

const rows: CanonicalValue[][] = EDGE_TIMESTAMPS.map((timestamp) => {
  if (timestamp === null) return [null, null, null, null, null];
  const [milliseconds = '0'] = timestamp.split(':');
  const days = BigInt(milliseconds) / 86_400_000n;
  const time = ((BigInt(milliseconds) % 86_400_000n) + 86_400_000n) % 86_400_000n;
  return [`${milliseconds}:0`, timestamp, `${milliseconds}:0`, String(days), String(time)];
});

/** The functions of a zone: with the session in UTC and elsewhere. */
const LOCAL_EXPRESSIONS = [
  ...[...DATE_UNITS, ...TIME_UNITS].map((unit) => `EXTRACT(${unit} FROM l)`),
  "DATE_FORMAT(l, 'yyyy-MM-dd HH:mm:ss.SSS')",
  'HOUR(l)',
];

export const TIME_GOLDEN_GROUPS: Readonly<Record<string, GoldenGroup>> = {
  extract: {
    columns,
    rows,
    expressions: [
      ...[...DATE_UNITS, ...TIME_UNITS, 'MICROSECOND', 'NANOSECOND'].map((unit) => `EXTRACT(${unit} FROM b)`),
      ...DATE_UNITS.map((unit) => `EXTRACT(${unit} FROM d)`),
      ...TIME_UNITS.map((unit) => `EXTRACT(${unit} FROM t)`),
      ...['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAYOFYEAR', 'DAYOFMONTH', 'DAYOFWEEK', 'HOUR', 'MINUTE', 'SECOND'].map(
        (name) => `${name}(a)`,
      ),
    ],
  },
  'date-format': {
    columns,
    rows,
    expressions: [
      'yyyy-MM-dd',
      'HH:mm',
      'yyyy-MM-dd HH:mm:ss',
      'yyyy-MM-dd HH:mm:ss.SSSSSSSSS',
      'uuuu.D',
      'uuuuu yyyyy yyy y u uuu',
      'yy uu',
      "yyyyMMdd''T''HHmmss",
      "''o''''clock'' H h hh k kk K KK",
      'm mm s ss S SS SSSS',
      'D DD DDD Q QQ M d',
      'A AAAAAAAAAA n nn N NNNN',
      'ß😀 yyyy',
    ].map((pattern) => `DATE_FORMAT(b, '${pattern}')`),
  },
  local: { columns, rows, expressions: LOCAL_EXPRESSIONS },
  'local-zone': { columns, rows, config: { 'table.local-time-zone': 'GMT+05:30' }, expressions: LOCAL_EXPRESSIONS },
  arithmetic: {
    columns: [...columns, ['m', 'TIMESTAMP(3)'], ['e', 'DATE'], ['n', 'INT']],
    rows: rows.map((row, index) => [
      ...row,
      rows[(index * 7 + 3) % rows.length]?.[0] ?? null,
      rows[(index * 5 + 2) % rows.length]?.[3] ?? null,
      ['0', '1', '-1', '13', '-25', '2147483647', '-2147483648'][index % 7] ?? null,
    ]),
    config: { 'table.local-time-zone': 'GMT+05:30' },
    expressions: [
      "a - INTERVAL '4' SECOND",
      "a + INTERVAL '1' DAY",
      "b + INTERVAL '1 02:03:04.567' DAY TO SECOND",
      "b - INTERVAL '1' MONTH",
      "b + INTERVAL '13' MONTH",
      "a + INTERVAL '-2-5' YEAR TO MONTH",
      "l - INTERVAL '90' MINUTE",
      "l + INTERVAL '1' YEAR",
      "d + INTERVAL '1' DAY",
      "d - INTERVAL '36' HOUR",
      "d + INTERVAL '1' MONTH",
      "d - INTERVAL '11' YEAR",
      "t + INTERVAL '1' HOUR",
      "t - INTERVAL '25' HOUR",
      "t + INTERVAL '1' YEAR",
      "INTERVAL '1' DAY + a",
      'TIMESTAMPADD(MONTH, n, a)',
      'TIMESTAMPADD(DAY, n, a)',
      'TIMESTAMPADD(HOUR, n, b)',
      'TIMESTAMPADD(SECOND, n, b)',
      'TIMESTAMPADD(YEAR, 1, d)',
      'TIMESTAMPADD(DAY, n, d)',
      'TIMESTAMPADD(QUARTER, 1, a)',
      'TIMESTAMPADD(WEEK, n, a)',
      ...['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'].flatMap((unit) => [
        `TIMESTAMPDIFF(${unit}, a, m)`,
        `TIMESTAMPDIFF(${unit}, d, e)`,
      ]),
      'TIMESTAMPDIFF(DAY, a, e)',
      'TIMESTAMPDIFF(MONTH, e, a)',
      'CAST((a - m) DAY TO SECOND AS STRING)',
      "(a - m) DAY > INTERVAL '1' DAY",
    ],
  },
  rounding: {
    columns,
    rows,
    config: { 'table.local-time-zone': 'GMT+05:30' },
    expressions: ['FLOOR', 'CEIL'].flatMap((name) => [
      ...[
        'MILLENNIUM',
        'CENTURY',
        'DECADE',
        'YEAR',
        'QUARTER',
        'MONTH',
        'WEEK',
        'DAY',
        'HOUR',
        'MINUTE',
        'SECOND',
        'MILLISECOND',
      ].flatMap((unit) => [`${name}(b TO ${unit})`, `${name}(l TO ${unit})`]),
      ...['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY'].map((unit) => `${name}(d TO ${unit})`),
      ...['HOUR', 'MINUTE', 'SECOND'].map((unit) => `${name}(t TO ${unit})`),
    ]),
  },
  parsing: {
    columns: [['s', 'VARCHAR(2147483647)']],
    rows: PARSED_TEXTS.map((text) => [canonicalFromText(text)]),
    expressions: [
      'TO_DATE(s)',
      'TO_TIMESTAMP(s)',
      'TO_TIMESTAMP_LTZ(s)',
      ...[
        'yyyy-MM-dd HH:mm:ss',
        'yyyy-MM-dd',
        'yyyyMMddHHmmss',
        'yyyyMMddHHmmssSSS',
        "yyyy-MM-dd''T''HH:mm:ss.SSS",
        'd/M/y H:m:s',
        'uuuu-MM-dd',
        'HH:mm',
        'MM-dd',
      ].map((pattern) => `TO_TIMESTAMP(s, '${pattern}')`),
    ],
  },
  epochs: {
    columns: [
      ['i', 'INT'],
      ['l', 'BIGINT'],
      ['d', 'DOUBLE'],
      ['e', 'DECIMAL(20, 3)'],
    ],
    rows: [
      [null, null, null, null],
      ['0', '0', '0000000000000000', '0.000'],
      ['1', '1700000000', '41d954fc40000000', '1700000000.999'],
      ['-1', '-1', 'bff8000000000000', '-1.500'],
      ['2147483647', '253402300799', '7ff8000000000000', '253402300799.999'],
      ['-2147483648', '253402300800', '7fefffffffffffff', '253402300800.000'],
      ['100', '-62167219200', 'c26cf1d1f0800000', '-62167219200.001'],
      ['100', '-62167219201', '426d7f6b1bfffff8', '99999999999999999.999'],
      ['100', '9223372036854775807', '3ff8000000000000', '-99999999999999999.999'],
      ['100', '-12219292800', '3ff8000000000000', '1.000'],
      ['100', '-12219292801', '3ff8000000000000', '1.000'],
      ['100', '-62135596801', '3ff8000000000000', '1.000'],
      ['100', '-100000000000', '3ff8000000000000', '1.000'],
      ['100', '-9223372036854775808', '3ff8000000000000', '1.000'],
    ],
    config: { 'table.local-time-zone': 'GMT+05:30' },
    expressions: [
      ...['i', 'l', 'd', 'e'].flatMap((column) => [
        `TO_TIMESTAMP_LTZ(${column})`,
        `TO_TIMESTAMP_LTZ(${column}, 0)`,
        `TO_TIMESTAMP_LTZ(${column}, 3)`,
      ]),
      'FROM_UNIXTIME(i)',
      'FROM_UNIXTIME(l)',
      "FROM_UNIXTIME(l, 'yyyy-MM-dd')",
      "FROM_UNIXTIME(l, 'yy y yyyyyy/M/d ''o''''clock'' H:m:s')",
    ],
  },
};
