/**
 * Flink's StreamExecIncrementalGroupAggregate with MiniBatchIncrementalGroupAggFunction: between the two levels of split distinct aggregates. What the maps
 * of DISTINCT have not seen yet goes on as partial results of the final key.
 */
import { AccumulatorLayout } from '../../aggregates/accumulator-layout.js';
import { parseAggregateCalls, type AggregateCall } from '../../aggregates/aggregate-call.js';
import { AggregatesHandler } from '../../aggregates/aggregates-handler.js';
import { checkAggregates, checkStateTtl } from '../../aggregates/check-aggregates.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { batchOf, type Batch } from '../../columnar/batch.js';
import { parseRowType } from '../../columnar/type-parser.js';
import { type LogicalType, type RowField } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { TtlClock } from '../../state/ttl-clock.js';
import { AccumulateLoop, type RowAccumulators } from '../group-aggregate/bundle/accumulate-loop.js';
import { AccumulatorBlocks } from '../group-aggregate/bundle/accumulator-blocks.js';
import { BundleMemory } from '../group-aggregate/bundle/bundle-memory.js';
import { BundleOperator } from '../group-aggregate/bundle/bundle-operator.js';
import { FieldsLoop } from '../group-aggregate/bundle/fields-loop.js';
import { InlineBundle } from '../group-aggregate/bundle/inline-bundle.js';
import { KeyedBundle } from '../group-aggregate/bundle/keyed-bundle.js';
import { checkBundles, checkColumns, checkPartials, rowFields } from '../group-aggregate/partials-rules.js';
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
import { nestedOrder } from './final-keys.js';
import { FinalLoop } from './final-loop.js';

interface IncrementalSpec {
  /** Columns of the input, which are the first. */
  readonly partialGrouping: readonly number[];
  /** Columns of the partial key. */
  readonly finalGrouping: readonly number[];
  readonly calls: readonly AggregateCall[];
  readonly localTypes: readonly LogicalType[];
  readonly inputFields: readonly RowField[];
  readonly outputFields: readonly RowField[];
  readonly needRetraction: boolean;
  readonly ttlMs: number;
}

function specOf(node: ExecNode, config: ReadonlyMap<string, string>): IncrementalSpec {
  const { json, inputTypes, outputType } = node;
  const localTypes = parseRowType(json.partialLocalAggInputRowType).fields.map(({ type }) => type);
  return {
    partialGrouping: json.partialAggGrouping as number[],
    finalGrouping: json.finalAggGrouping as number[],
    calls: parseAggregateCalls(json.partialOriginalAggCalls, json.partialAggCallNeedRetractions, localTypes),
    localTypes,
    inputFields: rowFields(inputTypes[0]),
    outputFields: rowFields(outputType),
    needRetraction: json.partialAggNeedRetraction === true,
    ttlMs: stateTtlMs(node, config),
  };
}

function check(node: ExecNode, context: PlanContext): Refusal {
  const spec = specOf(node, context.config);
  const { calls, localTypes, partialGrouping, finalGrouping, inputFields, outputFields } = spec;
  const keyTypes = finalGrouping.map((index) => inputFields[partialGrouping[index] ?? -1]?.type);
  return (
    checkBundles(node, context) ??
    checkAggregates(
      calls,
      localTypes,
      calls.map(({ type }) => type),
      context,
    ) ??
    checkPartials(calls) ??
    (spec.ttlMs > 0 ? checkStateTtl(calls) : null) ??
    checkColumns(outputFields.slice(0, finalGrouping.length), keyTypes)
  );
}

const LAYOUT_VERSION = 1;

class IncrementalGroupAggregate extends BundleOperator {
  readonly states: readonly KeyedState[];
  private readonly ttl: TtlClock | null;
  private readonly bundle: KeyedBundle;
  private readonly blocks: AccumulatorBlocks;
  private readonly bundleMemory: BundleMemory;
  private readonly finals: InlineBundle;
  private readonly merge: AccumulateLoop;
  private readonly mergeFinals: FinalLoop;
  private readonly fields: FieldsLoop;

