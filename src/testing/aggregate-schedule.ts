/**
 * How rows come to a group aggregate: in which batches, and where it is stopped and restored into how many subtasks. None of that
 * may change what it answers.
 */
import fc from 'fast-check';
import { WorkerMemory } from '../columnar/memory.js';
import { assert } from '../errors.js';
import { RESTORE, type AggregateRow, type AggregateStep } from './aggregate-oracle.js';
import { AggregateRunner, MAX_PARALLELISM, type PlannedNode } from './aggregate-runner.js';
import { rangeOf } from './operator-subtasks.js';

const PARALLELISM_MAX = 4;
const RESTORES_MAX = 4;
/** Of all schedules of a test process, one behind the other. */
const memory = new WorkerMemory();

export interface Schedule {
  /** Rows of the batches, over and over. */
  readonly batchRows: readonly number[];
  readonly restores: readonly {
    /** As a share of all rows, 0 to 1. */
    readonly at: number;
    readonly parallelism: number;
  }[];
}

const parallelism = fc.integer({ min: 1, max: PARALLELISM_MAX });

export const arbitrarySchedule: fc.Arbitrary<Schedule> = fc.record({
  batchRows: fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 8 }),
  restores: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), parallelism }), {
    minLength: 1,
    maxLength: RESTORES_MAX,
  }),
});

/** The results, subtask by subtask within a batch. */
export function runSchedule(planned: PlannedNode, steps: readonly AggregateStep[], schedule: Schedule): AggregateRow[] {
  const rows = steps.map((step): AggregateRow => {
    assert(typeof step !== 'number' && step !== RESTORE, 'schedules are of rows alone');
    return step;
  });
  let runners = [open(planned, 0, 1)];
  const keyGroups = rows.length === 0 ? [] : runners[0]!.keyGroupsOf(rows);
  const results: AggregateRow[] = [];
  const restores = [...schedule.restores].sort((a, b) => a.at - b.at);
  for (let from = 0, batch = 0; from < rows.length; batch++) {
    while (restores.length > 0 && restores[0]!.at * rows.length <= from) {
      runners = restored(planned, runners, restores.shift()!.parallelism);
    }
    const to = Math.min(rows.length, from + schedule.batchRows[batch % schedule.batchRows.length]!);
    runners.forEach((runner, subtask) => {
      const own = rows.slice(from, to).filter((_, index) => {
        return Math.floor((keyGroups[from + index]! * runners.length) / MAX_PARALLELISM) === subtask;
      });
      results.push(...runner.run(own, () => false));
    });
    from = to;
  }
  for (const runner of runners) runner.release();
  return results;
}

/** Rows of each key, in their order; the key is in the first columns. */
export function byKey(rows: readonly AggregateRow[], keyColumns: number): Record<string, AggregateRow[]> {
  const grouped: Record<string, AggregateRow[]> = {};
  for (const row of rows) (grouped[JSON.stringify(row.slice(1, keyColumns + 1))] ??= []).push(row);
  return grouped;
}

function open(planned: PlannedNode, subtask: number, subtasks: number): AggregateRunner {
  return new AggregateRunner(planned, rangeOf(subtask, subtasks, MAX_PARALLELISM), memory);
}

function restored(planned: PlannedNode, runners: readonly AggregateRunner[], subtasks: number): AggregateRunner[] {
  const snapshots = runners.map((runner) => runner.snapshot());
  for (const runner of runners) runner.release();
  return Array.from({ length: subtasks }, (_, subtask) => {
    const runner = open(planned, subtask, subtasks);
    for (const snapshot of snapshots) runner.restore(snapshot);
    return runner;
  });
}
