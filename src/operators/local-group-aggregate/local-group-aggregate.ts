/**
 * Flink's StreamExecLocalGroupAggregate with MiniBatchLocalGroupAggFunction: the rows of a bundle are aggregated before they go through the exchange, as
 * partial results. It keeps no state; a bundle is finished before each barrier.
 */
import { parseAggregateCalls, type AggregateCall } from '../../aggregates/aggregate-call.js';
import { AggregatesHandler } from '../../aggregates/aggregates-handler.js';
import { checkAggregates } from '../../aggregates/check-aggregates.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { batchOf, type Batch } from '../../columnar/batch.js';
import { type RowField } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { AccumulateLoop } from '../group-aggregate/bundle/accumulate-loop.js';
import { BundleOperator } from '../group-aggregate/bundle/bundle-operator.js';
import { FieldsLoop } from '../group-aggregate/bundle/fields-loop.js';
import { InlineBundle } from '../group-aggregate/bundle/inline-bundle.js';
import { checkBundles, checkColumns, checkPartials, rowFields } from '../group-aggregate/partials-rules.js';
import { miniBatchSize } from '../node-options.js';
import type {
  ExecNode,
  KeyedState,
  OperatorFactory,
  Output,
  PlanContext,
  Refusal,
  RuntimeContext,
} from '../operator.js';

interface LocalSpec {
  readonly grouping: readonly number[];
  readonly calls: readonly AggregateCall[];
  readonly inputFields: readonly RowField[];
  readonly outputFields: readonly RowField[];
  readonly needRetraction: boolean;
}

function specOf({ json, inputTypes, outputType }: ExecNode): LocalSpec {
  const inputFields = rowFields(inputTypes[0]);
  const types = inputFields.map(({ type }) => type);
  return {
    grouping: json.grouping as number[],
    calls: parseAggregateCalls(json.aggCalls, json.aggCallNeedRetractions, types),
    inputFields,
    outputFields: rowFields(outputType),
    needRetraction: json.needRetraction === true,
  };
}

function check(node: ExecNode, context: PlanContext): Refusal {
  const { grouping, calls, inputFields, outputFields } = specOf(node);
  const keyTypes = grouping.map((column) => inputFields[column]?.type);
  return (
    checkBundles(node, context) ??
    checkAggregates(
      calls,
      inputFields.map(({ type }) => type),
      calls.map(({ type }) => type),
      context,
    ) ??
    checkPartials(calls) ??
    checkColumns(outputFields.slice(0, grouping.length), keyTypes)
  );
}

class LocalGroupAggregate extends BundleOperator {
  readonly states: readonly KeyedState[];
  private readonly bundle: InlineBundle;
  private readonly handler: AggregatesHandler;
  private readonly accumulate: AccumulateLoop;
  private readonly fields: FieldsLoop;

  constructor(
    private readonly spec: LocalSpec,
    context: RuntimeContext,
    size: number,
  ) {
    super(context.arena, size);
    const { grouping, calls, inputFields, outputFields, needRetraction } = spec;
    const types = inputFields.map(({ type }) => type);
    const handler = (this.handler = new AggregatesHandler(calls, types, needRetraction, context.memory, {
      phase: 'bundle',
    }));
    const refusal = checkColumns(outputFields.slice(grouping.length), handler.fieldTypes);
    assert(refusal === null, `partial results: ${refusal}`);
    const runtime = new EvaluationRuntime(context.arena, context.plan);
    const keyFields = grouping.map((column) => inputFields[column]!);
    this.bundle = new InlineBundle(context.arena, handler, keyFields);
    this.states = [this.bundle.memory];
    this.accumulate = new AccumulateLoop(handler, { kind: 'rows', needRetraction }, runtime);
    this.fields = new FieldsLoop(handler, runtime);
  }

  beginFrame(): void {
    this.bundle.beginFrame();
  }

  protected add(batch: Batch): void {
    const keyColumns = this.spec.grouping.map((column) => batch.columns[column]!);
    this.accumulate.run(this.handler.packArguments(this.arena, batch), this.bundle.locate(keyColumns, batch));
  }

  protected finish(output: Output): void {
    const { bundle, arena } = this;
    const { count } = bundle.keys;
    const entries = bundle.keys.entriesIn(arena, bundle.keys.order());
    const fields = this.fields.run(bundle.addressesOf(entries, count), count);
    const columns = [...bundle.keyColumns(entries, count), ...fields];
    bundle.clear(entries);
    output.emitBatch(batchOf(columns, count));
  }
}

export const localGroupAggregateFactory: OperatorFactory = {
  execNode: 'stream-exec-local-group-aggregate',
  versions: [1],
  remembers: true,
  mayBeDivided: true,
  consumesWatermarks: () => true,
  check,
  create: (node, context) =>
    new LocalGroupAggregate(specOf(node), context, miniBatchSize(node, context.plan.config) ?? 1),
};
