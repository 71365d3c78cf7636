/**
 * With `ignore-parse-errors`, Flink's JSON decoders swallow what the operators chained behind them throw: they call the collector
 * inside their own `try`. Where the sidecar decodes, it does the same (RawScan.chainErrors). What it cannot see is refused here:
 * Flink's own decoder in front of a fragment, a chain that a union breaks, and operators of Flink behind the fragment that can throw.
 */
import { valueFormatOf } from '../formats/format-options.js';
import type { PlanContext, Refusal } from '../operators/operator.js';
import { operatorNamed } from '../operators/registry.js';
import { hasConstraints } from '../operators/sink/raw-rules.js';
import { sinkSpecOf } from '../operators/sink/sink-spec.js';
import { scanSpecOf } from '../operators/table-source-scan/scan-spec.js';
import { Form } from '../transport/messages.js';
import type { NodeForms } from './fragment-plan.js';
import { isSink, nodesBelow, type GraphNode, type PlanGraph } from './plan-graph.js';

const OPTION = 'ignore-parse-errors';

export function swallowedErrorsRefusal(
  source: GraphNode,
  graph: PlanGraph,
  forms: NodeForms,
  context: PlanContext,
): Refusal {
  const format = ignoringFormatOf(source);
  if (format === null) return null;
  const option = `with ${format}.${OPTION}, Flink drops rows that later operators fail on`;
  // What throws behind an exchange is another task.
  const below = nodesBelow(source, graph);
  if (forms.get(source.id) !== Form.RAW) return `${option}, and Flink decodes this source`;
  if (below.some((node) => node.execNode === 'stream-exec-union')) return `${option}, but not behind a union`;
  const stateful = below.find((node) => operatorNamed(node.execNode)?.remembers);
  if (stateful) return `${option}, but not those that the operator ${stateful.id} has already taken in`;
  const strict = below.find((node) => isSink(node) && forms.get(node.id) === Form.ROWS && isStrict(node, context));
  return strict ? `${option}, and the sink ${strict.id} enforces constraints in Flink` : null;
}

/** Name of a format of the JSON family that ignores errors. */
function ignoringFormatOf(source: GraphNode): string | null {
  const spec = scanSpecOf(source);
  const choice = spec && valueFormatOf(spec.options);
  if (!choice || !/(^|-)json$/.test(choice.name)) return null;
  return choice.options.get(OPTION)?.toLowerCase() === 'true' ? choice.name : null;
}

function isStrict(sink: GraphNode, context: PlanContext): boolean {
  const spec = sinkSpecOf(sink);
  return spec !== null && hasConstraints(spec, context);
}
