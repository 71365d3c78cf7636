/** Random group aggregates over random rows of the all-types table, for comparison with stock Flink. */
import fc from 'fast-check';
import { ALL_TYPES, type TestColumn } from './all-types.js';
import { type AggregateRequest, type AggregateStep } from './aggregate-oracle.js';
import { canonicalFromValue, type CanonicalValue } from './canonical-values.js';

const FLAT = ALL_TYPES.filter(({ type }) => !['ARRAY', 'MAP', 'ROW', 'VARBINARY'].includes(type.kind));
const NUMBERS = FLAT.filter(({ fuzzType }) =>
  ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'].includes(fuzzType ?? ''),
);
const TEXTS = FLAT.filter(({ type }) => type.kind === 'CHAR' || type.kind === 'VARCHAR');
const JSON_VALUES = FLAT.filter(({ type }) => type.kind !== 'DATE' && type.kind !== 'TIME');
const KEYS = ['', 'i2', 'bo', 's2', 'd2', 'e20, dt2', 't9', 'c4, z6', 'e38'];
const FILTERS = ['', '', '', ' FILTER (WHERE bo2)', ' FILTER (WHERE l2 > 0)'];
const CALLS_MAX = 8;
const ROWS_MAX = 80;
/** Different values of a column in one request: few, so that they come again and are taken back. */
const VALUES_MAX = 3;

function nameOf(columns: readonly TestColumn[]): fc.Arbitrary<string> {
  return fc.constantFrom(...columns.map(({ name }) => name));
}

const arbitraryCall: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.constant('COUNT(*)'),
      fc.tuple(fc.constantFrom('SUM', 'AVG'), fc.constantFrom('', '', 'DISTINCT '), nameOf(NUMBERS)),
      fc.tuple(
        fc.constantFrom('COUNT', 'MIN', 'MAX', 'FIRST_VALUE', 'LAST_VALUE', 'ARRAY_AGG', 'COLLECT'),
        fc.constantFrom('', '', 'DISTINCT '),
        nameOf(FLAT),
      ),
      fc.tuple(fc.constant('LISTAGG'), fc.constantFrom('', '', 'DISTINCT '), nameOf(TEXTS)),
      fc.tuple(fc.constant('JSON_ARRAYAGG'), fc.constant(''), nameOf(JSON_VALUES)),
    ),
    fc.constantFrom(...FILTERS),
  )
  .map(([call, filter]) => {
    if (typeof call === 'string') return call + filter;
    // FILTER behind a JSON aggregate does not parse.
    return `${call[0]}(${call[1]}${call[2]})${call[0] === 'JSON_ARRAYAGG' ? '' : filter}`;
  });

/** Which of the column's few values each row has; from `picks`, which are bigger than any index. */
function valueOf(column: TestColumn, offset: number, pick: number): CanonicalValue {
  const index = pick % (VALUES_MAX + 1);
  const isNullable = !column.sqlType.endsWith('NOT NULL');
  if (index === VALUES_MAX && isNullable) return null;
  const edges = column.edges;
  return canonicalFromValue(edges[(offset + (index % VALUES_MAX)) % edges.length] ?? null, column.type);
}

interface RowPlan {
  readonly picks: readonly number[];
  readonly action: number;
}

function stepsOf(plans: readonly RowPlan[], offsets: readonly number[], changelog: boolean): AggregateStep[] {
  const live: (readonly CanonicalValue[])[] = [];
  return plans.map(({ picks, action }): AggregateStep => {
    if (changelog && live.length > 0 && action < 45) {
      const [taken = []] = live.splice(action % live.length, 1);
      return [action % 2 === 0 ? 1 : 3, ...taken];
    }
    const values = ALL_TYPES.map((column, index) => valueOf(column, offsets[index] ?? 0, picks[index] ?? 0));
    // A row that never came is taken back now and then.
    if (changelog && action > 95) return [3, ...values];
    live.push(values);
    return [changelog && action % 3 === 0 ? 2 : 0, ...values];
  });
}

const natural = fc.nat({ max: 1000 });
const perColumn = fc.array(natural, { minLength: ALL_TYPES.length, maxLength: ALL_TYPES.length });

/** Requests that the oracle answers; some of them Flink cannot plan. */
export const arbitraryAggregate: fc.Arbitrary<AggregateRequest> = fc
  .record({
    key: fc.constantFrom(...KEYS),
    calls: fc.array(arbitraryCall, { minLength: 1, maxLength: CALLS_MAX }),
    changelog: fc.boolean(),
    updateBefore: fc.boolean(),
    offsets: perColumn,
    plans: fc.array(fc.record({ picks: perColumn, action: fc.nat({ max: 99 }) }), {
      minLength: 10,
      maxLength: ROWS_MAX,
      size: 'max',
    }),
  })
  .map(({ key, calls, changelog, updateBefore, offsets, plans }) => ({
    columns: ALL_TYPES.map(({ name, sqlType }) => [name, sqlType] as const),
    changelog,
    updateBefore,
    query: `SELECT ${[...(key === '' ? [] : [key]), ...calls.map((call, index) => `${call} AS a${index}`)].join(', ')} FROM t${key === '' ? '' : ` GROUP BY ${key}`}`,
    rows: stepsOf(plans, offsets, changelog),
  }));
