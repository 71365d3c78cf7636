/** What stock Flink was asked about numbers, casts among them and rounding; the answers are in golden/. */
import { HASHED_TYPES } from './hash-code.js';
import { ALL_TYPES } from '../../testing/all-types.js';
import { canonicalFromValue } from '../../testing/canonical-values.js';
import { combinations } from '../../testing/golden-rows.js';
import { type GoldenGroup } from '../../testing/golden-expressions.js';

/** Null and the edge values of a column of the all-types table. */
function edgesOf(name: string): (string | boolean | null)[] {
  const column = ALL_TYPES.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return [null, ...column.edges.map((edge) => canonicalFromValue(edge, column.type) as string | boolean)];
}

const INTEGERS: Readonly<Record<string, string>> = { ti: 'TINYINT', si: 'SMALLINT', i: 'INT', l: 'BIGINT' };

function integerGroup(name: string): GoldenGroup {
  const type = INTEGERS[name] ?? 'INT';
  const edges = edgesOf(name);
  return {
    columns: [
      ['a', type],
      ['b', type],
    ],
    rows: combinations(edges, edges),
    expressions: [
      'a + b',
      'a - b',
      'a * b',
      'a / b',
      'MOD(a, b)',
      '-a',
      'ABS(a)',
      'a = b',
      'a <> b',
      'a < b',
      'a <= b',
      'a > b',
      'a >= b',
      'GREATEST(a, b)',
      'LEAST(a, b)',
      'ROUND(a, -2)',
      'FLOOR(a)',
    ],
  };
}

const CAST_TARGETS = [
  'TINYINT',
  'SMALLINT',
  'INT',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'BOOLEAN',
  'DECIMAL(5, 2)',
  'DECIMAL(8, 6)',
  'DECIMAL(20, 0)',
  'DECIMAL(38, 18)',
];

function castGroup(name: string): GoldenGroup {
  const column = ALL_TYPES.find((candidate) => candidate.name === name);
  return {
    columns: [['x', column?.sqlType ?? 'INT']],
    rows: edgesOf(name).map((edge) => [edge]),
    expressions: CAST_TARGETS.filter((target) => target !== column?.sqlType).flatMap((target) => [
      `CAST(x AS ${target})`,
      `TRY_CAST(x AS ${target})`,
    ]),
  };
}

function decimalGroup(left: string, leftType: string, right: string, rightType: string): GoldenGroup {
  return {
    columns: [
      ['a', leftType],
      ['b', rightType],
    ],
    rows: combinations(edgesOf(left), edgesOf(right)),
    expressions: [
      'a + b',
      'a - b',
      'a * b',
      'a / b',
      'MOD(a, b)',
      'a = b',
      'a < b',
      'GREATEST(a, b)',
      'SIGN(a)',
      '-a',
      'ABS(a)',
      'CEIL(a)',
      'FLOOR(a)',
      'ROUND(a, 1)',
      'ROUND(a, -1)',
      'TRUNCATE(a, 1)',
      'a * 2',
      '0.908 * a',
      'a / 3',
    ],
  };
}

const HASHED = ALL_TYPES.filter(
  ({ type, fuzzType }) => type.nullable && fuzzType !== null && HASHED_TYPES.includes(fuzzType),
);

