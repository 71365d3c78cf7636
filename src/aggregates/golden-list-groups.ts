/** As golden-groups.ts, for the aggregates that keep values: first and last ones, lists, multisets and JSON. */
import { RESTORE, type AggregateRequest, type AggregateStep } from '../testing/aggregate-oracle.js';
import { canonicalFromText as text } from '../testing/golden-rows.js';
import { type CanonicalValue } from '../testing/canonical-values.js';
import { column, double, float } from './golden-groups.js';

const VALUES: readonly (readonly [string, readonly CanonicalValue[]])[] = [
  ['TINYINT', ['127', '1', null, '-128', '-128', '127', '3']],
  ['SMALLINT', ['32767', '1', null, '-32768', '-32768', '7', '1']],
  ['INT', ['2147483647', '1', null, '-2147483648', '1', '2', '-3']],
  ['BIGINT', ['9223372036854775807', '1', null, '-9223372036854775808', '1', '2', '-3']],
  ['FLOAT', [float(NaN), float(0), null, float(-0), float(0.2), float(NaN), float(0), float(0.2)]],
  ['DOUBLE', [double(-0), double(0), null, double(NaN), double(0.2), double(NaN), double(-0)]],
  ['DECIMAL(10, 2)', ['1.00', '1.01', null, '1.00', '-99999999.99', '0.01', '1.01']],
  ['DECIMAL(38, 4)', ['9999999999999999999999999999999999.9999', '0.0001', null, '1.0000', '0.0001', '-5.0000']],
  ['BOOLEAN', [true, false, null, false, true]],
  ['STRING', ['b', 'a', 'aa', '', 'é', 'a', '😀', 'a longer text than a block of state', 'b'].map(text)],
  ['CHAR(3)', ['abc', 'abd', 'aaa', 'abc'].map(text)],
  ['DATE', ['0', '-1', null, '20000', '0']],
  ['TIME', ['0', '86399999', null, '5000', '0']],
  ['TIMESTAMP(3)', ['0:0', '-1:0', null, '5:0', '0:0']],
  ['TIMESTAMP(9)', ['0:1', '0:0', null, '-1:999999', '0:999999', '0:1']],
  ['TIMESTAMP_LTZ(6)', ['0:1000', '0:0', null, '-1:999000', '0:0']],
];

const BYTES: readonly CanonicalValue[] = [text('b'), text('a'), null, text('b'), text('')];

function both(aggregates: readonly string[], types: (sqlType: string) => boolean = () => true): AggregateRequest[] {
  return [false, true].flatMap((changelog) =>
    VALUES.filter(([sqlType]) => types(sqlType)).map(([sqlType, values]) =>
      column(sqlType, aggregates, values, changelog),
    ),
  );
}

const isText = (sqlType: string): boolean => ['STRING', 'CHAR(3)'].includes(sqlType);

const isJson = (sqlType: string): boolean => sqlType !== 'DATE' && sqlType !== 'TIME';

const COLUMNS: AggregateRequest['columns'] = [
  ['k', 'INT'],
  ['v', 'BIGINT'],
  ['s', 'STRING'],
  ['f', 'BOOLEAN'],
];

const ROWS: readonly AggregateStep[] = [
  [0, '1', '5', text('a'), true],
  [0, '1', null, text('b'), false],
  [0, '1', '5', null, true],
  [0, '1', null, null, null],
  [0, '2', null, null, true],
  [0, '1', '6', text('a'), true],
  [0, '1', null, text(''), true],
  [0, '2', '6', text('b'), false],
];

const TAKEN_BACK: readonly AggregateStep[] = [
  ...ROWS,
  [1, '1', null, text('b'), false],
  [2, '1', '5', text('b'), true],
  [3, '1', '77', text('never came'), true],
  [0, '1', '77', text('never came'), true],
  [3, '1', '5', text('a'), true],
  [3, '1', '5', null, true],
  [3, '1', '5', text('b'), true],
  [3, '2', null, null, true],
  [3, '2', '6', text('b'), false],
  [0, '2', null, text('c'), false],
];

