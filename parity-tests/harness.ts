import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, Statement } from './case-file.js';
import { UsageError } from './options.js';
import type { Outcome } from './outcome.js';
import { OPENED_PACKAGES } from '../src/tools/java.js';
import { eachLine, linesOf } from '../src/tools/lines.js';

/** A request to the Java harness, `CaseRequest` there. */
export interface HarnessRequest {
  readonly config: Readonly<Record<string, string>>;
  readonly statements: readonly Statement[];
  readonly messages: Readonly<Record<string, readonly Message[]>>;
  readonly parallelism: number;
  /** 0: no restore. */
  readonly restoreParallelism: number;
  readonly timeoutMs: number;
}

const MAIN_CLASS = 'io.slipstream.flink.testing.parity.ParityHarness';

/** Lines of the JVM's error output that are kept for the message when it dies. */
const ERROR_LINES_MAX = 40;

/** The Java harness: one JVM with one Flink cluster, which runs a case after the other. */
export class Harness {
  private readonly lines: AsyncIterator<string>;
  private readonly errors: string[] = [];
  private requests = 0;

  private constructor(private readonly jvm: ChildProcessWithoutNullStreams) {
    this.lines = linesOf(jvm.stdout);
    eachLine(jvm.stderr, (line) => {
      this.errors.push(line);
      if (this.errors.length > ERROR_LINES_MAX) this.errors.shift();
    });
  }

  /** Starts the JVM on the classes of `bridgeDirectory` and waits until its cluster is up. */
  static async start(bridgeDirectory: string, properties: Readonly<Record<string, string>>): Promise<Harness> {
    const java = process.env['JAVA_HOME'] === undefined ? 'java' : join(process.env['JAVA_HOME'], 'bin', 'java');
    const jvm = spawn(java, [
      '-Xmx2g',
      '-XX:+UseSerialGC',
      '-Duser.timezone=UTC',
      ...OPENED_PACKAGES.flatMap((name) => ['--add-opens', `java.base/${name}=ALL-UNNAMED`]),
      ...Object.entries(properties).map(([key, value]) => `-D${key}=${value}`),
      '-cp',
      classPath(bridgeDirectory),
      MAIN_CLASS,
    ]);
    const harness = new Harness(jvm);
    await harness.read();
    return harness;
  }

  async run(request: HarnessRequest): Promise<Outcome> {
    this.jvm.stdin.write(`${JSON.stringify({ id: ++this.requests, ...request })}\n`);
    return (await this.read()) as Outcome;
  }

  /** Ends the JVM and, with it, a sidecar that it has started. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.jvm.once('exit', resolve));
    this.jvm.stdin.end();
    await ended;
  }

  private async read(): Promise<unknown> {
    const next = await this.lines.next();
    if (next.done === true) throw new Error(`the Java harness has ended:\n${this.errors.join('\n')}`);
    return JSON.parse(next.value);
  }
}

/** The planner hook has to be found before the planner: dependencies come in Maven's order, our own classes last. */
function classPath(bridgeDirectory: string): string {
  const target = join(bridgeDirectory, 'bridge-testing', 'target');
  const file = join(target, 'classpath.txt');
  if (!existsSync(file)) throw new UsageError(`${file} is missing: run 'npm run build' first`);
  return `${readFileSync(file, 'utf8').trim()}:${join(target, 'classes')}`;
}
