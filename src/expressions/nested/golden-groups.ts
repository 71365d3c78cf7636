/** What stock Flink was asked about ROW, ARRAY and MAP constructors; the answers are in golden/. */
import { canonicalFromText } from '../../testing/golden-rows.js';
import { type GoldenGroup } from '../../testing/golden-expressions.js';

const STRING = 'VARCHAR(2147483647)';
const [POSITIVE_ZERO, NOT_A_NUMBER] = ['00000000', '7fc00000'];

export const NESTED_GOLDEN_GROUPS: Readonly<Record<string, GoldenGroup>> = {
  constructors: {
    columns: [
      ['a', 'INT'],
      ['b', 'BIGINT'],
      ['s', STRING],
      ['ts', 'TIMESTAMP(3)'],
      ['t9', 'TIMESTAMP(9)'],
      ['d', 'DECIMAL(20, 4)'],
      ['f', 'FLOAT'],
      ['o', 'BOOLEAN'],
      ['r', `ROW<\`x\` INT, \`y\` ${STRING}>`],
      ['l', 'ARRAY<INT>'],
    ],
    rows: [
      ['1', '10', canonicalFromText('12'), '5:0', '5:1', '1.5000', POSITIVE_ZERO, true, ['3', null], ['1', null]],
      // A source that parsed nine digits: a timestamp that is written into a row loses what its type has no room for.
      ['0', '0', canonicalFromText(''), '-1:999999', '-1:999999', '-0.0001', NOT_A_NUMBER, false, null, []],
      ['-2147483648', '-1', canonicalFromText('größe größe größe'), null, null, null, null, null, [null, null], null],
      [null, null, null, null, null, null, null, null, null, null],
    ],
    expressions: [
      'ROW(a, s)',
      'ROW(a, b, f, o)',
      'ROW(a + 1, UPPER(s), ROW(b, d))',
      'ROW(CAST(NULL AS INT), a)',
      'ROW(ts, t9)',
      'ROW(r, l, 1)',
      'ROW(r.x, r.y)',
      "CAST(ROW(a, 'x') AS ROW<p INT, q STRING>)",
      'ARRAY[a, 7]',
      'ARRAY[a + 1, CAST(NULL AS INT)]',
      "ARRAY[s, 'x', UPPER(s)]",
      'ARRAY[a, b]',
      'ARRAY[ts, ts]',
      'ARRAY[t9]',
      'ARRAY[f]',
      'ARRAY[d, d + 1]',
      'ARRAY[ROW(a, s), ROW(2, UPPER(s))]',
      'ARRAY[ARRAY[a], ARRAY[a, 2, 3]]',
      'ARRAY[MAP[a, s], MAP[1, s, 2, s]]',
      'MAP[a, b, 2, 3]',
      "MAP[s, a, 'k', CAST(NULL AS INT)]",
      "MAP['t', ts, s, ts]",
      "MAP['a', ROW(a, ts), 'b', ROW(a + 1, ts)]",
      'ROW(ARRAY[a], MAP[s, ARRAY[b, 1]])',
    ],
  },
  'fields-of-constructed-rows': {
    columns: [
      ['a', 'INT'],
      ['s', STRING],
      ['ts', 'TIMESTAMP(3)'],
    ],
    rows: [
      ['1', canonicalFromText('12'), '5:7'],
      ['0', canonicalFromText('1'), '-1:999999'],
      [null, null, null],
    ],
    expressions: [
      'CAST(ROW(a, s, ts) AS ROW<p INT, q STRING, r TIMESTAMP(3)>).r',
      "COALESCE(CAST(ROW(a, s, ts) AS ROW<p INT, q STRING, r TIMESTAMP(3)>).q, 'x')",
      'ROW(1 / a, s).EXPR$1',
      'ROW(a, UPPER(s)).EXPR$0 + 1',
    ],
  },
  'constructors-that-throw': {
    columns: [
      ['a', 'INT'],
      ['b', 'BIGINT'],
      ['s', STRING],
    ],
    rows: [
      ['1', '0', canonicalFromText('7')],
      ['0', '1', canonicalFromText('7')],
      ['0', '0', canonicalFromText('x')],
      ['1', '1', canonicalFromText('x')],
      [null, '0', null],
    ],
    expressions: [
      'ROW(1 / a, 1 / b, CAST(s AS INT))',
      'ARRAY[CAST(s AS INT), 1 / a]',
      'MAP[1 / a, CAST(s AS INT), a, a]',
      'ARRAY[ROW(a, CAST(s AS INT)), ROW(1 / a, 2)]',
    ],
  },
};
