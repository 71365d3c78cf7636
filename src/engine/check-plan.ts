/** The gate: every node between sources and sinks is supported, or the plan stays with Flink, with a reason per node. */
import { isSupportedType } from '../columnar/types.js';
import { ErrorCode, SlipstreamError } from '../errors.js';
import { exchangeRefusal } from '../operators/exchange/distribution.js';
import type { PlanContext, Refusal } from '../operators/operator.js';
import { operatorNamed } from '../operators/registry.js';
import { rawSinkRefusal } from '../operators/sink/raw-rules.js';
import { rawScanRefusal } from '../operators/table-source-scan/raw-rules.js';
import { Form, type CheckPlanReply, type CheckPlanRequest, type NodeVerdict } from '../transport/messages.js';
import { decodedNullsRefusal } from './decoded-nulls.js';
import { fragmentsOf, type NodeForms } from './fragment-plan.js';
import { joinedInputsRefusal } from './joined-inputs.js';
import { materializedSinksOf, withSinkIds, type MaterializedSinks } from './materialized-sinks.js';
import { swallowedErrorsRefusal } from './swallowed-errors.js';
import { trialRefusal } from './trial-build.js';
import {
  contextOfRequest,
  graphFromMessages,
  isExchange,
  isSink,
  isSource,
  joinsInputs,
  type GraphNode,
  type PlanGraph,
} from './plan-graph.js';

export function checkPlan(request: CheckPlanRequest): CheckPlanReply {
  const context = contextOfRequest(request);
  const materialized = materializedSinksOf(request, context);
  const graph = graphFromMessages(materialized.request.nodes);
  const forms: NodeForms = new Map();
  const verdicts = graph.nodes
    .filter(({ id }) => !materialized.sinkOf.has(id))
    .map((node) => verdictOf(node, graph, context, forms));
  explainMaterializers(verdicts, materialized);
  for (const verdict of verdicts) {
    const source = graph.byId.get(verdict.nodeId)!;
    const refusal = isSource(source) ? swallowedErrorsRefusal(source, graph, forms, context) : null;
    if (verdict.supported && refusal !== null) Object.assign(verdict, { supported: false, reason: refusal });
  }
  if (!verdicts.every((verdict) => verdict.supported)) return { verdicts, fragments: [] };
  const fragments = fragmentsOf(graph, forms, materialized.request, context);
  for (const fragment of fragments) {
    const refusal = joinedInputsRefusal(fragment, graph, context) ?? trialRefusal(fragment, context);
    if (refusal !== null) return { verdicts: verdicts.map((verdict) => refused(verdict, refusal)), fragments: [] };
  }
  return { verdicts, fragments: fragments.map((fragment) => withSinkIds(fragment, materialized)) };
}

/** That Flink materializes the rows of a sink is no reason to refuse it, and the user learns why. */
function explainMaterializers(verdicts: readonly NodeVerdict[], { refusals }: MaterializedSinks): void {
  for (const verdict of verdicts) {
    const refusal = refusals.get(verdict.nodeId);
    if (refusal !== undefined && verdict.supported) verdict.reason += `; materialized by Flink: ${refusal}`;
  }
}

function refused(verdict: NodeVerdict, reason: string): NodeVerdict {
  return { nodeId: verdict.nodeId, supported: false, reason };
}

function verdictOf(node: GraphNode, graph: PlanGraph, context: PlanContext, forms: NodeForms): NodeVerdict {
  if (isSource(node) || isSink(node)) return endVerdict(node, context, forms);
  const reason = innerRefusal(node, context) ?? structureRefusal(node, graph, context);
  return { nodeId: node.id, supported: reason === null, reason: reason ?? '' };
}

/** Whatever a support rule stumbles over, it is the plan that has no such form. */
function readSpec<T>(node: GraphNode, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SlipstreamError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new SlipstreamError(ErrorCode.invalidPlan, `node ${node.id} (${node.execNode}) cannot be read: ${message}`);
  }
}

