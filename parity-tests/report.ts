import type { Result } from './run-case.js';

/** Of a list of results: how many ran accelerated, fell back, failed. */
export interface Counts {
  readonly accelerated: number;
  readonly fallback: number;
  /** Of the accelerated ones: different from stock Flink in a way that docs/divergences describes. */
  readonly divergent: number;
  readonly passed: number;
  readonly failed: number;
}

export function countsOf(results: readonly Result[]): Counts {
  const ran = results.filter(({ ours }) => ours.length > 0);
  const accelerated = ran.filter(isAccelerated).length;
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const divergent = ran.filter(({ testCase }) => testCase.divergence !== undefined).length;
  return { accelerated, fallback: ran.length - accelerated, divergent, passed: results.length - failed, failed };
}

/** Lines for the terminal; none for a case that passes. */
export function failureLines({ testCase, problems }: Result): string[] {
  if (problems.length === 0) return [];
  return [
    `FAILED ${testCase.file} (${testCase.mode.kind})`,
    ...problems.flatMap((p) => p.split('\n').map((l) => `  ${l}`)),
  ];
}

/** An entry of the file that `--json` writes. */
export function jsonEntry(result: Result): object {
  const { testCase, problems, stock, ours } = result;
  return {
    file: testCase.file,
    mode: testCase.mode.kind,
    accelerated: isAccelerated(result),
    ...(testCase.divergence !== undefined && { divergence: testCase.divergence }),
    fallbackReasons: [...new Set(ours.flatMap(({ outcome }) => outcome.reasons ?? []))],
    pass: problems.length === 0,
    problems,
    millis: { flink: stock.millis, slipstream: ours.map(({ outcome }) => outcome.millis) },
    ...(problems.length > 0 && { outputs: { flink: stock, slipstream: ours } }),
  };
}

function isAccelerated({ ours }: Result): boolean {
  return ours.length > 0 && ours.every(({ outcome }) => outcome.accelerated === true);
}
