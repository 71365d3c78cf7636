/** Runs the tests in a JVM that surefire forks, and ends that JVM and its sidecar with us, whatever happens. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { onCleanup } from '../../src/tools/cleanup.js';
import { eachLine } from '../../src/tools/lines.js';
import { REPOSITORY_ROOT, SIDECAR_BUNDLE } from '../../src/tools/repository.js';
import { readReports } from './surefire.js';

const BRIDGE = path.join(REPOSITORY_ROOT, 'flink-bridge');
const MODULE = path.join(BRIDGE, 'upstream-tests');
const PROGRESS_MS = 2000;
const MAVEN_LINES_MAX = 60;
const KILL_AFTER_MS = 10_000;

export interface MavenRun {
  /** Patterns of test classes, as surefire reads them. */
  readonly patterns: readonly string[];
  readonly accelerated: boolean;
  /** Instead of the one that was built. */
  readonly bundle: string | undefined;
  /** For all of them, compiling the bridge included. */
  readonly timeoutSeconds: number;
}

/** Where the run's reports are. */
export function reportsOf(run: Pick<MavenRun, 'accelerated'>): string {
  return path.join(MODULE, 'target', reportsName(run));
}

function reportsName({ accelerated }: Pick<MavenRun, 'accelerated'>): string {
  return accelerated ? 'accelerated-reports' : 'stock-reports';
}

/**
 * Resolves with the exit code of Maven: failed tests do not make it fail, our time-out does. What Maven says is shown only then: the stack
 * traces of failed tests are in the reports.
 */
export async function runMaven(run: MavenRun): Promise<number> {
  const reports = reportsOf(run);
  rmSync(reports, { recursive: true, force: true });
  // A group of its own: a signal to it reaches Maven, the JVM of the tests and the sidecar.
  const child = spawn('mvn', mavenArguments(run), { cwd: BRIDGE, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const said = new LastLines(MAVEN_LINES_MAX);
  for (const stream of [child.stdout, child.stderr]) {
    eachLine(stream, (line) => said.add(line));
  }
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`mvn: ${error.message}`)));
    child.once('close', (code) => resolve(code ?? -1));
  });
  const end = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal);
  };
  onCleanup(async () => {
    end('SIGTERM');
    await ended;
  });
  const timer = setTimeout(() => {
    process.stderr.write(`the time-out of ${run.timeoutSeconds} s is over\n`);
    end('SIGTERM');
    setTimeout(() => end('SIGKILL'), KILL_AFTER_MS).unref();
  }, run.timeoutSeconds * 1000);
  const ticker = setInterval(() => showProgress(reports), PROGRESS_MS);
  try {
    const code = await ended;
    if (code !== 0) process.stderr.write(`${said.text()}\n`);
    return code;
  } finally {
    clearTimeout(timer);
    clearInterval(ticker);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

class LastLines {
  private readonly lines: string[] = [];

  constructor(private readonly countMax: number) {}

  add(line: string): void {
    if (this.lines.push(line) > this.countMax) this.lines.shift();
  }

  text(): string {
    return this.lines.join('\n');
  }
}

function mavenArguments(run: MavenRun): string[] {
  return [
    ...['-q', '-B', '-ntp', '-P', 'upstream', '-pl', 'upstream-tests', '-am', 'test'],
    '-Dsurefire.failIfNoSpecifiedTests=false',
    `-Dtest=${run.patterns.join(',')}`,
    `-Dslipstream.enabled=${run.accelerated}`,
    `-Dslipstream.bundle=${run.bundle === undefined ? SIDECAR_BUNDLE : path.resolve(run.bundle)}`,
    `-Dupstream.reports=${reportsName(run)}`,
  ];
}

function showProgress(reports: string): void {
  if (!process.stderr.isTTY) return;
  const done = readReports(reports);
  const tests = done.reduce((sum, result) => sum + result.passed + result.failures.length + result.skipped, 0);
  process.stderr.write(`\r\x1b[K${done.length} classes, ${tests} tests …`);
}
