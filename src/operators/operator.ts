/**
 * What an operator is: a message (the exec node's JSON), support rules, and a few methods that read like the life of a stream.
 *
 * An operator is one folder under src/operators, named as Flink names its exec node. It exports an OperatorFactory, which
 * has one line in registry.ts.
 */
import { type Batch } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { type LogicalType } from '../columnar/types.js';
import { type BlobReader, type BlobWriter } from '../state/blob.js';

/** Facts of the JVM that a result may depend on. */
export interface JvmFacts {
  /** java.specification.version, e.g. "17". */
  readonly specificationVersion: string;
  /** Effective session zone id: `table.local-time-zone`, or the JVM's own. */
  readonly localTimeZone: string;
  readonly locale: string;
  /** Math.pow(x, 0.5) is the correctly rounded square root there. */
  readonly exactSquareRoot: boolean;
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
  /** Reset by the engine before each frame (batch, watermark, timer, snapshot). */
  readonly arena: Arena;
  readonly plan: PlanContext;
  readonly subtaskIndex: number;
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** Of the subtask's keyed state. Empty (start > end) when the fragment keeps none. */
  readonly keyGroups: KeyGroupRange;
  /** Milliseconds since the epoch. Nothing else reads the clock. */
  readonly currentTimeMs: () => number;
  /** Asks for `processTimer` at this processing time. The operator's earliest wish counts until it has come: ask again then. */
  readonly registerTimer: (timestampMs: number) => void;
}

/** Both inclusive, as Flink's KeyGroupRange. */
export interface KeyGroupRange {
  readonly start: number;
  readonly end: number;
}

/** One keyed state of an operator as snapshots see it. Content is opaque to everybody else. */
export interface KeyedState {
  /** Unique in the operator. Never changed: savepoints know it. */
  readonly name: string;
  /** Of what `snapshot` writes; `restore` also reads the older ones. */
  readonly layoutVersion: number;
  /** Appends what the key group holds; appends nothing when it holds nothing. */
  snapshot(keyGroup: number, out: BlobWriter): void;
  /** Called at most once for a key group, before any batch, with what `snapshot` wrote. */
  restore(keyGroup: number, input: BlobReader, layoutVersion: number): void;
  /** Gives its memory back; not used after it. */
  release(): void;
}

/** Where an operator's results go: the next operators of the fragment, and its outputs. */
export interface Output {
  emitBatch(batch: Batch): void;
  /** Goes downstream behind what was emitted so far. */
  emitWatermark(timestampMs: bigint): void;
  /** The current watermark of an assigner, which the bridge emits periodically. */
  reportWatermark(timestampMs: bigint): void;
}

/**
 * The columns of a batch lie in the arena and are valid until the frame has been answered; what is kept longer must be copied into
 * state. An operator of two inputs is told which one by `input`.
 */
export interface Operator {
  processBatch(input: number, batch: Batch, output: Output): void;
  /** The least watermark of its inputs has moved on, with that of `input`. Default: forwarded. */
  processWatermark?(input: number, timestampMs: bigint, output: Output): void;
  /** The processing time that it has asked for has come (or, after some delay, a later one). */
  processTimer?(timestampMs: number, output: Output): void;
  /** Before a barrier (Flink's prepareSnapshotPreBarrier): what is held back without state must come out. */
  prepareSnapshot?(output: Output): void;
  /** One of its bounded inputs ended; results may still be emitted. */
  endInput?(input: number, output: Output): void;
  /** Keyed states, for snapshots; the same list for the operator's whole life. */
  readonly states?: readonly KeyedState[];
  /**
   * Back to before the frame at hand, because its records are evaluated again one by one. Operators that remember rows are never asked
   * to: the watermark assigner is the only one that can.
   */
  undoFrame?(): void;
  /** A frame begins. */
  beginFrame?(): void;
}

export interface OperatorFactory {
  readonly execNode: string;
  readonly versions: readonly number[];
  /** Keeps state per key of the exchange in front of it. */
  readonly keyed?: boolean;
  /**
   * `table.exec.async-state.enabled` may be set: Flink ignores it here, or its asynchronous form differs in nothing but the order of
   * the results of different keys. With the state backends HashMap and RocksDB that is the order of arrival; with ForSt it is none.
   */
  readonly allowsAsyncState?: boolean;
  /** Takes several inputs and is no union: they become one fragment. */
  readonly joinsInputs?: boolean;
  /** Keeps something of the rows that it has seen, in keyed state or otherwise: a batch cannot be given to it twice. */
  readonly remembers?: boolean;
  /**
   * What it remembers may be divided between the branches of a union below it, one operator each: Flink merges their rows in no particular order,
   * and its answer is the same whatever came first.
   */
  readonly mayBeDivided?: boolean;
  /**
   * This node acts on watermarks, or changes them: its operator has `processWatermark`. Absent: none does. The watermark assigner does not count: it
   * makes them.
   */
  consumesWatermarks?(node: ExecNode, context: PlanContext): boolean;
  check(node: ExecNode, context: PlanContext): Refusal;
  /** Asked where its rows do not come from an exchange: they are no BinaryRowData in Flink then. */
  checkUnexchanged?(node: ExecNode, context: PlanContext): Refusal;
  create(node: ExecNode, context: RuntimeContext): Operator;
}
