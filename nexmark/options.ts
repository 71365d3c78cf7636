import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  choiceOption,
  numberOption,
  readOptions,
  settingsOption,
  textOption,
  type OptionTable,
  type OptionValues,
} from '../src/tools/arguments.js';
import { UsageError } from '../src/tools/cleanup.js';
import { REPOSITORY_ROOT } from '../src/tools/repository.js';
import type { Engine } from './results.js';

export const USAGE = `Nexmark on stock Flink and accelerated: a Kafka broker, one JVM with Flink, both engines in turn.

npm run nexmark -- [OPTIONS]

  --queries q0,q5        which queries; default: all
  --queries-dir DIR      further queries over the same tables, one .sql file each; default for --queries: all of them
  --events N             input events (default 1000000)
  --engine ENGINE        flink, slipstream or both (default both)
  --runs N               measured runs of each engine (default 3)
  --warm-ups N           runs before them that are not counted (default 1)
  --parallelism N        default 2
  --ordered              one partition and parallelism 1: the order of the output is compared, too
  --format json          of the topics; others are not there yet
  --sink SINK            kafka or blackhole (default kafka)
  --state BACKEND        heap or rocksdb (default heap)
  --mini-batch           mini-batches and split distinct aggregates
  --lane on|off          payloads through shared memory, or within gRPC (default on)
  --set KEY=VALUE        a setting of Flink, or of ours when the key begins with 'slipstream.'; may be repeated
  --profile              CPU seconds by kind of thread
  --latency SECONDS      instead: latency at a low load, that many seconds a run; the first run of each engine warms up
  --rate N               events a second for --latency (default 100)
  --json FILE            all results
  --svg FILE             a chart of CPU seconds
  --seed N               of the generator (default 1)
  --help
`;

/** The command line, checked. */
export interface Options {
  readonly queryFiles: readonly string[];
  readonly events: number;
  readonly engines: readonly Engine[];
  readonly runs: number;
  readonly warmUps: number;
  readonly parallelism: number;
  readonly ordered: boolean;
  readonly sink: 'kafka' | 'blackhole';
  readonly state: 'heap' | 'rocksdb';
  readonly miniBatch: boolean;
  readonly lane: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly profile: boolean;
  /** 0: measure throughput. */
  readonly latencySeconds: number;
  readonly rate: number;
  readonly json: string | undefined;
  readonly svg: string | undefined;
  readonly seed: number;
}

export const QUERIES_DIRECTORY = path.join(REPOSITORY_ROOT, 'nexmark/queries');
/** Declares the tables; not a query. */
export const SOURCE_FILE = path.join(QUERIES_DIRECTORY, 'source.sql');

const OPTIONS: OptionTable = {
  queries: { type: 'string' },
  'queries-dir': { type: 'string' },
  events: { type: 'string' },
  engine: { type: 'string' },
  runs: { type: 'string' },
  'warm-ups': { type: 'string' },
  parallelism: { type: 'string' },
  ordered: { type: 'boolean' },
  format: { type: 'string' },
  sink: { type: 'string' },
  state: { type: 'string' },
  'mini-batch': { type: 'boolean' },
  lane: { type: 'string' },
  set: { type: 'string', multiple: true },
  profile: { type: 'boolean' },
  latency: { type: 'string' },
  rate: { type: 'string' },
  json: { type: 'string' },
  svg: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean' },
};

/** Undefined when help was asked for. */
export function optionsFromArguments(argv: readonly string[]): Options | undefined {
  const values = readOptions(OPTIONS, argv);
  if (values['help'] === true) return undefined;
  refuseOtherFormats(values);
  const ordered = values['ordered'] === true;
  if (ordered && values['parallelism'] !== undefined)
    throw new UsageError('--ordered runs with parallelism 1: leave --parallelism out');
  const engine = choiceOption(values, 'engine', ['flink', 'slipstream', 'both'], 'both');
  const latencySeconds = numberOption(values, 'latency', 1, 0);
  return {
    queryFiles: queryFiles(textOption(values, 'queries'), textOption(values, 'queries-dir'), latencySeconds > 0),
    events: numberOption(values, 'events', 1, 1_000_000),
    engines: engine === 'both' ? ['flink', 'slipstream'] : [engine],
    runs: numberOption(values, 'runs', 1, latencySeconds > 0 ? 2 : 3),
    warmUps: numberOption(values, 'warm-ups', 0, 1),
    parallelism: ordered ? 1 : numberOption(values, 'parallelism', 1, 2),
    ordered,
    sink: choiceOption(values, 'sink', ['kafka', 'blackhole'], 'kafka'),
    state: choiceOption(values, 'state', ['heap', 'rocksdb'], 'heap'),
    miniBatch: values['mini-batch'] === true,
    lane: choiceOption(values, 'lane', ['on', 'off'], 'on') === 'on',
    settings: settingsOption(values, 'set'),
    profile: values['profile'] === true,
    latencySeconds,
    rate: numberOption(values, 'rate', 1, 100),
    json: textOption(values, 'json'),
    svg: textOption(values, 'svg'),
    seed: numberOption(values, 'seed', 0, 1),
  };
}

function refuseOtherFormats(values: OptionValues): void {
  const format = choiceOption(values, 'format', ['json', 'avro', 'protobuf', 'csv'], 'json');
  if (format !== 'json')
    throw new UsageError(`--format ${format} is not supported yet: the topics of this benchmark hold json only`);
}

/** The queries' files in the order asked for, or in numeric order. */
function queryFiles(names: string | undefined, directory: string | undefined, latency: boolean): string[] {
  if (directory !== undefined && !existsSync(directory))
    throw new UsageError(`--queries-dir: there is no ${directory}`);
  const all = [...filesIn(directory ?? QUERIES_DIRECTORY)];
  if (names === undefined) return latency ? all.filter((file) => nameOf(file) === 'q0') : all;
  const known = directory === undefined ? all : [...all, ...filesIn(QUERIES_DIRECTORY)];
  return names.split(',').map((name) => {
    const file = known.find((candidate) => nameOf(candidate) === name.trim());
    if (file === undefined)
      throw new UsageError(`--queries: there is no query '${name}'; there are ${known.map(nameOf).join(', ')}`);
    return file;
  });
}

function filesIn(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql') && name !== path.basename(SOURCE_FILE));
  if (names.length === 0) throw new UsageError(`--queries-dir: no .sql file in ${directory}`);
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => path.resolve(directory, name));
}

function nameOf(file: string): string {
  return path.basename(file, '.sql');
}
