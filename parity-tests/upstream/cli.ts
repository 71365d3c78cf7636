/**
 * `npm run upstream`: Flink's own streaming SQL tests, from its published test jar, with the accelerator on. What fails is run once
 * more with the flag off: a test that fails on stock Flink too, on this machine, is no fault of ours.
 */
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readReports, type ClassResult } from './surefire.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const BRIDGE = path.join(ROOT, 'flink-bridge');
const REPORTS = path.join(BRIDGE, 'upstream-tests/target/surefire-reports');
const EXIT_USAGE = 2;

/** The suites whose plans a stateless engine can cover. */
const DEFAULT_TESTS = [
  'CalcITCase',
  'SetOperatorsITCase',
  'TableScanITCase',
  'TableSourceITCase',
  'TableSinkITCase',
  'TimeAttributeITCase',
  'TimeAttributesITCase',
  'ValuesITCase',
  'WatermarkITCase',
  'SourceWatermarkITCase',
  'ConstraintEnforcerSemanticTests',
  'MiscSemanticTests',
  'SinkSemanticTests',
];

const HELP = `npm run upstream -- [--tests PATTERN[,PATTERN…]] [--json OUT] [--help]

Runs Flink's own streaming SQL tests with the accelerator on, and prints for each class what passed, failed, ran
accelerated, and fell back, with the reasons. A failed test is run again on stock Flink; one that fails there too is
expected. The exit code is 0 when no failure is unexpected.

  --tests   classes of Flink's planner test jar, wild cards allowed (default: ${DEFAULT_TESTS.join(', ')})
  --json    write the results to a file
`;

/** A pattern of surefire that takes the streaming classes only: the batch suites have the same names. */
function surefirePattern(test: string): string {
  if (test.includes('/')) return test;
  return `**/runtime/stream/**/${test},**/nodes/exec/stream/${test}`;
}

function runMaven(tests: readonly string[], enabled: boolean): Promise<void> {
  rmSync(REPORTS, { recursive: true, force: true });
  const args = [
    ...['-q', '-B', '-ntp', '-P', 'upstream', '-pl', 'upstream-tests', '-am', 'test'],
    '-Dsurefire.failIfNoSpecifiedTests=false',
    `-Dtest=${tests.map(surefirePattern).join(',')}`,
    `-Dslipstream.enabled=${enabled}`,
    `-Dslipstream.bundle=${path.join(ROOT, 'dist/package/slipstream-sidecar.mjs')}`,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn('mvn', args, { cwd: BRIDGE, stdio: ['ignore', 'inherit', 'inherit'] });
    const ticker = setInterval(() => progress(), PROGRESS_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(ticker);
      process.stderr.write('\r\x1b[K');
      if (code === 0) resolve();
      else reject(new Error(`mvn ended with ${code}`));
    });
  });
}

const PROGRESS_MS = 2000;

function progress(): void {
  const done = readReports(REPORTS);
  const tests = done.reduce((sum, result) => sum + result.passed + result.failures.length + result.skipped, 0);
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done.length} classes, ${tests} tests …`);
}

function printTable(results: readonly ClassResult[], expected: ReadonlySet<string>): void {
  const width = Math.max(...results.map((result) => shortName(result).length), 5);
  process.stdout.write(`${'class'.padEnd(width)}  passed  failed  skipped  accelerated  fell back\n`);
  for (const result of results) {
    const fellBack = [...result.fallbacks.values()].reduce((sum, count) => sum + count, 0);
    const cells = [result.passed, result.failures.length, result.skipped, result.accelerated, fellBack];
    const widths = [6, 6, 7, 11, 9];
    const row = cells.map((cell, index) => String(cell).padStart(widths[index]!)).join('  ');
    process.stdout.write(`${shortName(result).padEnd(width)}  ${row}\n`);
    for (const [reason, count] of [...result.fallbacks].sort((a, b) => b[1] - a[1])) {
      process.stdout.write(`${' '.repeat(width)}  ${String(count).padStart(4)} × ${reason.slice(0, 160)}\n`);
    }
    for (const failure of result.failures) {
      const kind = expected.has(testKey(result, failure.test)) ? 'fails on stock Flink too' : 'UNEXPECTED';
      process.stdout.write(`${' '.repeat(width)}  ${kind}: ${failure.test}: ${failure.message.slice(0, 200)}\n`);
    }
  }
}

/** `sql.CalcITCase`: the package tells SQL from Table API. */
function shortName(result: ClassResult): string {
  return result.className.split('.').slice(-2).join('.');
}

function testKey(result: ClassResult, test: string): string {
  return `${result.className}#${test}`;
}

async function failuresOnStock(results: readonly ClassResult[]): Promise<Set<string>> {
  const failing = results.filter((result) => result.failures.length > 0);
  if (failing.length === 0) return new Set();
  process.stderr.write(`running ${failing.length} classes with failures on stock Flink …\n`);
  await runMaven(
    failing.map((result) => result.className.replaceAll('.', '/')),
    false,
  );
  return new Set(readReports(REPORTS).flatMap((result) => result.failures.map(({ test }) => testKey(result, test))));
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { tests: { type: 'string' }, json: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const tests = values.tests?.split(',').map((test) => test.trim()) ?? DEFAULT_TESTS;
  await runMaven(tests, true);
  const results = readReports(REPORTS);
  if (results.length === 0) {
    process.stderr.write(`no class of Flink's test jar matches ${tests.join(', ')}\n`);
    return EXIT_USAGE;
  }
  const expected = await failuresOnStock(results);
  printTable(results, expected);
  const unexpected = results.flatMap((result) =>
    result.failures.filter(({ test }) => !expected.has(testKey(result, test))),
  ).length;
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const plans = results.reduce((sum, result) => sum + result.accelerated, 0);
  process.stdout.write(`\n${plans} plans ran accelerated, ${expected.size} tests fail on stock Flink too\n`);
  process.stdout.write(`${passed} passed, ${unexpected} failed\n`);
  if (values.json) {
    const json = results.map((result) => ({ ...result, fallbacks: Object.fromEntries(result.fallbacks) }));
    writeFileSync(values.json, `${JSON.stringify({ results: json, failuresOnStock: [...expected] }, null, 2)}\n`);
  }
  return unexpected === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_USAGE);
  },
);
