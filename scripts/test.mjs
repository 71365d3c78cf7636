// `npm test`: everything, in parts that can run alone. The last line is `N passed, N failed`.
//
//   npm test                       all parts
//   npm test -- --only unit,java   some
//   npm test -- --list             their names
//   npm test -- --seed 7           the property tests with another seed than the commit's
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT } from './lib.mjs';
import { runChecks } from './check.mjs';
import { setup } from './setup.mjs';

const KEYED_AREAS = new Set(['aggregates', 'changelog', 'deduplicate', 'keys', 'mini-batch', 'state']);

const REPORTS = path.join(ROOT, '.cache/reports');

/** Each part returns what passed and failed; a part that breaks before it can count has failed once. */
const PARTS = {
  check: { title: 'types, lint, format, generated files', run: runChecks },
  unit: { title: 'TypeScript: unit and property tests', run: runVitest },
  java: { title: 'Java: the bridge', run: runSurefire },
  parity: {
    title: 'parity cases: stock Flink against accelerated',
    run: runParity,
  },
  drop: {
    title: 'drop-in: the real distribution, one jar and one bundle',
    run: () => runCounted('dist/parity-tests/drop-in/drop-in.js', []),
  },
  demo: {
    title: 'demo: a Nexmark query on real Kafka, both engines',
    run: () => runExitCode('dist/src/tools/demo.js', ['--events', '100000']),
  },
  chaos: {
    title: 'kills of the sidecar, its workers and TaskManagers under exactly-once jobs, with state and without',
    run: () =>
      runExitCodes('dist/src/tools/chaos.js', [
        ['--kills', '4', '--events', '60000'],
        ['--query', 'calc', '--kills', '2', '--events', '20000', '--target', 'both'],
        ...(canMount()
          ? [['--query', 'calc', '--kills', '1', '--events', '10000', '--target', 'process', '--full-disk']]
          : []),
      ]),
  },
};

/** A full disk needs a small file system: where nothing can be mounted, that run is left out and said to be. */
function canMount() {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipstream-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory], { stdio: 'ignore' });
  if (status === 0) spawnSync('umount', [directory], { stdio: 'ignore' });
  else process.stdout.write('left out: chaos --full-disk, as nothing can be mounted here (it needs root)\n');
  rmdirSync(directory);
  return status === 0;
}

function show(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], ...options });
    let text = '';
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      text = (text + chunk).slice(-65_536);
    });
    child.once('error', (error) => resolve({ code: 1, text: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

/** A program of ours that ends with `N passed, N failed`. */
async function runCounted(file, args) {
  const { code, text } = await show(process.execPath, [path.join(ROOT, file), ...args]);
  const match = [...text.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const counts = match ? { passed: Number(match[1]), failed: Number(match[2]) } : { passed: 0, failed: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * Over both carriers where no state is kept. Cases of keyed state, which is the same over both, once, and a quarter of them with a
 * restore at each barrier; parity-tests/README.md has the commands for the rest.
 */
async function runParity() {
  const root = path.join(ROOT, 'parity-tests/cases');
  const areas = readdirSync(root);
  const folders = (keyed) =>
    areas.filter((area) => KEYED_AREAS.has(area) === keyed).map((area) => path.join(root, area));
  const runs = [
    [...folders(false), '--lane', 'both'],
    folders(true),
    [...folders(true), '--restore', '--parallelism', '2', '--sample', '1/4'],
  ];
  const total = { passed: 0, failed: 0 };
  for (const args of runs) {
    const counts = await runCounted('dist/parity-tests/cli.js', args);
    total.passed += counts.passed;
    total.failed += counts.failed;
  }
  return total;
}

async function runExitCodes(file, runs) {
  const counts = { passed: 0, failed: 0 };
  for (const args of runs) {
    const { passed, failed } = await runExitCode(file, args);
    counts.passed += passed;
    counts.failed += failed;
  }
  return counts;
}

async function runExitCode(file, args) {
  const { code } = await show(process.execPath, [path.join(ROOT, file), ...args]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** 32 bits of the commit's tree: what is committed says the same wherever it is tested, rebased or not. */
function seedOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 8), 16) | 0 : 20261130;
}

async function runVitest({ seed = seedOfCommit() }) {
  process.stdout.write(`seed of the property tests: ${seed} (the commit's, unless --seed names one)\n`);
  mkdirSync(REPORTS, { recursive: true });
  const report = path.join(REPORTS, 'vitest.json');
  rmSync(report, { force: true });
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { code } = await show(
    process.execPath,
    [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`],
    { env: { ...process.env, PROPERTY_SEED: String(seed) } },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const failed = result.numFailedTests + (result.numFailedTests === 0 && code !== 0 ? 1 : 0);
  return { passed: result.numPassedTests, failed, skipped: result.numPendingTests };
}

async function runSurefire() {
  const bridge = path.join(ROOT, 'flink-bridge');
  for (const folder of surefireFolders(bridge)) rmSync(folder, { recursive: true, force: true });
  const { code } = await show('mvn', ['-q', '-B', '-ntp', 'package'], { cwd: bridge });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const folder of surefireFolders(bridge)) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.xml'))) {
      const suite = /<testsuite [^>]*>/.exec(readFileSync(path.join(folder, file), 'utf8'))?.[0] ?? '';
      const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
      const failed = number('failures') + number('errors');
      counts.failed += failed;
      counts.skipped += number('skipped');
      counts.passed += number('tests') - failed - number('skipped');
    }
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function surefireFolders(bridge) {
  return readdirSync(bridge)
    .map((module) => path.join(bridge, module, 'target/surefire-reports'))
    .filter((folder) => existsSync(folder));
}

const USAGE = `npm test [-- --only PART[,PART…]] [--seed N] [--list] [--help]

Runs all tests, or those of some parts; --list names the parts. Property tests begin with a seed of the commit, or with
--seed N, a 32-bit integer. The last line is 'N passed, N failed'.
`;

/** Undefined: there is something that is no option. */
function optionsOf(args) {
  try {
    const options = {
      only: { type: 'string' },
      seed: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    };
    return parseArgs({ args, options }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    return undefined;
  }
}

export async function main(args) {
  const options = optionsOf(args);
  if (options === undefined) return 2;
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (options.list) {
    for (const [name, part] of Object.entries(PARTS)) process.stdout.write(`${name.padEnd(8)} ${part.title}\n`);
    return 0;
  }
  const only = options.only?.split(',') ?? Object.keys(PARTS);
  const unknown = only.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) {
    process.stderr.write(`unknown part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}\n`);
    return 2;
  }
  if (options.seed !== undefined && (Number(options.seed) | 0) !== Number(options.seed)) {
    process.stderr.write(`--seed is a 32-bit integer, not '${options.seed}'\n`);
    return 2;
  }
  const parameters = options.seed === undefined ? {} : { seed: Number(options.seed) };
  await setup();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const name of only) {
    process.stdout.write(`\n== ${PARTS[name].title} ==\n`);
    const started = Date.now();
    let counts;
    try {
      counts = await PARTS[name].run(parameters);
    } catch (error) {
      process.stdout.write(`${error.stack}\n`);
      counts = { passed: 0, failed: 1 };
    }
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped ?? 0;
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    lines.push(
      `${name.padEnd(8)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped ?? 0} skipped (${seconds} s)`,
    );
  }
  const closing = `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`;
  process.stdout.write(`\n${lines.join('\n')}\n${closing}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}
