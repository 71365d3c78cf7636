/**
 * COLLECT of many values whose hash codes share buckets, with checkpoints to go on from: entries come in the order of stock Flink. Needs the JVM.
 * `FUZZ_SEED=7 FUZZ_RUNS=500 npx vitest run src/testing/collect-fuzz.test.ts`.
 */
import { expect, test } from 'vitest';
import { WorkerMemory } from '../columnar/memory.js';
import { parseLogicalType } from '../columnar/type-parser.js';
import { Random } from '../formats/json/decode/generated-messages.js';
import { aggregateOracle, RESTORE, type AggregateRequest, type AggregateStep } from './aggregate-oracle.js';
import { AggregateRunner, PLAN_CONTEXT, ROCKSDB_CONTEXT } from './aggregate-runner.js';
import { canonicalFromValue, type CanonicalValue } from './canonical-values.js';
import { withoutOrder } from './unordered-multisets.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261130);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 64);
const ROWS_MIN = 20;
const ROWS_MORE = 320;

const FLOAT = parseLogicalType('FLOAT');
const DOUBLE = parseLogicalType('DOUBLE');

/** The value with this number; numbers near each other share buckets in one way, their multiples in another. */
const VALUES: Readonly<Record<string, (number: number) => CanonicalValue>> = {
  TINYINT: (n) => String((n % 256) - 128),
  SMALLINT: (n) => String((n * 64) % 32768),
  INT: (n) => String((n * 4096) | 0),
  BIGINT: (n) => String(n % 2 === 0 ? BigInt(n) * 64n : ~(BigInt(n - 1) * 64n)),
  FLOAT: (n) => canonicalFromValue(n / 2, FLOAT),
  DOUBLE: (n) => canonicalFromValue(n - 40, DOUBLE),
  'DECIMAL(10, 2)': (n) => `${n % 3 === 0 ? '-' : ''}${n * 3}.25`,
  'DECIMAL(38, 4)': (n) => `${n % 3 === 0 ? '-' : ''}${BigInt(n) * 10n ** 30n}.0001`,
  BOOLEAN: (n) => n % 2 === 0,
  STRING: (n) => Buffer.from(`value ${n}`).toString('hex'),
  'CHAR(4)': (n) => Buffer.from(String(1000 + n)).toString('hex'),
  DATE: (n) => String(n * 64),
  TIME: (n) => String(n * 1000),
  'TIMESTAMP(3)': (n) => `${n * 1000}:0`,
  'TIMESTAMP(9)': (n) => `${(n % 20) * 64}:${Math.floor(n / 20) * 1000}`,
  'TIMESTAMP_LTZ(6)': (n) => `${n * -86400000}:${(n % 2) * 1000}`,
  'ARRAY<INT>': (n) => (n % 7 === 0 ? [] : [String(n), n % 5 === 0 ? null : '1']),
  'ROW<a BIGINT, b STRING>': (n) => [String(n), n % 5 === 0 ? null : Buffer.from(`text ${n % 9}`).toString('hex')],
  'MAP<STRING, DOUBLE>': (n) => [[Buffer.from(`key ${n}`).toString('hex'), canonicalFromValue(n / 7, DOUBLE)]],
  BYTES: (n) => Buffer.from(`value ${n}`).toString('hex'),
};
const TYPES = Object.keys(VALUES);

function requestOf(random: Random, sqlType: string): AggregateRequest {
  const changelog = random.chance(70);
  const numberMax = random.pick([12, 60, 150, 400]);
  const stride = random.pick([1, 1, 2, 8]);
  const removePercent = changelog ? random.pick([5, 30, 45, 55]) : 0;
  const live: CanonicalValue[] = [];
  const rows: AggregateStep[] = [];
  const count = ROWS_MIN + random.below(ROWS_MORE);
  for (let index = 0; index < count; index++) {
    if (random.chance(1)) rows.push(RESTORE);
    if (live.length > 0 && random.chance(removePercent)) {
      const [value = null] = live.splice(random.below(live.length), 1);
      rows.push([3, '1', value]);
    } else {
      const value = random.chance(3) ? null : VALUES[sqlType]!(random.below(numberMax) * stride);
      // One that never came is taken back now and then.
      if (changelog && random.chance(2)) rows.push([3, '1', value]);
      else {
        live.push(value);
        rows.push([0, '1', value]);
      }
    }
  }
  return {
    columns: [
      ['k', 'INT'],
      ['v', sqlType],
    ],
    changelog,
    query: `SELECT k, COLLECT(${random.chance(20) && !/BYTES|ROW|MAP/.test(sqlType) ? 'DISTINCT ' : ''}v) AS c FROM t GROUP BY k`,
    rows,
    ...(random.chance(30) && { backend: 'rocksdb' }),
  };
}

test(`${RUNS} random COLLECTs have the rows of stock Flink (seed ${SEED})`, async () => {
  const memory = new WorkerMemory();
  for (let run = 0; run < RUNS; run++) {
    const random = new Random(SEED + run);
    const sqlType = TYPES[run % TYPES.length]!;
    const request = requestOf(random, sqlType);
    const answer = await aggregateOracle().ask(request);
    if (!('outputs' in answer)) throw new Error(JSON.stringify(answer).slice(0, 1000));
    const rowsMax = 1 + random.below(40);
    const runner = new AggregateRunner(
      answer,
      undefined,
      memory,
      request.backend === 'rocksdb' ? ROCKSDB_CONTEXT : PLAN_CONTEXT,
    );
    const ours = runner.run(answer.inputs, (at) => at % rowsMax === 0);
    const expected = answer.outputs.flat();
    const why = `seed ${SEED + run}, ${sqlType}, ${request.backend ?? 'hashmap'}`;
    // Identity hash codes differ from run to run.
    if (sqlType === 'BYTES') {
      expect(withoutOrder(ours, answer.outputType), why).toEqual(withoutOrder(expected, answer.outputType));
    } else expect(ours, why).toEqual(expected);
    runner.release();
  }
}, 600_000);
