/** What is refused, and why. */
import { describe, expect, test } from 'vitest';
import { groupAggregateFactory } from '../operators/group-aggregate/group-aggregate.js';
import { execNodeOf, PLAN_CONTEXT } from '../testing/aggregate-runner.js';

const INPUT = 'ROW<`k` INT, `v` BIGINT, `y` VARBINARY(2147483647), `f` BOOLEAN, `c` DECIMAL(38, 38)>';

function call(more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    name: 'a0',
    internalName: '$SUM$1',
    argList: [1],
    filterArg: -1,
    distinct: false,
    approximate: false,
    ignoreNulls: false,
    type: 'BIGINT',
    ...more,
  };
}

function refusal(
  aggCall: Readonly<Record<string, unknown>>,
  node: Readonly<Record<string, unknown>> = {},
  needRetraction = false,
): string | null {
  const planned = {
    node: {
      grouping: [0],
      aggCalls: [aggCall],
      aggCallNeedRetractions: [needRetraction],
      generateUpdateBefore: true,
      needRetraction,
      ...node,
    },
    inputType: INPUT,
    outputType: `ROW<\`k\` INT, \`a0\` ${String(aggCall['type'])}>`,
  };
  return groupAggregateFactory.check(execNodeOf(planned), PLAN_CONTEXT);
}

const TTL = { state: [{ index: 0, ttl: '1 h', name: 'groupAggregateState' }] };
const MINI_BATCH = { configuration: { 'table.exec.mini-batch.enabled': 'true' } };
const ASYNC = { configuration: { 'table.exec.async-state.enabled': 'true' } };

describe('support rules of group aggregates', () => {
  test('are met', () => {
    expect(refusal(call({}))).toBeNull();
    expect(refusal(call({ distinct: true, filterArg: 3 }), {}, true)).toBeNull();
    expect(refusal(call({}), TTL, true)).toBeNull();
    expect(refusal(call({}), ASYNC)).toBeNull();
    expect(refusal(call({ distinct: true }), TTL)).toBeNull();
    expect(refusal(call({ internalName: '$MAX$1' }), TTL, true)).toBeNull();
  });

  test.each([
    ['a function of the user', call({ internalName: undefined, catalogName: 'f' }), {}, 'user-defined'],
    ['another version', call({ internalName: '$SUM$2' }), {}, 'user-defined'],
    ['an unknown function', call({ internalName: '$PERCENTILE$1' }), {}, 'PERCENTILE of (BIGINT) is not implemented'],
    ['MAX of bytes', call({ internalName: '$MAX$1', argList: [2], type: 'VARBINARY(9)' }), {}, 'MAX of VARBINARY'],
    [
      'AVG without a 0',
      call({ internalName: '$AVG$1', argList: [4], type: 'DECIMAL(38, 38)' }),
      {},
      'Flink cannot make a 0 of DECIMAL(38, 38)',
    ],
    [
      '$SUM0 without a 0',
      call({ internalName: '$$SUM0$1', argList: [4], type: 'DECIMAL(38, 38)' }),
      {},
      'Flink cannot make a 0 of DECIMAL(38, 38)',
    ],
    ['several columns', call({ internalName: '$COUNT$1', argList: [0, 1], type: 'BIGINT' }), {}, 'several columns'],
    ['an approximate count', call({ approximate: true }), {}, 'approximate'],
    ['a call with more to it', call({ collation: [1] }), {}, 'its collation is unknown'],
    ['mini-batch', call({}), MINI_BATCH, 'mini-batch'],
  ])('%s is refused', (_what, aggCall, node, reason) => {
    expect(refusal(aggCall, node)).toContain(reason);
  });
});
