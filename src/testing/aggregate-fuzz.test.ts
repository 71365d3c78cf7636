/**
 * Random group aggregates over random changelogs, in random batches, stopped and restored at random points into one to four subtasks, have
 * the rows of stock Flink. Needs the JVM. `FUZZ_SEED=7 FUZZ_RUNS=5000 npx vitest run src/testing/aggregate-fuzz.test.ts`.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupAggregateFactory } from '../operators/group-aggregate/group-aggregate.js';
import { arbitraryAggregate } from './aggregate-fuzz.js';
import { aggregateOracle, type AggregateRow } from './aggregate-oracle.js';
import { AggregateRunner, execNodeOf, PLAN_CONTEXT } from './aggregate-runner.js';
import { arbitrarySchedule, byKey, runSchedule } from './aggregate-schedule.js';
import { withoutOrder } from './unordered-multisets.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261130);
/** Of our operator. Flink is asked once for several: it plans and compiles for each question. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 500);
const SCHEDULES = 7;
/** One of all rows in batches of one size, whose results are in the order of the rows whatever their keys. */
const RUNS_PER_AGGREGATE = SCHEDULES + 1;

const schedules = fc.array(arbitrarySchedule, { minLength: SCHEDULES, maxLength: SCHEDULES });

test(`${RUNS} runs of random aggregates have the rows of stock Flink (seed ${SEED})`, async () => {
  let compared = 0;
  const notCompared = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(arbitraryAggregate, fc.integer({ min: 1, max: 90 }), schedules, async (request, rowsMax, many) => {
      const answer = await aggregateOracle().ask(request);
      const refusal =
        'outputs' in answer
          ? groupAggregateFactory.check(execNodeOf(answer), PLAN_CONTEXT)
          : JSON.stringify(answer).slice(0, 400);
      if (!('outputs' in answer) || refusal !== null) {
        notCompared.set(String(refusal), (notCompared.get(String(refusal)) ?? 0) + 1);
        return;
      }
      expect(answer.thrown).toBeUndefined();
      const expected: AggregateRow[] = answer.outputs.flat();
      const ordered = new AggregateRunner(answer);
      expect(ordered.run(answer.inputs, (at) => at % rowsMax === 0)).toEqual(expected);
      // A restore may change the order of a MULTISET, as it does in Flink (collect-fuzz.test.ts).
      const unordered = withoutOrder(expected, answer.outputType);
      const keyColumns = (answer.node['grouping'] as number[]).length;
      for (const schedule of many) {
        const ours = withoutOrder(runSchedule(answer, answer.inputs, schedule), answer.outputType);
        expect(byKey(ours, keyColumns), JSON.stringify(schedule)).toEqual(byKey(unordered, keyColumns));
      }
      compared += RUNS_PER_AGGREGATE;
    }),
    // A few more questions: some queries Flink cannot plan.
    { seed: SEED, numRuns: Math.ceil((RUNS / RUNS_PER_AGGREGATE) * 1.1), endOnFailure: true },
  );
  console.log(
    `FUZZ_SEED=${SEED}: ${compared} runs compared\n${[...notCompared].map(([why, n]) => `${n} × ${why}`).join('\n')}`,
  );
  expect(compared).toBeGreaterThanOrEqual(RUNS);
}, 600_000);
