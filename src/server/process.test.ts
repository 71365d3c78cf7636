/** The bundled sidecar as a process: start, serve, restart of workers, mutual TLS, metrics, and a clean end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Client,
  credentials,
  type ChannelCredentials,
  type ClientDuplexStream,
  type ClientReadableStream,
} from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { innerNode, JVM, rawBatchOf, recordsOf, request, sinkNode, sourceNode } from '../testing/plans.js';
import type {
  AssignWorkerReply,
  AssignWorkerRequest,
  CheckPlanReply,
  CheckPlanRequest,
  ClientFrame,
  FetchStateRequest,
  HelloReply,
  HelloRequest,
  PlanNodeMessage,
  ServerFrame,
  StateBlobMessage,
} from '../transport/messages.js';
import { controlService, UNLIMITED_MESSAGES, workerService } from '../transport/service.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const BUNDLE = path.join(ROOT, 'dist/package/slipstream-sidecar.mjs');
const TLS = path.join(ROOT, 'src/testing/tls');
const EPOCH = 7n;
const COLUMNS = [{ name: 'a', type: 'BIGINT' }];
const KEYS = 8192;
const KEY = { name: 'k', type: 'VARCHAR(2147483647)' };
const COUNTS = [KEY, { name: 'n', type: 'BIGINT NOT NULL' }];
/** SELECT k, COUNT(*) AS n … GROUP BY k, as the fragment of one subtask. */
const COUNTED = [
  sourceNode(1, [KEY]),
  innerNode(2, 'stream-exec-group-aggregate', [1], COUNTS, {
    grouping: [0],
    aggCalls: [
      {
        name: 'n',
        internalName: '$COUNT$1',
        argList: [],
        filterArg: -1,
        distinct: false,
        approximate: false,
        ignoreNulls: false,
        type: 'BIGINT NOT NULL',
      },
    ],
    aggCallNeedRetractions: [false],
    generateUpdateBefore: false,
    needRetraction: false,
  }),
  sinkNode(3, 2, COUNTS, { format: 'json' }, false),
];

interface Ready {
  readonly control: string;
  readonly pid: number;
  readonly metricsPort: number | null;
}

let folder: string;
let child: ChildProcess | null = null;
/** What the process has written on standard error. */
let errors: string;
const clients: Client[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sidecar-'));
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = exited();
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: string[]): Promise<Ready> {
  const process_ = spawn(
    process.execPath,
    [BUNDLE, '--socket-dir', path.join(folder, 'sockets'), '--workers', '2', ...args],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  child = process_;
  errors = '';
  process_.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    let text = '';
    process_.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(JSON.parse(text.slice(0, text.indexOf('\n'))) as Ready);
    });
    process_.once('exit', (code) => reject(new Error(`sidecar ended with ${code}`)));
  });
}

function exited(): Promise<number | null> {
  return new Promise((resolve) => child!.once('exit', (code) => resolve(code)));
}

function connect(target: string, secrets: ChannelCredentials = credentials.createInsecure()): Client {
  // Node does not take an IP address for the name of a TLS server; the certificate has this one.
  const client = new Client(target, secrets, { ...UNLIMITED_MESSAGES, 'grpc.ssl_target_name_override': 'localhost' });
  clients.push(client);
  return client;
}

function call<Request, Reply>(client: Client, name: string, message: Request): Promise<Reply> {
  const method = controlService[name]!;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize as (m: Request) => Buffer,
      method.responseDeserialize as (b: Buffer) => Reply,
      message,
      { deadline: Date.now() + 10_000 },
      (error, reply) => (error ? reject(error) : resolve(reply!)),
    );
  });
}

const hello = (client: Client, protocolVersion = 2): Promise<HelloReply> =>
  call<HelloRequest, HelloReply>(client, 'Hello', {
    protocolVersion,
    bridgeVersion: 'test',
    flinkVersion: '2.2.1',
    hostId: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  });

interface OpenedStream {
  readonly frames: ClientDuplexStream<ClientFrame, ServerFrame>;
  fetch(checkpointId: bigint): ClientReadableStream<StateBlobMessage>;
}

const PASS_THROUGH = [sourceNode(1, COLUMNS), sinkNode(2, 1, COLUMNS)];