/** A source or sink is always possible as rows, when we know its types; raw only when its codec is covered. */
function endVerdict(node: GraphNode, context: PlanContext, forms: NodeForms): NodeVerdict {
  const types = isSource(node) ? [node.outputType] : node.inputTypes;
  const unknown = types.find((type) => !isSupportedType(type));
  if (unknown)
    return { nodeId: node.id, supported: false, reason: `type ${describeUnsupported(unknown)} is not covered` };
  const refusal = node.rawCapable
    ? readSpec(node, () => (isSource(node) ? rawScanRefusal(node, context) : rawSinkRefusal(node, context)))
    : node.rawRefusal || 'the connector hands over rows';
  const form = refusal === null ? Form.RAW : Form.ROWS;
  forms.set(node.id, form);
  return { nodeId: node.id, supported: true, reason: refusal ?? '', form };
}

function innerRefusal(node: GraphNode, context: PlanContext): Refusal {
  if (isExchange(node)) return typesRefusal(node) ?? readSpec(node, () => exchangeRefusal(node));
  const factory = operatorNamed(node.execNode);
  if (!factory) return `operator ${node.execNode} is not covered`;
  if (!factory.versions.includes(node.version)) {
    return `version ${node.version} of ${node.execNode} is not covered (known: ${factory.versions.join(', ')})`;
  }
  if (!node.hasSpec) return `Flink has no JSON form of this ${node.execNode}`;
  return typesRefusal(node) ?? readSpec(node, () => factory.check(node, context));
}

function typesRefusal(node: GraphNode): Refusal {
  const unknown = [...node.inputTypes, node.outputType].find((type) => !isSupportedType(type));
  return unknown ? `type ${describeUnsupported(unknown)} is not covered` : null;
}

/** What no rule of one operator can see. */
function structureRefusal(node: GraphNode, graph: PlanGraph, context: PlanContext): Refusal {
  const factory = operatorNamed(node.execNode);
  if (joinsInputs(node) && !factory?.joinsInputs) return `${node.execNode} with several inputs is not covered`;
  if (node.execNode === 'stream-exec-watermark-assigner') return assignerRefusal(node, graph);
  if (factory?.keyed && !factory.allowsAsyncState && context.config.get('table.exec.async-state.enabled') === 'true') {
    return 'table.exec.async-state.enabled is set';
  }
  if (factory?.checkUnexchanged && !node.inputs.every((id) => isExchange(graph.byId.get(id)!))) {
    const refusal = readSpec(node, () => factory.checkUnexchanged?.(node, context) ?? null);
    if (refusal !== null) return refusal;
  }
  const nulls = readSpec(node, () => decodedNullsRefusal(node, graph));
  if (nulls !== null) return nulls;
  if (factory?.remembers && !factory.mayBeDivided && hasUnionBelow(node, graph))
    return 'state behind a union without an exchange is not covered';
  return null;
}

function assignerRefusal(node: GraphNode, graph: PlanGraph): Refusal {
  if (hasUnionBelow(node, graph)) return 'a watermark assigner above a union is not covered';
  if (assignersBelowSources(node, graph) > 1) return 'several watermark assigners over one source are not covered';
  return null;
}

/** Assigners that share a source with this one, itself included: a fragment has one event time. */
function assignersBelowSources(node: GraphNode, graph: PlanGraph): number {
  const sources = (id: number): number[] => {
    const { inputs } = graph.byId.get(id)!;
    return inputs.length === 0 ? [id] : inputs.flatMap(sources);
  };
  const own = new Set(sources(node.id));
  return graph.nodes.filter(
    (other) => other.execNode === node.execNode && sources(other.id).some((source) => own.has(source)),
  ).length;
}

function hasUnionBelow(node: GraphNode, graph: PlanGraph): boolean {
  return node.inputs.some((id) => {
    const input = graph.byId.get(id)!;
    if (isExchange(input)) return false;
    return input.execNode === 'stream-exec-union' || hasUnionBelow(input, graph);
  });
}

function describeUnsupported(type: GraphNode['outputType']): string {
  if (type.kind === 'UNSUPPORTED') return type.text;
  if (type.kind === 'ROW') {
    const field = type.fields.find((candidate) => !isSupportedType(candidate.type));
    if (field) return `${describeUnsupported(field.type)} of column ${field.name}`;
  }
  return type.kind;
}
