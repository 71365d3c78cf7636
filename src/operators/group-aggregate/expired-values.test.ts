import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePlanJson } from '../../expressions/plan-json.js';
import { TableState } from '../../state/table-state.js';
import { type GoldenAggregate } from '../../testing/aggregate-oracle.js';
import { AggregateRunner, MAX_PARALLELISM } from '../../testing/aggregate-runner.js';
import { assert } from '../../errors.js';

const TTL_MS = 10_000;

function golden(group: string): GoldenAggregate[] {
  const url = new URL(`../../aggregates/golden/${group}.json`, import.meta.url);
  return parsePlanJson(readFileSync(url, 'utf8')) as GoldenAggregate[];
}

function sizes(runner: AggregateRunner): { readonly entries: number; readonly elements: number } {
  const [state] = runner.operator.states ?? [];
  assert(state instanceof TableState, 'a group aggregate has a table');
  const elements = state.slots.map((slot) => (slot.kind === 'elements' ? slot.table.size : 0));
  return { entries: state.table.size, elements: elements.reduce((sum, size) => sum + size, 0) };
}

test.each(['ttl-distinct', 'ttl-min-max', 'ttl-listagg', 'ttl-first-last'])(
  'keys and values of %s go in the background, values also of a key that stays',
  (group) => {
    let elementCount = 0;
    for (const entry of golden(group)) {
      const runner = new AggregateRunner(entry);
      runner.run(entry.inputs, (at) => at % 3 === 0);
      elementCount += sizes(runner).elements;
      const valueCount = entry.inputs.find((step) => typeof step !== 'number')!.length - 2;
      const idle = [0, '1', ...Array.from({ length: valueCount }, () => null)] as const;
      for (let step = 0; step < 4 * MAX_PARALLELISM; step++) {
        runner.timeMs += Math.ceil(TTL_MS / 2 / MAX_PARALLELISM);
        runner.run([idle], () => false);
      }
      // ARRAY_AGG takes the NULLs of the row.
      const fresh = new AggregateRunner(entry);
      fresh.timeMs = runner.timeMs;
      fresh.run([idle], () => false);
      expect(sizes(runner).entries).toBe(1);
      if (sizes(fresh).elements === 0) expect(sizes(runner).elements).toBe(0);
    }
    expect(elementCount).toBeGreaterThan(0);
  },
);
