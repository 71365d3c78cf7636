import type { BarChart } from '../src/tools/svg-chart.js';
import { tableLines, withThousands, type TableColumn } from '../src/tools/table.js';
import { pairEntries } from './summary.js';
import type { HarnessRun, LatencyEntry, QueryEntry } from './results.js';

const COLUMNS: readonly TableColumn[] = [
  { title: 'query', align: 'left' },
  { title: 'Flink CPU-s', align: 'right' },
  { title: 'ours CPU-s', align: 'right' },
  { title: 'JVM', align: 'right' },
  { title: 'sidecar', align: 'right' },
  { title: 'CPU ratio', align: 'right' },
  { title: 'Flink ev/s', align: 'right' },
  { title: 'ours ev/s', align: 'right' },
  { title: 'thr. ratio', align: 'right' },
  { title: 'output', align: 'left' },
  { title: 'accelerated', align: 'left' },
];

/** The queries of a benchmark, one line each; ratios only where the query ran accelerated. */
export function reportLines(entries: readonly QueryEntry[]): string[] {
  const queries = [...new Set(entries.map(({ query }) => query))];
  return tableLines(
    COLUMNS,
    queries.map((query) => rowOf(query, entries)),
  );
}

function rowOf(query: string, entries: readonly QueryEntry[]): string[] {
  const stock = entries.find((entry) => entry.query === query && entry.engine === 'flink');
  const ours = entries.find((entry) => entry.query === query && entry.engine === 'slipstream');
  const pair = pairEntries([stock, ours].filter((entry) => entry !== undefined))[0];
  return [
    query,
    seconds(stock?.cpuSeconds?.total),
    seconds(ours?.cpuSeconds?.total),
    seconds(ours?.cpuSeconds?.jvm),
    seconds(ours?.cpuSeconds?.sidecar),
    pair === undefined ? '-' : `${pair.cpuRatio.toFixed(2)}x`,
    perSecond(stock?.eventsPerSecond),
    perSecond(ours?.eventsPerSecond),
    pair === undefined ? '-' : `${pair.throughputRatio.toFixed(2)}x`,
    outputWord(ours),
    stateOf(stock, ours),
  ];
}

function seconds(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(2);
}

function perSecond(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : withThousands(value);
}

function outputWord(ours: QueryEntry | undefined): string {
  if (ours === undefined || ours.cpuSeconds === null) return '-';
  if (ours.identical === null) return 'not compared';
  return ours.identical ? 'identical' : 'DIFFERENT';
}

function stateOf(stock: QueryEntry | undefined, ours: QueryEntry | undefined): string {
  if (stock?.reasons.length) return `stock Flink fails: ${shortened(stock.reasons[0] ?? '')}`;
  if (ours === undefined) return '-';
  if (ours.accelerated) return 'yes';
  return `no: ${shortened(ours.reasons[0] ?? 'no reason given')}`;
}

function shortened(reason: string): string {
  return reason.length > 90 ? `${reason.slice(0, 89)}…` : reason;
}

/** Lines under the table: every reason in full, and how outputs were compared where they were not equal. */
export function detailLines(entries: readonly QueryEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...entry.reasons.map((reason) => `${entry.query} on ${entry.engine}: ${reason}`),
    ...(entry.engine === 'slipstream' && entry.cpuSeconds !== null && entry.identical !== true
      ? [`${entry.query}: ${entry.comparison}`]
      : []),
  ]);
}

/** Why ratios are not to be trusted; empty when there is nothing to say. */
export function cautionLines(warmUps: number, engineCount: number): string[] {
  if (warmUps > 0 || engineCount < 2) return [];
  return ['Without warm-ups the engine that runs first pays for the start of the JVM: the ratios mean nothing.'];
}

/** One line for a run that has just ended. */
export function runLine(run: HarnessRun): string {
  const name = `${run.query} on ${run.engine}${run.warmUp ? ' (warm-up)' : ''}`;
  if (run.outcome === 'fallback') return `${name}: fell back`;
  if (run.execution === null) return `${name}: failed: ${run.reasons[0] ?? ''}`;
  const { jvmSeconds, sidecarSeconds, wallSeconds } = run.execution;
  const sidecar = run.engine === 'slipstream' ? ` + sidecar ${sidecarSeconds.toFixed(2)}` : '';
  return `${name}: CPU ${jvmSeconds.toFixed(2)}${sidecar} s, wall ${wallSeconds.toFixed(2)} s`;
}

/** CPU seconds by kind of thread, of the last measured run of each engine. */
export function profileLines(entries: readonly QueryEntry[]): string[] {
  return entries.flatMap((entry) => {
    const threads = entry.runs.at(-1)?.threadSeconds;
    if (threads === undefined) return [];
    const groups = Object.entries(threads).sort(([, a], [, b]) => b - a);
    return [`${entry.query} on ${entry.engine}: ${groups.map(([name, s]) => `${name} ${s.toFixed(2)}`).join(', ')}`];
  });
}

export function latencyLines(entries: readonly LatencyEntry[]): string[] {
  const columns: TableColumn[] = ['query', 'engine', 'rows', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms'].map(
    (title, index) => ({
      title,
      align: index < 2 ? 'left' : 'right',
    }),
  );
  return tableLines(
    columns,
    entries.map((entry) =>
      entry.outcome === 'finished'
        ? [
            entry.query,
            entry.engine,
            String(entry.rows),
            ...[entry.p50Ms, entry.p90Ms, entry.p99Ms, entry.maxMs].map((ms) => ms.toFixed(1)),
          ]
        : [entry.query, entry.engine, `${entry.outcome}: ${entry.reasons[0] ?? ''}`],
    ),
  );
}

/** CPU seconds for each million events, both engines. */
export function chartOf(entries: readonly QueryEntry[], subtitle: string): BarChart {
  const queries = [...new Set(entries.map(({ query }) => query))];
  const perMillion = (query: string, engine: string) => {
    const entry = entries.find((candidate) => candidate.query === query && candidate.engine === engine);
    return entry?.cpuSeconds ? (entry.cpuSeconds.total / entry.events) * 1e6 : null;
  };
  return {
    title: 'Nexmark: CPU seconds per million events',
    subtitle,
    series: ['stock Flink', 'Slipstream (JVM + sidecar)'],
    groups: queries.map((query) => {
      const row = rowOf(query, entries);
      return {
        label: query,
        values: [perMillion(query, 'flink'), perMillion(query, 'slipstream')],
        note: row[5] === '-' ? (row[10] ?? '').slice(0, 38) : `${row[5]} less CPU, output ${row[9]}`,
      };
    }),
    format: (value) => value.toFixed(2),
  };
}