async function openStream(control: Client, nodes: PlanNodeMessage[] = PASS_THROUGH): Promise<OpenedStream> {
  const reply = await call<CheckPlanRequest, CheckPlanReply>(control, 'CheckPlan', request(nodes));
  const fragment = reply.fragments[0]!;
  const subtask = { jobId: 'job', fragmentId: fragment.id, subtaskIndex: 0 };
  const assigned = await call<AssignWorkerRequest, AssignWorkerReply>(control, 'AssignWorker', subtask);
  const worker = connect(assigned.target);
  const { Run: run, FetchState: fetchState } = workerService;
  const frames = worker.makeBidiStreamRequest(
    run!.path,
    run!.requestSerialize as (m: ClientFrame) => Buffer,
    run!.responseDeserialize as (b: Buffer) => ServerFrame,
  );
  // Whoever waits for an answer hears of it; afterwards the process is killed.
  frames.on('error', () => undefined);
  const open = {
    ...subtask,
    plan: fragment.plan,
    parallelism: 1,
    maxParallelism: 128,
    keyGroupStart: 0,
    keyGroupEnd: 127,
    targets: [],
    lane: null,
    taskName: 'test',
    jvm: JVM,
  };
  frames.write({ sequence: 1n, epoch: EPOCH, open });
  await next(frames);
  const fetch = (checkpointId: bigint): ClientReadableStream<StateBlobMessage> =>
    worker.makeServerStreamRequest(
      fetchState!.path,
      fetchState!.requestSerialize as (m: FetchStateRequest) => Buffer,
      fetchState!.responseDeserialize as (b: Buffer) => StateBlobMessage,
      { ...subtask, epoch: EPOCH, checkpointId },
    );
  return { frames, fetch };
}

function batchOf(records: readonly string[]): NonNullable<ClientFrame['batch']> {
  return {
    input: 0,
    rowCount: records.length,
    payload: { inline: rawBatchOf(records) },
    splitId: '',
    topic: '',
    partition: 0,
    outputSlot: 0,
  };
}

/** Rejects when the stream breaks. */
async function next(stream: ClientDuplexStream<ClientFrame, ServerFrame>): Promise<ServerFrame> {
  const [frame] = (await once(stream, 'data')) as [ServerFrame];
  return frame;
}

