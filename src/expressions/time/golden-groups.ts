/** What stock Flink was asked about functions of dates and times; the answers are in golden/. */
import { type CanonicalValue } from '../../testing/canonical-values.js';
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
};
