/** Tests of Flink's whose outcome is left to chance by the test itself. */
import { testKey, type ClassResult } from './surefire.js';

const DELETES_BY_KEY = 'org.apache.flink.table.planner.plan.nodes.exec.stream.DeletesByKeySemanticTests';

/**
 * Of a test that stock Flink fails too, now and then, on a machine that has other work: why. It is run again when it fails, and a test
 * that is not here is not.
 */
export const RACES: ReadonlyMap<string, string> = new Map(
  [5, 6].map((index) => [
    `${DELETES_BY_KEY}#runSteps(TableTestProgram)[${index}]`,
    'it expects that of the two tables of its join one is read before the other',
  ]),
);

/** Keys of the failed tests that may be run again. */
export function racesAmong(classes: readonly ClassResult[]): Set<string> {
  const failed = classes.flatMap((result) => result.failures.map(({ test }) => testKey(result, test)));
  return new Set(failed.filter((key) => RACES.has(key)));
}

/** What is left of them after another run of their classes: those that failed again, and all of a class that did not run. */
export function stillFailing(races: ReadonlySet<string>, again: readonly ClassResult[]): Set<string> {
  return new Set(
    [...races].filter((key) => {
      const result = again.find(({ className }) => key.startsWith(`${className}#`));
      return result === undefined || result.failures.some(({ test }) => testKey(result, test) === key);
    }),
  );
}
