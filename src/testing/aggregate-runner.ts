/** Runs our group aggregate over rows in canonical form, in batches as wished. For tests. */
import { batchOf, selectedRows, type Batch } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { parseRowType } from '../columnar/type-parser.js';
import { type TypeOf } from '../columnar/types.js';
import { assert } from '../errors.js';
import { groupAggregateFactory } from '../operators/group-aggregate/group-aggregate.js';
import { type ExecNode, type KeyGroupRange, type Operator, type PlanContext } from '../operators/operator.js';
import { BlobReader, BlobWriter } from '../state/blob.js';
import { KeyHasher } from '../state/key-hasher.js';
import { RESTORE, type AggregateAnswer, type AggregateRow, type AggregateStep } from './aggregate-oracle.js';
import { columnFromValues, valueAt } from './column-values.js';
import { canonicalRow, rowFromCanonical } from './row-oracle.js';

export type PlannedNode = Pick<Extract<AggregateAnswer, { outputs: unknown }>, 'node' | 'inputType' | 'outputType'>;

export const MAX_PARALLELISM = 8;
const ALL_KEY_GROUPS: KeyGroupRange = { start: 0, end: MAX_PARALLELISM - 1 };

export const PLAN_CONTEXT: PlanContext = {
  config: new Map(),
  jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en-US', exactSquareRoot: true },
  allowIncompatible: new Set(),
};

/** As PLAN_CONTEXT, of a job with its state in RocksDB. */
export const ROCKSDB_CONTEXT: PlanContext = { ...PLAN_CONTEXT, config: new Map([['state.backend.type', 'rocksdb']]) };

export function execNodeOf(planned: PlannedNode): ExecNode {
  return {
    id: 1,
    execNode: groupAggregateFactory.execNode,
    version: 1,
    json: planned.node,
    inputs: [0],
    inputTypes: [parseRowType(planned.inputType)],
    outputType: parseRowType(planned.outputType),
    description: String(planned.node.description),
  };
}

export class AggregateRunner {
  private readonly arena: Arena;
  operator: Operator;
  private readonly inputType: TypeOf<'ROW'>;
  private readonly outputType: TypeOf<'ROW'>;
  timeMs = 0;

  private readonly grouping: readonly number[];
  private readonly open: () => Operator;

  constructor(
    planned: PlannedNode,
    private readonly keyGroups = ALL_KEY_GROUPS,
    /** Of several runners that run one behind the other; a memory costs more than a small test. */
    readonly memory = new WorkerMemory(),
    plan = PLAN_CONTEXT,
  ) {
    this.arena = new Arena(memory);
    const node = execNodeOf(planned);
    const refusal = groupAggregateFactory.check(node, plan);
    assert(refusal === null, `refused: ${refusal}`);
    this.grouping = planned.node['grouping'] as number[];
    this.inputType = node.inputTypes[0] as TypeOf<'ROW'>;
    this.outputType = node.outputType as TypeOf<'ROW'>;
    this.open = () =>
      groupAggregateFactory.create(node, {
        memory: this.memory,
        arena: this.arena,
        plan,
        subtaskIndex: 0,
        parallelism: 1,
        maxParallelism: MAX_PARALLELISM,
        keyGroups,
        currentTimeMs: () => this.timeMs,
        registerTimer: () => assert(false, 'a group aggregate needs no timers'),
      });
    this.operator = this.open();
  }

  /** The results of all steps; `splitBefore` says where a new batch begins, besides where the time changes and behind a checkpoint. */
  run(steps: readonly AggregateStep[], splitBefore: (index: number) => boolean): AggregateRow[] {
    const results: AggregateRow[] = [];
    let rows: AggregateRow[] = [];
    const flush = (): void => {
      if (rows.length > 0) results.push(...this.runBatch(rows));
      rows = [];
    };
    steps.forEach((step, index) => {
      if (typeof step === 'number' || step === RESTORE || splitBefore(index)) flush();
      if (typeof step === 'number') this.timeMs = step;
      else if (step === RESTORE) this.restart();
      else rows.push(step);
    });
    flush();
    return results;
  }

  /** Another operator goes on with the state of this one. */
  private restart(): void {
    const blobs = this.snapshot();
    for (const state of this.operator.states ?? []) state.release();
    this.operator = this.open();
    this.restore(blobs);
  }

  /** Of the row's key. */
  keyGroupOf(row: AggregateRow): number {
    return this.keyGroupsOf([row])[0]!;
  }

  keyGroupsOf(rows: readonly AggregateRow[]): number[] {
    return this.arena.run(() => {
      const batch = this.batch(rows);
      const columns = this.grouping.map((index) => batch.columns[index]!);
      const fields = this.grouping.map((index) => this.inputType.fields[index]!);
      const hasher = new KeyHasher(this.memory, { kind: 'ROW', nullable: false, fields }, MAX_PARALLELISM);
      const { keyGroups } = hasher.hash(this.arena, columns, batch);
      return Array.from(this.memory.u32.subarray(keyGroups >> 2, (keyGroups >> 2) + rows.length));
    });
  }

  /** Gives its memory back; not used after it. */
  release(): void {
    for (const state of this.operator.states ?? []) state.release();
    this.arena.release();
  }

  /** By state and key group; those of others are empty. */
  snapshot(): Uint8Array[][] {
    const { start, end } = this.keyGroups;
    return (this.operator.states ?? []).map((state) =>
      Array.from({ length: MAX_PARALLELISM }, (_, keyGroup) => {
        const out = new BlobWriter();
        if (keyGroup >= start && keyGroup <= end) state.snapshot(keyGroup, out);
        return Uint8Array.from(out.bytes());
      }),
    );
  }

  /** What belongs to this runner's key groups. */
  restore(blobs: readonly (readonly Uint8Array[])[]): void {
    const { start, end } = this.keyGroups;
    this.operator.states?.forEach((state, index) =>
      blobs[index]?.forEach((blob, keyGroup) => {
        if (blob.length > 0 && keyGroup >= start && keyGroup <= end)
          state.restore(keyGroup, new BlobReader(blob), state.layoutVersion);
      }),
    );
  }

  private runBatch(rows: readonly AggregateRow[]): AggregateRow[] {
    return this.arena.run(() => {
      const results: AggregateRow[] = [];
      this.operator.processBatch(0, this.batch(rows), {
        emitBatch: (batch) => results.push(...this.rowsOf(batch)),
        emitWatermark: () => assert(false, 'no watermark was expected'),
        reportWatermark: () => assert(false, 'no watermark was expected'),
      });
      return results;
    });
  }

  private batch(rows: readonly AggregateRow[]): Batch {
    const values = rows.map((row) => rowFromCanonical(row.slice(1) as never, this.inputType));
    const columns = this.inputType.fields.map(({ type }, index) =>
      columnFromValues(
        this.arena,
        type,
        values.map((row) => row[index] ?? null),
      ),
    );
    const batch = batchOf(columns, rows.length);
    if (rows.every(([kind]) => kind === 0)) return batch;
    const kinds = this.arena.allocate(rows.length);
    rows.forEach(([kind], index) => (this.memory.u8[kinds + index] = kind));
    return { ...batch, kinds };
  }

  private rowsOf(batch: Batch): AggregateRow[] {
    return selectedRows(this.memory, batch).map((row) => {
      const values = batch.columns.map((column) => valueAt(this.memory, column, row));
      const kind = batch.kinds === 0 ? 0 : this.memory.u8[batch.kinds + row]!;
      return [kind, ...canonicalRow(values, this.outputType)];
    });
  }
}
