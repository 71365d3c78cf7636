/**
 * The operator contract with everything that one operator can have, from the operator alone to a whole fragment: random rows in random
 * batches, watermarks, processing time, snapshots and restores at other parallelisms, against a plain model. `FUZZ_SEED=7 FUZZ_RUNS=1000`.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { checkPlan } from '../../engine/check-plan.js';
import { graphFromMessages } from '../../engine/plan-graph.js';
import type { ExecNode } from '../../operators/operator.js';
import { utf8, type Value } from '../column-values.js';
import { FragmentSubtasks } from '../fragment-subtasks.js';
import type { Emitted, KindRow } from '../operator-harness.js';
import { Subtasks } from '../operator-subtasks.js';
import { exchangeNode, innerNode, request, sinkNode, sourceNode } from '../plans.js';
import { coProcessFactory } from './co-process.js';
import { CoProcessModel, type Key, type LeftRow, type ModelRow, type RightRow } from './co-process-model.js';

vi.mock(import('../../operators/registry.js'), async (importOriginal) => {
  const registry = await importOriginal();
  const { coProcessFactory: tested } = await import('./co-process.js');
  return {
    ...registry,
    operatorNamed: (execNode) => (execNode === tested.execNode ? tested : registry.operatorNamed(execNode)),
  };
});

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261130);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100);
const KEYS: readonly Key[] = [null, '', 'a', 'b', 'größe', '12345678', 'a key that does not fit into its slot'];
const LONG_MAX = 2n ** 63n - 1n;
const KEY = { name: 'k', type: 'VARCHAR(2147483647)' };
const columnsOf = (...names: string[]) => [KEY, ...names.map((name) => ({ name, type: 'BIGINT' }))];

const MESSAGES = [
  sourceNode(1, columnsOf('v', 'at')),
  sourceNode(2, columnsOf('w')),
  exchangeNode(3, 1, columnsOf('v', 'at'), [0]),
  exchangeNode(4, 2, columnsOf('w'), [0]),
  innerNode(5, coProcessFactory.execNode, [3, 4], columnsOf('what', 'n', 'm')),
  sinkNode(6, 5, columnsOf('what', 'n', 'm'), {}, false),
];
const GRAPH = graphFromMessages(MESSAGES);

/** What both ways of running the operator have in common. */
interface Host {
  process(rows: readonly KindRow[], input: number): KindRow[];
  watermark(timestampMs: bigint): KindRow[];
  advanceTime(nowMs: number): KindRow[];
  restore(parallelism: number): KindRow[];
  release(): void;
}

function operatorHost(): Host {
  const subtasks = new Subtasks(coProcessFactory, GRAPH.byId.get(5) as ExecNode, [[0], [0]], {});
  const rowsOf = (emitted: Emitted[]): KindRow[] => emitted.filter((one): one is KindRow => Array.isArray(one));
  return {
    process: (rows, input) => rowsOf(subtasks.process(rows, input)),
    watermark: (watermark) => rowsOf(subtasks.apply({ watermark: Number(watermark) })),
    advanceTime: (time) => rowsOf(subtasks.apply({ time })),
    restore: (parallelism) => rowsOf(subtasks.restore(parallelism)),
    release: () => subtasks.release(),
  };
}

function fragmentHost(): Host {
  const { fragments, verdicts } = checkPlan(request(MESSAGES));
  expect(verdicts.map(({ reason }) => reason).filter((reason) => reason.includes('covered'))).toEqual([]);
  const joined = fragments.find((fragment) => fragment.inputs.length === 2)!;
  const subtasks = new FragmentSubtasks(joined, GRAPH);
  let parallelism = 1;
  return {
    process: (rows, input) => subtasks.process(rows, input),
    watermark: (timestampMs) => {
      const { rows, marks } = subtasks.watermark(timestampMs);
      expect(marks).toEqual(Array.from({ length: parallelism }, () => timestampMs));
      return rows;
    },
    advanceTime: (nowMs) => subtasks.advanceTime(nowMs),
    restore: (wanted) => {
      parallelism = wanted;
      return subtasks.restore(wanted);
    },
    release: () => subtasks.release(),
  };
}

