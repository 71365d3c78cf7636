/**
 * Edge cases of aggregates whose answers of stock Flink are written down in golden/: one group a file. Rows are in the oracle's
 * notation (canonical-values.ts), after the row kind.
 */
import { type AggregateRequest, type AggregateStep } from '../testing/aggregate-oracle.js';
import { canonicalFromText as text } from '../testing/golden-rows.js';
import { canonicalFromValue, type CanonicalValue } from '../testing/canonical-values.js';

const INSERT = 0;
const BEFORE = 1;
const AFTER = 2;
const DELETE = 3;

export function float(value: number): CanonicalValue {
  return canonicalFromValue(value, { kind: 'FLOAT', nullable: true });
}

export function double(value: number): CanonicalValue {
  return canonicalFromValue(value, { kind: 'DOUBLE', nullable: true });
}

/** One column `v` of each key `k`: each value inserted; with `changelog`, then all taken back in the same order, the first one once more, and one put back. */
export function column(
  sqlType: string,
  aggregates: readonly string[],
  values: readonly CanonicalValue[],
  changelog: boolean,
): AggregateRequest {
  const inserted = values.map((value): AggregateStep => [INSERT, 'x', value].map(keyed) as never);
  const [first = null, second = null] = values;
  const back = values.map((value): AggregateStep => [DELETE, 'x', value].map(keyed) as never);
  const more: AggregateStep[] = [
    [INSERT, text('x'), second],
    [BEFORE, text('x'), first],
    [AFTER, text('x'), second],
    [DELETE, text('y'), first],
    [INSERT, text('y'), null],
    [DELETE, text('y'), first],
  ];
  return {
    columns: [
      ['k', 'STRING'],
      ['v', sqlType],
    ],
    changelog,
    query: `SELECT k, ${aggregates.map((aggregate, index) => `${aggregate} AS a${index}`).join(', ')} FROM t GROUP BY k`,
    rows: changelog ? [...inserted, ...back.slice(0, -1), ...more] : inserted,
  };
}

function keyed(value: CanonicalValue | number): CanonicalValue | number {
  return value === 'x' ? text('x') : value;
}

const NUMERIC = ['COUNT(v)', 'SUM(v)', 'AVG(v)', 'MIN(v)', 'MAX(v)', 'COUNT(DISTINCT v)', 'SUM(DISTINCT v)'];
const ORDERED = ['COUNT(v)', 'MIN(v)', 'MAX(v)', 'COUNT(DISTINCT v)'];

const LONG_MAX = '9223372036854775807';
const LONG_MIN = '-9223372036854775808';
const WIDE = '9999999999999999999999999999999999.9999';

const COLUMNS: readonly (readonly [string, readonly string[], readonly CanonicalValue[]])[] = [
  ['TINYINT', NUMERIC, ['127', '1', null, '-128', '-128', '127', '3']],
  ['SMALLINT', NUMERIC, ['32767', '1', null, '-32768', '-32768', '7', '1']],
  ['INT', NUMERIC, ['2147483647', '1', null, '-2147483648', '5', '2', '-3']],
  ['BIGINT', NUMERIC, [LONG_MAX, '1', null, LONG_MIN, LONG_MIN, '2', '-3']],
  ['FLOAT', NUMERIC, [float(-0), float(0), null, float(0.1), float(0.2), float(NaN), float(1e38), float(3e38)]],
  ['FLOAT', NUMERIC, [float(NaN), float(1), float(NaN), float(-0), float(Infinity), float(-Infinity)]],
  ['DOUBLE', NUMERIC, [double(-0), double(0), null, double(0.1), double(0.2), double(1e308), double(1e308)]],
  ['DOUBLE', NUMERIC, [double(1e16), double(1), double(-1e16), double(NaN), double(-0), double(0)]],
  ['DECIMAL(10, 2)', NUMERIC, ['1.00', '1.01', null, '1.00', '-99999999.99', '0.01', '2.00']],
  ['DECIMAL(18, 0)', NUMERIC, ['999999999999999999', '999999999999999999', null, '1', '-5', '2']],
  ['DECIMAL(38, 4)', NUMERIC, [WIDE, '0.0001', '1.0000', null, `-${WIDE}`, `-${WIDE}`, '2.5000', WIDE]],
  ['DECIMAL(38, 18)', NUMERIC, ['1.000000000000000001', '2.000000000000000002', null, '0.000000000000000001']],
  ['BOOLEAN', ORDERED, [true, false, null, false, true]],
  ['STRING', ORDERED, ['b', 'a', 'aa', '', 'é', '￿', '😀', 'a longer text than a block of state'].map(text)],
  ['CHAR(3)', ORDERED, ['abc', 'abd', 'aaa', 'abc'].map(text)],
  ['DATE', ORDERED, ['0', '-1', null, '20000', '0']],
  ['TIME', ORDERED, ['0', '86399999', null, '5000']],
  ['TIMESTAMP(3)', ORDERED, ['0:0', '-1:0', null, '5:0', '0:0']],
  ['TIMESTAMP(9)', ORDERED, ['0:1', '0:0', null, '-1:999999', '0:999999', '0:1']],
  ['TIMESTAMP_LTZ(6)', ORDERED, ['0:1000', '0:0', null, '-1:999000']],
];

