import { SIDECAR_BUNDLE } from '../src/tools/repository.js';
import { SOURCE_FILE, type Options } from './options.js';
import type { Engine } from './results.js';

const PARTITIONS = 4;

/** The Java harness's input, `NexmarkSpec` there. */
export interface Spec {
  readonly bootstrapServers: string;
  readonly queries: readonly string[];
  readonly sourceFile: string;
  readonly seed: number;
  readonly events: number;
  readonly partitions: number;
  readonly parallelism: number;
  readonly engines: readonly Engine[];
  readonly warmUps: number;
  readonly runs: number;
  readonly sink: string;
  readonly profile: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly slipstreamSettings: Readonly<Record<string, string>>;
  readonly workDirectory: string;
  readonly latencySeconds: number;
  readonly latencyEventsPerSecond: number;
}

/** `workDirectory` holds checkpoints and state. */
export function specFromOptions(options: Options, bootstrapServers: string, workDirectory: string): Spec {
  const given = Object.entries(options.settings);
  const isOurs = ([key]: [string, string]) => key.startsWith('slipstream.');
  return {
    bootstrapServers,
    queries: options.queryFiles,
    sourceFile: SOURCE_FILE,
    seed: options.seed,
    events: options.events,
    partitions: options.ordered ? 1 : PARTITIONS,
    parallelism: options.parallelism,
    engines: options.engines,
    warmUps: options.warmUps,
    runs: options.runs,
    sink: options.sink,
    profile: options.profile,
    settings: { ...flinkSettings(options, workDirectory), ...Object.fromEntries(given.filter((e) => !isOurs(e))) },
    slipstreamSettings: { ...ourSettings(options), ...Object.fromEntries(given.filter(isOurs)) },
    workDirectory,
    latencySeconds: options.latencySeconds,
    latencyEventsPerSecond: options.rate,
  };
}

/** The same for both engines. */
function flinkSettings(options: Options, workDirectory: string): Record<string, string> {
  return {
    'execution.checkpointing.interval': '1 s',
    'execution.checkpointing.mode': 'EXACTLY_ONCE',
    'execution.checkpointing.storage': 'filesystem',
    'execution.checkpointing.dir': `file://${workDirectory}/checkpoints`,
    'state.backend.type': options.state === 'heap' ? 'hashmap' : 'rocksdb',
    'state.backend.rocksdb.localdir': `${workDirectory}/rocksdb`,
    'io.tmp.dirs': `${workDirectory}/tmp`,
    'taskmanager.memory.managed.size': options.state === 'heap' ? '256m' : '1g',
    'taskmanager.memory.network.min': '128m',
    'taskmanager.memory.network.max': '128m',
    'pipeline.object-reuse': 'true',
    'restart-strategy.type': 'none',
    'table.local-time-zone': 'UTC',
    ...(options.miniBatch ? MINI_BATCH : {}),
  };
}

const MINI_BATCH = {
  'table.exec.mini-batch.enabled': 'true',
  'table.exec.mini-batch.allow-latency': '2 s',
  'table.exec.mini-batch.size': '50000',
  'table.optimizer.distinct-agg.split.enabled': 'true',
};

function ourSettings(options: Options): Record<string, string> {
  return {
    'slipstream.enabled': 'true',
    'slipstream.sidecar.bundle': SIDECAR_BUNDLE,
    'slipstream.sidecar.node': process.execPath,
    'slipstream.lane.enabled': String(options.lane),
  };
}
