import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WRITES_GOLDEN } from '../../testing/golden-derive.js';
import {
  answerOperatorCases,
  byKey,
  joinedUpToMarks,
  readOperatorCases,
  runOperator,
  stretchesOf,
  writeOperatorCases,
  type OperatorCase,
  type RunOptions,
} from '../../testing/operator-golden.js';
import { changelogNormalizeRequests } from './changelog-normalize-cases.js';
import { changelogNormalizeFactory } from './changelog-normalize.js';

const STEPS_MAX = 60;
const GOLDEN = new URL('golden/changelog-normalize.jsonl', import.meta.url);

if (WRITES_GOLDEN) writeOperatorCases(GOLDEN, await answerOperatorCases(changelogNormalizeRequests()));

function expectSame(one: OperatorCase, options: RunOptions): void {
  const ours = runOperator(changelogNormalizeFactory, one, options);
  const theirs = stretchesOf(one, ours);
  // The order among the keys of a bundle is that of a HashMap.
  if (one.name.startsWith('bundle')) expect(byKey(one, ours)).toEqual(byKey(one, theirs));
  else expect(ours).toEqual(theirs);
}

describe('StreamExecChangelogNormalize answers as stock Flink', () => {
  it.each(readOperatorCases(GOLDEN).map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expectSame(one, { isBatchEnd: () => true });
    expectSame(one, { isBatchEnd: () => false });
    expectSame(one, { isBatchEnd: (step) => step % 5 === 3 });
  });

  it('whatever the batches are, and wherever it is restored, at any parallelism', () => {
    const cases = readOperatorCases(GOLDEN);
    fc.assert(
      fc.property(
        fc.nat(cases.length - 1),
        fc.infiniteStream(fc.boolean()),
        fc.array(fc.tuple(fc.nat(STEPS_MAX), fc.integer({ min: 1, max: 3 })), { maxLength: 4 }),
        (index, ends, restores) => {
          const one = cases[index]!;
          const isBundled = one.name.startsWith('bundle');
          const batchEnds = one.request.steps.map(() => ends.next().value as boolean);
          // A snapshot is taken behind a barrier, which ends bundles; and each subtask would count the rows of its own.
          const isBarrier = (step: number): boolean => 'barrier' in (one.request.steps[step - 1] ?? {});
          const restoreAt = (step: number): number | undefined => {
            const parallelism = new Map(restores).get(step);
            return parallelism === undefined || !isBundled ? parallelism : isBarrier(step) ? 1 : undefined;
          };
          const ours = runOperator(changelogNormalizeFactory, one, {
            isBatchEnd: (step) => batchEnds[step]!,
            restoreAt,
          });
          const joined = joinedUpToMarks(one, ours);
          expect(byKey(one, joined)).toEqual(byKey(one, joinedUpToMarks(one, stretchesOf(one, ours))));
        },
      ),
      { numRuns: 100 },
    );
  });
});
