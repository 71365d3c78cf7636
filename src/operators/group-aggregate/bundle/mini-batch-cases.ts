/** Aggregates in mini-batches, with sequences of steps; the test holds them against what stock Flink answered. */
import fc from 'fast-check';
import { parseRowType } from '../../../columnar/type-parser.js';
import { type LogicalType, type TypeOf } from '../../../columnar/types.js';
import { arbitraryValue } from '../../../testing/arbitrary-rows.js';
import { type ChainRequest } from '../../../testing/chain-oracle.js';
import { type Value } from '../../../testing/column-values.js';
import { type OperatorStep } from '../../../testing/operator-oracle.js';
import { canonicalRow } from '../../../testing/row-oracle.js';

const COLUMNS = [
  '`k` BIGINT',
  '`s` STRING',
  '`b` BOOLEAN',
  '`i` INT',
  '`l` BIGINT',
  '`f` FLOAT',
  '`d` DOUBLE',
  '`n` DECIMAL(38, 4)',
  '`m` DECIMAL(10, 2)',
  '`t` TIMESTAMP(6)',
].join(', ');

const tableOf = (changelog: string): string =>
  `CREATE TABLE t (${COLUMNS}) WITH ('connector' = 'oracle', 'changelog' = '${changelog}')`;

const TWO_PHASES = ['StreamExecLocalGroupAggregate', 'StreamExecGlobalGroupAggregate'];
const SPLIT = [
  'StreamExecLocalGroupAggregate',
  'StreamExecIncrementalGroupAggregate',
  'StreamExecGlobalGroupAggregate',
];
const ONE_PHASE = ['StreamExecGroupAggregate'];

export interface MiniBatchVariant {
  readonly query: string;
  readonly nodes: readonly string[];
  readonly changelog?: 'insert' | 'all';
  readonly size?: number;
  readonly config?: Readonly<Record<string, string>>;
  /** Different keys that come; many make Flink's maps grow. */
  readonly keys?: number;
  readonly steps?: number;
  /** How many marks there are among rows, 1 for few. */
  readonly marks?: number;
}

const NUMBERS = 'COUNT(*), COUNT(i), SUM(i), SUM(l), AVG(i), MIN(l), MAX(i)';
const MORE = 'SUM(f), SUM(d), AVG(f), AVG(d), SUM(n), AVG(n), SUM(m)';
const ORDERED = 'MIN(s), MAX(s), MIN(d), MAX(f), MIN(t), MAX(n), MIN(b)';
const DISTINCT =
  'COUNT(DISTINCT l), COUNT(DISTINCT l) FILTER (WHERE b), SUM(DISTINCT i) FILTER (WHERE b), COUNT(DISTINCT i), COUNT(*)';
const TYPES =
  'COUNT(DISTINCT s), COUNT(DISTINCT b), COUNT(DISTINCT f), COUNT(DISTINCT d), COUNT(DISTINCT n), COUNT(DISTINCT m), COUNT(DISTINCT t)';
const SUMS = 'COUNT(*), COUNT(i), SUM(i), SUM(l), AVG(i)';
const EXTREMES = `${ORDERED}, MIN(l), MAX(i), MAX(s) FILTER (WHERE b), MIN(m), MAX(d), MIN(f), MIN(DISTINCT l), COUNT(*)`;
const JOINED = "LISTAGG(s), LISTAGG(s, ' | '), LISTAGG(s) FILTER (WHERE b)";
const LISTS = `${JOINED}, ARRAY_AGG(l), ARRAY_AGG(s) FILTER (WHERE b), ARRAY_AGG(d), ARRAY_AGG(t)`;
const COLLECTED = 'COLLECT(s), COLLECT(b), COLLECT(s) FILTER (WHERE b)';
const SUMS_IN_ORDER =
  'SUM(DISTINCT d), AVG(DISTINCT d), COUNT(DISTINCT d), SUM(DISTINCT f), AVG(DISTINCT f) FILTER (WHERE b), SUM(DISTINCT n)';
const LISTS_IN_ORDER =
  "LISTAGG(DISTINCT s), LISTAGG(DISTINCT s, ' | ') FILTER (WHERE b), ARRAY_AGG(DISTINCT l), ARRAY_AGG(DISTINCT s), ARRAY_AGG(DISTINCT t)";
const MANY_IN_ORDER =
  'SUM(DISTINCT z), AVG(DISTINCT z), ARRAY_AGG(DISTINCT z) FILTER (WHERE b), LISTAGG(DISTINCT y), COUNT(DISTINCT y)';
