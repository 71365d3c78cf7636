/** `npm run chaos`: a real job, Kafka to Kafka and exactly-once, while its sidecar is killed again and again. */
import { execFileSync } from 'node:child_process';
import { optionsFromArguments, type Options } from '../../nexmark/options.js';
import type { Digest } from '../../nexmark/results.js';
import { specFromOptions, type Spec } from '../../nexmark/spec.js';
import { choiceOption, numberOption, readOptions, textOption, type OptionValues } from './arguments.js';
import { startBroker } from './broker.js';
import { onCleanup, runCommand, UsageError } from './cleanup.js';
import { runJavaHarness } from './java-harness.js';
import { Progress } from './progress.js';
import { withThousands } from './table.js';
import { workDirectory } from './work-directory.js';

const USAGE = `Kills the sidecar of a running job and compares what it has committed with stock Flink's output.

npm run chaos -- [OPTIONS]

  --kills N      default 5
  --query Q      default q0; a query without state
  --events N     default 200000, spread over the kills
  --seed N       of the pauses between kills (default: from the clock, and printed)
  --lane on|off  default on
  --target WHAT  process: the sidecar (SIGKILL); worker: a thread of it (out of heap); both, in turn (default)
  --full-disk    the lane lies on a small file system that is full at each kill of the process (needs root, for mount)
  --help

Exit code 0: the committed output is exact, the job was restarted, and no process or file is left.
`;

const MAIN_CLASS = 'io.slipstream.flink.testing.chaos.ChaosMain';
/** The mean pause before a kill, and a restart. */
const SECONDS_PER_KILL = 4;
const TIMEOUT_SECONDS = 180;

/** `ChaosSpec` of the Java harness. */
interface ChaosSpec {
  readonly nexmark: Spec;
  readonly kills: number;
  readonly killSeed: number;
  readonly eventsPerSecond: number;
  readonly target: string;
  readonly chaosDirectory: string;
  readonly fullDisk: boolean;
  readonly laneDirectory: string;
  readonly sidecarDirectory: string;
  readonly timeoutSeconds: number;
}

/** `ChaosResult` of the Java harness. */
interface ChaosResult {
  readonly query: string;
  readonly kills: number;
  readonly restarts: number;
  readonly identical: boolean;
  readonly expected: Digest;
  readonly found: Digest;
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
  return report(result);
}

/** All that a mistake of the user's can be in, read before anything starts. */
function chaosOptions(values: OptionValues) {
  const lane = choiceOption(values, 'lane', ['on', 'off'], 'on');
  const events = numberOption(values, 'events', 1000, 200_000);
  const query = textOption(values, 'query') ?? 'q0';
  const argv = ['--queries', query, '--events', String(events), '--lane', lane, '--engine', 'slipstream'];
  return {
    nexmark: optionsOf(argv),
    events,
    kills: numberOption(values, 'kills', 1, 5),
    killSeed: numberOption(values, 'seed', 0, Date.now()),
    target: choiceOption(values, 'target', ['process', 'worker', 'both'], 'both'),
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
      // It is looked for right after the job.
      'slipstream.sidecar.idle-timeout': '1 s',
    }),
    kills,
    killSeed: options.killSeed,
    eventsPerSecond: Math.max(1, Math.ceil(events / (kills * SECONDS_PER_KILL))),
    target: options.target,
    chaosDirectory,
    fullDisk,
    laneDirectory,
    sidecarDirectory,
    timeoutSeconds: TIMEOUT_SECONDS,
  };
}

/** The lanes of both subtasks fit. */
function mountSmallDisk(directory: string): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', directory], { stdio: 'pipe' });
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

function report(result: ChaosResult): number {
  const { expected, found } = result;
  const lines = [
    `${result.query}: killed ${result.kills} times, restarted ${result.restarts} times`,
    `stock Flink  ${withThousands(expected.records)} messages, ${withThousands(expected.bytes)} bytes, hash ${expected.multisetHash}`,
    `under kills  ${withThousands(found.records)} messages, ${withThousands(found.bytes)} bytes, hash ${found.multisetHash}`,
    `committed output ${result.identical ? 'identical' : 'DIFFERENT'}`,
    result.leftovers.length === 0 ? 'no process or file left' : `left behind:\n  ${result.leftovers.join('\n  ')}`,
    ...result.causes.map((cause) => `restarted after: ${cause}`),
    ...result.failures.map((failure) => `failure: ${failure}`),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  const good = result.identical && result.restarts > 0 && result.leftovers.length === 0 && result.failures.length === 0;
  return good ? 0 : 1;
}

runCommand(main);
