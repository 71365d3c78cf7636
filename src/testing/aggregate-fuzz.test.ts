/** Needs the JVM. `FUZZ_SEED=7 FUZZ_AGGREGATES=500 npx vitest run src/testing/aggregate-fuzz.test.ts`. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupAggregateFactory } from '../operators/group-aggregate/group-aggregate.js';
import { arbitraryAggregate } from './aggregate-fuzz.js';
import { aggregateOracle } from './aggregate-oracle.js';
import { AggregateRunner, execNodeOf, PLAN_CONTEXT } from './aggregate-runner.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261130);
const COUNT = Number(process.env['FUZZ_AGGREGATES'] ?? 40);

test('random aggregates over random rows have the rows of stock Flink', async () => {
  let compared = 0;
  const notCompared = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(arbitraryAggregate, fc.integer({ min: 1, max: 90 }), async (request, rowsMax) => {
      const answer = await aggregateOracle().ask(request);
      const refusal =
        'outputs' in answer
          ? groupAggregateFactory.check(execNodeOf(answer), PLAN_CONTEXT)
          : JSON.stringify(answer).slice(0, 400);
      if (!('outputs' in answer) || refusal !== null) {
        notCompared.set(String(refusal), (notCompared.get(String(refusal)) ?? 0) + 1);
        return;
      }
      compared++;
      const ours = new AggregateRunner(answer).run(answer.inputs, (at) => at % rowsMax === 0);
      expect(ours).toEqual(answer.outputs.flat());
      expect(answer.thrown).toBeUndefined();
    }),
    { seed: SEED, numRuns: COUNT, interruptAfterTimeLimit: 500_000, endOnFailure: true },
  );
  console.log(
    `FUZZ_SEED=${SEED}: ${compared} compared\n${[...notCompared].map(([why, n]) => `${n} × ${why}`).join('\n')}`,
  );
  expect(compared).toBeGreaterThan(COUNT / 2);
}, 600_000);
