import type { Case } from './case-file.js';
import { checkAccelerated, checkStock, type Problem } from './compare.js';
import type { Harness, HarnessRequest } from './harness.js';
import { hasBundles, inMiniBatches, withStocksEnd } from './mini-batch.js';
import type { Options } from './options.js';
import type { Outcome } from './outcome.js';

/** How a case went on both engines. */
export interface Result {
  readonly testCase: Case;
  readonly problems: readonly Problem[];
  readonly stock: Outcome;
  /** By lane; empty when only stock Flink ran. */
  readonly ours: readonly { readonly lane: 'on' | 'off'; readonly outcome: Outcome }[];
}

const TIMEOUT_MS = 120_000;

/**
 * So that both engines are deterministic: no periodic watermarks (the case says where they are), and no restart that would show an
 * error as a hang. The interval only turns checkpoints on; `@barrier` triggers them.
 */
const BASE_CONFIG = {
  'pipeline.auto-watermark-interval': '0 ms',
  'restart-strategy.type': 'none',
};
const CHECKPOINT_CONFIG = {
  'execution.checkpointing.interval': '1 h',
  'execution.checkpointing.tolerable-failed-checkpoints': '100',
};

/** `sidecar`: options of the bridge that say which sidecar to start. */
export async function runCase(
  harness: Harness,
  written: Case,
  options: Options,
  sidecar: Readonly<Record<string, string>>,
): Promise<Result> {
  const asked = options.miniBatch ? inMiniBatches(written) : written;
  const stock = await harness.run(request(asked, options, { 'slipstream.enabled': 'false' }));
  const testCase = options.miniBatch && asked !== written ? withStocksEnd(asked, stock) : asked;
  const problems = checkStock(testCase, stock);
  const ours = [];
  for (const lane of options.engine === 'flink' ? [] : options.lanes) {
    const outcome = await harness.run(
      request(testCase, options, {
        ...sidecar,
        'slipstream.enabled': 'true',
        'slipstream.lane.enabled': String(lane === 'on'),
      }),
    );
    ours.push({ lane, outcome });
    const prefix = options.lanes.length > 1 ? `lane ${lane}: ` : '';
    problems.push(...checkAccelerated(testCase, stock, outcome).map((problem) => prefix + problem));
  }
  return { testCase, problems, stock, ours };
}

function request(testCase: Case, options: Options, engine: Record<string, string>): HarnessRequest {
  const parallelism = testCase.parallelism ?? options.parallelism ?? 1;
  const barriers = Object.values(testCase.messages).some((messages) => messages.some(({ kind }) => kind === 'barrier'));
  // The readers of several subtasks wait for each other with checkpoints (ReaderGate): else where bundles end is chance.
  const sharedBundles = parallelism > 1 && hasBundles(testCase);
  return {
    config: {
      ...BASE_CONFIG,
      ...((barriers || sharedBundles) && CHECKPOINT_CONFIG),
      ...(options.unaligned && { 'execution.checkpointing.unaligned.enabled': 'true' }),
      ...engine,
      ...testCase.config,
    },
    statements: testCase.statements,
    messages: testCase.messages,
    parallelism,
    restoreParallelism: options.restore ? parallelism + 1 : 0,
    timeoutMs: TIMEOUT_MS,
  };
}
