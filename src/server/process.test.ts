/** The bundled sidecar as a process: start, serve, restart of workers, mutual TLS, metrics, and a clean end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, credentials, type ChannelCredentials, type ClientDuplexStream } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JVM, rawBatchOf, recordsOf, request, sinkNode, sourceNode } from '../testing/plans.js';
import type {
  AssignWorkerReply,
  AssignWorkerRequest,
  CheckPlanReply,
  CheckPlanRequest,
  ClientFrame,
  HelloReply,
  HelloRequest,
  ServerFrame,
} from '../transport/messages.js';
import { controlService, UNLIMITED_MESSAGES, workerService } from '../transport/service.js';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const BUNDLE = path.join(ROOT, 'dist/package/slipstream-sidecar.mjs');
const TLS = path.join(ROOT, 'src/testing/tls');
const EPOCH = 7n;
const COLUMNS = [{ name: 'a', type: 'BIGINT' }];

interface Ready {
  readonly control: string;
  readonly pid: number;
  readonly metricsPort: number | null;
}

let folder: string;
let child: ChildProcess | null = null;
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
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  child = process_;
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
  const client = new Client(target, secrets, UNLIMITED_MESSAGES);
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

async function openStream(control: Client): Promise<ClientDuplexStream<ClientFrame, ServerFrame>> {
  const plan = request([sourceNode(1, COLUMNS), sinkNode(2, 1, COLUMNS)]);
  const reply = await call<CheckPlanRequest, CheckPlanReply>(control, 'CheckPlan', plan);
  const fragment = reply.fragments[0]!;
  const assigned = await call<AssignWorkerRequest, AssignWorkerReply>(control, 'AssignWorker', {
    jobId: 'job',
    fragmentId: fragment.id,
    subtaskIndex: 0,
  });
  const run = workerService.Run!;
  const stream = connect(assigned.target).makeBidiStreamRequest(
    run.path,
    run.requestSerialize as (m: ClientFrame) => Buffer,
    run.responseDeserialize as (b: Buffer) => ServerFrame,
  );
  const open = {
    jobId: 'job',
    fragmentId: fragment.id,
    plan: fragment.plan,
    subtaskIndex: 0,
    parallelism: 1,
    maxParallelism: 128,
    keyGroupStart: 0,
    keyGroupEnd: -1,
    targets: [],
    lane: null,
    taskName: 'test',
    jvm: JVM,
  };
  stream.write({ sequence: 1n, epoch: EPOCH, open });
  await next(stream);
  return stream;
}

function next(stream: ClientDuplexStream<ClientFrame, ServerFrame>): Promise<ServerFrame> {
  return new Promise((resolve, reject) => {
    stream.once('data', resolve);
    stream.once('error', reject);
  });
}

describe('the sidecar process', () => {
  it('serves a plan from Hello to records, and counts them', async () => {
    const ready = await start('--metrics-port', '0');
    const control = connect(ready.control);
    expect(await hello(control)).toMatchObject({ workerCount: 2, pid: BigInt(ready.pid), laneAccepted: true });
    const stream = await openStream(control);
    const batch = {
      input: 0,
      rowCount: 1,
      payload: { inline: rawBatchOf(['{"a":41}']) },
      splitId: '',
      topic: '',
      partition: 0,
      outputSlot: 0,
    };
    const answer = next(stream);
    stream.write({ sequence: 2n, epoch: EPOCH, batch });
    const outputs = (await answer).result?.outputs ?? [];
    expect(outputs.flatMap((output) => recordsOf(output.payload.inline!))).toEqual(['{"a":41}']);
    stream.end();
    const text = await (await fetch(`http://127.0.0.1:${ready.metricsPort}/metrics`)).text();
    expect(text).toMatch(/slipstream_rows_out_total\{worker="\d"\} 1/);
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
  expect(text).toContain("--workers expects a positive integer, found 'many'");
});
