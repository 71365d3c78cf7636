/** What stock Flink was asked about logic, guards, comparison, SEARCH and element access; the answers are in golden/. */
import { ALL_TYPES } from '../../testing/all-types.js';
import { canonicalFromValue } from '../../testing/canonical-values.js';
import { canonicalFromText, combinations } from '../../testing/golden-rows.js';
import { type GoldenGroup } from '../../testing/golden-expressions.js';

const BOOLEANS = [true, false, null];
const STRING = 'VARCHAR(2147483647)';
const COMPARISONS = [
  'a = b',
  'a <> b',
  'a < b',
  'a <= b',
  'a > b',
  'a >= b',
  'a IS DISTINCT FROM b',
  'a IS NOT DISTINCT FROM b',
];

function edgesOf(name: string): (string | boolean | null)[] {
  const column = ALL_TYPES.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return [null, ...column.edges.map((edge) => canonicalFromValue(edge, column.type) as string | boolean)];
}

function comparisonGroup(name: string, further: readonly string[] = []): GoldenGroup {
  const type = ALL_TYPES.find((candidate) => candidate.name === name)?.sqlType ?? 'INT';
  const edges = edgesOf(name).slice(0, 16);
  return {
    columns: [
      ['a', type],
      ['b', type],
    ],
    rows: combinations(edges, edges),
    expressions: [...COMPARISONS, 'a IS NULL', 'b IS NOT NULL', 'COALESCE(a, b)', 'NULLIF(a, b)', ...further],
  };
}

