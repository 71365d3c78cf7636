/** Variants of StreamExecChangelogNormalize, with sequences of steps; the test holds them against what stock Flink answered. */
import fc from 'fast-check';
import { parseRowType } from '../../columnar/type-parser.js';
import { arbitraryValue } from '../../testing/arbitrary-rows.js';
import { type Value } from '../../testing/column-values.js';
import { type OperatorRequest, type OperatorStep } from '../../testing/operator-oracle.js';
import { canonicalRow } from '../../testing/row-oracle.js';

const COLUMNS = '`k` BIGINT NOT NULL, `s` VARCHAR(40), `d` DOUBLE, `v` INT, `m` MAP<VARCHAR(40), INT>';
const columnsType = parseRowType(`ROW<${COLUMNS}>`);
const SEQUENCES = 2;
const STEPS = 60;

const tableOf = (changelog: string): string =>
  `CREATE TABLE t (${COLUMNS}, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'oracle', 'changelog' = '${changelog}')`;
const duplicates = { 'table.exec.source.cdc-events-duplicate': 'true' };
const ttl = { 'table.exec.state.ttl': '100 ms' };
const miniBatch = {
  'table.exec.mini-batch.enabled': 'true',
  'table.exec.mini-batch.allow-latency': '1 s',
  'table.exec.mini-batch.size': '7',
};
/** Fails for v = 0, and is NULL where v is. */
const FILTER = ' WHERE 10 / v > 3';

interface Variant {
  readonly changelog: 'upsert' | 'all';
  readonly where?: string;
  readonly config?: Readonly<Record<string, string>>;
  readonly updateBefore?: boolean;
}

const VARIANTS: Readonly<Record<string, Variant>> = {
  upsert: { changelog: 'upsert' },
  'upsert, no -U': { changelog: 'upsert', updateBefore: false },
  'upsert, TTL': { changelog: 'upsert', config: ttl },
  'upsert, filter': { changelog: 'upsert', where: FILTER },
  'upsert, filter, no -U': { changelog: 'upsert', where: FILTER, updateBefore: false },
  'upsert, filter, TTL': { changelog: 'upsert', where: FILTER, config: ttl },
  'duplicate events': { changelog: 'all', config: duplicates },
  'bundle, upsert': { changelog: 'upsert', config: miniBatch },
  'bundle, upsert, no -U': { changelog: 'upsert', config: miniBatch, updateBefore: false },
  'bundle, upsert, TTL': { changelog: 'upsert', config: { ...miniBatch, ...ttl } },
  'bundle, upsert, filter': { changelog: 'upsert', where: FILTER, config: miniBatch },
  'bundle, duplicate events': { changelog: 'all', config: { ...miniBatch, ...duplicates } },
};

/** Of a few keys and values, so that rows repeat. Deletes know the key alone, or the whole row. */
function arbitrarySteps(hasUpdateBefore: boolean): fc.Arbitrary<OperatorStep[]> {
  const key = fc.constantFrom<Value>(1n, 2n, 3n, -4n);
  const pool = (field: number): fc.Arbitrary<Value[]> =>
    fc.array(arbitraryValue(columnsType.fields[field]!.type), { minLength: 1, maxLength: 2 });
  const doubles = fc.constant<Value[]>([NaN, -0, 0]);
  const divisors = fc.constant<Value[]>([1, 2, 5, null]);
  const kind = hasUpdateBefore ? fc.constantFrom(0, 0, 1, 2, 3) : fc.constantFrom(0, 2, 2, 3);
  return fc.tuple(pool(1), doubles, divisors, pool(4)).chain((columns) => {
    const cells = fc.tuple(...columns.map((column) => fc.constantFrom(...column)));
    const row = fc.tuple(kind, key, fc.boolean(), cells).map(([kind, key, isPartial, values]) => {
      const isTombstone = kind === 3 && isPartial;
      const others = isTombstone ? values.map((_, index) => (index === 2 ? 0 : null)) : values;
      return [kind, ...canonicalRow([key, ...others], columnsType)] as OperatorStep;
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
export function changelogNormalizeRequests(): Record<string, OperatorRequest> {
  const requests: Record<string, OperatorRequest> = {};
  Object.entries(VARIANTS).forEach(([name, { changelog, where = '', config = {}, updateBefore }], variant) => {
    const steps = fc.sample(arbitrarySteps(changelog === 'all'), { seed: 815 + variant, numRuns: SEQUENCES });
    for (let index = 0; index < SEQUENCES; index++) {
      requests[`${name} #${index}`] = {
        table: tableOf(changelog),
        query: `SELECT * FROM t${where}`,
        node: 'StreamExecChangelogNormalize',
        config,
        ...(updateBefore === undefined ? {} : { fields: { generateUpdateBefore: updateBefore } }),
        steps: steps[index]!,
      };
    }
  });
  return requests;
}