export const NUMBER_GOLDEN_GROUPS: Readonly<Record<string, GoldenGroup>> = {
  tinyint: integerGroup('ti'),
  smallint: integerGroup('si'),
  int: integerGroup('i'),
  bigint: integerGroup('l'),
  // Pairs of different widths: the operation happens at the width that the plan says.
  'mixed-widths': {
    columns: [
      ['ti', 'TINYINT'],
      ['i', 'INT'],
      ['l', 'BIGINT'],
      ['f', 'FLOAT'],
      ['d', 'DOUBLE'],
    ],
    rows: [
      ['7', '300', '-9223372036854775808', '3f8ccccd', '3ff199999999999a'],
      ['-128', '2147483647', '9007199254740993', '4b800000', '4340000000000001'],
      ['0', '-1', '16777217', '7fc00000', '7ff8000000000000'],
      ['127', '-2147483648', '9223372036854775807', 'ff800000', 'fff0000000000000'],
      [null, null, null, null, null],
    ],
    expressions: [
      'ti + i',
      'ti * l',
      'MOD(i, ti)',
      'MOD(l, ti)',
      'MOD(ti, l)',
      'i + f',
      'l * f',
      'l + d',
      'f * d',
      'i / d',
      'l = f',
      'l < d',
      'i = f',
      'ti < f',
      'l = i',
      'IF(ti > 0, i, l)',
      'COALESCE(ti, i, l)',
      'CASE WHEN ti > 0 THEN f ELSE d END',
    ],
  },
  // NaN, infinities and both zeros.
  double: {
    columns: [
      ['a', 'DOUBLE'],
      ['b', 'DOUBLE'],
    ],
    rows: combinations(
      edgesOf('d').slice(0, 8).concat(edgesOf('d').slice(-4)),
      edgesOf('d').slice(0, 6).concat(edgesOf('d').slice(-3)),
    ),
    expressions: [
      'a + b',
      'a - b',
      'a * b',
      'a / b',
      '-a',
      'ABS(a)',
      'SIGN(a)',
      'FLOOR(a)',
      'CEIL(a)',
      'a = b',
      'a <> b',
      'a < b',
      'a >= b',
      'GREATEST(a, b)',
      'LEAST(a, b)',
      'a IN (0E0, 1.5E0)',
      'a IS DISTINCT FROM b',
    ],
  },
  float: {
    columns: [
      ['a', 'FLOAT'],
      ['b', 'FLOAT'],
    ],
    rows: combinations(edgesOf('f'), edgesOf('f').slice(0, 6)),
    expressions: ['a + b', 'a * b', 'a / b', '-a', 'ABS(a)', 'SIGN(a)', 'FLOOR(a)', 'a = b', 'a < b', 'GREATEST(a, b)'],
  },
  'decimal-compact': decimalGroup('e5', 'DECIMAL(5, 2)', 'e18', 'DECIMAL(18, 4)'),
  'decimal-wide': decimalGroup('e382', 'DECIMAL(38, 2)', 'e38', 'DECIMAL(38, 18)'),
  'decimal-integer': decimalGroup('l', 'BIGINT', 'e20', 'DECIMAL(20, 0)'),
  // Overflow is NULL, in arithmetic and in casts.
  'decimal-overflow': {
    columns: [
      ['x', 'DECIMAL(5, 3)'],
      ['v', 'DECIMAL(38, 2)'],
      ['p', 'DECIMAL(38, 38)'],
    ],
    rows: [
      ['99.996', '999999999999999999999999999999999999.99', '0.99999999999999999999999999999999999999'],
      ['12.345', '-999999999999999999999999999999999999.99', '-0.00000000000000000000000000000000000001'],
      ['-12.345', '0.01', '0.00000000000000000000000000000000000000'],
      [null, null, null],
    ],
    expressions: [
      'CAST(x AS DECIMAL(4, 2))',
      'CAST(x AS DECIMAL(4, 1))',
      'v + v',
      'v * 2',
      'v - 1',
      'v * v',
      'v / p',
      'MOD(v, p)',
      'MOD(p, v)',
      'SIGN(p)',
      'ROUND(v, -1)',
      'CAST(v AS BIGINT)',
      'CAST(v AS INT)',
      'CAST(p AS DOUBLE)',
      'CAST(v AS FLOAT)',
    ],
  },
  'cast-double': castGroup('d'),
  'cast-float': castGroup('f'),
  'cast-bigint': castGroup('l'),
  'cast-int': castGroup('i'),
  'cast-smallint': castGroup('si'),
  'cast-boolean': castGroup('bo'),
  'cast-decimal': castGroup('e38'),
  'cast-decimal-compact': castGroup('e18'),
  'square-root': {
    columns: [
      ['d', 'DOUBLE'],
      ['f', 'FLOAT'],
      ['i', 'INT'],
      ['l', 'BIGINT'],
      ['e', 'DECIMAL(10, 2)'],
    ],
    rows: edgesOf('d').map((edge, index) => [
      edge,
      ...['f', 'i', 'l'].map((name) => edgesOf(name)[index % edgesOf(name).length] ?? null),
      [null, '0.00', '2.00', '-1.00', '99999999.99'][index % 5]!,
    ]),
    expressions: ['d', 'f', 'i', 'l', 'e'].flatMap((name) => [`SQRT(${name})`, `POWER(${name}, 0.5)`]),
  },
  rounding: {
    columns: [
      ['d', 'DOUBLE'],
      ['f', 'FLOAT'],
    ],
    rows: edgesOf('d').map((edge, index) => [edge, edgesOf('f')[index % edgesOf('f').length] ?? null]),
    expressions: [
      'ROUND(d)',
      'ROUND(d, 2)',
      'ROUND(d, -1)',
      'ROUND(d, 20)',
      'ROUND(f)',
      'ROUND(f, 2)',
      'ROUND(f, -1)',
      'TRUNCATE(d)',
      'TRUNCATE(d, 2)',
      'TRUNCATE(d, -1)',
      'TRUNCATE(f)',
      'TRUNCATE(f, 1)',
    ],
  },
  'hash-codes': {
    columns: HASHED.map(({ name, sqlType }) => [name, sqlType]),
    rows: Array.from({ length: Math.max(...HASHED.map(({ edges }) => edges.length)) + 1 }, (_row, at) =>
      HASHED.map(({ name }) => edgesOf(name)[at % edgesOf(name).length] ?? null),
    ),
    expressions: HASHED.map(({ name }) => `HASH_CODE(${name})`),
  },
};