export const LOGIC_GOLDEN_GROUPS: Readonly<Record<string, GoldenGroup>> = {
  'three-valued': {
    columns: [
      ['a', 'BOOLEAN'],
      ['b', 'BOOLEAN'],
      ['c', 'BOOLEAN'],
    ],
    rows: combinations(BOOLEANS, BOOLEANS, BOOLEANS),
    expressions: [
      'a AND b',
      'a OR b',
      'NOT a',
      'a AND b AND c',
      'a OR b OR c',
      'a AND (b OR c)',
      'NOT (a AND b) OR c',
      'a IS TRUE',
      'a IS NOT TRUE',
      'a IS FALSE',
      'a IS NOT FALSE',
      'a IS UNKNOWN',
      'a IS NOT UNKNOWN',
      'a = b',
      'a < b',
      'CASE WHEN a THEN b ELSE c END',
      'IF(a, b, c)',
      'COALESCE(a, b, c)',
      'a IS DISTINCT FROM b',
    ],
  },
  // AND, OR, CASE and IF guard a division; COALESCE does not.
  guards: {
    columns: [
      ['i', 'INT'],
      ['l', 'BIGINT'],
      ['e', 'DECIMAL(10, 2)'],
    ],
    rows: [
      ['3', '3', '3.00'],
      ['0', '0', '0.00'],
      ['60', '-7', '0.50'],
      [null, null, null],
    ],
    expressions: [
      'i <> 0 AND 60 / i > 10',
      'i = 0 OR 60 / i > 10',
      '60 / i > 10 AND i <> 0',
      'i IS NULL OR 60 / i > 10',
      'CASE WHEN i = 0 THEN -1 ELSE 60 / i END',
      'CASE WHEN 60 / i > 10 THEN 1 WHEN i = 0 THEN 2 ELSE 3 END',
      'IF(i = 0, -1, 60 / i)',
      'IF(60 / i > 10, 1, 2)',
      'COALESCE(i, 60 / l)',
      'NULLIF(60 / i, 20)',
      'GREATEST(i, 60 / i)',
      '60 / l + 60 / i',
      '(60 / l > 1) IS TRUE',
      '60.5 / e',
      'MOD(e, e)',
      'e <> 0 AND 1 / e > 0',
      'CASE WHEN l > 0 THEN 10 / l END',
    ],
  },
  'compare-strings': comparisonGroup('s', [
    "a IN ('a', 'é', '')",
    "a NOT IN ('a', 'ab')",
    "a BETWEEN 'a' AND 'z'",
    "a = 'A b'",
    'GREATEST(a, b)',
    "CASE a WHEN 'a' THEN b ELSE 'x' END",
  ]),
  'compare-booleans': comparisonGroup('bo'),
  'compare-dates': comparisonGroup('dt', [
    "a IN (DATE '1970-01-01', DATE '2026-01-31')",
    "a BETWEEN DATE '1970-01-01' AND DATE '2020-01-01'",
    'GREATEST(a, b)',
  ]),
  'compare-times': comparisonGroup('tm', ["a < TIME '12:34:56'"]),
  'compare-timestamps': comparisonGroup('t9', [
    "a IN (TIMESTAMP '1970-01-01 00:00:00', TIMESTAMP '2026-01-31 12:34:56.789')",
    "a > TIMESTAMP '1970-01-01 00:00:00'",
    'LEAST(a, b)',
  ]),
  'compare-instants': comparisonGroup('z3'),
  'compare-binaries': comparisonGroup('y'),
  'compare-chars': {
    columns: [
      ['a', 'CHAR(4)'],
      ['b', 'VARCHAR(3)'],
    ],
    rows: combinations(
      [null, ...['    ', 'ab  ', 'abcd'].map(canonicalFromText)],
      [null, ...['', 'ab', 'abc'].map(canonicalFromText)],
    ),
    expressions: COMPARISONS,
  },
  search: {
    columns: [
      ['i', 'INT'],
      ['l', 'BIGINT'],
      ['e', 'DECIMAL(10, 2)'],
      ['d', 'DOUBLE'],
    ],
    rows: [
      ...[null, '0', '1', '2', '3', '7', '20', '21', '-5'].map((n) => [
        n,
        n,
        n === null ? null : `${n}.50`,
        '3ff8000000000000',
      ]),
    ],
    expressions: [
      'i IN (1, 2, -5)',
      'i NOT IN (1, 2)',
      'i NOT IN (1, 2) OR i IS NULL',
      'i IN (1, 2) OR i IS NULL',
      'i IN (1, 2) AND i IS NOT NULL',
      'i BETWEEN 3 AND 7 OR i > 20',
      'i < 2 OR i > 7',
      'i <> 3',
      'i IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)',
      'l IN (1, 100000000000)',
      'l NOT BETWEEN 2 AND 7',
      'e IN (1.50, 2.5)',
      'e BETWEEN 0.5 AND 3',
      'd BETWEEN 1E0 AND 2E0',
      'd IN (1.5E0, 2E0)',
      'i IN (1, NULL)',
    ],
  },
  // A chain of comparisons keeps the type of its literals.
  'search-mixed-numbers': {
    columns: [
      ['n', 'TINYINT'],
      ['i', 'INT'],
      ['l', 'BIGINT'],
      ['e', 'DECIMAL(10, 2)'],
      ['w', 'DECIMAL(38, 20)'],
      ['d', 'DOUBLE'],
    ],
    rows: [
      [null, null, null, null, null, null],
      ['1', '1', '1', '1.00', '1.00000000000000000000', '3ff0000000000000'],
      ['-5', '-5', '-5', '-5.00', '-5.00000000000000000000', 'c014000000000000'],
      ['0', '0', '3000000000', '1.50', '0.00000000000000000001', '8000000000000000'],
      ['127', '2147483647', '9223372036854775807', '99999999.99', '0.00000000000000000000', '0000000000000000'],
    ],
    expressions: ['n', 'i', 'l', 'e', 'w', 'd'].flatMap((name) => [
      `${name} = 1 OR ${name} = -5`,
      `${name} <> 1 AND ${name} <> 0`,
      `${name} = 1 OR ${name} = 3000000000`,
      `${name} < 1 OR ${name} = 3000000000`,
    ]),
  },
  'nested-elements': {
    columns: [
      ['a', 'ARRAY<ROW<`x` INT, `y` ARRAY<BIGINT>>>'],
      ['m', `MAP<INT, ROW<\`x\` ${STRING}>>`],
      ['r', 'ROW<`a` ARRAY<ARRAY<INT>>, `m` MAP<INT, MAP<INT, DOUBLE>>>'],
      ['i', 'INT'],
    ],
    rows: [
      [
        [
          ['1', ['10', null]],
          [null, null],
        ],
        [
          ['1', [canonicalFromText('one')]],
          ['2', null],
        ],
        [[['5', '6'], []], [['1', [['2', '3ff8000000000000']]]]],
        '1',
      ],
      [[null], [], [[null], [['1', null]]], '2'],
      [[], null, [null, null], '-1'],
      [null, null, null, null],
    ],
    expressions: [
      't.a[1].x',
      't.a[2].x',
      't.a[i].x',
      't.a[1].y[1]',
      't.a[1].y[2]',
      't.a[i].y[i]',
      'CARDINALITY(t.a[1].y)',
      't.m[1].x',
      't.m[2].x',
      't.m[3].x',
      't.r.a[1][1]',
      't.r.a[2][1]',
      't.r.a[i][2]',
      't.r.m[1][2]',
      't.r.m[1][1]',
      'CARDINALITY(t.r.m[1])',
      't.a[1] IS NULL',
      't.a[1].y IS NOT NULL',
    ],
  },
  elements: {
    columns: [
      ['a', 'ARRAY<INT>'],
      ['m', `MAP<${STRING}, INT>`],
      ['r', `ROW<\`x\` INT, \`y\` ${STRING}, \`z\` ROW<\`q\` BIGINT NOT NULL>>`],
      ['i', 'INT'],
    ],
    rows: [
      [
        ['1', null, '3'],
        [
          [canonicalFromText('k'), '1'],
          [canonicalFromText('é'), null],
        ],
        ['5', canonicalFromText('y'), ['9']],
        '1',
      ],
      [[], [], [null, null, null], '3'],
      [null, null, null, null],
    ],
    expressions: [
      'a[1]',
      'a[3]',
      'a[i]',
      'a[4]',
      "m['k']",
      "m['é']",
      "m['x']",
      'CARDINALITY(a)',
      'CARDINALITY(m)',
      't.r.x',
      't.r.y',
      't.r.z.q',
      't.r.x + 1',
      't.r.z.q IS NULL',
      'a IS NULL',
      'm IS NOT NULL',
      't.r IS NULL',
      't.r.z IS NULL',
      'a[1] + i',
    ],
  },
};
