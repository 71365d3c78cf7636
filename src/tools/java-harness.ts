import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Child } from './child-process.js';
import { javaArguments, javaBinary } from './java.js';

const HEAP_MIB = 2048;

/** A line from a Java harness; `Events` there. */
export interface HarnessLine {
  readonly event: string;
  readonly body: unknown;
}

/**
 * Runs a Java harness of bridge-testing to its end: it reads `spec` as JSON and answers in lines. Throws when it fails; `error` and `done`
 * lines do not reach `onLine`.
 */
export async function runJavaHarness(
  mainClass: string,
  spec: object,
  workDirectory: string,
  onLine: (line: HarnessLine) => void,
): Promise<void> {
  const specFile = path.join(workDirectory, 'spec.json');
  writeFileSync(specFile, JSON.stringify(spec));
  let done = false;
  let error: string | undefined;
  const args = javaArguments({
    module: 'bridge-testing',
    mainClass,
    heapMaxMiB: HEAP_MIB,
    options: [`-Djava.io.tmpdir=${workDirectory}`],
    args: [specFile],
  });
  const child = Child.start('Flink', javaBinary(), args, (text) => {
    const line = JSON.parse(text) as HarnessLine;
    if (line.event === 'done') done = true;
    else if (line.event === 'error') error = (line.body as { text: string }).text;
    else onLine(line);
  });
  const code = await child.whenEnded();
  if (error !== undefined || !done) throw child.failure(error ?? `ended with ${code}`);
}