type Step =
  | { readonly left: readonly LeftRow[] }
  | { readonly right: readonly RightRow[] }
  | { readonly watermark: bigint }
  | { readonly afterMs: number }
  | { readonly restore: number };

const key = fc.constantFrom(...KEYS);
const value = fc.bigInt({ min: -(2n ** 63n), max: LONG_MAX });
const time = fc.bigInt({ min: 0n, max: 40n });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ left: fc.array(fc.tuple(key, value, time), { maxLength: 20 }) }) },
    { weight: 4, arbitrary: fc.record({ right: fc.array(fc.tuple(key, value), { maxLength: 20 }) }) },
    { weight: 3, arbitrary: fc.record({ watermark: time }) },
    { weight: 2, arbitrary: fc.record({ afterMs: fc.integer({ min: 0, max: 400 }) }) },
    { weight: 2, arbitrary: fc.record({ restore: fc.constantFrom(1, 2, 3, 8) }) },
  ),
  { minLength: 5, maxLength: 60, size: 'max' },
);

const bytesOf = (text: Key): Value => (text === null ? null : utf8(text));
const rowOf = ([text, ...values]: readonly [Key, ...bigint[]]): KindRow => [0, bytesOf(text), ...values];

/** Per key: keys of different subtasks have no order, and those of timers of one time neither. */
function byKey(rows: readonly KindRow[]): Record<string, unknown[]> {
  const grouped: Record<string, unknown[]> = {};
  for (const [kind, text, ...values] of rows) {
    const name = text === null ? 'NULL' : `'${Buffer.from(text as Uint8Array).toString()}'`;
    (grouped[name] ??= []).push([kind, ...values]);
  }
  return grouped;
}

const modelRows = (rows: readonly ModelRow[]): KindRow[] =>
  rows.map(([text, what, n, m]) => [0, bytesOf(text), BigInt(what), n, m]);

function run(host: Host, sequence: readonly Step[]): void {
  const model = new CoProcessModel();
  let nowMs = 0;
  let watermarkMs = -(2n ** 63n);
  for (const step of sequence) {
    let ours: KindRow[];
    let expected: ModelRow[] = [];
    if ('left' in step) {
      ours = host.process(step.left.map(rowOf), 0);
      for (const row of step.left) model.left(row);
    } else if ('right' in step) {
      ours = host.process(step.right.map(rowOf), 1);
      expected = step.right.flatMap((row) => model.right(row, nowMs));
    } else if ('watermark' in step) {
      if (step.watermark <= watermarkMs) continue;
      watermarkMs = step.watermark;
      ours = host.watermark(watermarkMs);
      expected = model.watermark(watermarkMs);
    } else if ('afterMs' in step) {
      nowMs += step.afterMs;
      ours = host.advanceTime(nowMs);
      expected = model.time(nowMs);
    } else {
      ours = host.restore(step.restore);
      if (watermarkMs >= 0n) {
        ours.push(...host.watermark(watermarkMs));
        expected = model.watermark(watermarkMs);
      }
    }
    expect(byKey(ours)).toEqual(byKey(modelRows(expected)));
  }
  host.release();
}

describe.each([
  ['an operator', operatorHost],
  ['a fragment', fragmentHost],
] as const)('two inputs, four states and timers of both kinds in %s', (_name, host) => {
  it(`answers as the model, through restores at other parallelisms (seed ${SEED}, ${RUNS} runs)`, () => {
    fc.assert(
      fc.property(steps, (sequence) => run(host(), sequence)),
      { seed: SEED, numRuns: RUNS },
    );
  }, 300_000);

  it('goes 1 → 3 → 2 → 1 with state of every kind under way', () => {
    const rows = KEYS.map((text, index): LeftRow => [text, BigInt(index), BigInt(30 + (index % 3))]);
    const lap = (parallelism: number, watermark: bigint): Step[] => [
      { left: rows },
      { right: KEYS.map((text): RightRow => [text, watermark]) },
      { restore: parallelism },
      { right: KEYS.map((text): RightRow => [text, -watermark]) },
      { watermark },
      { afterMs: 130 },
    ];
    run(host(), [...lap(3, 10n), ...lap(2, 30n), ...lap(1, 31n), { watermark: LONG_MAX }, { afterMs: 1000 }]);
  });
});
