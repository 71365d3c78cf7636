/** `npm run chaos`: a real job, Kafka to Kafka and exactly-once, while parts of it are killed again and again. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { optionsFromArguments, type Options } from '../../nexmark/options.js';
import type { Digest } from '../../nexmark/results.js';
import { specFromOptions, type Spec } from '../../nexmark/spec.js';
import { choiceOption, numberOption, readOptions, textOption, type OptionValues } from './arguments.js';
import { startBroker } from './broker.js';
import { onCleanup, runCommand, UsageError } from './cleanup.js';
import { runJavaHarness } from './java-harness.js';
import { Progress } from './progress.js';
import { REPOSITORY_ROOT } from './repository.js';
import { withThousands } from './table.js';
import { workDirectory } from './work-directory.js';

const USAGE = `Kills the sidecar, its workers and the TaskManagers of a running job at random, and compares what the job has committed with
stock Flink's output.

npm run chaos -- [OPTIONS]

  --kills N      in all, default 6
  --query Q      group-by (default): COUNT, SUM, MAX and COUNT(DISTINCT) of each auction into upsert-kafka, every update of it checked;
                 calc: without state; materialized: totals into a sink with another key than theirs; or one of Nexmark's
  --events N     default 200000, spread over the kills
  --seed N       of victims, moments and pauses (default: from the clock, and printed)
  --lane on|off  default on
  --target WHAT  process: the sidecar (SIGKILL); worker: a thread of it (out of heap); task-manager: one of two;
                 both: the first two; all of them, in random order (default)
  --full-disk    the lane lies on a small file system that is full at each kill of the process, for a while: attempts to
                 restart fail until there is room again (needs root, for mount)
  --help

Kills come after a pause, in the middle of a checkpoint, or in the middle of the restart after the kill before.
Exit code 0: the committed output is exact, the job was restarted, and no process or file is left.
`;

const MAIN_CLASS = 'io.slipstream.flink.testing.chaos.ChaosMain';
const QUERIES_DIRECTORY = path.join(REPOSITORY_ROOT, 'src/tools/chaos-queries');
/** The query whose updates the harness knows. */
const CHECKED_QUERY = 'group-by';
/** `Victim` of the Java harness, by --target. */
const VICTIMS = {
  process: ['PROCESS'],
  worker: ['WORKER'],
  'task-manager': ['TASK_MANAGER'],
  both: ['PROCESS', 'WORKER'],
  all: ['PROCESS', 'WORKER', 'TASK_MANAGER'],
} as const;
type Target = keyof typeof VICTIMS;
/** The mean pause before a kill, and a restart. */
const SECONDS_PER_KILL = 4;
const TIMEOUT_SECONDS = 180;

/** `ChaosSpec` of the Java harness. */
interface ChaosSpec {
  readonly nexmark: Spec;
  readonly bidTotals: boolean;
  readonly kills: number;
  readonly killSeed: number;
  readonly victims: readonly string[];
  readonly eventsPerSecond: number;
  readonly chaosDirectory: string;
  readonly fullDisk: boolean;
  readonly laneDirectory: string;
  readonly sidecarDirectory: string;
  readonly timeoutSeconds: number;
}

/** `ChaosResult` of the Java harness. */
interface ChaosResult {
  readonly query: string;
  readonly kills: Readonly<Record<string, number>>;
  readonly restarts: number;
  readonly checkpoints: number;
  readonly restores: number;
  readonly identical: boolean;
  readonly keyed: boolean;
  readonly expected: Digest;
  readonly found: Digest;
  readonly sequenceFaults: readonly string[];
  readonly leftovers: readonly string[];
  readonly causes: readonly string[];
  readonly failures: readonly string[];
}

