/**
 * Fragments of a covered plan. One per source: everything below it down to the sinks. A union costs nothing this way, each of its
 * inputs runs through the rest of the plan on its own, and the sink reads all of them; sinks that share a source share its decode.
 */
import { ErrorCode, SlipstreamError } from '../errors.js';
import { rawSectionsOf } from '../operators/table-source-scan/raw-rules.js';
import { scanSpecOf } from '../operators/table-source-scan/scan-spec.js';
import { idleTimeoutMs, watermarkAssignerFactory } from '../operators/watermark-assigner/watermark-assigner.js';
import {
  Form,
  type CheckPlanRequest,
  type FormValue,
  type FragmentMessage,
  type PlanNodeMessage,
} from '../transport/messages.js';
import { isSink, isSource, reachableFrom, type GraphNode, type PlanGraph } from './plan-graph.js';

export type NodeForms = Map<number, FormValue>;

/** What travels to Open as Fragment.plan: JSON, version first. */
export interface FragmentPlan {
  readonly version: 1;
  readonly nodes: readonly FragmentPlanNode[];
  readonly sourceId: number;
  readonly sourceForm: FormValue;
  readonly outputs: readonly { readonly nodeId: number; readonly form: FormValue }[];
  readonly config: Readonly<Record<string, string>>;
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

/** Settings of the table environment that operators may read; the rest of the configuration is none of our business. */
const CONFIG_PREFIXES = ['table.', 'slipstream.', 'pipeline.auto-watermark-interval'];

export function fragmentsOf(graph: PlanGraph, forms: NodeForms, request: CheckPlanRequest): FragmentMessage[] {
  return graph.nodes.filter(isSource).map((source) => fragmentOf(source, graph, forms, request));
}

function fragmentOf(source: GraphNode, graph: PlanGraph, forms: NodeForms, request: CheckPlanRequest): FragmentMessage {
  const nodes = reachableFrom(source, graph);
  const sinks = nodes.filter(isSink);
  const sourceForm = forms.get(source.id)!;
  const plan: FragmentPlan = {
    version: 1,
    nodes: nodes.map((node) =>
      planNodeOf(
        request.nodes.find((message) => message.id === node.id)!,
        nodes,
      ),
    ),
    sourceId: source.id,
    sourceForm,
    outputs: sinks.map((sink) => ({ nodeId: sink.id, form: forms.get(sink.id)! })),
    config: Object.fromEntries(
      Object.entries(request.config).filter(([key]) => CONFIG_PREFIXES.some((prefix) => key.startsWith(prefix))),
    ),
  };
  const raw = sourceForm === Form.RAW;
  return {
    id: `fragment-${source.id}`,
    plan: Buffer.from(JSON.stringify(plan), 'utf8'),
    inputs: [
      {
        index: 0,
        nodeId: source.id,
        form: sourceForm,
        ...(raw ? { sections: rawSectionsOf(source) } : {}),
        computesWatermarks: raw && !!scanSpecOf(source)?.watermark,
      },
    ],
    outputs: plan.outputs.map((output, index) => ({ index, nodeId: output.nodeId, form: output.form, hasKey: false })),
    ...assignmentOf(nodes, plan.config),
    keyed: false,
    consumesWatermarks: false,
    nodeIds: nodes.filter((node) => !isSource(node) && !isSink(node)).map((node) => node.id),
  };
}

function assignmentOf(nodes: readonly GraphNode[], config: FragmentPlan['config']): Partial<FragmentMessage> {
  if (!nodes.some((node) => node.execNode === watermarkAssignerFactory.execNode)) return {};
  return { watermarkAssignment: { idleTimeoutMs: idleTimeoutMs(new Map(Object.entries(config))) } };
}

function planNodeOf(message: PlanNodeMessage, nodes: readonly GraphNode[]): FragmentPlanNode {
  return {
    id: message.id,
    execNode: message.execNode,
    version: message.version,
    role: message.role,
    spec: Buffer.from(message.spec).toString('utf8'),
    // Inputs from other sources of a union belong to their own fragments.
    inputs: message.inputs.filter((id) => nodes.some((node) => node.id === id)),
  };
}

export function fragmentPlanFromBytes(bytes: Uint8Array): FragmentPlan {
  const plan = parsed(bytes);
  if (plan?.version !== 1) {
    throw new SlipstreamError(
      ErrorCode.invalidPlan,
      `expected fragment plan version 1, found ${String(plan?.version)}`,
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
