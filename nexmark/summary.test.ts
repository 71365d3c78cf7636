import { describe, expect, it } from 'vitest';
import { chartOf, detailLines, reportLines } from './report.js';
import type { Digest, HarnessRun } from './results.js';
import { pairEntries, queryEntries } from './summary.js';

const digest: Digest = {
  records: 92,
  bytes: 14830,
  multisetHash: 'aa',
  orderedHash: 'bb',
  tableRows: 3,
  tableHash: 'cc',
  keysHash: 'dd',
};

function run(changes: Partial<HarnessRun>, cpu = 4): HarnessRun {
  return {
    query: 'q0',
    engine: 'flink',
    warmUp: false,
    index: 0,
    comparison: 'rows',
    outcome: 'finished',
    accelerated: changes.engine === 'slipstream',
    reasons: [],
    execution: { wallSeconds: cpu / 2, jvmSeconds: cpu - 1, sidecarSeconds: 1 },
    whole: { wallSeconds: cpu, jvmSeconds: cpu, sidecarSeconds: 1 },
    jvmBytesMax: 100,
    sidecarBytesMax: 10,
    outputs: { sink: digest },
    threads: null,
    ...changes,
  };
}

const ours = (changes: Partial<HarnessRun> = {}, cpu = 2) => run({ engine: 'slipstream', ...changes }, cpu);
const context = { events: 1000, parallelism: 2, ordered: false };
const identicalOf = (runs: HarnessRun[], ordered = false) =>
  queryEntries(runs, { ...context, ordered }).find(({ engine }) => engine === 'slipstream')?.identical;

describe('the summary of a benchmark', () => {
  it('takes the median run, without warm-ups, and the ratios of it', () => {
    const entries = queryEntries(
      [
        run({ warmUp: true }, 90),
        ours({ warmUp: true }, 80),
        run({}, 4),
        ours({}, 2),
        run({}, 6),
        ours({}, 9),
        run({}, 5),
        ours({}, 1),
      ],
      context,
    );
    expect(entries.map(({ cpuSeconds }) => cpuSeconds)).toEqual([
      { jvm: 4, sidecar: 1, total: 5 },
      { jvm: 1, sidecar: 1, total: 2 },
    ]);
    expect(entries.map(({ runs }) => runs.length)).toEqual([3, 3]);
    expect(entries.map(({ eventsPerSecond }) => eventsPerSecond)).toEqual([400, 1000]);
    expect(pairEntries(entries)).toEqual([{ query: 'q0', cpuRatio: 2.5, throughputRatio: 2.5 }]);
  });

  it('has the promised shape', () => {
    expect(Object.keys(queryEntries([run({})], context)[0] ?? {})).toEqual(
      expect.arrayContaining([
        'query',
        'engine',
        'events',
        'parallelism',
        'accelerated',
        'reasons',
        'identical',
        'cpuSeconds',
        'wallSeconds',
        'eventsPerSecond',
        'peakMemoryBytes',
        'runs',
      ]),
    );
  });

  it('shows a fallback with its reason and without a ratio', () => {
    const fallback = ours({
      outcome: 'fallback',
      accelerated: false,
      reasons: ['no joins'],
      execution: null,
      whole: null,
      outputs: {},
    });
    const entries = queryEntries([run({}), fallback], context);
    expect(pairEntries(entries)).toEqual([]);
    const line = reportLines(entries)[2] ?? '';
    expect(line).toContain('no: no joins');
    expect(line).not.toContain('x ');
    expect(detailLines(entries)).toEqual(['q0 on slipstream: no joins']);
    expect(chartOf(entries, '').groups[0]?.values).toEqual([4000, null]);
  });

  it('compares every run, warm-ups included', () => {
    expect(identicalOf([run({}), ours()])).toBe(true);
    const other = { sink: { ...digest, multisetHash: 'ab' } };
    expect(identicalOf([run({}), ours({ warmUp: true, outputs: other }), ours()])).toBe(false);
    expect(identicalOf([run({}), ours({ outputs: { sink: { ...digest, orderedHash: 'x' } } })])).toBe(true);
    expect(identicalOf([run({}), ours({ outputs: { sink: { ...digest, orderedHash: 'x' } } })], true)).toBe(false);
  });

  it('compares tables by their last rows only', () => {
    const table = { comparison: 'table', outputs: { sink: { ...digest, records: 5, multisetHash: 'y' } } } as const;
    expect(identicalOf([run({ comparison: 'table' }), ours(table)])).toBe(true);
    const changed = { sink: { ...digest, tableHash: 'z' } };
    expect(identicalOf([run({ comparison: 'table' }), ours({ comparison: 'table', outputs: changed })])).toBe(false);
    expect(identicalOf([run({ comparison: 'keys' }), ours({ comparison: 'keys', outputs: changed })])).toBe(true);
  });

  it('does not compare with a stock Flink that differs from itself', () => {
    const other = { sink: { ...digest, multisetHash: 'ab' } };
    expect(identicalOf([run({}), run({ outputs: other }), ours()])).toBeNull();
    expect(identicalOf([run({ comparison: 'none' }), ours({ comparison: 'none' })])).toBeNull();
    expect(identicalOf([run({ outputs: {} }), ours({ outputs: {} })])).toBeNull();
  });
});
