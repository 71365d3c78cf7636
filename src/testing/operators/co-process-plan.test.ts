/** Fragments of two inputs at their edges: which of them are made, how they end, and what a restored one wishes. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { WorkerMemory } from '../../columnar/memory.js';
import { checkPlan } from '../../engine/check-plan.js';
import { Epochs } from '../../server/epochs.js';
import { WorkerMetrics } from '../../server/metrics.js';
import { SubtaskStream } from '../../server/stream.js';
import type { OperatorFactory } from '../../operators/operator.js';
import { BlobBuffers } from '../../state/blob-buffers.js';
import { sealEnvelope } from '../../state/envelope.js';
import type { ClientFrame, FragmentMessage, PlanNodeMessage, ServerFrame } from '../../transport/messages.js';
import { exchangeNode, innerNode, JVM, request, sinkNode, sourceNode } from '../plans.js';
import { coProcessFactory } from './co-process.js';

/** Told of the ends of its inputs, in order. */
const ends: string[] = [];
const listener: OperatorFactory = {
  execNode: 'stream-exec-test-end-listener',
  versions: [1],
  consumesWatermarks: () => true,
  check: () => null,
  create: (node) => ({
    processBatch: (_input, batch, output) => output.emitBatch(batch),
    endInput: (input) => void ends.push(`${node.execNode.split('-').at(-1)} ${input}`),
  }),
};
const joiner: OperatorFactory = { ...listener, execNode: 'stream-exec-test-end-joiner', joinsInputs: true };

vi.mock(import('../../operators/registry.js'), async (importOriginal) => {
  const registry = await importOriginal();
  return {
    ...registry,
    operatorNamed: (name) =>
      [coProcessFactory, listener, joiner].find(({ execNode }) => execNode === name) ?? registry.operatorNamed(name),
  };
});

const KEY = { name: 'k', type: 'VARCHAR(2147483647)' };
const LEFT = [KEY, { name: 'v', type: 'BIGINT' }, { name: 'at', type: 'BIGINT' }];
const RIGHT = [KEY, { name: 'w', type: 'BIGINT' }];
const OUT = [KEY, ...['what', 'n', 'm'].map((name) => ({ name, type: 'BIGINT' }))];
const SOURCES = [
  sourceNode(1, LEFT),
  sourceNode(2, RIGHT),
  exchangeNode(3, 1, LEFT, [0]),
  exchangeNode(4, 2, RIGHT, [0]),
];
const JOINED = [...SOURCES, innerNode(5, coProcessFactory.execNode, [3, 4], OUT)];

function joinedFragment(nodes: PlanNodeMessage[]): FragmentMessage {
  const fragment = checkPlan(request(nodes)).fragments.find(({ inputs }) => inputs.length > 1);
  if (!fragment) throw new Error(checkPlan(request(nodes)).verdicts.map(({ reason }) => reason).join('\n')); // prettier-ignore
  return fragment;
}

class Client {
  private readonly stream: SubtaskStream;
  private sequence = 0n;

  constructor(fragment: FragmentMessage) {
    this.stream = new SubtaskStream({
      memory: new WorkerMemory(128 << 20),
      epochs: new Epochs(),
      metrics: new WorkerMetrics(),
      streams: new Map(),
      blobBuffers: new BlobBuffers(),
    });
    this.send({
      open: {
        jobId: 'job',
        fragmentId: fragment.id,
        plan: fragment.plan,
        subtaskIndex: 0,
        parallelism: 1,
        maxParallelism: 1,
        keyGroupStart: 0,
        keyGroupEnd: 0,
        targets: [],
        lane: null,
        taskName: 'test',
        jvm: JVM,
      },
    });
  }

  send(body: Partial<ClientFrame>): ServerFrame {
    const answer = this.stream.handle({ sequence: ++this.sequence, epoch: 1n, ...body })!;
    expect(answer.failure).toBeUndefined();
    return answer;
  }

  fetchState(checkpointId: bigint) {
    return this.stream.takeSnapshot({ epoch: 1n, checkpointId } as never);
  }
}

