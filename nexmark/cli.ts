import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startBroker } from '../src/tools/broker.js';
import { runCommand } from '../src/tools/cleanup.js';
import { Progress } from '../src/tools/progress.js';
import { barChartSvg } from '../src/tools/svg-chart.js';
import { withThousands } from '../src/tools/table.js';
import { workDirectory } from '../src/tools/work-directory.js';
import { runHarness, type HarnessEvent } from './harness.js';
import { provenance, type Provenance } from './machine.js';
import { optionsFromArguments, USAGE, type Options } from './options.js';
import { cautionLines, chartOf, detailLines, latencyLines, profileLines, reportLines, runLine } from './report.js';
import type { HarnessRun, LatencyEntry, QueryEntry } from './results.js';
import { specFromOptions } from './spec.js';
import { pairEntries, queryEntries } from './summary.js';

async function main(): Promise<number> {
  const options = optionsFromArguments(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(USAGE);
    return 0;
  }
  const directory = workDirectory('nexmark');
  const progress = new Progress();
  progress.show('starting the Kafka broker');
  const broker = await startBroker(directory);
  progress.show('starting Flink');
  const runs: HarnessRun[] = [];
  const latencies: LatencyEntry[] = [];
  await runHarness(specFromOptions(options, broker.bootstrapServers, directory), (event) => {
    showEvent(event, options, progress);
    if (event.event === 'run') runs.push(event.body);
    if (event.event === 'latency') latencies.push(event.body);
  });
  progress.stop();
  return options.latencySeconds > 0 ? reportLatency(latencies, options) : report(runs, options);
}

function showEvent(event: HarnessEvent, options: Options, progress: Progress): void {
  if (event.event === 'progress') {
    const { text, done, total } = event.body;
    progress.show(text, `${withThousands(done)} of ${withThousands(total)}`);
  } else if (event.event === 'run-start') {
    const { query, engine, warmUp, index } = event.body;
    progress.show(
      `${query} on ${engine}, ${warmUp ? `warm-up ${index + options.warmUps + 1}` : `run ${index + 1}`} of ${warmUp ? options.warmUps : options.runs}`,
    );
  } else if (event.event === 'run') {
    progress.print(runLine(event.body));
  }
}

/** Exit code 0 unless an engine failed on a query that stock Flink can plan, or outputs differ. */
function report(runs: readonly HarnessRun[], options: Options): number {
  const entries = queryEntries(runs, {
    events: options.events,
    parallelism: options.parallelism,
    ordered: options.ordered,
  });
  const from = provenance();
  const lines = [
    ...reportLines(entries),
    '',
    ...cautionLines(options.warmUps, options.engines.length),
    ...detailLines(entries),
    ...profileLines(entries),
  ];
  process.stdout.write(`\n${lines.join('\n').trimEnd()}\n`);
  if (options.json !== undefined) {
    const results = [...entries, ...pairEntries(entries)];
    writeFileSync(options.json, `${JSON.stringify({ ...from, options: optionsEntry(options), results }, null, 2)}\n`);
  }
  if (options.svg !== undefined) writeFileSync(options.svg, barChartSvg(chartOf(entries, subtitle(options, from))));
  return entries.some((entry) => isFailure(entry, entries)) ? 1 : 0;
}

/** What stock Flink cannot run either is no failure of ours. */
function isFailure(entry: QueryEntry, entries: readonly QueryEntry[]): boolean {
  const stock = entries.find(({ query, engine }) => query === entry.query && engine === 'flink');
  return entry.identical === false || (entry.outcome === 'failed' && entry !== stock && stock?.outcome !== 'failed');
}

function reportLatency(entries: readonly LatencyEntry[], options: Options): number {
  process.stdout.write(`\n${latencyLines(entries).join('\n')}\n`);
  if (options.json !== undefined) {
    const file = { ...provenance(), options: optionsEntry(options), results: entries };
    writeFileSync(options.json, `${JSON.stringify(file, null, 2)}\n`);
  }
  return entries.every(({ outcome }) => outcome === 'finished') ? 0 : 1;
}

/** Without the paths of this machine. */
function optionsEntry(options: Options): object {
  const { queryFiles, ...rest } = options;
  const queries = queryFiles.map((file) => path.basename(file, '.sql'));
  return { queries, ...rest, json: undefined, svg: undefined };
}

function subtitle(options: Options, from: Provenance): string {
  const events = `${withThousands(options.events)} events`;
  const cpu = `${from.machine.processors} × ${from.machine.cpu}`;
  return `Flink ${from.versions['flink']}, Kafka JSON to ${options.sink}, ${events}, parallelism ${options.parallelism}, median of ${options.runs}; ${cpu}`;
}

runCommand(main);
