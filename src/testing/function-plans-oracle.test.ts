import { expect, test } from 'vitest';
import {
  deriveFunctionPlans,
  planExpressions,
  readFunctionPlans,
  writeFunctionPlans,
  type FunctionPlan,
} from './function-plans.js';
import { WRITES_GOLDEN } from './golden-derive.js';

/** All of them take a minute; a plan that changed shows in a sample soon enough. */
const SAMPLE_EVERY = 9;

/** The planner swaps operands by what else stands in the SELECT: what stays is that it plans the text, and the type. */
function typeOf({ sql, rex }: FunctionPlan): readonly unknown[] {
  return [sql, (rex as { readonly type?: unknown }).type];
}

test('stock Flink still plans the functions so', async () => {
  if (WRITES_GOLDEN) writeFunctionPlans(await deriveFunctionPlans());
  const plans = readFunctionPlans().filter((_plan, index) => index % SAMPLE_EVERY === 0);
  const planned = await planExpressions(plans.map(({ sql }) => sql));
  expect(planned.map(typeOf)).toEqual(plans.map(typeOf));
}, 300_000);
