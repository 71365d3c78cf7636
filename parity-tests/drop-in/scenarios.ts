/** What has to hold on a real distribution. */
import path from 'node:path';
import type { Checks } from './checks.js';
import { OUR_BUNDLE, OUR_JAR } from './flink-home.js';
import { onCluster, type ClusterOptions, type Installation } from './on-cluster.js';
import { printedRows, script, writeInput, writtenLines } from './script.js';
import type { ScriptResult, Session } from './session.js';

const SECTION = '== Slipstream ==';
const ON = { 'slipstream.enabled': 'true' };

interface Run extends ScriptResult {
  readonly rows: readonly string[];
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** Starts a cluster and hands over a function that runs the script on it. */
async function withScript(
  checks: Checks,
  installation: Installation,
  options: ClusterOptions,
  action: (run: (settings: Readonly<Record<string, string>>) => Promise<Run>, session: Session) => Promise<void>,
): Promise<void> {
  await onCluster(checks, installation, options, async (session, directory) => {
    const input = path.join(directory, 'input');
    writeInput(input);
    let runs = 0;
    await action(async (settings) => {
      const output = path.join(directory, `output-${++runs}`);
      const result = await session.run(script(input, output, settings));
      return { ...result, rows: printedRows(result.output), files: writtenLines(output) };
    }, session);
  });
}

export async function inPlace(checks: Checks, installation: Installation): Promise<void> {
  process.stdout.write('one jar and one bundle in lib\n');
  await withScript(checks, installation, { jarName: OUR_JAR, bundle: installation.bundle }, async (run, session) => {
    const off = await run({});
    checks.contains('the hook is installed in the isolated planner', off.log, 'Slipstream is installed');
    checks.lacks('with the flag off EXPLAIN is stock', off.output, SECTION);
    checks.that('the flag off gives rows', off.rows.length > 0 && off.files['named']!.length === 100, () => off.output);
    const on = await run(ON);
    checks.contains('with the flag on the plan is accelerated', on.output, 'accelerated (');
    checks.lacks('no plan was refused', on.log, 'plan not accelerated');
    checks.that('two plans are logged as accelerated', on.log.split('Slipstream: plan accelerated').length === 3, () =>
      on.log
        .split('\n')
        .filter((line) => line.includes('lipstream'))
        .join('\n'),
    );
    compare(checks, off, on);
    checks.contains('the task manager ran fragments', session.taskManagerLog, 'Slipstream[');
  });
}

export async function misplaced(checks: Checks, installation: Installation): Promise<void> {
  process.stdout.write('the jar sorts last in lib\n');
  await withScript(checks, installation, { jarName: `zz-${OUR_JAR}`, bundle: installation.bundle }, async (run) => {
    const on = await run(ON);
    checks.contains('the log says so', on.log, 'Slipstream is off: the planner was loaded before it');
    checks.lacks('EXPLAIN is stock', on.output, SECTION);
    checks.that('the job runs', on.rows.length > 0 && on.files['named']!.length === 100, () => on.output);
  });
}

export async function incomplete(checks: Checks, installation: Installation): Promise<void> {
  process.stdout.write('no bundle in lib, no Node.js\n');
  await withScript(checks, installation, { jarName: OUR_JAR }, async (run) => {
    const noBundle = await run(ON);
    checks.contains('EXPLAIN says what is missing', noBundle.output, 'not accelerated: ');
    checks.contains('and where it has to be', noBundle.output, OUR_BUNDLE);
    checks.contains('so does the log', noBundle.log, 'Slipstream: plan not accelerated: ');
    checks.that('the job runs', noBundle.files['named']!.length === 100, () => noBundle.output);
    const noNode = await run({
      ...ON,
      'slipstream.sidecar.bundle': installation.bundle,
      'slipstream.sidecar.node': '/nowhere/node',
    });
    checks.contains('without Node.js EXPLAIN names the option', noNode.output, 'slipstream.sidecar.node');
    compare(checks, noBundle, noNode);
  });
}

function compare(checks: Checks, one: Run, other: Run): void {
  const show = (): string => `${one.rows.length} and ${other.rows.length} rows\n${other.output.slice(-2000)}`;
  checks.that('the collected rows are identical', same(one.rows, other.rows), show);
  checks.that('the written files are identical', same(one.files, other.files), show);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
