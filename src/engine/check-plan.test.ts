import { describe, expect, it } from 'vitest';
import { exchangeNode, innerNode, request, sinkNode, sourceNode } from '../testing/plans.js';
import { Form, type CheckPlanReply, type PlanNodeMessage } from '../transport/messages.js';
import { checkPlan } from './check-plan.js';
import { fragmentPlanFromBytes } from './fragment-plan.js';

const COLUMNS = [{ name: 'a', type: 'BIGINT' }];
const LENIENT = { format: 'json', 'json.ignore-parse-errors': 'true' };

describe('checkPlan', () => {
  it('makes one fragment a source, and pushes a union below them', () => {
    const reply = checkPlan(
      request([
        sourceNode(1, COLUMNS),
        sourceNode(2, COLUMNS, { format: 'json' }, false),
        innerNode(3, 'stream-exec-union', [1, 2], COLUMNS),
        sinkNode(4, 3, COLUMNS),
      ]),
    );
    expect(reply.fragments.map((fragment) => fragment.id)).toEqual(['fragment-1', 'fragment-2']);
    expect(reply.fragments.map((fragment) => fragment.inputs[0]!.form)).toEqual([Form.RAW, Form.ROWS]);
    expect(reply.fragments.map((fragment) => fragment.nodeIds)).toEqual([[3], [3]]);
    expect(fragmentPlanFromBytes(reply.fragments[1]!.plan).nodes.map((node) => node.id)).toEqual([2, 3, 4]);
  });

  it('shares the decode of a source between the sinks of a statement set', () => {
    const reply = checkPlan(
      request([sourceNode(1, COLUMNS), sinkNode(2, 1, COLUMNS), sinkNode(3, 1, COLUMNS, {}, false)]),
    );
    expect(reply.fragments).toHaveLength(1);
    expect(reply.fragments[0]!.outputs).toMatchObject([
      { index: 0, nodeId: 2, form: Form.RAW },
      { index: 1, nodeId: 3, form: Form.ROWS },
    ]);
  });

  it('cuts at exchanges, whoever feeds them', () => {
    const reply = checkPlan(
      request([
        sourceNode(1, COLUMNS),
        sourceNode(2, COLUMNS, { format: 'json' }, false),
        innerNode(3, 'stream-exec-union', [1, 2], COLUMNS),
        exchangeNode(4, 3, COLUMNS, [0]),
        innerNode(5, 'stream-exec-drop-update-before', [4], COLUMNS),
        sinkNode(6, 5, COLUMNS),
        sinkNode(7, 1, COLUMNS),
      ]),
    );
    const ends = (fragment: CheckPlanReply['fragments'][number]) => [
      ...fragment.inputs.map(({ nodeId, form }) => [nodeId, form]),
      fragment.nodeIds,
      ...fragment.outputs.map(({ nodeId, form }) => [nodeId, form]),
    ];
    expect(reply.fragments.map(ends)).toEqual([
      [[1, Form.RAW], [3], [4, Form.PIECES], [7, Form.RAW]],
      [[2, Form.ROWS], [3], [4, Form.PIECES]],
      [[4, Form.PIECES], [5], [6, Form.RAW]],
    ]);
    expect(reply.fragments.map(({ keyed, consumesWatermarks }) => [keyed, consumesWatermarks])).toEqual([
      [false, false],
      [false, false],
      [false, false],
    ]);
    expect(fragmentPlanFromBytes(reply.fragments[2]!.plan).nodes.map((node) => [node.id, node.inputs])).toEqual([
      [4, []],
      [5, [4]],
      [6, [5]],
    ]);
  });

  it('refuses exchanges of a distribution that it does not know', () => {
    const exchange = innerNode(2, 'stream-exec-exchange', [1], COLUMNS, {
      inputProperties: [{ requiredDistribution: { type: 'BROADCAST' } }],
    });
    const reply = checkPlan(request([sourceNode(1, COLUMNS), exchange, sinkNode(3, 2, COLUMNS)]));
    expect(reply.verdicts[1]!.reason).toBe('distribution BROADCAST is not covered');
    const keyless = checkPlan(
      request([sourceNode(1, COLUMNS), exchangeNode(2, 1, COLUMNS, [3]), sinkNode(3, 2, COLUMNS)]),
    );
    expect(keyless.verdicts[1]!.reason).toBe('key column 3 of 1 is not there');
  });

  it('is all or nothing, with a reason for each node', () => {
    const reply = checkPlan(
      request([sourceNode(1, COLUMNS), innerNode(2, 'stream-exec-rank', [1], COLUMNS), sinkNode(3, 2, COLUMNS)]),
    );
    expect(reply.fragments).toEqual([]);
    expect(reply.verdicts.map(({ supported, reason }) => [supported, reason])).toEqual([
      [true, ''],
      [false, 'operator stream-exec-rank is not covered'],
      [true, ''],
    ]);
  });

  it('refuses types that it cannot hold, by name', () => {
    const columns = [{ name: 'r', type: "RAW('x.Y', 'AA')" }];
    const reply = checkPlan(request([sourceNode(1, columns), sinkNode(2, 1, columns)]));
    expect(reply.verdicts[0]).toMatchObject({
      supported: false,
      reason: "type RAW('x.Y', 'AA') of column r is not covered",
    });
  });

  const calc = (projection: object[], condition: object | null = null): CheckPlanReply =>
    checkPlan(
      request([
        sourceNode(1, COLUMNS),
        innerNode(2, 'stream-exec-calc', [1], COLUMNS, { projection, condition }),
        sinkNode(3, 2, COLUMNS),
      ]),
    );
  const input = (inputIndex: number, type = 'BIGINT'): object => ({ kind: 'INPUT_REF', inputIndex, type });
  const call = (internalName: string, operands: object[], type = 'BIGINT'): object => ({
    kind: 'CALL',
    internalName,
    operands,
    type,
  });

  it.each([
    ['a column that is not there', [input(7)], null, 'column 7 of 1 is not there'],
    ['a column of another type', [input(0, 'INT')], null, 'column 0 is BIGINT and read as INTEGER'],
    ['too many projections', [input(0), input(0)], null, '2 projections for 1 columns'],
    ['a projection of another type', [call('$+$1', [], 'INT')], null, 'is not implemented'],
    ['a condition that is none', [input(0)], input(0), 'a condition of type BIGINT'],
    ['an expression that cannot be made', [call('$CASE$1', [])], null, 'cannot be made: CASE has no operands'],
  ])('refuses %s instead of failing later', (_name, projection, condition, reason) => {
    const reply = calc(projection, condition);
    expect(reply.fragments).toEqual([]);
    expect(reply.verdicts.find((verdict) => verdict.nodeId === 2)?.reason).toContain(reason);
  });

  it.each([
    ['a literal that is no number', [{ kind: 'LITERAL', value: 'x', type: 'DECIMAL(5, 2)' }]],
    ['projections that are no list', 7],
    ['an expression that is none', [null]],
  ])('says SLIP-1003 for %s', (_name, projection) => {
    expect(() => calc(projection as object[])).toThrow(expect.objectContaining({ code: 'SLIP-1003' }) as Error);
  });

  it('refuses an exec node of a version that it does not know', () => {
    const node = { ...innerNode(2, 'stream-exec-union', [1], COLUMNS), version: 9 };
    const reply = checkPlan(request([sourceNode(1, COLUMNS), node, sinkNode(3, 2, COLUMNS)]));
    expect(reply.verdicts[1]!.reason).toBe('version 9 of stream-exec-union is not covered (known: 1)');
  });

  it('refuses a source whose decoder in Flink would swallow the failures of our operators', () => {
    const plan = (raw: boolean, sinkColumns = COLUMNS, rawSink = true) =>
      checkPlan(
        request([sourceNode(1, COLUMNS, LENIENT, raw), sinkNode(2, 1, sinkColumns, { format: 'json' }, rawSink)]),
      ).verdicts[0]!;
    expect(plan(true)).toMatchObject({ supported: true });
    expect(plan(false)).toMatchObject({ supported: false });
    expect(plan(false).reason).toContain(
      'with json.ignore-parse-errors, Flink drops rows that later operators fail on',
    );
    const strictColumns = [{ name: 'a', type: 'BIGINT NOT NULL' }];
    expect(plan(true, strictColumns)).toMatchObject({ supported: true });
    const strict = plan(true, strictColumns, false);
    expect(strict.reason).toContain('the sink 2 enforces constraints in Flink');
    const nodes = [sourceNode(1, COLUMNS, LENIENT), sinkNode(2, 1, COLUMNS, { format: 'json' }, false)];
    const nested = checkPlan(request(nodes, { 'table.exec.sink.nested-constraint-enforcer': 'ROWS' })).verdicts[0]!;
    expect(nested.reason).toContain('the sink 2 enforces constraints in Flink');
  });

  it('refuses aggregates of nested values that are no bytes in Flink', () => {
    const columns = [
      { name: 'g', type: 'BIGINT' },
      { name: 'a', type: 'ARRAY<INT>' },
    ];
    const aggregate = innerNode(3, 'stream-exec-group-aggregate', [2], columns, {
      grouping: [0],
      aggCalls: [{ internalName: '$LAST_VALUE$1', argList: [1], filterArg: -1, type: 'ARRAY<INT>' }],
      aggCallNeedRetractions: [false],
    });
    const plan = (below: PlanNodeMessage) =>
      checkPlan(request([sourceNode(1, columns), below, aggregate, sinkNode(4, 3, columns)])).verdicts[2]!;
    expect(plan(exchangeNode(2, 1, columns, [0]))).toMatchObject({ supported: true });
    expect(plan(innerNode(2, 'stream-exec-drop-update-before', [1], columns)).reason).toContain(
      'nested values that do not come from an exchange',
    );
  });

  it.each([
    ['stay in the JVM without mini-batch', {}, false],
    [
      'cross over to what has bundles',
      { 'table.exec.mini-batch.enabled': 'true', 'table.exec.mini-batch.size': '5' },
      true,
    ],
  ] as [string, Record<string, string>, boolean][])('watermarks %s', (_name, config, crosses) => {
    const columns = [
      { name: 'g', type: 'BIGINT' },
      { name: 'n', type: 'BIGINT' },
    ];
    const aggregate = innerNode(3, 'stream-exec-group-aggregate', [2], columns, {
      grouping: [0],
      aggCalls: [{ internalName: '$LAST_VALUE$1', argList: [1], filterArg: -1, type: 'BIGINT' }],
      aggCallNeedRetractions: [false],
    });
    const nodes = [sourceNode(1, columns), exchangeNode(2, 1, columns, [0]), aggregate, sinkNode(4, 3, columns)];
    expect(checkPlan(request(nodes, config)).fragments.map((fragment) => fragment.consumesWatermarks)).toEqual([
      false,
      crosses,
    ]);
  });

  it('refuses plans that are none', () => {
    expect(() => checkPlan(request([sinkNode(2, 1, COLUMNS)]))).toThrow('node 1 is an input but not in the plan');
    const broken = { ...sourceNode(1, COLUMNS), spec: Buffer.from('{') };
    expect(() => checkPlan(request([broken]))).toThrow('the spec of node 1 is not JSON');
  });
});
