/** Needs the JVM. `FUZZ_SEED=7 FUZZ_AGGREGATES=500 npx vitest run src/testing/aggregate-ttl-fuzz.test.ts`. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupAggregateFactory } from '../operators/group-aggregate/group-aggregate.js';
import { arbitraryAggregate } from './aggregate-fuzz.js';
import { aggregateOracle, type AggregateRequest, type AggregateStep } from './aggregate-oracle.js';
import { AggregateRunner, execNodeOf, PLAN_CONTEXT } from './aggregate-runner.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261130);
const COUNT = Number(process.env['FUZZ_AGGREGATES'] ?? 40);
const TTL_MS = 10_000;
const START_MS = 100_000;
const PAUSES_MS = [0, 0, 0, 0, 1, 2000, 5000, TTL_MS - 1, TTL_MS];

/** COLLECT is refused; FIRST_VALUE and LAST_VALUE depend on which rows come in one millisecond of the system's clock. */
function withTtl(request: AggregateRequest, pauses: readonly number[]): AggregateRequest {
  const query = request.query.replaceAll('COLLECT(', 'COUNT(');
  const isApart = /FIRST_VALUE|LAST_VALUE/.test(query);
  let timeMs = START_MS;
  const rows = request.rows.flatMap((row, index): AggregateStep[] => {
    const pauseMs = Math.max(pauses[index % pauses.length]!, isApart ? 1 : 0);
    timeMs += pauseMs;
    return pauseMs > 0 || index === 0 ? [timeMs, row] : [row];
  });
  return { ...request, query, rows, config: { 'table.exec.state.ttl': `${TTL_MS} ms` } };
}

const pauses = fc.array(fc.constantFrom(...PAUSES_MS), { minLength: 5, maxLength: 80 });

test(`random aggregates with a state TTL have the rows of stock Flink (seed ${SEED})`, async () => {
  let compared = 0;
  const notCompared = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      arbitraryAggregate,
      pauses,
      fc.integer({ min: 1, max: 20 }),
      fc.nat({ max: 99 }),
      async (plain, pauses, rowsMax, percent) => {
        const answer = await aggregateOracle().ask(withTtl(plain, pauses));
        const refusal =
          'outputs' in answer
            ? groupAggregateFactory.check(execNodeOf(answer), PLAN_CONTEXT)
            : JSON.stringify(answer).slice(0, 400);
        if (!('outputs' in answer) || refusal !== null) {
          notCompared.set(String(refusal), (notCompared.get(String(refusal)) ?? 0) + 1);
          return;
        }
        compared++;
        expect(answer.thrown).toBeUndefined();
        const middle = Math.floor((answer.inputs.length * percent) / 100);
        const before = new AggregateRunner(answer);
        const ours = before.run(answer.inputs.slice(0, middle), (at) => at % rowsMax === 0);
        const after = new AggregateRunner(answer);
        after.restore(before.snapshot());
        after.timeMs = before.timeMs;
        ours.push(...after.run(answer.inputs.slice(middle), (at) => at % rowsMax === 0));
        expect(ours).toEqual(answer.outputs.flat());
      },
    ),
    { seed: SEED, numRuns: COUNT, endOnFailure: true },
  );
  console.log(
    `FUZZ_SEED=${SEED}: ${compared} compared\n${[...notCompared].map(([why, n]) => `${n} × ${why}`).join('\n')}`,
  );
  expect(compared).toBeGreaterThan(COUNT / 2);
}, 600_000);
