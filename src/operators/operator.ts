/**
 * What an operator is: a message (the exec node's JSON), support rules, and a few methods that read like the life of a stream.
 *
 * An operator is one folder under src/operators, named as Flink names its exec node. It exports an OperatorFactory, which
 * has one line in registry.ts.
 */
import { type Batch } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { type LogicalType } from '../columnar/types.js';

/** Facts of the JVM that a result may depend on. */
export interface JvmFacts {
  /** java.specification.version, e.g. "17". */
  readonly specificationVersion: string;
  /** Effective session zone id: `table.local-time-zone`, or the JVM's own. */
  readonly localTimeZone: string;
  readonly locale: string;
}

/** What planning knows, for support rules. */
export interface PlanContext {
  /** Effective table configuration, Flink's keys. */
  readonly config: ReadonlyMap<string, string>;
  readonly jvm: JvmFacts;
  /** Lower-case names in `slipstream.allow-incompatible`. */
  readonly allowIncompatible: ReadonlySet<string>;
}

/** `null`: supported. Otherwise the reason, as the user reads it in EXPLAIN: which part, and why. */
export type Refusal = string | null;

/** An exec node of the plan: frozen data, `json` as Flink's compiled plan writes it. */
export interface ExecNode {
  readonly id: number;
  /** Without the version, e.g. `stream-exec-calc`. */
  readonly execNode: string;
  readonly version: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly inputs: readonly number[];
  readonly inputTypes: readonly LogicalType[];
  readonly outputType: LogicalType;
  readonly description: string;
}

export interface RuntimeContext {
  readonly memory: WorkerMemory;
  /** Reset by the engine before each batch. */
  readonly arena: Arena;
  readonly plan: PlanContext;
  readonly subtaskIndex: number;
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** Milliseconds since the epoch. Nothing else reads the clock. */
  readonly currentTimeMs: () => number;
}

/** Where an operator's results go: the next operators of the fragment, and its outputs. */
export interface Output {
  emitBatch(batch: Batch): void;
  /** Goes downstream behind what was emitted so far. */
  emitWatermark(timestampMs: bigint): void;
  /** The current watermark of an assigner, which the bridge emits periodically. */
  reportWatermark(timestampMs: bigint): void;
}

export interface Operator {
  /** Also called again for the same batch after ArenaFullError: no side effect may precede the last allocation. */
  processBatch(input: number, batch: Batch, output: Output): void;
  /** Default: forwarded. */
  processWatermark?(input: number, timestampMs: bigint, output: Output): void;
  /** Bounded input ended; results may still be emitted. */
  endInput?(input: number, output: Output): void;
}

export interface OperatorFactory {
  readonly execNode: string;
  readonly versions: readonly number[];
  check(node: ExecNode, context: PlanContext): Refusal;
  create(node: ExecNode, context: RuntimeContext): Operator;
}
