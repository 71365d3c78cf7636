import { expect, test } from 'vitest';
import { deriveFunctionPlans, planExpressions, readFunctionPlans, writeFunctionPlans } from './function-plans.js';
import { WRITES_GOLDEN } from './golden-derive.js';

/** All of them take a minute; a plan that changed shows in a sample soon enough. */
const SAMPLE_EVERY = 9;

test('stock Flink still plans the functions so', async () => {
  if (WRITES_GOLDEN) writeFunctionPlans(await deriveFunctionPlans());
  const plans = readFunctionPlans().filter((_plan, index) => index % SAMPLE_EVERY === 0);
  expect(await planExpressions(plans.map(({ sql }) => sql))).toEqual(plans);
}, 300_000);
