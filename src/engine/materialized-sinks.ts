/**
 * Sinks with another key than the query that feeds them. Flink makes several operators of such a sink: constraint enforcer, exchange by the
 * primary key, SinkUpsertMaterializer, sink (CommonExecSink.createSinkTransformation). Here each becomes a node of the plan, so that fragments
 * are cut at the exchange as at any other; the bridge knows nodes of Flink's only, and is told of that exchange by the sink's id.
 */
import { EXCHANGE, exchangeRefusal } from '../operators/exchange/distribution.js';
import type { ExecNode, PlanContext, Refusal } from '../operators/operator.js';
import { lengthRefusal } from '../operators/sink/raw-rules.js';
import { sinkConstraintsFactory, type SinkConstraintsJson } from '../operators/sink/sink-constraints.js';
import {
  MATERIALIZED_HERE,
  notNullEnforcerOf,
  primaryKeyPositions,
  sinkSpecOf,
  strictColumnsOf,
  type SinkSpec,
} from '../operators/sink/sink-spec.js';
import {
  sinkUpsertMaterializerFactory,
  type SinkUpsertMaterializerJson,
} from '../operators/sink-upsert-materializer/sink-upsert-materializer.js';
import { NodeRole, type CheckPlanRequest, type FragmentMessage, type PlanNodeMessage } from '../transport/messages.js';
import { graphFromMessages, isSink, type GraphNode } from './plan-graph.js';

/** Exec node version of StreamExecSink that `jsonOf` reads. */
const SINK_VERSION = 1;

export interface MaterializedSinks {
  /** With the nodes that were made. */
  readonly request: CheckPlanRequest;
  /** By the id of each node that was made: its sink. */
  readonly sinkOf: ReadonlyMap<number, number>;
  /** Why Flink materializes the rows of a sink, by the sink's id. */
  readonly refusals: ReadonlyMap<number, string>;
}

export function materializedSinksOf(request: CheckPlanRequest, context: PlanContext): MaterializedSinks {
  const graph = graphFromMessages(request.nodes);
  const nodes: PlanNodeMessage[] = [];
  const sinkOf = new Map<number, number>();
  const refusals = new Map<number, string>();
  let nextId = request.nodes.reduce((max, { id }) => Math.max(max, id), 0) + 1;
  for (const message of request.nodes) {
    const sink = graph.byId.get(message.id)!;
    const spec = isSink(sink) ? sinkSpecOf(sink) : null;
    if (spec?.materializedBy !== 'Flink') {
      nodes.push(message);
      continue;
    }
    const made = nodesOf(sink, message, spec, context, nextId);
    const refusal = materializerRefusal(sink, spec, context) ?? madeRefusal(sink, graph.nodes, made, context);
    if (refusal === null) {
      nodes.push(...made);
      for (const { id } of made) if (id !== sink.id) sinkOf.set(id, sink.id);
      nextId += made.length;
    } else {
      refusals.set(sink.id, refusal);
      nodes.push(message);
    }
  }
  return { request: { ...request, nodes }, sinkOf, refusals };
}

/** A fragment as the bridge sees it: the exchange in front of a materializer has the id of the sink, other nodes that were made have none. */
export function withSinkIds(fragment: FragmentMessage, { sinkOf }: MaterializedSinks): FragmentMessage {
  const idOf = (id: number): number => sinkOf.get(id) ?? id;
  const madeOf = sinkOf.get(fragment.inputs[0]!.nodeId);
  return {
    ...fragment,
    id: madeOf === undefined ? fragment.id : `fragment-${madeOf}`,
    inputs: fragment.inputs.map((input) => ({ ...input, nodeId: idOf(input.nodeId) })),
    outputs: fragment.outputs.map((output) => ({ ...output, nodeId: idOf(output.nodeId) })),
    nodeIds: fragment.nodeIds.filter((id) => !sinkOf.has(id)),
  };
}

