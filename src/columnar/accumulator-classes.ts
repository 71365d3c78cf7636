/**
 * Flink's accumulators that are Java objects with maps and lists in them. They lie between a local and a global aggregate only, never leave our fragments, and
 * travel as bytes of our own (src/aggregates/partial-bytes.ts).
 */
const AGGREGATES = 'org.apache.flink.table.runtime.functions.aggregate.';

const CLASSES: ReadonlySet<string> = new Set([
  'ArrayAggFunction$ArrayAggAccumulator',
  'CollectAggFunction$CollectAccumulator',
  'JsonObjectAggFunction$Accumulator',
  'ListAggWithRetractAggFunction$ListAggWithRetractAccumulator',
  'ListAggWsWithRetractAggFunction$ListAggWsWithRetractAccumulator',
  'MaxWithRetractAggFunction$MaxWithRetractAccumulator',
  'MinWithRetractAggFunction$MinWithRetractAccumulator',
]);

/** A structured type of this class is such an accumulator. */
export function isAccumulatorClass(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith(AGGREGATES) && CLASSES.has(name.slice(AGGREGATES.length));
}