describe('the sidecar process', () => {
  it('serves a plan from Hello to records, and counts them', async () => {
    const ready = await start('--metrics-port', '0');
    const control = connect(ready.control);
    expect(await hello(control)).toMatchObject({ workerCount: 2, pid: BigInt(ready.pid), laneAccepted: true });
    const { frames } = await openStream(control);
    const answer = next(frames);
    frames.write({ sequence: 2n, epoch: EPOCH, batch: batchOf(['{"a":41}']) });
    const outputs = (await answer).result?.outputs ?? [];
    expect(outputs.flatMap((output) => recordsOf(output.payload.inline!))).toEqual(['{"a":41}']);
    frames.end();
    const text = await (await fetch(`http://127.0.0.1:${ready.metricsPort}/metrics`)).text();
    expect(text).toMatch(/slipstream_rows_out_total\{worker="\d"\} 1/);
  });

  it('runs without metrics when their port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const ready = await start('--metrics-port', String(port));
      expect(ready.metricsPort).toBeNull();
      expect(await hello(connect(ready.control))).toMatchObject({ workerCount: 2 });
      expect(errors).toContain(`"level":"warn","message":"no metrics: the port cannot be listened on","port":${port},`);
    } finally {
      other.close();
    }
  });

  it('warns of names in slipstream.allow-incompatible that mean nothing', async () => {
    const ready = await start();
    const plan = request(PASS_THROUGH, { 'slipstream.allow-incompatible': 'EXP;POWRE' });
    await call<CheckPlanRequest, CheckPlanReply>(connect(ready.control), 'CheckPlan', plan);
    await vi.waitFor(() => {
      expect(errors).toContain(
        '"level":"warn","message":"slipstream.allow-incompatible names POWRE, which it does not know; known are ACOS, ',
      );
    });
  });

  it('goes on when a checkpoint is given up in the middle of its state, and writes the next one whole', async () => {
    const ready = await start('--memory-limit', '512m');
    const { frames, fetch } = await openStream(connect(ready.control), COUNTED);
    let sequence = 1n;
    const send = (body: Partial<ClientFrame>): Promise<ServerFrame> => {
      const answer = next(frames);
      frames.write({ sequence: ++sequence, epoch: EPOCH, ...body });
      return answer;
    };
    // More than what fits between the ends of the connection, so that the sidecar has to wait.
    for (let first = 0; first < KEYS; first += KEYS / 32) {
      const keys = Array.from({ length: KEYS / 32 }, (_, key) => `{"k":"${String(first + key).padStart(4096, 'k')}"}`);
      expect((await send({ batch: batchOf(keys) })).failure).toBeNull();
    }
    for (let checkpointId = 1n; checkpointId < 6n; checkpointId++) {
      const { blobBytes, blobCount } = (await send({ snapshot: { checkpointId } })).snapshot!;
      expect(blobCount).toBe(128);
      expect(blobBytes).toBeGreaterThan(BigInt(KEYS * 4096));
      const state = fetch(checkpointId);
      const failed = new Promise<Error>((resolve) => state.once('error', resolve));
      await new Promise((resolve) => state.once('data', resolve));
      state.pause();
      state.cancel();
      expect((await failed).message).toContain('CANCELLED');
    }
    const { blobBytes, blobCount } = (await send({ snapshot: { checkpointId: 6n } })).snapshot!;
    const blobs: StateBlobMessage[] = [];
    for await (const blob of fetch(6n)) blobs.push(blob as StateBlobMessage);
    expect(blobs).toHaveLength(blobCount);
    expect(blobs.reduce((sum, { content }) => sum + content.length, 0)).toBe(Number(blobBytes));
    const again = fetch(6n);
    const refused = await new Promise<Error>((resolve) => again.once('error', resolve));
    expect(refused.message).toContain('SLIP-2001: expected a snapshot of checkpoint 6');
    frames.end();
  });

  it('ends with the process that started it, and leaves nothing behind', async () => {
    await start('--managed');
    const ended = exited();
    child!.stdin!.end();
    expect(await ended).toBe(0);
    expect(existsSync(path.join(folder, 'sockets'))).toBe(false);
  });

  it('refuses another protocol version and says what to do', async () => {
    const ready = await start();
    await expect(hello(connect(ready.control), 99)).rejects.toThrow('SLIP-1001: expected protocol version 2, found 99');
  });

  it('lets in peers with a certificate of its authority, and nobody else', async () => {
    const file = (name: string): string => path.join(TLS, name);
    const ready = await start(
      ...['--listen', '127.0.0.1:0', '--tls-cert', file('server.pem'), '--tls-key', file('server-key.pem')],
      ...['--tls-ca', file('ca.pem')],
    );
    const secrets = (name: string): ChannelCredentials =>
      credentials.createSsl(
        readFileSync(file('ca.pem')),
        readFileSync(file(`${name}-key.pem`)),
        readFileSync(file(`${name}.pem`)),
      );
    expect(await hello(connect(ready.control, secrets('client')))).toMatchObject({ workerCount: 2 });
    await expect(hello(connect(ready.control, secrets('stranger')))).rejects.toThrow();
    await expect(hello(connect(ready.control, credentials.createSsl(readFileSync(file('ca.pem')))))).rejects.toThrow();
    await expect(hello(connect(ready.control))).rejects.toThrow();
  });
});

it('leaves no folder behind when it cannot start', async () => {
  const sockets = path.join(folder, 'sockets');
  const missing = ['--tls-cert', 'missing', '--tls-key', 'missing', '--tls-ca', 'missing'];
  await expect(start('--listen', '127.0.0.1:0', ...missing)).rejects.toThrow('sidecar ended with 1');
  expect(existsSync(sockets)).toBe(false);
});

it('says what is wrong with its arguments', async () => {
  const process_ = spawn(process.execPath, [BUNDLE, '--workers', 'many'], { stdio: ['ignore', 'ignore', 'pipe'] });
  child = process_;
  let text = '';
  process_.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  expect(await exited()).toBe(2);
  expect(text).toBe("--workers expects a positive integer, found 'many'\nTry --help.\n");
});

it('says that its Node is too old, before anything else', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } });
    Object.defineProperty(process, 'version', { value: 'v18.20.4' });`;
  const process_ = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(old)}`, BUNDLE], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child = process_;
  let text = '';
  process_.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  expect(await exited()).toBe(2);
  expect(text).toBe('this is Node v18.20.4, 20 or later is needed\n');
});
