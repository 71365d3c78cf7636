/** One operator outside a fragment: rows, watermarks and timers in, what it emits out; snapshots and restore at another key-group range. */
import { batchOf, RowKind, selectedRows, type Batch } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import type { TypeOf } from '../columnar/types.js';
import type { ExecNode, KeyGroupRange, Operator, OperatorFactory, RuntimeContext } from '../operators/operator.js';
import { FragmentState, type KeyGroupBlob } from '../engine/fragment-state.js';
import { columnFromValues, valueAt, type Value } from './column-values.js';
import { assert } from '../errors.js';
import { goldenPlan } from './golden-expressions.js';

/** Row kind in front. */
export type KindRow = readonly [kind: number, ...values: Value[]];
export type Emitted = KindRow | { readonly watermarkMs: bigint };

export interface OperatorHarnessOptions {
  readonly keyGroups?: KeyGroupRange;
  readonly maxParallelism?: number;
  readonly config?: Readonly<Record<string, string>>;
  /** Of several harnesses that run one behind the other; a memory costs more than a small test. */
  readonly memory?: WorkerMemory;
}

export class OperatorHarness {
  readonly memory: WorkerMemory;
  readonly arena: Arena;
  readonly operator: Operator;
  /** The clock of the operator, milliseconds. */
  nowMs = 0;
  /** The earliest timer that it has asked for. */
  timerMs: number | null = null;
  private readonly state: FragmentState;

  constructor(
    factory: OperatorFactory,
    readonly node: ExecNode,
    options: OperatorHarnessOptions = {},
  ) {
    const maxParallelism = options.maxParallelism ?? 128;
    const keyGroups = options.keyGroups ?? { start: 0, end: maxParallelism - 1 };
    const plan = goldenPlan();
    this.memory = options.memory ?? new WorkerMemory();
    this.arena = new Arena(this.memory);
    const context: RuntimeContext = {
      memory: this.memory,
      arena: this.arena,
      plan: { ...plan, config: new Map([...plan.config, ...Object.entries(options.config ?? {})]) },
      subtaskIndex: 0,
      parallelism: 1,
      maxParallelism,
      keyGroups,
      currentTimeMs: () => this.nowMs,
      registerTimer: (timestampMs) => {
        this.timerMs = this.timerMs === null ? timestampMs : Math.min(this.timerMs, timestampMs);
      },
    };
    this.operator = factory.create(node, context);
    this.state = new FragmentState([{ node, operator: this.operator }], keyGroups);
  }

  /** One batch; `rows` of the input's type, each with its kind in front. */
  process(rows: readonly KindRow[], input = 0): Emitted[] {
    return this.frame((output) => this.operator.processBatch(input, this.batch(rows, input), output));
  }

  watermark(timestampMs: bigint, input = 0): Emitted[] {
    return this.frame((output) => {
      if (this.operator.processWatermark) this.operator.processWatermark(input, timestampMs, output);
      else output.emitWatermark(timestampMs);
    });
  }

  /** Lets time go on, and fires what it has asked for. */
  advanceTime(nowMs: number): Emitted[] {
    const emitted: Emitted[] = [];
    while (this.timerMs !== null && this.timerMs <= nowMs) {
      const timerMs = this.timerMs;
      this.nowMs = timerMs;
      this.timerMs = null;
      emitted.push(...this.frame((output) => this.operator.processTimer?.(timerMs, output)));
    }
    this.nowMs = nowMs;
    return emitted;
  }

  prepareSnapshot(): Emitted[] {
    return this.frame((output) => this.operator.prepareSnapshot?.(output));
  }

  endInput(input = 0): Emitted[] {
    return this.frame((output) => this.operator.endInput?.(input, output));
  }

  snapshot(): KeyGroupBlob[] {
    return this.state.snapshot();
  }

  /** Those of its own key groups. */
  restore(blobs: readonly KeyGroupBlob[]): void {
    for (const blob of blobs) this.state.restore(blob);
  }

  release(): void {
    this.state.release();
    this.arena.release();
  }

  private frame(run: (output: Parameters<Operator['processBatch']>[2]) => void): Emitted[] {
    this.arena.reset();
    this.operator.beginFrame?.();
    const emitted: Emitted[] = [];
    run({
      emitBatch: (batch) => emitted.push(...this.rowsOf(batch)),
      emitWatermark: (watermarkMs) => emitted.push({ watermarkMs }),
      reportWatermark: () => undefined,
    });
    return emitted;
  }

  private rowsOf(batch: Batch): KindRow[] {
    // Loops index whole words, and kernels take the address as it is.
    for (const { data } of batch.columns) assert(data % 8 === 0, `a column at the address ${data}`);
    return selectedRows(this.memory, batch).map((row) => {
      const kind = batch.kinds === 0 ? RowKind.INSERT : this.memory.u8[batch.kinds + row]!;
      return [kind, ...batch.columns.map((column) => valueAt(this.memory, column, row))];
    });
  }

  private batch(rows: readonly KindRow[], input: number): Batch {
    const { fields } = this.node.inputTypes[input] as TypeOf<'ROW'>;
    const columns = fields.map(({ type }, index) => columnFromValues(this.arena, type, rows.map((row) => row[index + 1] as Value))); // prettier-ignore
    const batch = batchOf(columns, rows.length);
    if (rows.every(([kind]) => kind === RowKind.INSERT)) return batch;
    const kinds = this.arena.allocate(rows.length);
    this.memory.u8.set(rows.map(([kind]) => kind), kinds); // prettier-ignore
    return { ...batch, kinds };
  }
}
