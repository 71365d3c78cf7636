/** Every aggregate function, one line each, alphabetical. */
import { type AggregateCall } from './aggregate-call.js';
import { type AggregateFunction } from './aggregate-function.js';
import { arrayAgg } from './functions/array-agg.js';
import { avg } from './functions/avg.js';
import { collect } from './functions/collect.js';
import { count } from './functions/count.js';
import { firstLastValue } from './functions/first-last-value.js';
import { firstLastValueWithRetract } from './functions/first-last-value-with-retract.js';
import { jsonArrayAgg } from './functions/json-array-agg.js';
import { jsonObjectAgg } from './functions/json-object-agg.js';
import { listagg } from './functions/listagg.js';
import { listaggWithRetract } from './functions/listagg-with-retract.js';
import { minMax } from './functions/min-max.js';
import { minMaxWithRetract } from './functions/min-max-with-retract.js';
import { singleValue } from './functions/single-value.js';
import { sum } from './functions/sum.js';
import { sum0 } from './functions/sum0.js';

const FUNCTIONS: readonly AggregateFunction[] = [
  arrayAgg,
  avg,
  collect,
  count,
  firstLastValue,
  firstLastValueWithRetract,
  jsonArrayAgg,
  jsonObjectAgg,
  listagg,
  listaggWithRetract,
  minMax,
  minMaxWithRetract,
  singleValue,
  sum,
  sum0,
];

/** Flink's names, alphabetical. */
export function allAggregateNames(): string[] {
  return [...new Set(FUNCTIONS.flatMap((entry) => entry.names))].sort();
}

/** The implementation of the call; undefined when there is none. */
export function aggregateFunctionOf(call: AggregateCall): AggregateFunction | undefined {
  return FUNCTIONS.find(
    (entry) => call.function !== undefined && entry.names.includes(call.function) && (entry.applies?.(call) ?? true),
  );
}

/** NULLs change nothing to this call. */
export function ignoresNulls(call: AggregateCall): boolean {
  const ignores = aggregateFunctionOf(call)?.ignoresNulls ?? false;
  return typeof ignores === 'function' ? ignores(call) : ignores;
}
