import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkerMemory } from '../columnar/memory.js';
import { checkPlan } from '../engine/check-plan.js';
import { innerNode, JVM, rawBatchOf, recordsOf, request, sinkNode, sourceNode } from '../testing/plans.js';
import type { ClientFrame, LaneOffer, OpenMessage, PayloadMessage, ServerFrame } from '../transport/messages.js';
import { BlobBuffers } from '../state/blob-buffers.js';
import { Epochs } from './epochs.js';
import { WorkerMetrics } from './metrics.js';
import { SubtaskStream, type StreamHost } from './stream.js';

const COLUMNS = [
  { name: 'a', type: 'BIGINT' },
  { name: 's', type: 'VARCHAR(2147483647)' },
];
const SLOT_BYTES = 1 << 16;
const SLOTS = 3;

let host: StreamHost;
let folder: string;

beforeEach(() => {
  const memoryLimitBytes = 128 << 20;
  host = {
    memory: new WorkerMemory(memoryLimitBytes),
    epochs: new Epochs(),
    metrics: new WorkerMetrics(),
    streams: new Map(),
    blobBuffers: new BlobBuffers(),
  };
  folder = mkdtempSync(path.join(tmpdir(), 'stream-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function openMessage(lane: LaneOffer | null): OpenMessage {
  const fragment = checkPlan(request([sourceNode(1, COLUMNS), sinkNode(2, 1, COLUMNS)])).fragments[0]!;
  return {
    jobId: 'job',
    fragmentId: fragment.id,
    plan: fragment.plan,
    subtaskIndex: 0,
    parallelism: 1,
    maxParallelism: 128,
    keyGroupStart: 0,
    keyGroupEnd: -1,
    targets: [],
    lane,
    taskName: 'test',
    jvm: JVM,
  };
}

/** A client of one stream over one of the carriers. */
class Client {
  readonly stream = new SubtaskStream(host);
  private sequence = 0n;
  private readonly lane: LaneOffer | null;

  constructor(
    carrier: 'lane' | 'inline',
    private readonly epoch = 1n,
  ) {
    this.lane = carrier === 'inline' ? null : this.createLane();
  }

  open(): ServerFrame | null {
    return this.send({ open: openMessage(this.lane) });
  }

  send(body: Partial<ClientFrame>): ServerFrame | null {
    return this.stream.handle({ sequence: ++this.sequence, epoch: this.epoch, ...body });
  }

  batch(records: readonly (string | null)[]): ServerFrame | null {
    return this.sendBytes(rawBatchOf(records), records.length);
  }

  sendBytes(bytes: Buffer, rowCount: number): ServerFrame | null {
    return this.send({
      batch: {
        input: 0,
        rowCount,
        payload: this.payload(bytes),
        splitId: 't-0',
        topic: 't',
        partition: 0,
        outputSlot: 1,
      },
    });
  }

  records(frame: ServerFrame | null): string[] {
    return (frame?.result?.outputs ?? []).flatMap((output) => recordsOf(this.bytesOf(output.payload)));
  }

  private payload(bytes: Buffer): PayloadMessage {
    if (!this.lane || bytes.length > SLOT_BYTES) return { inline: bytes };
    const file = openSync(this.lane.inputPath, 'r+');
    writeSync(file, bytes, 0, bytes.length, SLOT_BYTES);
    closeSync(file);
    return { lane: { slot: 1, offset: 0, length: bytes.length } };
  }

  private bytesOf(payload: PayloadMessage): Uint8Array {
    const reference = payload.lane;
    if (!reference) return payload.inline!;
    const bytes = Buffer.alloc(reference.length);
    const file = openSync(this.lane!.outputPath, 'r');
    readSync(file, bytes, 0, bytes.length, reference.slot * SLOT_BYTES + reference.offset);
    closeSync(file);
    return bytes;
  }

  private createLane(): LaneOffer {
    const offer = {
      inputPath: path.join(folder, 'in'),
      outputPath: path.join(folder, 'out'),
      slotBytes: SLOT_BYTES,
      slotCount: SLOTS,
    };
    for (const file of [offer.inputPath, offer.outputPath]) writeFileSync(file, Buffer.alloc(SLOT_BYTES * SLOTS));
    return offer;
  }
}

describe.each(['lane', 'inline'] as const)('a stream over the %s carrier', (carrier) => {
  it('opens, decodes and encodes, and answers each frame with its number', () => {
    const client = new Client(carrier);
    expect(client.open()).toMatchObject({ sequence: 1n, opened: { laneInUse: carrier === 'lane' } });
    const answer = client.batch(['{"a":1,"s":"x"}', '{"s":"é","a":"2"}']);
    expect(answer).toMatchObject({ sequence: 2n });
    expect(client.records(answer)).toEqual(['{"a":1,"s":"x"}', '{"a":2,"s":"é"}']);
    expect(answer?.result).toMatchObject({ rowsIn: 2, rowsSkipped: 0 });
    expect(client.send({ watermark: { input: 0, timestampMs: 5n } })).toMatchObject({ sequence: 3n });
    expect(host.metrics.rowsOut).toBe(2);
  });

  it('carries a row of 6 MiB', () => {
    const client = new Client(carrier);
    client.open();
    const row = `{"a":7,"s":"${'y'.repeat(6 << 20)}"}`;
    const [answer] = client.records(client.batch([row]));
    expect(answer === row).toBe(true);
  });

  it('applies a frame that arrives twice once', () => {
    const client = new Client(carrier);
    client.open();
    client.batch(['{"a":1}']);
    const again = client.stream.handle({ sequence: 2n, epoch: 1n, endInput: { input: 0 } });
    expect(again).toMatchObject({ sequence: 2n, result: { outputs: [] } });
    expect(host.metrics.batches).toBe(1);
    expect(client.batch(['{"a":2}'])).toMatchObject({ sequence: 3n });
  });

  it('refuses a gap, and nothing after it is applied', () => {
    const client = new Client(carrier);
    client.open();
    expect(client.stream.handle({ sequence: 7n, epoch: 1n, endInput: { input: 0 } })?.failure).toMatchObject({
      code: 'SLIP-2002',
    });
    expect(client.batch(['{"a":1}'])).toBeNull();
    expect(host.metrics.batches).toBe(0);
  });

  it('refuses the frames of an older attempt once a newer one is open', () => {
    const old = new Client(carrier, 1n);
    old.open();
    const young = new Client(carrier, 2n);
    young.open();
    expect(old.batch(['{"a":1}'])?.failure).toMatchObject({ code: 'SLIP-2003' });
    expect(young.records(young.batch(['{"a":1,"s":null}']))).toEqual(['{"a":1,"s":null}']);
    expect(new Client(carrier, 1n).open()?.failure).toMatchObject({ code: 'SLIP-2003' });
  });

  it('refuses a corrupt payload and applies nothing of it', () => {
    const client = new Client(carrier);
    client.open();
    const bytes = rawBatchOf(['{"a":1}', '{"a":2}']);
    bytes.writeUInt32LE(4000, 20);
    expect(client.sendBytes(bytes, 2)?.failure).toMatchObject({ code: 'SLIP-2004' });
    expect(host.metrics.rowsOut).toBe(0);
  });

  it('names the record that the decoder refuses', () => {
    const client = new Client(carrier);
    client.open();
    const failure = client.batch(['{"a":1}', '{"a":"one"}'])?.failure;
    expect(failure).toMatchObject({ code: 'SLIP-3001', hasRecordIndex: true, recordIndex: 1 });
  });
});

it('wants Open first', () => {
  expect(new SubtaskStream(host).handle({ sequence: 1n, epoch: 1n, endInput: { input: 0 } })?.failure).toMatchObject({
    code: 'SLIP-2001',
  });
});

it('gives fewer credits when the memory is nearly used up', () => {
  const client = new Client('inline');
  expect(client.open()?.credits).toBe(4);
  const block = host.memory.allocate(110 << 20);
  expect(client.batch(['{"a":1}'])?.credits).toBe(1);
  host.memory.release(block, 110 << 20);
  expect(client.batch(['{"a":1}'])?.credits).toBe(4);
});

it('refuses lane references of negative length, and writes nothing outside of its memory', () => {
  const client = new Client('lane');
  client.open();
  const neighbour = host.memory.allocate(1 << 20);
  host.memory.u8.fill(7, neighbour, neighbour + (1 << 20));
  const second = new Client('lane', 2n);
  second.open();
  for (const length of [-1, -600_000, -(2 ** 31)]) {
    const attempt = new Client('lane', 3n);
    attempt.open();
    const payload = { lane: { slot: 0, offset: 0, length } };
    const batch = { input: 0, rowCount: 1, payload, splitId: '', topic: '', partition: 0, outputSlot: 0 };
    expect(attempt.send({ batch })?.failure).toMatchObject({ code: 'SLIP-2004' });
  }
  expect(host.memory.u8.subarray(neighbour, neighbour + (1 << 20)).every((byte) => byte === 7)).toBe(true);
});

it('refuses a batch for an input that the fragment does not have', () => {
  const client = new Client('inline');
  client.open();
  const payload = { inline: rawBatchOf(['{"a":1}']) };
  const batch = { input: 1, rowCount: 1, payload, splitId: '', topic: '', partition: 0, outputSlot: 0 };
  expect(client.send({ batch })?.failure).toMatchObject({ code: 'SLIP-2004' });
});

it.each(['garbage', 'null', '{"version":1}', '{"version":2}'])('refuses the plan %s', (plan) => {
  const open = { ...openMessage(null), plan: Buffer.from(plan) };
  const answer = new SubtaskStream(host).handle({ sequence: 1n, epoch: 1n, open });
  expect(answer?.failure).toMatchObject({ code: 'SLIP-1003' });
});

it('refuses the plan of another release, which has an operator that is not here', () => {
  const nodes = [sourceNode(1, COLUMNS), innerNode(2, 'stream-exec-union', [1], COLUMNS), sinkNode(3, 2, COLUMNS)];
  const plan = Buffer.from(checkPlan(request(nodes)).fragments[0]!.plan).toString();
  const open = { ...openMessage(null), plan: Buffer.from(plan.replaceAll('stream-exec-union', 'stream-exec-newer')) };
  expect(new SubtaskStream(host).handle({ sequence: 1n, epoch: 1n, open })?.failure).toMatchObject({
    code: 'SLIP-1002',
    message: 'operator stream-exec-newer is in the plan and not in this sidecar: another release planned it',
  });
});

it.each([
  ['missing', { inputPath: 'missing' }],
  ['of negative size', { slotBytes: -SLOT_BYTES }],
])('refuses a lane that is %s', (_name, change) => {
  const client = new Client('lane');
  const files = { inputPath: path.join(folder, 'in'), outputPath: path.join(folder, 'out') };
  const open = openMessage({ ...files, slotBytes: SLOT_BYTES, slotCount: SLOTS, ...change });
  expect(client.send({ open })?.failure).toMatchObject({ code: 'SLIP-2006' });
});

it('gives its memory back when it closes and when it cannot be opened', () => {
  const missing = { inputPath: 'missing', outputPath: 'missing', slotBytes: SLOT_BYTES, slotCount: SLOTS };
  const openAndClose = (epoch: bigint, lane: LaneOffer | null): void => {
    const stream = new SubtaskStream(host);
    stream.handle({ sequence: 1n, epoch, open: openMessage(lane) });
    stream.close();
  };
  openAndClose(1n, null);
  const before = host.memory.byteLength;
  for (let epoch = 2n; epoch < 400n; epoch++) openAndClose(epoch, epoch % 2n === 0n ? null : missing);
  expect(host.memory.byteLength).toBe(before);
});

it('gives its memory back as soon as it has failed, and says what to raise', () => {
  const small = new WorkerMemory(64 << 20);
  host = { ...host, memory: small };
  const failed = new Client('inline');
  failed.open();
  const before = small.byteLength;
  const row = `{"a":7,"s":"${'y'.repeat(30 << 20)}"}`;
  expect(failed.batch([row, row])?.failure).toMatchObject({
    code: 'SLIP-4001',
    message:
      'state and batches have used up the 64 MiB of a worker of the sidecar: ' +
      'raise slipstream.sidecar.memory.max, which all workers share (an external sidecar: --memory-limit)',
  });
  expect(host.metrics.openStreams).toBe(0);
  for (let epoch = 2n; epoch < 20n; epoch++) {
    const next = new Client('inline', epoch);
    next.open();
    expect(next.records(next.batch(['{"a":1,"s":"x"}']))).toEqual(['{"a":1,"s":"x"}']);
    expect(next.batch(['no JSON'])?.failure).toMatchObject({ code: 'SLIP-3001' });
  }
  expect(small.byteLength).toBe(before);
});

it('gives the memory of an older attempt to the newer one', () => {
  const open = (epoch: bigint): Client => {
    const client = new Client('inline', epoch);
    client.open();
    return client;
  };
  const first = open(1n);
  const before = host.memory.byteLength;
  for (let epoch = 2n; epoch < 20n; epoch++) open(epoch);
  expect(host.metrics.openStreams).toBe(1);
  expect(host.memory.byteLength).toBe(before);
  expect(first.batch(['{"a":1}'])?.failure).toMatchObject({ code: 'SLIP-2003' });
  first.stream.close();
  expect(host.metrics.openStreams).toBe(1);
});

it('releases what it holds when it closes', () => {
  const client = new Client('lane');
  client.open();
  expect(host.metrics.openStreams).toBe(1);
  client.stream.close();
  client.stream.close();
  expect(host.metrics.openStreams).toBe(0);
});