const TWO: AggregateRequest['columns'] = [
  ['k', 'INT'],
  ['v', 'BIGINT'],
  ['f', 'BOOLEAN'],
  ['w', 'DOUBLE'],
];

const ROWS: readonly AggregateStep[] = [
  [INSERT, '1', '5', true, double(1)],
  [INSERT, '1', '5', false, double(NaN)],
  [INSERT, '1', null, null, double(-0)],
  [INSERT, '2', '7', null, null],
  [INSERT, null, '9', true, double(2)],
  [INSERT, '1', '6', true, double(0)],
  [INSERT, '1', '6', true, double(0)],
  [INSERT, '2', '7', true, double(3)],
  [INSERT, null, '9', true, double(2)],
];

const TAKEN_BACK: readonly AggregateStep[] = [
  ...ROWS,
  [DELETE, '3', '1', true, null],
  [DELETE, '1', '6', false, double(0)],
  [BEFORE, '1', '5', true, double(1)],
  [AFTER, '1', '8', false, double(1)],
  [DELETE, '2', '7', true, double(3)],
  [DELETE, '2', '7', null, null],
  [DELETE, '2', '7', null, null],
  [INSERT, '2', '1', true, double(3)],
  [DELETE, '1', '100', true, null],
  [INSERT, '1', '100', true, null],
  [INSERT, '1', '100', true, null],
];

const FILTERS = [
  'COUNT(*)',
  'COUNT(*) FILTER (WHERE f)',
  'SUM(v) FILTER (WHERE f)',
  'COUNT(DISTINCT v)',
  'COUNT(DISTINCT v) FILTER (WHERE f)',
  'COUNT(DISTINCT v) FILTER (WHERE v > 5)',
  'SUM(DISTINCT v) FILTER (WHERE NOT f)',
  'MAX(v) FILTER (WHERE f)',
  'COUNT(DISTINCT w)',
];
const ALL_FILTERED = ['COUNT(DISTINCT v) FILTER (WHERE f)', 'COUNT(DISTINCT v) FILTER (WHERE v > 5)'];

function two(
  aggregates: readonly string[],
  changelog: boolean,
  more: Partial<AggregateRequest> = {},
  groupBy = 'k',
): AggregateRequest {
  const items = [...(groupBy === '' ? [] : [groupBy]), ...aggregates.map((text, index) => `${text} AS a${index}`)];
  return {
    columns: TWO,
    changelog,
    query: `SELECT ${items.join(', ')} FROM t${groupBy === '' ? '' : ` GROUP BY ${groupBy}`}`,
    rows: changelog ? TAKEN_BACK : ROWS,
    ...more,
  };
}

const TTL = { 'table.exec.state.ttl': '10 s' };
const TIMED: readonly AggregateStep[] = [
  1000,
  [INSERT, '1', '5', true, null],
  5000,
  [INSERT, '1', '0', true, null],
  14_999,
  [INSERT, '1', '0', true, null],
  24_999,
  [INSERT, '1', '7', true, null],
  34_998,
  [DELETE, '1', '7', true, null],
  [INSERT, '1', '7', true, null],
  44_998,
  [DELETE, '1', '7', true, null],
  [INSERT, '1', '8', true, null],
  [INSERT, '1', '8', true, null],
];

export const AGGREGATE_GROUPS: Readonly<Record<string, readonly AggregateRequest[]>> = {
  'insert-only': COLUMNS.map(([sqlType, aggregates, values]) => column(sqlType, aggregates, values, false)),
  retracting: COLUMNS.map(([sqlType, aggregates, values]) => column(sqlType, aggregates, values, true)),
  sum0: COLUMNS.filter(([, aggregates]) => aggregates === NUMERIC).flatMap(([sqlType, , values]) =>
    [false, true].map((changelog) => ({ ...column(sqlType, ['SUM(v)', 'COUNT(*)'], values, changelog), sum0: true })),
  ),
  distinct: [false, true].flatMap((changelog) => [
    two(FILTERS, changelog),
    two(FILTERS, changelog, { updateBefore: false }),
    two(ALL_FILTERED, changelog),
  ]),
  keys: [false, true].flatMap((changelog) => [
    two(['COUNT(*)', 'SUM(v)'], changelog, {}, ''),
    two(['SUM(v)'], changelog, {}, 'w'),
    two(['SUM(v)', 'MAX(w)'], changelog, { updateBefore: false }, 'k, f'),
    two([], changelog),
  ]),
  'state-ttl': [
    two(['COUNT(*)', 'SUM(v)'], false, {
      config: TTL,
      rows: TIMED.filter((step) => typeof step === 'number' || step[0] === INSERT),
    }),
    two(['COUNT(*)', 'SUM(v)'], true, { config: TTL, rows: TIMED }),
    two(['SUM(v)'], true, { config: TTL, rows: TIMED, updateBefore: false }),
  ],
};
