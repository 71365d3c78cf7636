/**
 * `npm run upstream`: Flink's own streaming SQL tests, from its published test jar, with the accelerator on. What fails is run once
 * more with the flag off: a test that fails on stock Flink too, on this machine, is no fault of ours.
 */
import { writeFileSync } from 'node:fs';
import { runCommand, UsageError } from '../../src/tools/cleanup.js';
import { reportsOf, runMaven } from './maven.js';
import { optionsFromArguments, USAGE, type Options } from './options.js';
import { surefirePatterns, unmatched } from './patterns.js';
import { racesAmong, stillFailing } from './races.js';
import { countsOf, isRefusedRestore, jsonReport, reportLines, type RunResult } from './report.js';
import { readReports, testKey, type ClassResult } from './surefire.js';

const RACE_RUNS_MAX = 3;

interface Suites {
  readonly patterns: readonly string[];
  readonly accelerated: boolean;
}

/** The results of the classes that came to their end, and Maven's exit code. */
async function runSuites(suites: Suites, options: Options): Promise<{ classes: ClassResult[]; code: number }> {
  const { timeoutSeconds, sidecar: bundle } = options;
  const code = await runMaven({ ...suites, bundle, timeoutSeconds });
  return { classes: readReports(reportsOf(suites)), code };
}

/** Those of the known races that pass when their classes run again. */
async function racesPassedAgain(classes: readonly ClassResult[], options: Options): Promise<Set<string>> {
  const races = racesAmong(classes);
  let left = races;
  for (let run = 1; run <= RACE_RUNS_MAX && left.size > 0; run++) {
    process.stderr.write(`running ${left.size} tests again that are races of their own …\n`);
    const patterns = [...new Set([...left].map((key) => key.split('#')[0]!.replaceAll('.', '/')))];
    left = stillFailing(left, (await runSuites({ patterns, accelerated: true }, options)).classes);
  }
  return new Set([...races].filter((key) => !left.has(key)));
}

async function failuresOnStock(
  classes: readonly ClassResult[],
  passedAgain: ReadonlySet<string>,
  options: Options,
): Promise<Set<string>> {
  const failing = classes.filter((result) =>
    result.failures.some((failure) => !isRefusedRestore(failure) && !passedAgain.has(testKey(result, failure.test))),
  );
  if (failing.length === 0) return new Set();
  process.stderr.write(`running ${failing.length} classes with failures on stock Flink …\n`);
  const patterns = failing.map((result) => `${result.className.replaceAll('.', '/')}`);
  const stock = await runSuites({ patterns, accelerated: false }, options);
  return new Set(stock.classes.flatMap((result) => result.failures.map(({ test }) => testKey(result, test))));
}

async function main(argv: readonly string[]): Promise<number> {
  const options = optionsFromArguments(argv);
  if (options === undefined) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const patterns = options.tests.flatMap(surefirePatterns);
  const { classes, code } = await runSuites({ patterns, accelerated: true }, options);
  if (code !== 0 && classes.length === 0) throw new Error(`mvn ended with ${code} before the first class`);
  const passedAgain = await racesPassedAgain(classes, options);
  const run: RunResult = {
    classes,
    passedAgain,
    failuresOnStock: await failuresOnStock(classes, passedAgain, options),
  };
  const { passed, unexpected, accelerated, fellBack, refusedRestores } = countsOf(run);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(jsonReport(run), null, 2)}\n`);
  if (classes.length > 0) process.stdout.write(`${reportLines(run).join('\n')}\n\n`);
  const without = unmatched(options.tests, classes.map((result) => result.className)); // prettier-ignore
  if (code === 0 && without.length > 0)
    throw new UsageError(`no class of Flink's test jar matches ${without.join(', ')}`);
  if (code !== 0) process.stdout.write(`the run did not come to its end: mvn ended with ${code}\n`);
  const expected = run.failuresOnStock.size;
  const share = Math.round((100 * accelerated) / Math.max(1, accelerated + fellBack));
  process.stdout.write(`${accelerated} plans accelerated (${share} %), ${fellBack} fell back\n`);
  if (refusedRestores > 0) process.stdout.write(`${refusedRestores} restores of stock Flink's state are refused\n`);
  if (expected > 0) process.stdout.write(`${expected} tests fail on stock Flink too\n`);
  process.stdout.write(`${passed} passed, ${unexpected} failed\n`);
  return unexpected === 0 && code === 0 ? 0 : 1;
}

runCommand(() => main(process.argv.slice(2)));