async function main(): Promise<number> {
  const values = readOptions(
    {
      kills: { type: 'string' },
      query: { type: 'string' },
      events: { type: 'string' },
      seed: { type: 'string' },
      lane: { type: 'string' },
      target: { type: 'string' },
      'full-disk': { type: 'boolean' },
      help: { type: 'boolean' },
    },
    process.argv.slice(2),
  );
  if (values['help'] === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const options = chaosOptions(values);
  const directory = workDirectory('chaos');
  const progress = new Progress();
  progress.show('starting a Kafka broker');
  const broker = await startBroker(directory);
  progress.show('starting Flink');
  const spec = chaosSpec(options, broker.bootstrapServers, directory);
  progress.print(`seed ${spec.killSeed}`);
  let result: ChaosResult | undefined;
  await runJavaHarness(MAIN_CLASS, spec, directory, ({ event, body }) => {
    if (event === 'chaos') result = body as ChaosResult;
    if (event === 'status') progress.show((body as { text: string }).text);
    if (event !== 'progress') return;
    const { text, done, total } = body as { text: string; done: number; total: number };
    progress.show(text, `${withThousands(done)} of ${withThousands(total)}`);
  });
  progress.stop();
  if (result === undefined) throw new Error('the harness gave no result');
  return report(result, options.fullDisk);
}

/** All that a mistake of the user's can be in, read before anything starts. */
function chaosOptions(values: OptionValues) {
  const lane = choiceOption(values, 'lane', ['on', 'off'], 'on');
  const events = numberOption(values, 'events', 1000, 200_000);
  const query = textOption(values, 'query') ?? CHECKED_QUERY;
  const argv = [
    '--queries',
    query,
    '--queries-dir',
    QUERIES_DIRECTORY,
    '--events',
    String(events),
    '--lane',
    lane,
    '--engine',
    'slipstream',
  ];
  return {
    nexmark: optionsOf(argv),
    bidTotals: query === CHECKED_QUERY,
    events,
    kills: numberOption(values, 'kills', 1, 6),
    killSeed: numberOption(values, 'seed', 0, Date.now()),
    target: choiceOption(values, 'target', Object.keys(VICTIMS) as Target[], 'all'),
    fullDisk: values['full-disk'] === true,
  };
}

function chaosSpec(options: ReturnType<typeof chaosOptions>, bootstrapServers: string, directory: string): ChaosSpec {
  const { events, kills, fullDisk } = options;
  // A directory of its own in memory, so that it must be empty at the end.
  const laneDirectory = workDirectory('chaos', '/dev/shm');
  if (fullDisk) mountSmallDisk(laneDirectory);
  const sidecarDirectory = workDirectory('chaos-sidecar');
  const chaosDirectory = workDirectory('chaos-orders');
  // Flink's JVM hands it on to the sidecar, see src/server/chaos.ts.
  process.env['SLIPSTREAM_CHAOS_DIR'] = chaosDirectory;
  return {
    nexmark: restarting(specFromOptions(options.nexmark, bootstrapServers, directory), {
      'slipstream.lane.directory': laneDirectory,
      'slipstream.sidecar.directory': sidecarDirectory,
      // Each is used, and can be killed.
      'slipstream.sidecar.workers': String(options.nexmark.parallelism),
      // It is looked for right after the job.
      'slipstream.sidecar.idle-timeout': '1 s',
    }),
    bidTotals: options.bidTotals,
    kills,
    killSeed: options.killSeed,
    victims: VICTIMS[options.target],
    eventsPerSecond: Math.max(1, Math.ceil(events / (kills * SECONDS_PER_KILL))),
    chaosDirectory,
    fullDisk,
    laneDirectory,
    sidecarDirectory,
    timeoutSeconds: TIMEOUT_SECONDS,
  };
}

/** The lanes of all subtasks fit. */
function mountSmallDisk(directory: string): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', directory], { stdio: 'pipe' });
  } catch (error) {
    throw new UsageError(`--full-disk: ${error instanceof Error ? error.message : String(error)}`);
  }
  onCleanup(() => {
    execFileSync('umount', [directory]);
  });
}

function optionsOf(argv: readonly string[]): Options {
  const options = optionsFromArguments(argv);
  if (options === undefined) throw new Error('no options');
  return options;
}

/** The benchmark's job, restarted as often as it fails. */
function restarting(spec: Spec, ours: Readonly<Record<string, string>>): Spec {
  const settings = {
    ...spec.settings,
    'restart-strategy.type': 'fixed-delay',
    'restart-strategy.fixed-delay.attempts': '1000',
    'restart-strategy.fixed-delay.delay': '200 ms',
  };
  return { ...spec, settings, slipstreamSettings: { ...spec.slipstreamSettings, ...ours } };
}

function report(result: ChaosResult, fullDisk: boolean): number {
  const { expected, found } = result;
  const notRefused = fullDisk && !result.causes.some((cause) => cause.includes('SLIP-2006'));
  const kills = Object.values(result.kills).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${result.query}: killed ${kills} times, restarted ${result.restarts} times`,
    ...Object.entries(result.kills).map(([what, count]) => `  ${what.padEnd(24)} ${count}`),
    `${withThousands(result.checkpoints)} checkpoints, ${withThousands(result.restores)} times begun with one`,
    `stock Flink  ${digestText(expected, result.keyed)}`,
    `under kills  ${digestText(found, result.keyed)}`,
    `committed output ${result.identical ? 'identical' : 'DIFFERENT'}`,
    ...(result.keyed && result.identical && result.sequenceFaults.length === 0 && result.query === CHECKED_QUERY
      ? ['each committed update follows the one before of its key']
      : []),
    ...result.sequenceFaults.map((fault) => `impossible update: ${fault}`),
    result.leftovers.length === 0 ? 'no process or file left' : `left behind:\n  ${result.leftovers.join('\n  ')}`,
    ...result.causes.map((cause) => `restarted after: ${cause}`),
    ...result.failures.map((failure) => `failure: ${failure}`),
    ...(notRefused ? ['failure: no attempt was refused with SLIP-2006 although the disk was full'] : []),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  const complaints = [result.sequenceFaults, result.leftovers, result.failures].flat();
  return result.identical && result.restarts > 0 && complaints.length === 0 && !notRefused ? 0 : 1;
}

function digestText(digest: Digest, keyed: boolean): string {
  const messages = `${withThousands(digest.records)} messages, ${withThousands(digest.bytes)} bytes`;
  return keyed
    ? `${messages}, table of ${withThousands(digest.tableRows)} rows, hash ${digest.tableHash}`
    : `${messages}, hash ${digest.multisetHash}`;
}

runCommand(main);