const MANY = 'SELECT s, b, CAST(k AS DOUBLE) AS z, CAST(k AS STRING) AS y FROM t';
const many = { keys: 60, size: 50, steps: 250 } as const;
const all = { changelog: 'all' } as const;
const ttl = { config: { 'table.exec.state.ttl': '100 ms' } };
const splitFew = { config: { 'table.optimizer.distinct-agg.split.bucket-num': '2' } };
const expiring = { ...ttl, marks: 6, steps: 200 };

export const MINI_BATCH_VARIANTS: Readonly<Record<string, MiniBatchVariant>> = {
  'two phases': { query: `SELECT s, ${NUMBERS} FROM t GROUP BY s`, nodes: TWO_PHASES },
  'two phases, rounding and overflow': { query: `SELECT k, ${MORE} FROM t GROUP BY k`, nodes: TWO_PHASES },
  'two phases, order': { query: `SELECT k, ${ORDERED} FROM t GROUP BY k`, nodes: TWO_PHASES },
  'two phases, many keys': {
    query: `SELECT k, ${NUMBERS} FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    keys: 150,
    size: 90,
    steps: 400,
  },
  'two phases, wide key': {
    query: `SELECT i, n, s, t, COUNT(*), SUM(l) FROM t GROUP BY i, n, s, t`,
    nodes: TWO_PHASES,
  },
  'two phases, no key': { query: `SELECT ${NUMBERS} FROM t`, nodes: TWO_PHASES },
  'two phases, TTL': { query: `SELECT s, ${NUMBERS} FROM t GROUP BY s`, nodes: TWO_PHASES, ...ttl },
  'two phases, distinct': { query: `SELECT k, ${DISTINCT} FROM t GROUP BY k`, nodes: TWO_PHASES },
  'two phases, distinct types': { query: `SELECT k, ${TYPES} FROM t GROUP BY k`, nodes: TWO_PHASES },
  'two phases, distinct rows': { query: `SELECT DISTINCT s, b FROM t`, nodes: TWO_PHASES },
  'two phases, retracting': { query: `SELECT s, ${SUMS} FROM t GROUP BY s`, nodes: TWO_PHASES, ...all },
  'two phases, retracting, rounding': { query: `SELECT k, ${MORE} FROM t GROUP BY k`, nodes: TWO_PHASES, ...all },
  'two phases, retracting, inserted count': { query: `SELECT s, SUM(l) FROM t GROUP BY s`, nodes: TWO_PHASES, ...all },
  'two phases, retracting, distinct': { query: `SELECT k, ${DISTINCT} FROM t GROUP BY k`, nodes: TWO_PHASES, ...all },
  'two phases, retracting, no key': { query: `SELECT ${SUMS} FROM t`, nodes: TWO_PHASES, ...all },
  split: { query: `SELECT s, ${DISTINCT}, MAX(l) FROM t GROUP BY s`, nodes: SPLIT },
  'split, one distinct': { query: `SELECT k, COUNT(DISTINCT i) FROM t GROUP BY k`, nodes: SPLIT },
  'split, many keys': {
    query: `SELECT k, COUNT(DISTINCT i), SUM(l) FROM t GROUP BY k`,
    nodes: SPLIT,
    keys: 100,
    size: 120,
    steps: 400,
  },
  'split, no key': { query: `SELECT ${DISTINCT} FROM t`, nodes: SPLIT },
  'split, retracting': { query: `SELECT k, COUNT(DISTINCT i), SUM(l), AVG(i) FROM t GROUP BY k`, nodes: SPLIT, ...all },
  'one phase': { query: `SELECT s, ${NUMBERS}, ${DISTINCT} FROM t GROUP BY s`, nodes: ONE_PHASE },
  'one phase, TTL': { query: `SELECT s, ${NUMBERS} FROM t GROUP BY s`, nodes: ONE_PHASE, ...ttl },
  'one phase, retracting': {
    query: `SELECT s, ${NUMBERS}, ${DISTINCT} FROM t GROUP BY s`,
    nodes: ONE_PHASE,
    ...all,
  },
  'one phase, retracting, many keys': {
    query: `SELECT k, ${SUMS} FROM t GROUP BY k`,
    nodes: ONE_PHASE,
    ...all,
    keys: 40,
    size: 60,
    steps: 400,
  },
  'one phase, retracting, no key': { query: `SELECT ${SUMS} FROM t`, nodes: ONE_PHASE, ...all },
  'two phases, distinct, TTL': { query: `SELECT k, ${DISTINCT} FROM t GROUP BY k`, nodes: TWO_PHASES, ...expiring },
  'two phases, retracting, distinct, TTL': {
    query: `SELECT k, ${DISTINCT}, SUM(l) FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    ...all,
    ...expiring,
  },
  'split, TTL': { query: `SELECT s, ${DISTINCT}, MAX(l) FROM t GROUP BY s`, nodes: SPLIT, ...expiring },
  'split, retracting, TTL': {
    query: `SELECT k, COUNT(DISTINCT i), SUM(l), AVG(i) FROM t GROUP BY k`,
    nodes: SPLIT,
    ...all,
    ...expiring,
  },
  'one phase, distinct, TTL': {
    query: `SELECT s, ${NUMBERS}, ${DISTINCT} FROM t GROUP BY s`,
    nodes: ONE_PHASE,
    ...expiring,
  },
  'one phase, retracting, TTL': {
    query: `SELECT k, ${NUMBERS}, ${DISTINCT}, LISTAGG(s), MIN(s), ARRAY_AGG(DISTINCT l) FROM t GROUP BY k`,
    nodes: ONE_PHASE,
    ...all,
    ...expiring,
  },
  'two phases, lists': { query: `SELECT k, ARRAY_AGG(n), ${LISTS} FROM t GROUP BY k`, nodes: TWO_PHASES, steps: 50 },
  'two phases, collect': { query: `SELECT k, ${COLLECTED} FROM t GROUP BY k`, nodes: TWO_PHASES },
  'two phases, retracting, extremes': { query: `SELECT k, ${EXTREMES} FROM t GROUP BY k`, nodes: TWO_PHASES, ...all },
  'two phases, retracting, lists': {
    query: `SELECT k, ${LISTS} FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    ...all,
    steps: 80,
  },
  'two phases, retracting, collect': { query: `SELECT k, ${COLLECTED} FROM t GROUP BY k`, nodes: TWO_PHASES, ...all },
  'two phases, retracting, collect of many': {
    query: `SELECT s, COLLECT(z), COLLECT(z) FILTER (WHERE b) FROM (SELECT s, b, CAST(k AS STRING) AS z FROM t) GROUP BY s`,
    nodes: TWO_PHASES,
    ...all,
    size: 50,
    keys: 60,
    steps: 150,
  },
  'two phases, retracting, extremes, no key': { query: `SELECT ${EXTREMES} FROM t`, nodes: TWO_PHASES, ...all },
  'two phases, retracting, extremes, TTL': {
    query: `SELECT k, ${EXTREMES} FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    ...all,
    ...expiring,
  },
  'two phases, retracting, lists, TTL': {
    query: `SELECT k, ${LISTS} FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    ...all,
    ...expiring,
    steps: 80,
  },
  'split, retracting, others': {
    query: `SELECT k, COUNT(DISTINCT i), ${ORDERED}, LISTAGG(s) FROM t GROUP BY k`,
    nodes: SPLIT,
    ...all,
    steps: 80,
  },
  'split, retracting, others, TTL': {
    query: `SELECT k, COUNT(DISTINCT i), ${ORDERED}, LISTAGG(s) FROM t GROUP BY k`,
    nodes: SPLIT,
    ...all,
    ...expiring,
    steps: 80,
  },
  'two phases, distinct in order': {
    query: `SELECT k, ${SUMS_IN_ORDER}, ${LISTS_IN_ORDER} FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    size: 30,
  },
  'two phases, distinct in order, many keys': {
    query: `SELECT s, ${MANY_IN_ORDER} FROM (${MANY}) GROUP BY s`,
    nodes: TWO_PHASES,
    ...many,
  },
  'two phases, distinct in order, collect': {
    query: `SELECT s, COLLECT(DISTINCT y) FROM (${MANY}) GROUP BY s`,
    nodes: TWO_PHASES,
    ...many,
  },
  'two phases, retracting, distinct in order': {
    query: `SELECT k, ${SUMS_IN_ORDER}, ${LISTS_IN_ORDER} FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    ...all,
    size: 30,
  },
  'two phases, retracting, distinct in order, many keys': {
    query: `SELECT s, ${MANY_IN_ORDER} FROM (${MANY}) GROUP BY s`,
    nodes: TWO_PHASES,
    ...all,
    ...many,
  },
  'two phases, retracting, distinct in order, TTL': {
    query: `SELECT k, ${SUMS_IN_ORDER}, ${LISTS_IN_ORDER} FROM t GROUP BY k`,
    nodes: TWO_PHASES,
    ...all,
    ...expiring,
    size: 30,
  },
  // Three groups and two buckets a key: the maps of bundles grow.
  'split, sums in order, many keys': {
    query: `SELECT k, ${SUMS_IN_ORDER} FROM t GROUP BY k`,
    nodes: SPLIT,
    ...splitFew,
    size: 30,
  },
  'split, distinct in order, many keys': {
    query: `SELECT s, SUM(DISTINCT z), AVG(DISTINCT z) FROM (${MANY}) GROUP BY s`,
    nodes: SPLIT,
    ...splitFew,
    ...many,
  },
  'split, retracting, distinct in order, many keys': {
    query: `SELECT s, SUM(DISTINCT z), AVG(DISTINCT z) FROM (${MANY}) GROUP BY s`,
    nodes: SPLIT,
    ...all,
    ...splitFew,
    ...many,
  },
};

const SIZE = 9;
const STEPS = 150;
const KEYS = 5;

/** Without steps: the plan alone. */
export function miniBatchRequest({
  query,
  nodes,
  changelog = 'insert',
  size = SIZE,
  config,
}: MiniBatchVariant): ChainRequest {
  return {
    table: tableOf(changelog),
    query,
    nodes,
    config: {
      'table.exec.mini-batch.enabled': 'true',
      'table.exec.mini-batch.allow-latency': '1 s',
      'table.exec.mini-batch.size': String(size),
      'table.optimizer.agg-phase-strategy': nodes === ONE_PHASE ? 'ONE_PHASE' : 'TWO_PHASE',
      'table.optimizer.distinct-agg.split.enabled': String(nodes === SPLIT),
      ...config,
    },
    steps: [],
  };
}

/** Rows of few keys and values, so that they repeat, with marks among them. */
export function arbitraryMiniBatchSteps(variant: MiniBatchVariant, inputType: string): fc.Arbitrary<OperatorStep[]> {
  const type = parseRowType(inputType);
  const { keys = KEYS, steps = STEPS, changelog, marks = 1 } = variant;
  const kind = changelog === 'all' ? fc.constantFrom(0, 0, 1, 2, 2, 3) : fc.constant(0);
  const pools = fc.tuple(
    ...type.fields.map((field) => pool(field.type, ['k', 'y', 'z'].includes(field.name) ? keys : KEYS)),
  );
  return pools
    .chain((columns) => {
      const cells = fc.tuple(...columns.map((column) => fc.constantFrom(...column)));
      const row = fc.tuple(kind, cells).map(([first, values]) => rowStep(first, values, type));
      const mark = fc.constantFrom('watermark', 'time', 'barrier');
      const step = fc.oneof({ weight: 30, arbitrary: row }, { weight: marks, arbitrary: mark });
      return fc.array(step, { minLength: steps, maxLength: steps });
    })
    .map(withMarks);
}

function pool(type: LogicalType, size: number): fc.Arbitrary<Value[]> {
  if (size > KEYS) {
    const numbers = Array.from({ length: size }, (_, index) => index * 7919 - 300);
    return fc.constant(numbers.map((number) => valueOf(type, number)));
  }
  // A literal of the query.
  if (type.kind === 'CHAR') return fc.constant([textOf(' | ')]);
  return fc.array(arbitraryValue(type), { minLength: 2, maxLength: size });
}

function valueOf(type: LogicalType, number: number): Value {
  if (type.kind === 'BIGINT') return BigInt(number);
  // Of all sizes, so that sums depend on their order.
  return type.kind === 'DOUBLE' ? number / 7 ** (number % 13) : textOf(String(number));
}

function textOf(text: string): Value {
  return new TextEncoder().encode(text);
}

function rowStep(kind: number, values: readonly Value[], type: TypeOf<'ROW'>): OperatorStep {
  return [kind, ...canonicalRow(values, type)];
}

/** Watermarks and times go up. */
function withMarks(steps: readonly (OperatorStep | string)[]): OperatorStep[] {
  let [watermark, time] = [0, 1000];
  const marked = steps.map((step): OperatorStep => {
    if (typeof step !== 'string') return step;
    if (step === 'watermark') return { watermark: (watermark += 7) };
    return step === 'time' ? { time: (time += 61) } : { barrier: true };
  });
  return [...marked, { barrier: true }, { watermark: 1000 }, { end: true }];
}
