/**
 * Needs the JVM. `FUZZ_SEED=7 FUZZ_MINI_BATCHES=200 npx vitest run src/operators/group-aggregate/bundle/mini-batch-fuzz.test.ts`;
 * `FUZZ_VARIANTS=split`: only those with this in their name.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assert } from '../../../errors.js';
import { expectedOutputs, runChain } from '../../../testing/chain-golden.js';
import { chainOracle } from '../../../testing/chain-oracle.js';
import { arbitraryMiniBatchSteps, MINI_BATCH_VARIANTS, miniBatchRequest } from './mini-batch-cases.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261130);
const COUNT = Number(process.env['FUZZ_MINI_BATCHES'] ?? 25);
const ONLY = process.env['FUZZ_VARIANTS'] ?? '';

test('random rows in random batches have the bundles of stock Flink', async () => {
  const variants = Object.entries(MINI_BATCH_VARIANTS).filter(([name]) => name.includes(ONLY));
  const inputTypes = new Map<string, string>();
  console.log(`FUZZ_SEED=${SEED}`);
  for (let run = 0; run < COUNT; run++) {
    const [name, variant] = variants[run % variants.length]!;
    const plan = miniBatchRequest({ ...variant, size: variant.size ?? 2 + (run % 13) });
    if (!inputTypes.has(name)) {
      const planned = await chainOracle().ask(plan);
      assert('inputType' in planned, `${name}: ${JSON.stringify(planned)}`);
      inputTypes.set(name, planned.inputType);
    }
    const arbitrary = arbitraryMiniBatchSteps(variant, inputTypes.get(name)!);
    const [steps] = fc.sample(arbitrary, { seed: SEED + run, numRuns: 1 });
    const request = { ...plan, steps: steps! };
    const answer = await chainOracle().ask(request);
    assert('outputs' in answer, `${name}: ${JSON.stringify(answer)}`);
    const one = { name, request, answer };
    const ours = runChain(one, { isBatchEnd: (step) => step % (1 + (run % 11)) === 0, batchRows: 1 + (run % 7) });
    expect(ours, `${name}, run ${run}`).toEqual(expectedOutputs(one));
  }
}, 600_000);
