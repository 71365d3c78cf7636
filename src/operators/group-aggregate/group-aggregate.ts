/** Flink's StreamExecGroupAggregate with GroupAggFunction: an update for each row that changes the result of its key. */
import { AggregatesHandler } from '../../aggregates/aggregates-handler.js';
import { parseAggregateCalls, type AggregateCall } from '../../aggregates/aggregate-call.js';
import { checkAggregates, hasDataViews } from '../../aggregates/check-aggregates.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { allocateColumn, type Batch } from '../../columnar/batch.js';
import { durationMs } from '../../columnar/duration.js';
import { gatherColumns } from '../../columnar/gather.js';
import { isSameLayout, type LogicalType, type RowField, type TypeOf } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { KeyHasher } from '../../state/key-hasher.js';
import { KeyedTable } from '../../state/keyed-table.js';
import { TableState } from '../../state/table-state.js';
import { miniBatchSize } from '../node-options.js';
import type { ExecNode, Operator, OperatorFactory, Output, PlanContext, Refusal, RuntimeContext } from '../operator.js';
import { ExpiredEntries } from './expired-entries.js';
import { MiniBatchGroupAggregate } from './bundle/mini-batch-group-aggregate.js';
import { GroupAggregateLoop } from './group-aggregate-loop.js';

interface GroupAggregateSpec {
  readonly grouping: readonly number[];
  readonly calls: readonly AggregateCall[];
  readonly inputFields: readonly RowField[];
  readonly outputFields: readonly RowField[];
  readonly generateUpdateBefore: boolean;
  readonly needRetraction: boolean;
  /** 0: for ever. */
  readonly stateTtlMs: number;
}

function fieldsOf(type: LogicalType | undefined): readonly RowField[] {
  return type?.kind === 'ROW' ? type.fields : [];
}

function specOf(node: ExecNode, config: ReadonlyMap<string, string>): GroupAggregateSpec {
  const { json } = node;
  const inputFields = fieldsOf(node.inputTypes[0]);
  return {
    grouping: json.grouping as number[],
    calls: parseAggregateCalls(
      json.aggCalls,
      json.aggCallNeedRetractions,
      inputFields.map(({ type }) => type),
    ),
    inputFields,
    outputFields: fieldsOf(node.outputType),
    generateUpdateBefore: json.generateUpdateBefore === true,
    needRetraction: json.needRetraction === true,
    stateTtlMs: stateTtlMs(json.state, config),
  };
}

/** StateMetadata.getStateTtlForOneInputOperator: what the plan says, otherwise the configuration. */
function stateTtlMs(state: unknown, config: ReadonlyMap<string, string>): number {
  const text = Array.isArray(state)
    ? (state[0] as { ttl?: string } | undefined)?.ttl
    : config.get('table.exec.state.ttl');
  return text === undefined ? 0 : durationMs(text);
}

function check(node: ExecNode, context: PlanContext): Refusal {
  const isOn = (key: string): boolean => effective(node, context, key) === 'true';
  const size = miniBatchSize(node, context.config);
  if (size !== null && !(size > 0)) return 'table.exec.mini-batch.size must be above 0';
  if (isOn('table.exec.async-state.enabled')) return 'table.exec.async-state.enabled may change the order of results';
  const spec = specOf(node, context.config);
  const { grouping, calls, inputFields, outputFields } = spec;
  for (const [index, column] of grouping.entries()) {
    const [input, output] = [inputFields[column], outputFields[index]];
    if (!input || !output || !isSameLayout(input.type, output.type)) return `key column ${column} is not in the output`;
  }
  if (spec.stateTtlMs > 0 && hasDataViews(calls)) {
    return 'a state TTL with DISTINCT, or with an aggregate that keeps its values for retraction, is not implemented: Flink expires each value apart';
  }
  return checkAggregates(
    calls,
    inputFields.map(({ type }) => type),
    outputFields.slice(grouping.length).map(({ type }) => type),
    context,
  );
}

/** What the node persisted, otherwise the table configuration (ExecNodeConfig). */
function effective(node: ExecNode, context: PlanContext, key: string): string | undefined {
  const persisted = node.json.configuration as Readonly<Record<string, unknown>> | undefined;
  const own = persisted?.[key];
  return typeof own === 'string' ? own : context.config.get(key);
}

