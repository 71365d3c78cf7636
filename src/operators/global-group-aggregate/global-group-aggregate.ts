/**
 * Flink's StreamExecGlobalGroupAggregate with MiniBatchGlobalGroupAggFunction: partial results are merged to those of the bundle, and at its end to those
 * of the state. A key that the state does not know begins with whatever comes, rows that are taken back too.
 */
import { parseAggregateCalls, type AggregateCall } from '../../aggregates/aggregate-call.js';
import { AggregatesHandler, type HandlerOptions } from '../../aggregates/aggregates-handler.js';
import { checkAggregates, checkStateTtl } from '../../aggregates/check-aggregates.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { type Batch } from '../../columnar/batch.js';
import { parseRowType } from '../../columnar/type-parser.js';
import { type LogicalType, type RowField } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { TtlClock } from '../../state/ttl-clock.js';
import { AccumulateLoop } from '../group-aggregate/bundle/accumulate-loop.js';
import { AccumulatorBlocks } from '../group-aggregate/bundle/accumulator-blocks.js';
import { BundleMemory } from '../group-aggregate/bundle/bundle-memory.js';
import { BundleOperator } from '../group-aggregate/bundle/bundle-operator.js';
import { KeyedBundle } from '../group-aggregate/bundle/keyed-bundle.js';
import { ResultBuffers } from '../group-aggregate/bundle/result-buffers.js';
import { checkBundles, checkColumns, checkPartials, rowFields } from '../group-aggregate/partials-rules.js';
import { stateBackendOf } from '../state-backend.js';
import { miniBatchSize, stateTtlMs } from '../node-options.js';
import type {
  ExecNode,
  KeyedState,
  OperatorFactory,
  Output,
  PlanContext,
  Refusal,
  RuntimeContext,
} from '../operator.js';
import { GlobalLoop } from './global-loop.js';

interface GlobalSpec {
  /** Columns of the input, which are the first. */
  readonly grouping: readonly number[];
  readonly calls: readonly AggregateCall[];
  /** Of the local aggregate's input: what the calls count their columns in. */
  readonly localTypes: readonly LogicalType[];
  readonly inputFields: readonly RowField[];
  readonly outputFields: readonly RowField[];
  readonly generateUpdateBefore: boolean;
  readonly needRetraction: boolean;
  /** The call that counts all rows, when an incremental aggregate has inserted it. */
  readonly indexOfCountStar: number | undefined;
  readonly ttlMs: number;
}

function specOf(node: ExecNode, config: ReadonlyMap<string, string>): GlobalSpec {
  const { json, inputTypes, outputType } = node;
  const localTypes = parseRowType(json.localAggInputRowType).fields.map(({ type }) => type);
  return {
    grouping: json.grouping as number[],
    calls: parseAggregateCalls(json.aggCalls, json.aggCallNeedRetractions, localTypes),
    localTypes,
    inputFields: rowFields(inputTypes[0]),
    outputFields: rowFields(outputType),
    generateUpdateBefore: json.generateUpdateBefore === true,
    needRetraction: json.needRetraction === true,
    indexOfCountStar: typeof json.indexOfCountStar === 'number' ? json.indexOfCountStar : undefined,
    ttlMs: stateTtlMs(node, config),
  };
}

function check(node: ExecNode, context: PlanContext): Refusal {
  const { grouping, calls, localTypes, inputFields, outputFields, ttlMs } = specOf(node, context.config);
  const keyTypes = grouping.map((column) => inputFields[column]?.type);
  return (
    checkBundles(node, context) ??
    checkAggregates(
      calls,
      localTypes,
      outputFields.slice(grouping.length).map(({ type }) => type),
      context,
    ) ??
    checkPartials(calls) ??
    (ttlMs > 0 ? checkStateTtl(calls) : null) ??
    checkColumns(outputFields.slice(0, grouping.length), keyTypes)
  );
}

const LAYOUT_VERSION = 1;

