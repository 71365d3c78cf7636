/**
 * Fragments of a covered plan: what lies below a source or an exchange, down to the sinks and the next exchanges. A union costs nothing
 * this way: each of its inputs runs through the rest of the fragment on its own, and the sink or exchange reads all of them; sinks that
 * share a source share its decode. Only an operator that must see several inputs together makes one fragment of them.
 */
import { ErrorCode, SlipstreamError } from '../errors.js';
import type { PlanContext } from '../operators/operator.js';
import { STATE_BACKEND_SETTINGS } from '../operators/state-backend.js';
import { operatorNamed } from '../operators/registry.js';
import { rawSectionsOf } from '../operators/table-source-scan/raw-rules.js';
import { scanSpecOf } from '../operators/table-source-scan/scan-spec.js';
import { idleTimeoutMs, watermarkAssignerFactory } from '../operators/watermark-assigner/watermark-assigner.js';
import { Form, type CheckPlanRequest, type FormValue, type FragmentMessage } from '../transport/messages.js';
import { isEntry, isExchange, isSink, joinsInputs, nodesBelow, type GraphNode, type PlanGraph } from './plan-graph.js';

export type NodeForms = Map<number, FormValue>;

/** What travels to Open as Fragment.plan: JSON, version first. */
export interface FragmentPlan {
  readonly version: 2;
  readonly nodes: readonly FragmentPlanNode[];
  /** Sources and exchanges that it reads, by input index. */
  readonly inputs: readonly FragmentEnd[];
  /** Sinks and exchanges that it feeds, by output index. */
  readonly outputs: readonly FragmentEnd[];
  readonly config: Readonly<Record<string, string>>;
}

export interface FragmentEnd {
  readonly nodeId: number;
  readonly form: FormValue;
}

export interface FragmentPlanNode {
  readonly id: number;
  readonly execNode: string;
  readonly version: number;
  readonly role: number;
  /** Flink's JSON as text: JSON inside JSON keeps long integers as they are. */
  readonly spec: string;
  readonly inputs: readonly number[];
}

/** Settings of the table environment that operators may read, beside those of state-backend.ts; the rest of the configuration is none of our business. */
const CONFIG_PREFIXES = ['table.', 'slipstream.', 'pipeline.auto-watermark-interval'];

function isOurs(key: string): boolean {
  return STATE_BACKEND_SETTINGS.includes(key) || CONFIG_PREFIXES.some((prefix) => key.startsWith(prefix));
}

export function fragmentsOf(
  graph: PlanGraph,
  forms: NodeForms,
  request: CheckPlanRequest,
  context: PlanContext,
): FragmentMessage[] {
  return entryGroups(graph).map((entries) => fragmentOf(entries, graph, forms, request, context));
}

/** Watermarks have to cross over to a fragment with this node. */
export function consumesWatermarks(node: GraphNode, context: PlanContext): boolean {
  return operatorNamed(node.execNode)?.consumesWatermarks?.(node, context) === true;
}

/** Sources and exchanges, those together that an operator of several inputs reads. */
function entryGroups(graph: PlanGraph): GraphNode[][] {
  const groups = graph.nodes.filter(isEntry).map((entry) => ({ entries: [entry], nodes: nodesBelow(entry, graph) }));
  const joins = graph.nodes.filter((node) => joinsInputs(node));
  for (const join of joins) {
    const together = groups.filter((group) => group.nodes.includes(join));
    const [first, ...others] = together;
    for (const other of others) {
      first!.entries.push(...other.entries);
      first!.nodes.push(...other.nodes);
      groups.splice(groups.indexOf(other), 1);
    }
  }
  return groups.map((group) => group.entries);
}

function fragmentOf(
  entries: readonly GraphNode[],
  graph: PlanGraph,
  forms: NodeForms,
  request: CheckPlanRequest,
  context: PlanContext,
): FragmentMessage {
  const reached = new Set(entries.flatMap((entry) => nodesBelow(entry, graph)));
  const nodes = graph.nodes.filter((node) => reached.has(node));
  const ends = nodes.filter((node) => isSink(node) || (isExchange(node) && !entries.includes(node)));
  const inner = nodes.filter((node) => !ends.includes(node) && !entries.includes(node));
  const formOf = (node: GraphNode): FormValue => (isExchange(node) ? Form.PIECES : forms.get(node.id)!);
  const plan: FragmentPlan = {
    version: 2,
    nodes: nodes.map((node) => planNodeOf(node, request, entries, nodes)),
    inputs: entries.map((entry) => ({ nodeId: entry.id, form: formOf(entry) })),
    outputs: ends.map((end) => ({ nodeId: end.id, form: formOf(end) })),
    config: Object.fromEntries(Object.entries(request.config).filter(([key]) => isOurs(key))),
  };
  const factories = inner.map((node) => operatorNamed(node.execNode)!);
  return {
    id: `fragment-${entries[0]!.id}`,
    plan: Buffer.from(JSON.stringify(plan), 'utf8'),
    inputs: entries.map((entry, index) => inputOf(entry, index, formOf(entry))),
    outputs: plan.outputs.map((output, index) => ({ index, nodeId: output.nodeId, form: output.form, hasKey: false })),
    ...assignmentOf(nodes, plan.config),
    keyed: factories.some((factory) => factory.keyed === true),
    consumesWatermarks: inner.some((node) => consumesWatermarks(node, context)),
    nodeIds: inner.map((node) => node.id),
  };
}

function inputOf(entry: GraphNode, index: number, form: FormValue): FragmentMessage['inputs'][number] {
  if (form !== Form.RAW) return { index, nodeId: entry.id, form, computesWatermarks: false };
  const computesWatermarks = !!scanSpecOf(entry)?.watermark;
  return { index, nodeId: entry.id, form, sections: rawSectionsOf(entry), computesWatermarks };
}

function assignmentOf(nodes: readonly GraphNode[], config: FragmentPlan['config']): Partial<FragmentMessage> {
  if (!nodes.some((node) => node.execNode === watermarkAssignerFactory.execNode)) return {};
  return { watermarkAssignment: { idleTimeoutMs: idleTimeoutMs(new Map(Object.entries(config))) } };
}

function planNodeOf(
  node: GraphNode,
  request: CheckPlanRequest,
  entries: readonly GraphNode[],
  nodes: readonly GraphNode[],
): FragmentPlanNode {
  const message = request.nodes.find((candidate) => candidate.id === node.id)!;
  return {
    id: message.id,
    execNode: message.execNode,
    version: message.version,
    role: message.role,
    spec: Buffer.from(message.spec).toString('utf8'),
    // Other inputs of a union belong to their own fragments, those of an exchange that is read to the ones above.
    inputs: entries.includes(node) ? [] : message.inputs.filter((id) => nodes.some((other) => other.id === id)),
  };
}

export function fragmentPlanFromBytes(bytes: Uint8Array): FragmentPlan {
  const plan = parsed(bytes);
  if (plan?.version !== 2) {
    throw new SlipstreamError(
      ErrorCode.invalidPlan,
      `expected fragment plan version 2, found ${String(plan?.version)}`,
    );
  }
  return plan;
}

function parsed(bytes: Uint8Array): FragmentPlan | null {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as FragmentPlan | null;
  } catch (error) {
    throw new SlipstreamError(ErrorCode.invalidPlan, `a fragment plan is not JSON: ${(error as Error).message}`);
  }
}
