import type { RowKind } from './case-file.js';

/** A row or message that a sink was given; `W` is a watermark. */
export interface SinkLine {
  readonly kind: RowKind | 'W';
  readonly text: string;
}

/** A Java exception of a failure's chain. */
export interface Cause {
  readonly className: string;
  readonly message: string | null;
}

/** What a case did on one engine, as the Java harness answers. */
export interface Outcome {
  readonly outcome: 'finished' | 'failed' | 'timeout';
  /** Failures: while planning, or in the job. */
  readonly phase?: 'plan' | 'run';
  readonly causes?: readonly Cause[];
  /** By sink, and by attempt and subtask: after a restore lists are added. Each in the order of arrival. */
  readonly sinks: Readonly<Record<string, readonly (readonly SinkLine[])[]>>;
  /** Every plan of the job ran in the sidecar. */
  readonly accelerated?: boolean;
  /** Why not, per node. */
  readonly reasons?: readonly string[];
  /** What the log says about accelerated plans, per node. */
  readonly notes?: readonly string[];
  readonly millis: number;
}
