/** Variants of StreamExecDeduplicate, with sequences of steps; deduplicate.test.ts holds them against what stock Flink answered. */
import fc from 'fast-check';
import { parseRowType } from '../../columnar/type-parser.js';
import { type OperatorRequest, type OperatorStep } from '../../testing/operator-oracle.js';
import { canonicalRow } from '../../testing/row-oracle.js';
import { arbitraryValue } from '../../testing/arbitrary-rows.js';
import { type Value } from '../../testing/column-values.js';

const COLUMNS = '`k` BIGINT, `s` VARCHAR(40), `d` DOUBLE, `n` DECIMAL(30, 2), `t` TIMESTAMP(6), `l` ARRAY<INT>';
const columnsType = parseRowType(`ROW<${COLUMNS}>`);
const SEQUENCES = 2;
const STEPS = 60;

const ROWTIME_TABLE = `CREATE TABLE t (${COLUMNS}, \`ts\` TIMESTAMP(3), WATERMARK FOR \`ts\` AS \`ts\`) WITH ('connector' = 'oracle')`;
const PROCTIME_TABLE = `CREATE TABLE t (${COLUMNS}, \`ts\` AS PROCTIME()) WITH ('connector' = 'oracle')`;

const ttl = { 'table.exec.state.ttl': '100 ms' };
const silentInsert = { 'table.exec.deduplicate.insert-update-after-sensitive-enabled': 'false' };
const miniBatch = {
  'table.exec.mini-batch.enabled': 'true',
  'table.exec.mini-batch.allow-latency': '1 s',
  'table.exec.mini-batch.size': '7',
};
const compact = { ...miniBatch, 'table.exec.deduplicate.mini-batch.compact-changes-enabled': 'true' };

interface Variant {
  readonly table: string;
  readonly order: 'ASC' | 'DESC';
  readonly config?: Readonly<Record<string, string>>;
  readonly updateBefore?: boolean;
}

const [rowtime, proctime] = [{ table: ROWTIME_TABLE }, { table: PROCTIME_TABLE }];
const updateBefore = false;

const VARIANTS: Readonly<Record<string, Variant>> = {
  'rowtime last': { ...rowtime, order: 'DESC' },
  'rowtime last, no -U': { ...rowtime, order: 'DESC', updateBefore },
  'rowtime last, no -U, no +I': { ...rowtime, order: 'DESC', updateBefore, config: silentInsert },
  'rowtime last, TTL': { ...rowtime, order: 'DESC', config: ttl },
  'rowtime last, no -U, TTL': { ...rowtime, order: 'DESC', updateBefore, config: ttl },
  'rowtime first': { ...rowtime, order: 'ASC' },
  'rowtime first, TTL': { ...rowtime, order: 'ASC', config: ttl },
  'proctime first': { ...proctime, order: 'ASC' },
  'proctime first, TTL': { ...proctime, order: 'ASC', config: ttl },
  'proctime last': { ...proctime, order: 'DESC' },
  'proctime last, no -U': { ...proctime, order: 'DESC', updateBefore },
  'proctime last, no -U, no +I': { ...proctime, order: 'DESC', updateBefore, config: silentInsert },
  'proctime last, TTL': { ...proctime, order: 'DESC', config: ttl },
  'bundle, rowtime last': { ...rowtime, order: 'DESC', config: miniBatch },
  'bundle, rowtime last, no -U': { ...rowtime, order: 'DESC', config: miniBatch, updateBefore },
  'bundle, rowtime first': { ...rowtime, order: 'ASC', config: miniBatch },
  'bundle, rowtime first, no -U': { ...rowtime, order: 'ASC', config: miniBatch, updateBefore },
  'bundle, rowtime last, TTL': { ...rowtime, order: 'DESC', config: { ...miniBatch, ...ttl } },
  'bundle, rowtime last, compact': { ...rowtime, order: 'DESC', config: compact },
  'bundle, rowtime last, compact, no -U': { ...rowtime, order: 'DESC', config: compact, updateBefore },
  'bundle, rowtime first, compact': { ...rowtime, order: 'ASC', config: compact },
  'bundle, proctime first': { ...proctime, order: 'ASC', config: miniBatch },
  'bundle, proctime first, TTL': { ...proctime, order: 'ASC', config: { ...miniBatch, ...ttl } },
  'bundle, rowtime last, no -U, TTL': { ...rowtime, order: 'DESC', config: { ...miniBatch, ...ttl }, updateBefore },
  'bundle, proctime last': { ...proctime, order: 'DESC', config: miniBatch },
  'bundle, proctime last, no -U, no +I': {
    ...proctime,
    order: 'DESC',
    updateBefore,
    config: { ...miniBatch, ...silentInsert },
  },
  'bundle, proctime last, TTL': { ...proctime, order: 'DESC', config: { ...miniBatch, ...ttl } },
};

/** Of a few keys and values, so that rows repeat. */
function arbitrarySteps(isRowtime: boolean): fc.Arbitrary<OperatorStep[]> {
  const key = fc.constantFrom<Value>(1n, 2n, 3n, -4n, null);
  const pools = columnsType.fields
    .slice(1)
    .map(({ type }) => fc.array(arbitraryValue(type), { minLength: 1, maxLength: 2 }));
  const doubles = fc.constant<Value[]>([NaN, -0, 0, null]);
  return fc.tuple(pools[0]!, doubles, ...pools.slice(2)).chain((columns) => {
    const values = columns.map((column) => fc.constantFrom(...(column as Value[])));
    const row = fc
      .tuple(key, fc.boolean(), fc.integer({ min: 0, max: 40 }), ...values)
      .map(([key, isFirst, time, ...cells]) => {
        const others = isFirst ? columns.map((column) => (column as Value[])[0]!) : (cells as Value[]);
        const rowtime = isRowtime ? `${time}:0` : null;
        return [0, ...canonicalRow([key as Value, ...others], columnsType), rowtime] as OperatorStep;
      });
    const mark = fc.constantFrom('watermark', 'time', 'barrier');
    const step = fc.oneof({ weight: 8, arbitrary: row }, { weight: 1, arbitrary: mark });
    return fc.array(step, { minLength: STEPS, maxLength: STEPS }).map((steps) => withMarks(steps));
  });
}

/** Watermarks and times go up. */
function withMarks(steps: readonly (OperatorStep | string)[]): OperatorStep[] {
  let [watermark, time] = [0, 1000];
  const marked = steps.map((step): OperatorStep => {
    if (typeof step !== 'string') return step;
    if (step === 'watermark') return { watermark: (watermark += 7) };
    return step === 'time' ? { time: (time += 37) } : { barrier: true };
  });
  return [...marked, { barrier: true }, { watermark: 1000 }, { end: true }];
}

/** All variants, each with some sequences of steps; the same ones each time. */
export function deduplicateRequests(): Record<string, OperatorRequest> {
  const requests: Record<string, OperatorRequest> = {};
  Object.entries(VARIANTS).forEach(([name, { table, order, config = {}, updateBefore }], variant) => {
    const steps = fc.sample(arbitrarySteps(table === ROWTIME_TABLE), { seed: 4711 + variant, numRuns: SEQUENCES });
    for (let index = 0; index < SEQUENCES; index++) {
      requests[`${name} #${index}`] = {
        table,
        query: `SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts ${order}) AS rn FROM t) WHERE rn = 1`,
        node: 'StreamExecDeduplicate',
        config,
        ...(updateBefore === undefined ? {} : { fields: { generateUpdateBefore: updateBefore } }),
        steps: steps[index]!,
      };
    }
  });
  return requests;
}