function rowsOf(aggregates: readonly string[], changelog: boolean, updateBefore = true): AggregateRequest {
  return {
    columns: COLUMNS,
    changelog,
    updateBefore,
    query: `SELECT k, ${aggregates.map((aggregate, index) => `${aggregate} AS a${index}`).join(', ')} FROM t GROUP BY k`,
    rows: changelog ? TAKEN_BACK : ROWS,
  };
}

function withFilters(aggregates: readonly string[]): AggregateRequest[] {
  const filtered = aggregates.flatMap((call) => [`${call} FILTER (WHERE f)`, `${call} FILTER (WHERE v > 5)`]);
  return [false, true].flatMap((changelog) => [
    rowsOf([...aggregates, ...filtered], changelog),
    rowsOf(filtered, changelog, false),
  ]);
}

/** Of each value of the column: come, changed to the next one, gone, twice gone, come again. */
function single([sqlType, values]: readonly [string, readonly CanonicalValue[]], changelog: boolean): AggregateRequest {
  const rows = values.flatMap((value, index): AggregateStep[] => {
    const key = text(`${index}`);
    const next = values[(index + 1) % values.length] ?? null;
    if (!changelog) return [[0, key, value]];
    return [
      [0, key, value],
      [1, key, value],
      [2, key, next],
      [3, key, next],
      [3, key, next],
      [0, key, next],
    ];
  });
  return { ...column(sqlType, ['SINGLE_VALUE(v)'], values, changelog), rows };
}

const TWICE: readonly AggregateStep[] = [
  [0, '1', '5', null, null],
  [0, '1', '6', null, true],
];

/** So many values that tables grow, and then all but a few of them gone. */
function many(
  sqlType: string,
  count: number,
  valueOf: (index: number) => CanonicalValue,
  changelog: boolean,
): AggregateRequest {
  const values = Array.from({ length: count }, (_, index) => valueOf(index));
  const request = column(sqlType, ['COLLECT(v)'], values, false);
  if (!changelog) return request;
  const back = values.slice(0, -3).map((value): AggregateStep => [3, text('x'), value]);
  const more = values.slice(10, 30).map((value): AggregateStep => [0, text('x'), value]);
  return { ...request, changelog, rows: [...request.rows, ...back, ...more] };
}

/** Values that share buckets of a table of 64, of which most go, with a checkpoint to go on from. */
function crowded(sqlType: string, valueOf: (index: number) => CanonicalValue): AggregateRequest {
  const values = Array.from({ length: CROWD }, (_, index) => valueOf(index));
  const request = column(sqlType, ['COLLECT(v)'], values, false);
  const rowOf = (kind: number, value: CanonicalValue): AggregateStep => [kind, text('x'), value];
  const some = values.filter((_, index) => index % 3 === 0);
  return {
    ...request,
    changelog: true,
    rows: [
      ...request.rows,
      ...some.map((value) => rowOf(3, value)),
      ...some.slice(0, 5).map((value) => rowOf(0, value)),
      RESTORE,
      ...some.map((value) => rowOf(0, value)),
    ],
  };
}

const CROWD = 28;
const ARRAY_CALLS = ['JSON_ARRAYAGG(v)', 'JSON_ARRAYAGG(v NULL ON NULL)'];

/** Keys in an order that is not theirs, some of them only unlike as Java strings. */
const KEYS = ['b', 'a', '', 'é', '￿', '😀', 'a "quoted" \\ key', 'line\nend\u0001\u007f', '10', '9'].map(text);

function objects(changelog: boolean): AggregateRequest {
  const rows = KEYS.map((key, index): AggregateStep => [0, '1', index % 3 === 0 ? null : String(index), key, true]);
  const back: readonly AggregateStep[] = [
    [3, '1', null, text('a'), true],
    [1, '1', '5', text('never came'), true],
    [2, '1', '77', text('a'), true],
    [3, '1', null, text('b'), true],
    [3, '1', null, text(''), true],
    [0, '1', null, text(''), true],
  ];
  return {
    ...rowsOf(['JSON_OBJECTAGG(KEY s VALUE v)', 'JSON_OBJECTAGG(KEY s VALUE v ABSENT ON NULL)', 'COUNT(*)'], changelog),
    rows: changelog ? [...rows, ...back] : rows,
  };
}

