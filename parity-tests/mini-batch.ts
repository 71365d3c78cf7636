/** `--mini-batch`: the cases once more in bundles, where Flink plans other operators and the changelog has other steps. */
import type { Case } from './case-file.js';
import type { Outcome } from './outcome.js';

const ENABLED = 'table.exec.mini-batch.enabled';

/** The latency never comes: bundles end with their size, at barriers and at the end, so that both engines are deterministic. */
const MINI_BATCH_CONFIG = {
  [ENABLED]: 'true',
  'table.exec.mini-batch.allow-latency': '1 h',
  'table.exec.mini-batch.size': '3',
};

/** Whether the case's rows are bundled, by itself or because of `--mini-batch`. */
export function hasBundles(testCase: Case): boolean {
  return testCase.config[ENABLED] === 'true';
}

/**
 * What counts is the changelog that is left, and that the plan runs accelerated. The answers of the case are those without bundles. A
 * case that decides about mini-batches itself stays as it is.
 */
export function inMiniBatches(testCase: Case): Case {
  const decides =
    testCase.config[ENABLED] !== undefined || testCase.statements.some(({ sql }) => sql.includes(ENABLED));
  if (decides || testCase.mode.kind === 'fallback') return testCase;
  return {
    ...testCase,
    config: { ...MINI_BATCH_CONFIG, ...testCase.config },
    mode: testCase.mode.kind === 'fails' ? testCase.mode : { kind: 'changelog' },
    answers: {},
    empty: true,
  };
}

/** A job that fails row by row may not fail in bundles (a value may come and go within one), and the other way round: stock Flink says. */
export function withStocksEnd(testCase: Case, stock: Outcome): Case {
  if (stock.outcome === 'timeout') return testCase;
  if (stock.outcome === 'failed') return { ...testCase, mode: { kind: 'fails' } };
  return testCase.mode.kind === 'fails' ? { ...testCase, mode: { kind: 'changelog' } } : testCase;
}
