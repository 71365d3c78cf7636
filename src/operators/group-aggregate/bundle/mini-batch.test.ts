import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assert } from '../../../errors.js';
import { type ChainCase, expectedOutputs, runChain, withoutObjects } from '../../../testing/chain-golden.js';
import { chainOracle } from '../../../testing/chain-oracle.js';
import { WRITES_GOLDEN } from '../../../testing/golden-derive.js';
import { arbitraryMiniBatchSteps, MINI_BATCH_VARIANTS, miniBatchRequest } from './mini-batch-cases.js';

const GOLDEN = new URL('golden/mini-batch.jsonl', import.meta.url);

if (WRITES_GOLDEN) await writeGolden();

async function writeGolden(): Promise<void> {
  const cases: ChainCase[] = [];
  for (const [index, [name, variant]] of Object.entries(MINI_BATCH_VARIANTS).entries()) {
    const plan = miniBatchRequest(variant);
    const planned = await chainOracle().ask(plan);
    assert('inputType' in planned, `${name}: ${JSON.stringify(planned)}`);
    const [steps] = fc.sample(arbitraryMiniBatchSteps(variant, planned.inputType), { seed: 815 + index, numRuns: 1 });
    const request = { ...plan, steps: steps! };
    const answer = await chainOracle().ask(request);
    assert('outputs' in answer && answer.thrown === undefined, `${name}: ${JSON.stringify(answer).slice(0, 2000)}`);
    cases.push({ name, request, answer: withoutObjects(answer) });
  }
  writeFileSync(GOLDEN, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

function readCases(): ChainCase[] {
  if (!existsSync(GOLDEN)) return [];
  const lines = readFileSync(GOLDEN, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ChainCase);
}

describe('aggregates in mini-batches answer as stock Flink, in its order', () => {
  it.each(readCases().map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const expected = expectedOutputs(one);
    for (const [every, batchRows] of [
      [1, 1],
      [7, 3],
      [Infinity, Infinity],
    ] as const) {
      expect(runChain(one, { isBatchEnd: (step) => step % every === 0, batchRows })).toEqual(expected);
    }
  });

  it('whatever the batches are, and wherever they are restored', () => {
    // The HashMap of a bundle keeps its size when the bundle ends, and a restored one begins with 16 buckets: with more than 12 keys the order
    // depends on where Flink is restored.
    const cases = readCases().filter(({ name }) => !name.includes('many keys'));
    fc.assert(
      fc.property(
        fc.nat(cases.length - 1),
        fc.infiniteStream(fc.boolean()),
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 1, max: 20 }),
        (index, ends, restores, batchRows) => {
          const one = cases[index]!;
          const { steps } = one.request;
          const batchEnds = steps.map(() => ends.next().value);
          const wished = steps.map(() => restores.next().value);
          // A snapshot is taken behind a barrier, which ends bundles.
          const restoresAt = (step: number): boolean => wished[step]! && 'barrier' in (steps[step - 1] ?? {});
          const ours = runChain(one, { isBatchEnd: (step) => batchEnds[step]!, batchRows, restoresAt });
          expect(ours).toEqual(expectedOutputs(one));
        },
      ),
      { numRuns: 25 },
    );
  });
});
