/** `npm run demo`: a Nexmark query over real Kafka JSON on stock Flink and accelerated, and what comes of it. */
import { runHarness, type HarnessEvent } from '../../nexmark/harness.js';
import { optionsFromArguments, type Options } from '../../nexmark/options.js';
import type { HarnessRun, QueryEntry } from '../../nexmark/results.js';
import { specFromOptions } from '../../nexmark/spec.js';
import { pairEntries, queryEntries } from '../../nexmark/summary.js';
import { numberOption, readOptions, textOption } from './arguments.js';
import { startBroker } from './broker.js';
import { runCommand, UsageError } from './cleanup.js';
import { Progress } from './progress.js';
import { tableLines, withThousands } from './table.js';
import { workDirectory } from './work-directory.js';

const USAGE = `Runs a Nexmark query on stock Flink and accelerated, over a real Kafka broker, and compares.

npm run demo -- [OPTIONS]

  --query Q     default q1; one of those of 'npm run nexmark'
  --events N    default 200000
  --help

Exit code 0: it ran accelerated, and both engines wrote the same.
`;

async function main(): Promise<number> {
  const options = demoOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(USAGE);
    return 0;
  }
  const directory = workDirectory('demo');
  const progress = new Progress();
  progress.show('starting a Kafka broker');
  const broker = await startBroker(directory);
  progress.show('starting Flink');
  const runs: HarnessRun[] = [];
  await runHarness(specFromOptions(options, broker.bootstrapServers, directory), (event) => {
    showEvent(event, progress);
    if (event.event === 'run') runs.push(event.body);
  });
  progress.stop();
  return report(runs, options);
}

/** Undefined when help was asked for. */
function demoOptions(argv: readonly string[]): Options | undefined {
  const values = readOptions(
    { query: { type: 'string' }, events: { type: 'string' }, help: { type: 'boolean' } },
    argv,
  );
  if (values['help'] === true) return undefined;
  const query = textOption(values, 'query') ?? 'q1';
  if (query.includes(',')) throw new UsageError(`--query expects one query, found '${query}'`);
  const events = numberOption(values, 'events', 1000, 200_000);
  return optionsFromArguments(['--queries', query, '--events', String(events), '--runs', '1', '--warm-ups', '1']);
}

const ENGINE_NAMES = { flink: 'stock Flink', slipstream: 'accelerated' } as const;

function showEvent(event: HarnessEvent, progress: Progress): void {
  if (event.event === 'progress') {
    progress.show(event.body.text, `${withThousands(event.body.done)} of ${withThousands(event.body.total)}`);
  } else if (event.event === 'run-start') {
    const { query, engine, warmUp } = event.body;
    progress.show(`${query}, ${ENGINE_NAMES[engine]}, ${warmUp ? 'warming up' : 'measuring'}`);
  } else if (event.event === 'run' && event.body.execution !== null) {
    const { engine, warmUp, execution } = event.body;
    const name = `${ENGINE_NAMES[engine]}${warmUp ? ' (warm-up)' : ''}`;
    progress.print(`  ${name.padEnd(22)} ${execution.wallSeconds.toFixed(1)} s`);
  }
}

function report(runs: readonly HarnessRun[], options: Options): number {
  const entries = queryEntries(runs, { events: options.events, parallelism: options.parallelism, ordered: false });
  const stock = entries.find(({ engine }) => engine === 'flink');
  const ours = entries.find(({ engine }) => engine === 'slipstream');
  if (stock === undefined || ours === undefined) throw new Error('an engine has not run');
  const lines = [
    '',
    ...measuredLines(stock, ours),
    '',
    `accelerated  ${ours.accelerated ? 'yes' : 'no'}`,
    ...ours.reasons.map((reason) => `             ${reason}`),
    `output       ${outputText(ours)}`,
    ...ratioLines(entries),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return ours.accelerated && ours.identical === true ? 0 : 1;
}

function measuredLines(stock: QueryEntry, ours: QueryEntry): string[] {
  const columns = ['', 'CPU s', 'of it sidecar', 'events/s'].map((title, index) => ({
    title,
    align: index === 0 ? ('left' as const) : ('right' as const),
  }));
  const rows = [stock, ours].map((entry) => [
    ENGINE_NAMES[entry.engine],
    entry.cpuSeconds?.total.toFixed(2) ?? '-',
    entry.cpuSeconds?.sidecar.toFixed(2) ?? '-',
    entry.eventsPerSecond === null ? '-' : withThousands(entry.eventsPerSecond),
  ]);
  return tableLines(columns, rows);
}

function outputText(ours: QueryEntry): string {
  if (ours.identical === null) return ours.comparison;
  const digest = Object.values(ours.runs.at(-1)?.outputs ?? {})[0];
  const size =
    digest === undefined ? '' : `, ${withThousands(digest.records)} messages, ${withThousands(digest.bytes)} bytes`;
  return `${ours.identical ? 'identical' : 'DIFFERENT'} (${ours.comparison}${size})`;
}

function ratioLines(entries: readonly QueryEntry[]): string[] {
  const pair = pairEntries(entries)[0];
  if (pair === undefined) return [];
  return [
    `CPU          stock Flink needs ${pair.cpuRatio.toFixed(2)} times as much`,
    `throughput   ${pair.throughputRatio.toFixed(2)} times stock Flink's`,
  ];
}

runCommand(main);
