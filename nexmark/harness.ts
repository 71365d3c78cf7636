import { runJavaHarness } from '../src/tools/java-harness.js';
import type { Engine, HarnessRun, LatencyEntry } from './results.js';
import type { Spec } from './spec.js';

const MAIN_CLASS = 'io.slipstream.flink.testing.nexmark.NexmarkMain';

/** What the harness tells while it works; `Events` there. */
export type HarnessEvent =
  | {
      readonly event: 'progress';
      readonly body: { readonly text: string; readonly done: number; readonly total: number };
    }
  | { readonly event: 'run-start'; readonly body: RunStart }
  | { readonly event: 'run'; readonly body: HarnessRun }
  | { readonly event: 'latency'; readonly body: LatencyEntry };

export interface RunStart {
  readonly query: string;
  readonly engine: Engine;
  readonly warmUp: boolean;
  /** Negative for warm-ups. */
  readonly index: number;
}

/** Runs all queries of `spec`; throws when the harness fails. */
export function runHarness(spec: Spec, onEvent: (event: HarnessEvent) => void): Promise<void> {
  return runJavaHarness(MAIN_CLASS, spec, spec.workDirectory, (line) => onEvent(line as HarnessEvent));
}