function create(node: ExecNode, context: RuntimeContext): Operator {
  const spec = specOf(node, context.plan.config);
  const size = miniBatchSize(node, context.plan.config);
  if (size === null) return new GroupAggregate(spec, context);
  const inputTypes = spec.inputFields.map(({ type }) => type);
  const handler = new AggregatesHandler(spec.calls, inputTypes, spec.needRetraction, context.memory);
  const state = { name: 'mini-batch-group-aggregate', layoutVersion: LAYOUT_VERSION };
  return new MiniBatchGroupAggregate(spec, handler, context, size, state);
}

const LAYOUT_VERSION = 1;
/** The previous result and the new one, wherever the last row of a batch is. */
const SPARE_ROWS = 2;

class GroupAggregate implements Operator {
  readonly states: readonly TableState[];
  private readonly handler: AggregatesHandler;
  private readonly runtime: EvaluationRuntime;
  private readonly hasher: KeyHasher;
  private readonly table: KeyedTable;
  private readonly state: TableState;
  private readonly loop: GroupAggregateLoop;
  private readonly expired: ExpiredEntries | null;

  constructor(
    private readonly spec: GroupAggregateSpec,
    private readonly context: RuntimeContext,
  ) {
    const { memory, maxParallelism, keyGroups } = context;
    const inputTypes = spec.inputFields.map(({ type }) => type);
    const handler = (this.handler = new AggregatesHandler(spec.calls, inputTypes, spec.needRetraction, memory));
    const hasTtl = spec.stateTtlMs > 0;
    this.runtime = new EvaluationRuntime(context.arena, context.plan);
    this.hasher = new KeyHasher(memory, keyType(spec), maxParallelism);
    this.table = new KeyedTable(memory, {
      valueBytes: handler.valueBytes,
      keyGroups,
      maxParallelism,
      hasTimestamp: hasTtl,
    });
    this.state = new TableState('group-aggregate', LAYOUT_VERSION, this.table, handler.stateSlots);
    this.states = [this.state];
    this.expired = hasTtl ? new ExpiredEntries(this.state, keyGroups, spec.stateTtlMs) : null;
    this.loop = new GroupAggregateLoop(
      handler,
      this.resultTypes(),
      {
        generateUpdateBefore: spec.generateUpdateBefore,
        needRetraction: spec.needRetraction,
        timestampOffset: hasTtl ? this.table.timestampOffset : -1,
      },
      this.state,
      this.runtime,
    );
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    const { arena } = this.context;
    const { memory } = arena;
    const count = batch.selectedCount;
    const keyColumns = this.spec.grouping.map((index) => {
      const column = batch.columns[index];
      assert(column !== undefined, `no key column ${index}`);
      return column;
    });
    const keys = this.hasher.hash(arena, keyColumns, batch);
    const entries = arena.allocate(count * 4);
    this.table.findOrCreate(keys, entries);
    const capacity = count * (this.spec.generateUpdateBefore ? 2 : 1) + SPARE_ROWS;
    const results = this.resultTypes().map((type) => allocateColumn(arena, type, capacity));
    const rowIndexes = arena.allocate(capacity * 4);
    const kinds = arena.allocate(capacity);
    const times = arena.allocate(16);
    const nowMs = this.expired ? this.context.currentTimeMs() : 0;
    memory.i64[times >> 3] = BigInt(nowMs);
    memory.i64[(times >> 3) + 1] = BigInt(nowMs - this.spec.stateTtlMs);
    this.handler.beginResults(arena);
    const rowCount = this.loop.run(batch, { entries, kinds, rowIndexes, results, times });
    this.state.sweep(entries, count);
    this.expired?.sweep(nowMs);
    if (rowCount === 0) return;
    const columns = [
      ...gatherColumns(arena, keyColumns, rowIndexes, rowCount),
      ...this.handler.resultColumns(results, rowCount),
    ];
    output.emitBatch({ rowCount, columns, kinds, selection: 0, selectedCount: rowCount });
  }

  private resultTypes(): LogicalType[] {
    return this.spec.outputFields.slice(this.spec.grouping.length).map(({ type }) => type);
  }
}

function keyType(spec: GroupAggregateSpec): TypeOf<'ROW'> {
  const fields = spec.grouping.map((index) => spec.inputFields[index]!);
  return { kind: 'ROW', nullable: false, fields };
}

export const groupAggregateFactory: OperatorFactory = {
  execNode: 'stream-exec-group-aggregate',
  versions: [1],
  keyed: true,
  remembers: true,
  consumesWatermarks: true,
  check,
  create,
};
