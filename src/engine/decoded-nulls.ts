/**
 * Decoders put NULL into NOT NULL columns. Where such a column reaches an aggregate as it is, Flink's $SUM0 becomes NULL for good; ours has no place for
 * that in its state. A calc in between that is more than a filter writes a default instead.
 */
import { parseAggregateCalls, type AggregateCall } from '../aggregates/aggregate-call.js';
import { takesNullForValue } from '../aggregates/value-calls.js';
import { valueFormatOf } from '../formats/format-options.js';
import type { Refusal } from '../operators/operator.js';
import { scanSpecOf } from '../operators/table-source-scan/scan-spec.js';
import { isExchange, isSource, type GraphNode, type PlanGraph } from './plan-graph.js';

const AGGREGATES = ['stream-exec-group-aggregate', 'stream-exec-local-group-aggregate'];
/** They hand on rows as they are. */
const PASSES_ROWS = [
  'stream-exec-union',
  'stream-exec-watermark-assigner',
  'stream-exec-mini-batch-assigner',
  'stream-exec-drop-update-before',
  'stream-exec-changelog-normalize',
  'stream-exec-deduplicate',
];

export function decodedNullsRefusal(node: GraphNode, graph: PlanGraph): Refusal {
  if (!AGGREGATES.includes(node.execNode)) return null;
  const [row] = node.inputTypes;
  const types = row?.kind === 'ROW' ? row.fields.map(({ type }) => type) : [];
  const calls = parseAggregateCalls(node.json.aggCalls, node.json.aggCallNeedRetractions, types);
  if (!calls.some(isLost) || !readsDecoder(node, graph)) return null;
  return '$SUM0 of a NOT NULL column as a decoder made it: a NULL in it is not implemented';
}

function isLost({ function: name, argTypes }: AggregateCall): boolean {
  return (name === '$SUM0' || name === 'SUM0') && argTypes.some(takesNullForValue);
}

function readsDecoder(node: GraphNode, graph: PlanGraph): boolean {
  return node.inputs.some((id) => {
    const input = graph.byId.get(id)!;
    if (isSource(input)) return isDecoded(input);
    return (isExchange(input) || PASSES_ROWS.includes(input.execNode) || isFilter(input)) && readsDecoder(input, graph);
  });
}

function isDecoded(source: GraphNode): boolean {
  const spec = scanSpecOf(source);
  return spec !== null && valueFormatOf(spec.options) !== null;
}

function isFilter({ execNode, json, inputTypes }: GraphNode): boolean {
  if (execNode !== 'stream-exec-calc') return false;
  const [row] = inputTypes;
  const projection = json.projection as readonly { readonly kind?: string; readonly inputIndex?: number }[];
  return (
    row?.kind === 'ROW' &&
    projection.length === row.fields.length &&
    projection.every((part, index) => part.kind === 'INPUT_REF' && part.inputIndex === index)
  );
}
