import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Child } from '../src/tools/child-process.js';
import { javaArguments, javaBinary } from '../src/tools/java.js';
import type { Engine, HarnessRun, LatencyEntry } from './results.js';
import type { Spec } from './spec.js';

const HEAP_MIB = 2048;

/** What the harness tells while it works; `Events` there. */
export type HarnessEvent =
  | {
      readonly event: 'progress';
      readonly body: { readonly text: string; readonly done: number; readonly total: number };
    }
  | { readonly event: 'run-start'; readonly body: RunStart }
  | { readonly event: 'run'; readonly body: HarnessRun }
  | { readonly event: 'latency'; readonly body: LatencyEntry }
  | { readonly event: 'error'; readonly body: { readonly text: string } }
  | { readonly event: 'done'; readonly body: object };

export interface RunStart {
  readonly query: string;
  readonly engine: Engine;
  readonly warmUp: boolean;
  /** Negative for warm-ups. */
  readonly index: number;
}

/** Runs the Java harness to its end; throws when it fails. */
export async function runHarness(spec: Spec, onEvent: (event: HarnessEvent) => void): Promise<void> {
  const specFile = path.join(spec.workDirectory, 'spec.json');
  writeFileSync(specFile, JSON.stringify(spec));
  let done = false;
  let error: string | undefined;
  const args = javaArguments({
    module: 'bridge-testing',
    mainClass: 'io.slipstream.flink.testing.nexmark.NexmarkMain',
    heapMaxMiB: HEAP_MIB,
    options: [`-Djava.io.tmpdir=${spec.workDirectory}`],
    args: [specFile],
  });
  const child = Child.start('Flink', javaBinary(), args, (line) => {
    const event = JSON.parse(line) as HarnessEvent;
    if (event.event === 'done') done = true;
    else if (event.event === 'error') error = event.body.text;
    else onEvent(event);
  });
  const code = await child.whenEnded();
  if (error !== undefined || !done) throw child.failure(error ?? `ended with ${code}`);
}
