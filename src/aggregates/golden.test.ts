/** Answers of stock Flink, without a JVM: any split into batches and a restore at any point give the same rows. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RESTORE, type GoldenAggregate } from '../testing/aggregate-oracle.js';
import { AggregateRunner, MAX_PARALLELISM } from '../testing/aggregate-runner.js';
import { withoutOrder } from '../testing/unordered-multisets.js';
import { parsePlanJson } from '../expressions/plan-json.js';
import { AGGREGATE_GROUPS } from './golden-groups.js';
import { LIST_GROUPS } from './golden-list-groups.js';
import { TTL_GROUPS } from './golden-ttl-groups.js';

function readGolden(group: string): GoldenAggregate[] {
  return parsePlanJson(readFileSync(new URL(`golden/${group}.json`, import.meta.url), 'utf8')) as GoldenAggregate[];
}

describe('aggregates: answers of stock Flink', () => {
  for (const [group, requests] of Object.entries({ ...AGGREGATE_GROUPS, ...LIST_GROUPS, ...TTL_GROUPS })) {
    const golden = readGolden(group);
    test(`${group}: written down`, () =>
      expect(golden.map(({ query }) => query)).toEqual(requests.map(({ query }) => query)));
    golden.forEach((entry, index) => {
      test(`${group} ${index}: ${entry.query}${entry.changelog ? ' over a changelog' : ''}`, () => {
        const [thrown] = entry.thrown ?? [];
        if (thrown !== undefined) {
          const { inputs } = entry;
          expect(() => new AggregateRunner(entry).run(inputs, () => false)).toThrow(thrown.join(': '));
          return;
        }
        const expected = entry.outputs.flat();
        for (const rowsMax of [1, 3, Infinity]) {
          const runner = new AggregateRunner(entry);
          expect(runner.run(entry.inputs, (at) => at % rowsMax === 0)).toEqual(expected);
        }
        const middle = Math.floor(entry.inputs.length / 2);
        const before = new AggregateRunner(entry);
        const first = before.run(entry.inputs.slice(0, middle), () => false);
        const after = new AggregateRunner(entry);
        after.restore(before.snapshot());
        after.timeMs = before.timeMs;
        const rows = [...first, ...after.run(entry.inputs.slice(middle), () => false)];
        // A restore may change the order of a MULTISET, as it does in Flink.
        expect(withoutOrder(rows, entry.outputType)).toEqual(withoutOrder(expected, entry.outputType));
      });
    });
  }
});

describe('aggregates: a rescale', () => {
  test.each(['keys', 'distinct', 'retracting'])('in the middle changes nothing: %s', (group) => {
    for (const entry of readGolden(group)) {
      const middle = Math.floor(entry.inputs.length / 2);
      const whole = new AggregateRunner(entry);
      const results = whole.run(entry.inputs.slice(0, middle), () => false);
      const blobs = whole.snapshot();
      const parts = [
        { start: 0, end: 2 },
        { start: 3, end: MAX_PARALLELISM - 1 },
      ].map((keyGroups) => new AggregateRunner(entry, keyGroups));
      for (const part of parts) part.restore(blobs);
      for (const step of entry.inputs.slice(middle)) {
        if (typeof step === 'number' || step === RESTORE) continue;
        const part = whole.keyGroupOf(step) <= 2 ? parts[0] : parts[1];
        results.push(...(part?.run([step], () => false) ?? []));
      }
      expect(results).toEqual(entry.outputs.flat());
    }
  });
});
