import { describe, expect, it } from 'vitest';
import { graphFromMessages } from './plan-graph.js';
import { exchangeNode, innerNode, request, sinkNode, sourceNode, type Column } from '../testing/plans.js';
import { Form, type CheckPlanReply } from '../transport/messages.js';
import { checkPlan } from './check-plan.js';
import { fragmentPlanFromBytes } from './fragment-plan.js';

const COLUMNS = [
  { name: 'id', type: 'BIGINT' },
  { name: 'd', type: 'DOUBLE' },
  { name: 'k', type: 'INT NOT NULL' },
];
const UPSERT = { connector: 'upsert-kafka', 'key.format': 'json', 'value.format': 'json' };
const ROW = `ROW<${COLUMNS.map(({ name, type }) => `\`${name}\` ${type}`).join(', ')}>`;
const MATERIALIZED = {
  primaryKey: ['k'],
  inputChangelogMode: ['INSERT', 'UPDATE_AFTER', 'DELETE'],
  requireUpsertMaterialize: true,
  upsertMaterializeStrategy: 'LEGACY',
  inputUpsertKey: [0],
  state: [{ index: 0, ttl: '1 h', name: 'sinkMaterializeState' }],
  slipstream: { inputRowType: ROW },
};

interface Variant {
  readonly json?: object;
  readonly config?: Record<string, string>;
  readonly raw?: boolean;
  readonly columns?: readonly Column[];
}

function check({ json = {}, config = {}, raw = true, columns = COLUMNS }: Variant): CheckPlanReply {
  return checkPlan(
    request(
      [
        sourceNode(1, COLUMNS, { format: 'json' }, false),
        exchangeNode(2, 1, COLUMNS, [0]),
        innerNode(3, 'stream-exec-drop-update-before', [2], COLUMNS),
        sinkNode(4, 3, columns, UPSERT, raw, { ...MATERIALIZED, ...json }),
      ],
      config,
    ),
  );
}

function ends(reply: CheckPlanReply): unknown[] {
  return reply.fragments.map(({ id, inputs, nodeIds, outputs, keyed }) => [
    id,
    inputs.map(({ nodeId, form }) => [nodeId, form]),
    nodeIds,
    outputs.map(({ nodeId, form }) => [nodeId, form]),
    keyed,
  ]);
}

describe('a sink whose rows are materialized', () => {
  it.each([
    ['records', true, Form.RAW],
    ['rows', false, Form.ROWS],
  ])('is an exchange, too, and takes %s', (_what, raw, form) => {
    expect(ends(check({ raw }))).toEqual([
      ['fragment-1', [[1, Form.ROWS]], [], [[2, Form.PIECES]], false],
      ['fragment-2', [[2, Form.PIECES]], [3], [[4, Form.PIECES]], false],
      ['fragment-4', [[4, Form.PIECES]], [], [[4, form]], true],
    ]);
  });

  it('has the operators of Flink in front of it', () => {
    const config = { 'table.exec.sink.not-null-enforcer': 'DROP' };
    const { fragments, verdicts } = check({ config });
    expect(verdicts.map(({ nodeId }) => nodeId)).toEqual([1, 2, 3, 4]);
    const nodesOf = (index: number) =>
      fragmentPlanFromBytes(fragments[index]!.plan).nodes.map(({ execNode, spec }) => [
        execNode,
        JSON.parse(spec) as unknown,
      ]);
    expect(nodesOf(1).slice(2)).toEqual([
      ['sink-constraints', { strictColumns: [{ name: 'k', position: 2 }], enforcer: 'DROP', outputType: ROW }],
      ['stream-exec-exchange', expect.objectContaining({ outputType: ROW })],
    ]);
    expect(nodesOf(2).slice(1)).toEqual([
      [
        'sink-upsert-materializer',
        { primaryKeys: [2], inputUpsertKey: [0], state: MATERIALIZED.state, outputType: ROW },
      ],
      ['stream-exec-sink', expect.objectContaining({ slipstreamMaterialized: true })],
    ]);
  });

  const lengths = [...COLUMNS.slice(0, 1), { name: 'd', type: 'VARCHAR(3)' }, ...COLUMNS.slice(2)];
  it.each<[string, Variant, string]>([
    ['another strategy', { json: { upsertMaterializeStrategy: 'MAP' } }, 'strategy MAP of the upsert materializer'],
    ['upsert keys of floats', { json: { inputUpsertKey: [1] } }, 'rows are compared by their upsert key, column d'],
    [
      'checks of lengths',
      { columns: lengths, config: { 'table.exec.sink.type-length-enforcer': 'ERROR' } },
      'Flink checks more than NOT NULL in front of it: table.exec.sink.type-length-enforcer is ERROR',
    ],
    ['other columns than the table has', { columns: COLUMNS.slice(1) }, 'the rows have other columns than the table'],
    ['a table without a key', { json: { primaryKey: [] } }, 'the table has no primary key'],
    ['rows of which nobody tells the type', { json: { slipstream: {} } }, 'the plan does not carry the type'],
  ])('stays one sink, with a reason, for %s', (_name, variant, reason) => {
    const reply = check(variant);
    expect(ends(reply)).toHaveLength(2);
    expect(reply.verdicts[3]).toMatchObject({ supported: true, form: Form.ROWS });
    expect(reply.verdicts[3]!.reason).toContain(`; materialized by Flink: ${reason}`);
  });

  it('is not looked at when its rows are inserts, or nobody asks for it', () => {
    const inserts = { inputChangelogMode: ['INSERT'] };
    expect(ends(check({ json: inserts }))[1]).toEqual(['fragment-2', [[2, Form.PIECES]], [3], [[4, Form.RAW]], false]);
    expect(ends(check({ json: { requireUpsertMaterialize: undefined } }))).toHaveLength(2);
  });

  it('keeps numbers of its JSON that no JavaScript number holds', () => {
    const sink = sinkNode(2, 1, COLUMNS, UPSERT, true, MATERIALIZED);
    const spec = Buffer.from(sink.spec).toString('utf8').replace('{', '{"big":9223372036854775807,');
    const { fragments } = checkPlan(request([sourceNode(1, COLUMNS), { ...sink, spec: Buffer.from(spec) }]));
    const last = fragmentPlanFromBytes(fragments[1]!.plan).nodes.at(-1)!;
    expect(last.spec).toContain('9223372036854775807');
    const graph = graphFromMessages([sourceNode(1, COLUMNS), { ...sink, spec: Buffer.from(last.spec) }]);
    expect(graph.byId.get(2)!.json.big).toBe(9223372036854775807n);
  });
});