  constructor(
    private readonly spec: IncrementalSpec,
    private readonly context: RuntimeContext,
    size: number,
  ) {
    super(context.arena, size);
    const { partialGrouping, finalGrouping, calls, localTypes, inputFields, outputFields, needRetraction } = spec;
    const { memory, arena } = context;
    const partial = new AggregatesHandler(calls, localTypes, needRetraction, memory, { phase: 'bundle' });
    this.ttl = spec.ttlMs > 0 ? new TtlClock(memory, spec.ttlMs) : null;
    const distinctLayout = new AccumulatorLayout(memory, this.ttl);
    const final = new AggregatesHandler(calls, localTypes, needRetraction, memory, { distinctLayout, phase: 'bundle' });
    const refusal =
      checkColumns(inputFields.slice(partialGrouping.length), partial.fieldTypes) ??
      checkColumns(outputFields.slice(finalGrouping.length), final.fieldTypes);
    assert(refusal === null, `partial results: ${refusal}`);
    const keyFields = partialGrouping.map((column) => inputFields[column]!);
    const valueBytes = distinctLayout.finish();
    const stateSlots = distinctLayout.stateSlots();
    this.bundle = new KeyedBundle(context, {
      name: 'incremental-group-aggregate',
      layoutVersion: LAYOUT_VERSION,
      keyFields,
      valueBytes,
      stateSlots,
      ttlMs: spec.ttlMs,
    });
    this.blocks = new AccumulatorBlocks(memory, partial.valueBytes);
    const finalFields = finalGrouping.map((index) => keyFields[index]!);
    this.finals = new InlineBundle(arena, final, finalFields);
    this.bundleMemory = new BundleMemory(partial.stateSlots, [this.blocks, this.finals.memory]);
    this.states = [this.bundle.state, this.bundleMemory];
    const runtime = new EvaluationRuntime(arena, context.plan);
    this.merge = new AccumulateLoop(partial, { kind: 'partials', offset: partialGrouping.length }, runtime);
    const headOffsets = stateSlots.filter(({ kind }) => kind === 'elements').map(({ offset }) => offset);
    this.mergeFinals = new FinalLoop(partial, final, headOffsets, valueBytes, runtime);
    this.fields = new FieldsLoop(final, runtime);
  }

  beginFrame(): void {
    this.bundle.beginFrame();
    this.finals.beginFrame();
  }

  protected add(batch: Batch): void {
    const keyColumns = this.spec.partialGrouping.map((column) => batch.columns[column]!);
    this.merge.run(
      batch,
      this.bundle.locate(keyColumns, batch, () => this.blocks.take()),
    );
  }

  protected finish(output: Output): void {
    const { bundle, finals, arena } = this;
    this.ttl?.begin(this.context.currentTimeMs());
    const { count } = bundle.keys;
    const { order, finalOrder, addresses: finalAddresses, created } = this.mergeOrder();
    const entries = bundle.keys.entriesIn(arena, order);
    const addresses = bundle.takeMarks(entries, count);
    this.mergeFinals.run({ count, entries, addresses, finals: { addresses: finalAddresses, created } });
    this.bundleMemory.reset();
    this.blocks.reset();
    bundle.clear(entries);
    const finalCount = finals.keys.count;
    const finalEntries = finals.keys.entriesIn(arena, finalOrder);
    const fields = this.fields.run(finals.addressesOf(finalEntries, finalCount), finalCount);
    const columns = [...finals.keyColumns(finalEntries, finalCount), ...fields];
    finals.clear(finalEntries);
    output.emitBatch(batchOf(columns, finalCount));
  }

  /** Where the accumulators of each partial key go, and in which order. */
  private mergeOrder(): RowAccumulators & { readonly order: Uint32Array; readonly finalOrder: Uint32Array } {
    const { bundle, finals, arena, spec } = this;
    const { u8, u32 } = arena.memory;
    const { count, hashes } = bundle.keys;
    const bundleOrder = bundle.keys.order();
    const inOrder = bundle.keys.entriesIn(arena, bundleOrder);
    const finalColumns = bundle.keyColumns(inOrder, count, spec.finalGrouping);
    const { addresses, created } = finals.locate(finalColumns, batchOf(finalColumns, count));
    const found = u32.slice(addresses >>> 2, (addresses >>> 2) + count);
    const finalOf = finals.placesOf(addresses, count);
    const partialHashes = new Int32Array(count);
    for (let index = 0; index < count; index++) partialHashes[index] = hashes[bundleOrder[index]!]!;
    const nested = nestedOrder(partialHashes, finalOf, finals.keys.hashes, finals.keys.count);
    u8.fill(0, created, created + count);
    for (const start of nested.starts) u8[created + start] = 1;
    const order = new Uint32Array(count);
    for (let place = 0; place < count; place++) {
      const partial = nested.partials[place]!;
      u32[(addresses >>> 2) + place] = found[partial]!;
      order[place] = bundleOrder[partial]!;
    }
    return { addresses, created, order, finalOrder: nested.finals };
  }
}

export const incrementalGroupAggregateFactory: OperatorFactory = {
  execNode: 'stream-exec-incremental-group-aggregate',
  versions: [1],
  keyed: true,
  allowsAsyncState: true,
  remembers: true,
  consumesWatermarks: () => true,
  check,
  create: (node, context) =>
    new IncrementalGroupAggregate(
      specOf(node, context.plan.config),
      context,
      miniBatchSize(node, context.plan.config) ?? 1,
    ),
};