const failing = (rows: readonly AggregateStep[], changelog: boolean): AggregateRequest => ({
  ...rowsOf(['JSON_OBJECTAGG(KEY s VALUE v ABSENT ON NULL)'], changelog),
  rows,
});

export const LIST_GROUPS: Readonly<Record<string, readonly AggregateRequest[]>> = {
  'json-agg': [
    ...both([...ARRAY_CALLS, 'COUNT(*)'], isJson),
    ...[false, true].map((changelog) => rowsOf(['JSON_ARRAYAGG(s)', 'JSON_ARRAYAGG(v)'], changelog)),
    ...[false, true].map(objects),
    failing(
      [
        [0, '1', '5', text('a'), true],
        [0, '2', '5', text('a'), true],
        [0, '1', '6', text('a'), true],
      ],
      false,
    ),
    failing([[0, '1', '5', null, true]], false),
    failing(
      [
        [0, '1', '5', text('a'), true],
        [3, '1', '5', null, true],
      ],
      true,
    ),
  ],
  collect: [
    ...both(['COLLECT(v)', 'COLLECT(DISTINCT v)', 'COUNT(*)']),
    ...both(['COLLECT(v)']),
    ...withFilters(['COLLECT(s)', 'COLLECT(f)', 'COLLECT(DISTINCT s)']),
    ...[false, true].flatMap((changelog) => [
      many('STRING', 50, (index) => text(`value ${index}`), changelog),
      many('TINYINT', 50, (index) => String(((index * 37) % 256) - 128), changelog),
      // Beyond 127 an unchanged count is a change.
      many('TINYINT', 131, (index) => (index % 13 === 12 ? null : String(index > 120 ? 7 : 5)), changelog),
      many('BOOLEAN', 280, (index) => (index % 13 === 12 ? null : index % 13 === 5), changelog),
    ]),
    crowded('BIGINT', (index) => String(index % 2 === 0 ? index * 64 : -64 * index - 65)),
    crowded('DOUBLE', (index) => double(index)),
    crowded('DECIMAL(38, 4)', (index) => `${index}000000000000000000.0000`),
    crowded('TIMESTAMP(9)', (index) => `${index * 1024}:${index % 2}`),
  ],
  'single-value': [
    ...[false, true].flatMap((changelog) => VALUES.map((values) => single(values, changelog))),
    { ...rowsOf(['SINGLE_VALUE(v)'], false), rows: TWICE },
  ],
  'first-last-value': [
    ...both(['FIRST_VALUE(v)', 'LAST_VALUE(v)', 'FIRST_VALUE(DISTINCT v)', 'LAST_VALUE(DISTINCT v)']),
    ...[false, true].map((changelog) => column('BYTES', ['FIRST_VALUE(v)', 'LAST_VALUE(v)'], BYTES, changelog)),
    ...withFilters(['FIRST_VALUE(v)', 'LAST_VALUE(v)', 'FIRST_VALUE(DISTINCT s)', 'LAST_VALUE(DISTINCT s)']),
  ],
  listagg: [
    ...both(['LISTAGG(v)', "LISTAGG(v, ' | ')", 'LISTAGG(DISTINCT v)', "LISTAGG(DISTINCT v, '–')"], isText),
    ...withFilters([
      'LISTAGG(s)',
      "LISTAGG(s, '; ')",
      'LISTAGG(DISTINCT s)',
      "LISTAGG(DISTINCT s, '+')",
      'COUNT(DISTINCT s)',
    ]),
  ],
  'array-agg': [
    ...both(['ARRAY_AGG(v)', 'ARRAY_AGG(v) IGNORE NULLS', 'ARRAY_AGG(DISTINCT v)', 'COUNT(*)']),
    ...both(['ARRAY_AGG(v)']),
    ...[false, true].map((changelog) =>
      column('BYTES', ['ARRAY_AGG(v)', 'ARRAY_AGG(v) IGNORE NULLS'], BYTES, changelog),
    ),
    ...withFilters([
      'ARRAY_AGG(v)',
      'ARRAY_AGG(s)',
      'ARRAY_AGG(DISTINCT v)',
      'ARRAY_AGG(DISTINCT s)',
      'COUNT(DISTINCT v)',
    ]),
  ],
};