function materializerRefusal(sink: ExecNode, spec: SinkSpec, context: PlanContext): Refusal {
  if (sink.version !== SINK_VERSION) return `version ${sink.version} of ${sink.execNode} is not covered`;
  const strategy = sink.json.upsertMaterializeStrategy ?? 'LEGACY';
  if (strategy !== 'LEGACY') return `strategy ${String(strategy)} of the upsert materializer`;
  if (inputTypeOf(sink) === undefined) return 'the plan does not carry the type of its rows';
  if (spec.abilities.length > 0) return `the sink uses ${spec.abilities.join(', ')}`;
  const { fields } = sink.inputTypes[0]!.kind === 'ROW' ? sink.inputTypes[0]! : { fields: [] };
  if (fields.length !== spec.physicalType.fields.length) return 'the rows have other columns than the table';
  if (spec.primaryKey.length === 0) return 'the table has no primary key';
  const lengths = lengthRefusal(spec, context);
  return lengths === null ? null : `Flink checks more than NOT NULL in front of it: ${lengths}`;
}

/** What the nodes themselves say, as the gate asks them. */
function madeRefusal(
  sink: GraphNode,
  plan: readonly GraphNode[],
  made: readonly PlanNodeMessage[],
  context: PlanContext,
): Refusal {
  const input = plan.find(({ id }) => id === sink.inputs[0])!;
  const before: PlanNodeMessage = { ...made[0]!, id: input.id, role: NodeRole.SOURCE, inputs: [] };
  const { byId } = graphFromMessages([before, ...made]);
  const [, exchange, materializer] = made.map(({ id }) => byId.get(id)!);
  return exchangeRefusal(exchange!) ?? sinkUpsertMaterializerFactory.check(materializer!, context);
}

/** Constraints, exchange, materializer and sink, each reading the one before. */
function nodesOf(
  sink: ExecNode,
  message: PlanNodeMessage,
  spec: SinkSpec,
  context: PlanContext,
  firstId: number,
): PlanNodeMessage[] {
  const primaryKeys = primaryKeyPositions(spec);
  const constraints: SinkConstraintsJson = {
    strictColumns: strictColumnsOf(spec),
    enforcer: notNullEnforcerOf(spec, context),
  };
  const exchange = { inputProperties: [{ requiredDistribution: { type: 'HASH', keys: primaryKeys } }] };
  const { inputUpsertKey, state } = sink.json;
  const materializer: SinkUpsertMaterializerJson = {
    primaryKeys,
    inputUpsertKey: (inputUpsertKey as number[] | null | undefined) ?? [],
    ...(state === undefined ? {} : { state }),
  };
  const node = (place: number, execNode: string, json: object): PlanNodeMessage => ({
    id: firstId + place,
    execNode,
    version: 1,
    spec: Buffer.from(JSON.stringify({ ...json, outputType: inputTypeOf(sink) }), 'utf8'),
    inputs: place === 0 ? [...sink.inputs] : [firstId + place - 1],
    role: NodeRole.INNER,
    description: `${execNode} of sink ${sink.id}`,
    rawCapable: false,
    rawRefusal: '',
  });
  const made = [
    node(0, sinkConstraintsFactory.execNode, constraints),
    node(1, EXCHANGE, exchange),
    node(2, sinkUpsertMaterializerFactory.execNode, materializer),
  ];
  return [...made, { ...message, spec: marked(message.spec), inputs: [firstId + made.length - 1] }];
}

/** Text stays text: JSON may hold integers that no number holds. */
function marked(spec: Uint8Array): Uint8Array {
  const text = Buffer.from(spec).toString('utf8').trimStart();
  return Buffer.from(`{"${MATERIALIZED_HERE}":true,${text.slice(1)}`, 'utf8');
}

/** As the bridge writes it; undefined without. */
function inputTypeOf({ json }: ExecNode): unknown {
  return (json.slipstream as { readonly inputRowType?: unknown } | undefined)?.inputRowType;
}
