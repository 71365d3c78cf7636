/** Flink's StreamExecGroupAggregate with GroupAggFunction: an update for each row that changes the result of its key. */
import { AggregatesHandler } from '../../aggregates/aggregates-handler.js';
import { describeCall, parseAggregateCalls, type AggregateCall } from '../../aggregates/aggregate-call.js';
import { checkAggregates, checkStateTtl } from '../../aggregates/check-aggregates.js';
import { isOfBytes } from '../../aggregates/functions/types.js';
import { packedColumns } from '../../aggregates/nested-values.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { allocateColumn, type Batch } from '../../columnar/batch.js';
import { gatherColumns } from '../../columnar/gather.js';
import { isSameLayout, type LogicalType, type RowField, type TypeOf } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { ExpiredEntries } from '../../state/expired-entries.js';
import { KeyHasher } from '../../state/key-hasher.js';
import { KeyedTable } from '../../state/keyed-table.js';
import { TableState } from '../../state/table-state.js';
import { TtlClock } from '../../state/ttl-clock.js';
import { stateBackendOf } from '../state-backend.js';
import { miniBatchSize, stateTtlMs } from '../node-options.js';
import type { ExecNode, Operator, OperatorFactory, Output, PlanContext, Refusal, RuntimeContext } from '../operator.js';
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
    stateTtlMs: stateTtlMs(node, config),
  };
}

function check(node: ExecNode, context: PlanContext): Refusal {
  const size = miniBatchSize(node, context.config);
  if (size !== null && !(size > 0)) return 'table.exec.mini-batch.size must be above 0';
  const spec = specOf(node, context.config);
  const { grouping, calls, inputFields, outputFields } = spec;
  for (const [index, column] of grouping.entries()) {
    const [input, output] = [inputFields[column], outputFields[index]];
    if (!input || !output || !isSameLayout(input.type, output.type)) return `key column ${column} is not in the output`;
  }
  const ttlRefusal = spec.stateTtlMs > 0 ? checkStateTtl(calls) : null;
  if (ttlRefusal !== null) return ttlRefusal;
  return checkAggregates(
    calls,
    inputFields.map(({ type }) => type),
    outputFields.slice(grouping.length).map(({ type }) => type),
    context,
  );
}

/** Operators of a chain hand the same Java objects on. */
const OBJECT_REUSE = 'pipeline.object-reuse';

/** Values that other operators made in Flink's heap are not compared by their bytes. */
function checkUnexchanged(node: ExecNode, context: PlanContext): Refusal {
  const { calls } = specOf(node, context.config);
  const nested = calls.find((other) => packedColumns([other]).length > 0);
  if (nested) return `${describeCall(nested)}: nested values that do not come from an exchange are not implemented`;
  const ofBytes = calls.find((other) => other.function !== 'COUNT' && isOfBytes(other));
  return ofBytes && context.config.get(OBJECT_REUSE) === 'true'
    ? `${describeCall(ofBytes)}: with ${OBJECT_REUSE} BYTES that do not come from an exchange may equal themselves`
    : null;
}

function create(node: ExecNode, context: RuntimeContext): Operator {
  const spec = specOf(node, context.plan.config);
  const size = miniBatchSize(node, context.plan.config);
  if (size === null) return new GroupAggregate(spec, context);
  const inputTypes = spec.inputFields.map(({ type }) => type);
  const ttl = spec.stateTtlMs > 0 ? new TtlClock(context.memory, spec.stateTtlMs) : null;
  const handler = new AggregatesHandler(spec.calls, inputTypes, spec.needRetraction, context.memory, {
    ttl,
    backend: stateBackendOf(context.plan),
  });
  const state = { name: 'mini-batch-group-aggregate', layoutVersion: LAYOUT_VERSION };
  return new MiniBatchGroupAggregate(spec, handler, context, size, ttl, state);
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
  private readonly ttl: TtlClock | null;
  private readonly expired: ExpiredEntries | null;

  constructor(
    private readonly spec: GroupAggregateSpec,
    private readonly context: RuntimeContext,
  ) {
    const { memory, maxParallelism, keyGroups } = context;
    const inputTypes = spec.inputFields.map(({ type }) => type);
    const hasTtl = spec.stateTtlMs > 0;
    const ttl = (this.ttl = hasTtl ? new TtlClock(memory, spec.stateTtlMs) : null);
    const handler = (this.handler = new AggregatesHandler(spec.calls, inputTypes, spec.needRetraction, memory, {
      ttl,
      backend: stateBackendOf(context.plan),
    }));
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
    const keepsElements = (entry: number, expiredMs: bigint): boolean => this.state.cleanElements(entry, expiredMs);
    this.expired = hasTtl ? new ExpiredEntries(this.state, keyGroups, spec.stateTtlMs, keepsElements) : null;
    this.loop = new GroupAggregateLoop(
      handler,
      this.resultTypes(),
      {
        generateUpdateBefore: spec.generateUpdateBefore,
        needRetraction: spec.needRetraction,
        timestampOffset: hasTtl ? this.table.timestampOffset : -1,
        ttl,
      },
      this.state,
      this.runtime,
    );
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    const { arena } = this.context;
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
    const nowMs = this.ttl ? this.context.currentTimeMs() : 0;
    this.ttl?.begin(nowMs);
    this.handler.beginResults(arena);
    const rowCount = this.loop.run(this.handler.packArguments(arena, batch), { entries, kinds, rowIndexes, results });
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
    return this.handler.loopResultTypes(
      this.spec.outputFields.slice(this.spec.grouping.length).map(({ type }) => type),
    );
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
  allowsAsyncState: true,
  remembers: true,
  // They end bundles.
  consumesWatermarks: (node, { config }) => miniBatchSize(node, config) !== null,
  check,
  checkUnexchanged,
  create,
};
