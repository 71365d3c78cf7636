/**
 * Fragments of several inputs. One watermark crosses over for all of them: the bridge combines those of the inputs, as the operator of
 * stock Flink does that reads them. It is what each operator of the plan would see only where everything comes from all inputs.
 */
import type { PlanContext, Refusal } from '../operators/operator.js';
import { Form, type FragmentMessage } from '../transport/messages.js';
import { consumesWatermarks } from './fragment-plan.js';
import { nodesBelow, type PlanGraph } from './plan-graph.js';

/** Flink's TwoInputStreamOperator. */
const INPUTS_MAX = 2;

export function joinedInputsRefusal(fragment: FragmentMessage, graph: PlanGraph, context: PlanContext): Refusal {
  const { inputs } = fragment;
  if (inputs.length === 1) return null;
  const ids = inputs.map(({ nodeId }) => nodeId);
  if (inputs.length > INPUTS_MAX) return `operators that need nodes ${ids.join(', ')} together are not covered`;
  const source = inputs.find(({ form }) => form !== Form.PIECES);
  if (source) return `an operator of several inputs without an exchange behind source ${source.nodeId} is not covered`;
  const sensitive = [
    ...fragment.nodeIds.filter((id) => consumesWatermarks(graph.byId.get(id)!, context)),
    ...fragment.outputs.map(({ nodeId }) => nodeId),
  ];
  for (const id of ids) {
    const below = new Set(nodesBelow(graph.byId.get(id)!, graph).map((node) => node.id));
    const fed = ids.find((other) => other !== id && below.has(other));
    if (fed !== undefined) return `an operator that needs exchange ${id} together with what comes of it is not covered`;
    const apart = sensitive.find((other) => !below.has(other));
    if (apart !== undefined) {
      const others = ids.filter((other) => other !== id).join(', ');
      return `node ${apart} reads exchange ${others} without exchange ${id}, another operator needs them together: not covered`;
    }
  }
  return null;
}
