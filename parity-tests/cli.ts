import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutEmptyAnswers, writeAnswers } from './answers.js';
import { CaseFileError, type Case } from './case-file.js';
import { findCases, sampled } from './find-cases.js';
import { Harness } from './harness.js';
import { optionsFromArguments, USAGE, UsageError, type Options } from './options.js';
import { readCase } from './parse-case.js';
import { countsOf, failureLines, jsonEntry } from './report.js';
import { runCase, type Result } from './run-case.js';

const ROOT = repositoryRoot(dirname(fileURLToPath(import.meta.url)));

async function main(argv: readonly string[]): Promise<number> {
  const options = optionsFromArguments(argv);
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  const cases = readCases(options);
  const results: Result[] = [];
  const startMs = Date.now();
  const sidecar = sidecarConfig(options);
  const harness = await Harness.start(options.bridge ?? join(ROOT, 'flink-bridge'), harnessProperties());
  try {
    for (const testCase of cases) {
      const result = await runCase(
        harness,
        options.writeAnswers ? withoutEmptyAnswers(testCase) : testCase,
        options,
        sidecar,
      );
      results.push(result);
      if (options.writeAnswers && result.problems.length === 0 && writeAnswers(testCase, result.stock) > 0) {
        console.log(`wrote answers into ${testCase.file}`);
      }
      if (options.verbose) console.log(progressLine(result));
      failureLines(result).forEach((line) => console.log(line));
    }
  } finally {
    await harness.stop();
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results.map(jsonEntry), null, 2)}\n`);
  const { accelerated, fallback, divergent, passed, failed } = countsOf(results);
  if (options.engine === 'both')
    console.log(
      `${accelerated} accelerated (${divergent} with a known divergence), ${fallback} fell back, ${failed} failed`,
    );
  console.log(`${((Date.now() - startMs) / 1000).toFixed(0)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function readCases(options: Options): Case[] {
  const paths =
    options.paths.length > 0 ? options.paths : [relative(process.cwd(), join(ROOT, 'parity-tests', 'cases'))];
  const files = sampled(findCases(paths), options.sample);
  if (files.length === 0) throw new UsageError(`no case under ${paths.join(', ')}`);
  return files.map((file) => readCase(file, join(ROOT, 'parity-tests', 'shared')));
}

/** Few workers: a case has few subtasks, and the machine may have few processors. */
function sidecarConfig(options: Options): Record<string, string> {
  return {
    'slipstream.sidecar.bundle': options.sidecar ?? join(ROOT, 'dist', 'package', 'slipstream-sidecar.mjs'),
    'slipstream.sidecar.node': process.execPath,
    'slipstream.sidecar.workers': '2',
  };
}

function harnessProperties(): Record<string, string> {
  return { 'log4j2.configurationFile': join(ROOT, 'parity-tests', 'log4j2.properties') };
}

function progressLine({ testCase, problems, stock, ours }: Result): string {
  const state =
    ours.length === 0 ? 'stock only' : ours.every(({ outcome }) => outcome.accelerated) ? 'accelerated' : 'fell back';
  const millis = [stock, ...ours.map(({ outcome }) => outcome)].map((outcome) => outcome.millis).join('+');
  return `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${testCase.file} (${testCase.mode.kind}, ${state}, ${millis} ms)`;
}

/** Also found from `dist/`, where the compiled files are. */
function repositoryRoot(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : repositoryRoot(dirname(directory));
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (e: unknown) => {
    const expected = e instanceof UsageError || e instanceof CaseFileError;
    console.error(expected ? e.message : e);
    process.exitCode = 2;
  },
);
