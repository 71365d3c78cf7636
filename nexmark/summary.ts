import { compareRuns, type Verdict } from './identical.js';
import type { CpuSeconds, HarnessRun, Interval, PairEntry, QueryEntry, RunEntry } from './results.js';

/** What the runs were made with. */
export interface RunContext {
  readonly events: number;
  readonly parallelism: number;
  readonly ordered: boolean;
}

/** One entry for each query and engine, in the order of the runs. */
export function queryEntries(runs: readonly HarnessRun[], context: RunContext): QueryEntry[] {
  const keys = [...new Set(runs.map(({ query, engine }) => `${query} ${engine}`))];
  return keys.map((key) => {
    const own = runs.filter(({ query, engine }) => `${query} ${engine}` === key);
    const stock = runs.filter(({ query, engine }) => query === own[0]?.query && engine === 'flink');
    return queryEntry(own, stock, context);
  });
}

/** Ratios of the queries that ran on both engines, accelerated on ours. */
export function pairEntries(entries: readonly QueryEntry[]): PairEntry[] {
  return entries.flatMap((ours) => {
    const stock = entries.find(({ query, engine }) => query === ours.query && engine === 'flink');
    if (ours.engine !== 'slipstream' || !ours.accelerated || stock === undefined) return [];
    if (ours.cpuSeconds === null || stock.cpuSeconds === null) return [];
    return [
      {
        query: ours.query,
        cpuRatio: stock.cpuSeconds.total / ours.cpuSeconds.total,
        throughputRatio: (ours.eventsPerSecond ?? 0) / (stock.eventsPerSecond ?? 1),
      },
    ];
  });
}

function queryEntry(own: readonly HarnessRun[], stock: readonly HarnessRun[], context: RunContext): QueryEntry {
  const first = own[0];
  if (first === undefined) throw new Error('an entry needs a run');
  const stopped = own.find(({ outcome }) => outcome !== 'finished');
  const runs = own.filter(({ warmUp, outcome }) => !warmUp && outcome === 'finished').map(runEntry);
  const verdict: Verdict =
    first.engine === 'flink'
      ? { identical: null, comparison: 'the reference' }
      : compareRuns(stock, own, context.ordered);
  const cpu = median(runs, (run) => run.cpuSeconds.total);
  const wallSeconds = median(runs, (run) => run.wallSeconds)?.wallSeconds ?? null;
  return {
    query: first.query,
    engine: first.engine,
    events: context.events,
    parallelism: context.parallelism,
    accelerated: first.engine === 'slipstream' && stopped === undefined && own.every(({ accelerated }) => accelerated),
    outcome: stopped?.outcome ?? 'finished',
    reasons: stopped?.reasons ?? [],
    ...verdict,
    cpuSeconds: cpu?.cpuSeconds ?? null,
    wallSeconds,
    eventsPerSecond: wallSeconds === null ? null : context.events / wallSeconds,
    peakMemoryBytes: cpu?.peakMemoryBytes ?? null,
    runs,
  };
}

function runEntry(run: HarnessRun): RunEntry {
  if (run.execution === null || run.whole === null) throw new Error('a finished run has its times');
  return {
    cpuSeconds: cpuSeconds(run.execution),
    wallSeconds: run.execution.wallSeconds,
    cpuSecondsWithPlanning: cpuSeconds(run.whole),
    wallSecondsWithPlanning: run.whole.wallSeconds,
    peakMemoryBytes: { jvm: run.jvmBytesMax, sidecar: run.sidecarBytesMax },
    outputs: run.outputs,
    ...(run.threads === null ? {} : { threadSeconds: run.threads }),
  };
}

function cpuSeconds({ jvmSeconds, sidecarSeconds }: Interval): CpuSeconds {
  return { jvm: jvmSeconds, sidecar: sidecarSeconds, total: jvmSeconds + sidecarSeconds };
}

/** The middle run by `by`; the lower of two. */
function median<T>(runs: readonly T[], by: (run: T) => number): T | undefined {
  return [...runs].sort((a, b) => by(a) - by(b))[Math.floor((runs.length - 1) / 2)];
}