class GlobalGroupAggregate extends BundleOperator {
  readonly states: readonly KeyedState[];
  private readonly ttl: TtlClock | null;
  private readonly handler: AggregatesHandler;
  private readonly bundle: KeyedBundle;
  private readonly blocks: AccumulatorBlocks;
  private readonly bundleMemory: BundleMemory;
  private readonly merge: AccumulateLoop;
  private readonly results: GlobalLoop;

  constructor(
    private readonly spec: GlobalSpec,
    private readonly context: RuntimeContext,
    size: number,
  ) {
    super(context.arena, size);
    const { grouping, calls, localTypes, inputFields, generateUpdateBefore, needRetraction, ttlMs } = spec;
    const { indexOfCountStar } = spec;
    const ttl = (this.ttl = ttlMs > 0 ? new TtlClock(context.memory, ttlMs) : null);
    const newHandler = (options: HandlerOptions): AggregatesHandler =>
      new AggregatesHandler(calls, localTypes, needRetraction, context.memory, options);
    const bundled = newHandler({ indexOfCountStar, phase: 'bundle' });
    this.handler = newHandler({ indexOfCountStar, ttl, backend: stateBackendOf(context.plan), phase: 'merged' });
    const refusal = checkColumns(inputFields.slice(grouping.length), bundled.fieldTypes);
    assert(refusal === null, `partial results: ${refusal}`);
    this.bundle = new KeyedBundle(context, {
      name: 'global-group-aggregate',
      layoutVersion: LAYOUT_VERSION,
      keyFields: grouping.map((column) => inputFields[column]!),
      valueBytes: this.handler.valueBytes,
      stateSlots: this.handler.stateSlots,
      ttlMs,
    });
    this.blocks = new AccumulatorBlocks(context.memory, bundled.valueBytes);
    this.bundleMemory = new BundleMemory(bundled.stateSlots, [this.blocks]);
    this.states = [this.bundle.state, this.bundleMemory];
    const runtime = new EvaluationRuntime(context.arena, context.plan);
    this.merge = new AccumulateLoop(bundled, { kind: 'partials', offset: grouping.length }, runtime);
    const timestampOffset = ttlMs > 0 ? this.bundle.table.timestampOffset : -1;
    const options = { generateUpdateBefore, timestampOffset };
    this.results = new GlobalLoop(bundled, this.handler, this.resultTypes(), options, this.bundle.state, runtime);
  }

  beginFrame(): void {
    this.bundle.beginFrame();
  }

  protected add(batch: Batch): void {
    const keyColumns = this.spec.grouping.map((column) => batch.columns[column]!);
    this.merge.run(
      batch,
      this.bundle.locate(keyColumns, batch, () => this.blocks.take()),
    );
  }

  protected finish(output: Output): void {
    const { arena, bundle, context, spec } = this;
    const { count } = bundle.keys;
    const entries = bundle.keys.entriesIn(arena, bundle.keys.order());
    const addresses = bundle.takeMarks(entries, count);
    const nowMs = this.ttl ? context.currentTimeMs() : 0;
    this.ttl?.begin(nowMs);
    const results = new ResultBuffers(arena, this.handler, this.resultTypes(), count, nowMs, spec.ttlMs);
    const rowCount = this.results.run(entries, addresses, count, results);
    const batch = results.toBatch(bundle.keyColumns(entries, count), rowCount);
    this.bundleMemory.reset();
    this.blocks.reset();
    bundle.clear(entries);
    if (batch) output.emitBatch(batch);
  }

  private resultTypes(): LogicalType[] {
    const { outputFields, grouping } = this.spec;
    return this.handler.loopResultTypes(outputFields.slice(grouping.length).map(({ type }) => type));
  }
}

export const globalGroupAggregateFactory: OperatorFactory = {
  execNode: 'stream-exec-global-group-aggregate',
  versions: [1],
  keyed: true,
  allowsAsyncState: true,
  remembers: true,
  consumesWatermarks: () => true,
  check,
  create: (node, context) =>
    new GlobalGroupAggregate(specOf(node, context.plan.config), context, miniBatchSize(node, context.plan.config) ?? 1),
};
