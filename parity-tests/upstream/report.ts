/** The results of a run, for the terminal and as JSON. */
import { tableLines, type TableColumn } from '../../src/tools/table.js';
import { RACES } from './races.js';
import { testKey, type ClassResult } from './surefire.js';

/** What is left of a reason or a message on the terminal; all of it is in the JSON. */
const REASON_LENGTH_MAX = 160;
const MESSAGE_LENGTH_MAX = 240;

export interface RunResult {
  readonly classes: readonly ClassResult[];
  /** Keys of the tests that fail on stock Flink too. */
  readonly failuresOnStock: ReadonlySet<string>;
  /** Keys of the tests that passed when they were run again (`races.ts`). */
  readonly passedAgain: ReadonlySet<string>;
}

/** What Flink says when a job is to start from state of operators that it does not have. */
const STATE_OF_OTHERS = 'Cannot map checkpoint/savepoint state for operator';

/**
 * A restore test starts an accelerated job from a savepoint of stock Flink's operators: it has to fail, and in these words. To
 * start it without their state would be wrong.
 */
export function isRefusedRestore({ message }: { readonly message: string }): boolean {
  return message.includes(STATE_OF_OTHERS);
}

export interface Counts {
  readonly passed: number;
  /** Restores of stock Flink's state that Flink refused, as it has to. */
  readonly refusedRestores: number;
  readonly unexpected: number;
  readonly accelerated: number;
  readonly fellBack: number;
}

/** `sql.CalcITCase`: the package tells SQL from Table API. */
function shortName(result: ClassResult): string {
  return result.className.split('.').slice(-2).join('.');
}

export function countsOf({ classes, failuresOnStock, passedAgain }: RunResult): Counts {
  const sum = (count: (result: ClassResult) => number): number => classes.reduce((all, one) => all + count(one), 0);
  return {
    passed: sum((result) => result.passed) + passedAgain.size,
    refusedRestores: sum((result) => result.failures.filter(isRefusedRestore).length),
    unexpected: sum(
      (result) =>
        result.failures.filter(
          (failure) =>
            !isRefusedRestore(failure) &&
            !failuresOnStock.has(testKey(result, failure.test)) &&
            !passedAgain.has(testKey(result, failure.test)),
        ).length,
    ),
    accelerated: sum((result) => result.accelerated),
    fellBack: sum(fellBack),
  };
}

function fellBack(result: ClassResult): number {
  return [...result.fallbacks.values()].reduce((all, one) => all + one, 0);
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'class', align: 'left' },
  ...['passed', 'failed', 'skipped', 'accelerated', 'fell back'].map((title) => ({ title, align: 'right' as const })),
];

/** The table, then each class's reasons, then the failures. */
export function reportLines(run: RunResult): string[] {
  const rows = run.classes.map((result) => [
    shortName(result),
    ...[result.passed, result.failures.length, result.skipped, result.accelerated, fellBack(result)].map(String),
  ]);
  return [...tableLines(COLUMNS, rows), ...run.classes.flatMap(reasonLines), ...failureLines(run)];
}

function reasonLines(result: ClassResult): string[] {
  if (result.fallbacks.size === 0) return [];
  const reasons = [...result.fallbacks].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return [
    '',
    `${shortName(result)} fell back:`,
    ...reasons.map(([reason, count]) => `${String(count).padStart(4)} × ${reason.slice(0, REASON_LENGTH_MAX)}`),
  ];
}

function failureLines({ classes, failuresOnStock, passedAgain }: RunResult): string[] {
  const lines = classes.flatMap((result) =>
    result.failures.map((failure) => {
      const { test, message } = failure;
      const key = testKey(result, test);
      if (passedAgain.has(key))
        return `${shortName(result)}.${test}: passed when it was run again, because ${RACES.get(key)}`;
      const kind = isRefusedRestore(failure)
        ? 'state of stock Flink is refused'
        : failuresOnStock.has(key)
          ? 'fails on stock Flink too'
          : 'FAILED';
      return `${kind}: ${shortName(result)}.${test}: ${message.slice(0, MESSAGE_LENGTH_MAX)}`;
    }),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

/** What `--json` writes. */
export function jsonReport(run: RunResult): object {
  return {
    ...countsOf(run),
    classes: run.classes.map((result) => ({
      ...result,
      failures: result.failures.map((failure) => ({
        ...failure,
        isRefusedRestore: isRefusedRestore(failure),
        failsOnStock: run.failuresOnStock.has(testKey(result, failure.test)),
        passedAgain: run.passedAgain.has(testKey(result, failure.test)),
      })),
      fallbacks: Object.fromEntries(result.fallbacks),
    })),
  };
}