describe('a fragment of two inputs', () => {
  it('reads both exchanges, keyed, and is told of watermarks', () => {
    expect(joinedFragment([...JOINED, sinkNode(6, 5, OUT)])).toMatchObject({
      id: 'fragment-3',
      inputs: [
        { index: 0, nodeId: 3 },
        { index: 1, nodeId: 4 },
      ],
      nodeIds: [5],
      keyed: true,
      consumesWatermarks: true,
    });
  });

  it.each([
    [
      'an end that one input alone feeds would get the watermark of both',
      [...JOINED, sinkNode(6, 5, OUT), sinkNode(7, 4, RIGHT)],
      'node 7 reads exchange 4 without exchange 3, another operator needs them together: not covered',
    ],
    [
      'an operator that one input alone feeds would, too',
      [
        ...SOURCES,
        innerNode(5, listener.execNode, [4], RIGHT),
        innerNode(6, coProcessFactory.execNode, [3, 5], OUT),
        sinkNode(7, 6, OUT),
      ],
      'node 5 reads exchange 4 without exchange 3, another operator needs them together: not covered',
    ],
    [
      'three inputs',
      [
        ...SOURCES,
        exchangeNode(5, 2, RIGHT),
        innerNode(6, coProcessFactory.execNode, [3, 4], OUT),
        innerNode(7, coProcessFactory.execNode, [5, 4], OUT),
        sinkNode(8, 6, OUT),
        sinkNode(9, 7, OUT),
      ],
      'operators that need nodes 3, 4, 5 together are not covered',
    ],
    [
      'an input that comes of the other one',
      [
        ...SOURCES.slice(1, 2),
        exchangeNode(4, 2, RIGHT, [0]),
        innerNode(5, coProcessFactory.execNode, [4, 4], OUT),
        exchangeNode(6, 5, OUT, [0]),
        innerNode(7, coProcessFactory.execNode, [6, 4], OUT),
        sinkNode(8, 7, OUT),
      ],
      'an operator that needs exchange 4 together with what comes of it is not covered',
    ],
    [
      'no exchange',
      [
        sourceNode(1, LEFT),
        sourceNode(2, RIGHT),
        exchangeNode(3, 1, LEFT, [0]),
        innerNode(4, coProcessFactory.execNode, [3, 2], OUT),
        sinkNode(5, 4, OUT),
      ],
      'an operator of several inputs without an exchange behind source 2 is not covered',
    ],
  ])('is refused: %s', (_why, nodes, reason) => {
    const reply = checkPlan(request(nodes));
    expect(reply.fragments).toEqual([]);
    expect(reply.verdicts.map((verdict) => verdict.reason)).toContain(reason);
  });

  it('tells each operator once all that it reads has ended', () => {
    const fragment = joinedFragment([
      ...SOURCES,
      innerNode(5, joiner.execNode, [3, 4], LEFT),
      innerNode(6, listener.execNode, [5], LEFT),
      sinkNode(7, 6, LEFT),
    ]);
    const client = new Client(fragment);
    ends.length = 0;
    client.send({ endInput: { input: 1 } });
    expect(ends.splice(0)).toEqual(['joiner 1']);
    client.send({ endInput: { input: 0 } });
    expect(ends).toEqual(['joiner 0', 'listener 0']);
  });
});

describe('a restored fragment', () => {
  let fragment: FragmentMessage;
  beforeAll(() => void (fragment = joinedFragment([...JOINED, sinkNode(6, 5, OUT)])));

  it('wishes to be woken at the first of its timers', () => {
    const client = new Client(fragment);
    const batch = {
      input: 1,
      rowCount: 1,
      payload: { inline: rowsOfOne() },
      splitId: '',
      topic: '',
      partition: 0,
      outputSlot: 0,
    };
    const answer = client.send({ batch });
    const { timerMs } = answer.result!;
    expect(answer.result!.hasTimer).toBe(true);
    expect(client.send({ snapshot: { checkpointId: 7n } }).snapshot).toMatchObject({ blobCount: 1 });
    const blobs = client.fetchState(7n).map(({ keyGroup, content }) => ({ keyGroup, content: sealEnvelope(content) }));
    const restored = new Client(fragment);
    expect(restored.send({ restore: { blobs } }).result).toMatchObject({ hasTimer: true, timerMs });
  });
});

/** A rows batch (docs/internals/batch-layout.md) of one row: NULL, 5. */
function rowsOfOne(): Buffer {
  const row = Buffer.alloc(24);
  row.writeUInt8(1, 1);
  row.writeBigInt64LE(5n, 16);
  const header = Buffer.alloc(16);
  header.writeUInt32LE(1, 0);
  header.writeUInt32LE(row.length, 12);
  return Buffer.concat([header, row]);
}
