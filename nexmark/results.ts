/** What the Java harness reports, and what the benchmark makes of it. Times in seconds unless the name says otherwise. */

/** `CpuClock.Interval` there. */
export interface Interval {
  readonly wallSeconds: number;
  readonly jvmSeconds: number;
  readonly sidecarSeconds: number;
}

/** `OutputDigest.Summary` there. */
export interface Digest {
  readonly records: number;
  readonly bytes: number;
  readonly multisetHash: string;
  readonly orderedHash: string;
  readonly tableRows: number;
  readonly tableHash: string;
  readonly keysHash: string;
}

export type Engine = 'flink' | 'slipstream';

/** `RunResult` there. */
export interface HarnessRun {
  readonly query: string;
  readonly engine: Engine;
  readonly warmUp: boolean;
  readonly index: number;
  readonly comparison: 'rows' | 'table' | 'keys' | 'none';
  readonly outcome: 'finished' | 'fallback' | 'failed';
  readonly accelerated: boolean;
  readonly reasons: readonly string[];
  readonly execution: Interval | null;
  readonly whole: Interval | null;
  readonly jvmBytesMax: number;
  readonly sidecarBytesMax: number;
  readonly outputs: Readonly<Record<string, Digest>>;
  readonly threads: Readonly<Record<string, number>> | null;
}

export interface CpuSeconds {
  readonly jvm: number;
  readonly sidecar: number;
  readonly total: number;
}

/** A measured run. `cpuSeconds` and `wallSeconds` count from the job's hand-over, the others from before planning. */
export interface RunEntry {
  readonly cpuSeconds: CpuSeconds;
  readonly wallSeconds: number;
  readonly cpuSecondsWithPlanning: CpuSeconds;
  readonly wallSecondsWithPlanning: number;
  readonly peakMemoryBytes: { readonly jvm: number; readonly sidecar: number };
  readonly outputs: Readonly<Record<string, Digest>>;
  readonly threadSeconds?: Readonly<Record<string, number>>;
}

/** A query on an engine. Numbers are those of the median run and null when nothing finished. */
export interface QueryEntry {
  readonly query: string;
  readonly engine: Engine;
  readonly events: number;
  readonly parallelism: number;
  readonly accelerated: boolean;
  /** `fallback`: the plan is not accelerated, nothing ran. */
  readonly outcome: HarnessRun['outcome'];
  /** Why it is not accelerated, or why it failed. */
  readonly reasons: readonly string[];
  /** Against stock Flink; null when there is nothing to compare, and `comparison` says why. */
  readonly identical: boolean | null;
  /** How outputs were compared, in words. */
  readonly comparison: string;
  readonly cpuSeconds: CpuSeconds | null;
  readonly wallSeconds: number | null;
  readonly eventsPerSecond: number | null;
  readonly peakMemoryBytes: { readonly jvm: number; readonly sidecar: number } | null;
  readonly runs: readonly RunEntry[];
}

/** Stock ÷ ours for CPU seconds, ours ÷ stock for events per second; only for queries that ran accelerated. */
export interface PairEntry {
  readonly query: string;
  readonly cpuRatio: number;
  readonly throughputRatio: number;
}

/** `LatencyResult` there. */
export interface LatencyEntry {
  readonly query: string;
  readonly engine: Engine;
  readonly outcome: 'finished' | 'fallback' | 'failed';
  readonly reasons: readonly string[];
  readonly rows: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}
