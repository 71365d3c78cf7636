/** The exec nodes of a plan as frozen data, from the messages of CheckPlan or from a fragment's own plan. */
import { parseLogicalType } from '../columnar/type-parser.js';
import type { LogicalType } from '../columnar/types.js';
import { ErrorCode, SlipstreamError } from '../errors.js';
import { parsePlanJson } from '../expressions/plan-json.js';
import { EXCHANGE } from '../operators/exchange/distribution.js';
import type { ExecNode, PlanContext } from '../operators/operator.js';
import { NodeRole, type CheckPlanRequest, type JvmFactsMessage, type PlanNodeMessage } from '../transport/messages.js';

export interface GraphNode extends ExecNode {
  readonly role: number;
  readonly rawCapable: boolean;
  readonly rawRefusal: string;
  /** False for nodes that Flink cannot write as JSON: nothing but the name is known of them. */
  readonly hasSpec: boolean;
}

export interface PlanGraph {
  /** Inputs before the nodes that read them. */
  readonly nodes: readonly GraphNode[];
  readonly byId: ReadonlyMap<number, GraphNode>;
}

const UNKNOWN_TYPE: LogicalType = { kind: 'UNSUPPORTED', nullable: true, text: 'of a node without a JSON form' };

export function graphFromMessages(messages: readonly PlanNodeMessage[]): PlanGraph {
  const pending = new Map(messages.map((message) => [message.id, message]));
  if (pending.size !== messages.length) throw invalid('two nodes have the same id');
  const byId = new Map<number, GraphNode>();
  const open = new Set<number>();
  const visit = (id: number): GraphNode => {
    const known = byId.get(id);
    if (known) return known;
    const message = pending.get(id);
    if (!message) throw invalid(`node ${id} is an input but not in the plan`);
    if (open.has(id)) throw invalid(`node ${id} reads itself`);
    open.add(id);
    const node = nodeFromMessage(message, message.inputs.map(visit));
    byId.set(id, node);
    return node;
  };
  for (const message of messages) visit(message.id);
  return { nodes: [...byId.values()], byId };
}

function nodeFromMessage(message: PlanNodeMessage, inputs: readonly GraphNode[]): GraphNode {
  const hasSpec = message.spec.length > 0;
  const json = hasSpec ? parseSpec(message) : {};
  const ownType = 'outputType' in json ? parseLogicalType(json.outputType) : UNKNOWN_TYPE;
  return Object.freeze({
    id: message.id,
    execNode: message.execNode,
    version: message.version,
    json,
    inputs: [...message.inputs],
    inputTypes: inputs.map((input) => input.outputType),
    outputType: ownType,
    description: message.description,
    role: message.role,
    rawCapable: message.rawCapable,
    rawRefusal: message.rawRefusal,
    hasSpec,
  });
}

function parseSpec(message: PlanNodeMessage): Record<string, unknown> {
  const text = Buffer.from(message.spec).toString('utf8');
  try {
    const json = parsePlanJson(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch (error) {
    throw invalid(`the spec of node ${message.id} is not JSON: ${(error as Error).message}`);
  }
  throw invalid(`the spec of node ${message.id} is not a JSON object`);
}

export function consumersOf(graph: PlanGraph, id: number): GraphNode[] {
  return graph.nodes.filter((node) => node.inputs.includes(id));
}

/** The node and everything below it to the end of the plan, inputs before the nodes that read them. */
export function reachableFrom(source: GraphNode, graph: PlanGraph): GraphNode[] {
  const reached = new Set([source.id]);
  const visit = (id: number): void => {
    for (const consumer of consumersOf(graph, id)) {
      if (reached.has(consumer.id)) continue;
      reached.add(consumer.id);
      visit(consumer.id);
    }
  };
  visit(source.id);
  return graph.nodes.filter((node) => reached.has(node.id));
}

/** A source or an exchange and everything below it, up to and including sinks and the next exchanges. */
export function nodesBelow(entry: GraphNode, graph: PlanGraph): GraphNode[] {
  const reached = new Set([entry.id]);
  const visit = (node: GraphNode): void => {
    for (const consumer of consumersOf(graph, node.id)) {
      if (reached.has(consumer.id)) continue;
      reached.add(consumer.id);
      if (!isExchange(consumer)) visit(consumer);
    }
  };
  visit(entry);
  return graph.nodes.filter((node) => reached.has(node.id));
}

/** Where fragments begin. */
export function isEntry(node: GraphNode): boolean {
  return isSource(node) || isExchange(node);
}

export function isExchange(node: GraphNode): boolean {
  return node.execNode === EXCHANGE;
}

/** An operator that sees its inputs together; a union does not. */
export function joinsInputs(node: GraphNode): boolean {
  return node.inputs.length > 1 && !isSink(node) && node.execNode !== 'stream-exec-union';
}

export function isSource(node: GraphNode): boolean {
  return node.role === NodeRole.SOURCE;
}

export function isSink(node: GraphNode): boolean {
  return node.role === NodeRole.SINK;
}

export function planContextOf(config: Readonly<Record<string, string>>, jvm: JvmFactsMessage | null): PlanContext {
  const allowed = (config['slipstream.allow-incompatible'] ?? '').split(/[;,]/);
  return {
    config: new Map(Object.entries(config)),
    jvm: {
      specificationVersion: jvm?.specificationVersion || '17',
      localTimeZone: jvm?.localTimeZone || 'UTC',
      locale: jvm?.locale || 'en',
      exactSquareRoot: jvm?.exactSquareRoot ?? false,
    },
    allowIncompatible: new Set(allowed.map((name) => name.trim().toLowerCase()).filter((name) => name !== '')),
  };
}

export function contextOfRequest(request: CheckPlanRequest): PlanContext {
  return planContextOf(request.config, request.jvm);
}

function invalid(message: string): SlipstreamError {
  return new SlipstreamError(ErrorCode.invalidPlan, `plan: ${message}`);
}
