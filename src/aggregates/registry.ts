/** Every aggregate function, one line each, alphabetical. */
import { type AggregateCall } from './aggregate-call.js';
import { type AggregateFunction } from './aggregate-function.js';
import { avg } from './functions/avg.js';
import { count } from './functions/count.js';
import { minMax } from './functions/min-max.js';
import { minMaxWithRetract } from './functions/min-max-with-retract.js';
import { sum } from './functions/sum.js';
import { sum0 } from './functions/sum0.js';

const FUNCTIONS: readonly AggregateFunction[] = [avg, count, minMax, minMaxWithRetract, sum, sum0];

/** The implementation of the call; undefined when there is none. */
export function aggregateFunctionOf(call: AggregateCall): AggregateFunction | undefined {
  return FUNCTIONS.find(
    (entry) => call.function !== undefined && entry.names.includes(call.function) && (entry.applies?.(call) ?? true),
  );
}
