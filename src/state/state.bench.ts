/**
 * `npm run bench -- state`: nanoseconds a row of key hashing and lookups, memory a key, snapshot and restore of all key groups. Baseline of the
 * lookups: a JavaScript Map of bigint keys. The median call counts, and for the long work CPU time: what else the machine does only ever adds.
 */
import { type Column } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { type TypeOf } from '../columnar/types.js';
import { BlobReader } from './blob.js';
import { ElementTable, HEAD_BYTES } from './element-table.js';
import { EnvelopeWriter, readEnvelope, sealEnvelope } from './envelope.js';
import { KeyHasher, type KeyedRows } from './key-hasher.js';
import { KeyedTable, LIVE_OFFSET } from './keyed-table.js';
import { TableState } from './table-state.js';

const ROWS = 500;
const CALLS = 2000;
const MAX_PARALLELISM = 128;
const VALUE_BYTES = 24;
const KEY_COUNTS = [1000, 100_000, 1_000_000, 10_000_000];
/** Beyond it a Map takes gigabytes. */
const MAP_KEYS_MAX = 1_000_000;
const ELEMENT_OWNERS = 1000;
const ELEMENTS = 100_000;
const keyGroups = { start: 0, end: MAX_PARALLELISM - 1 };
const keyType: TypeOf<'ROW'> = {
  kind: 'ROW',
  nullable: false,
  fields: [{ name: 'key', type: { kind: 'BIGINT', nullable: true } }],
};
const batch = { selection: 0, selectedCount: ROWS, rowCount: ROWS };

/** A column of BIGINT keys that can be filled anew. */
class Keys {
  readonly memory = new WorkerMemory();
  readonly arena = new Arena(this.memory);
  readonly entries = this.memory.allocate(ROWS * 4);
  private readonly hasher = new KeyHasher(this.memory, keyType, MAX_PARALLELISM);
  private readonly data = this.memory.allocate(ROWS * 8);
  private readonly column: Column;
  private seed = 1;

  constructor() {
    const nulls = this.memory.allocate(ROWS);
    this.memory.u8.fill(0, nulls, nulls + ROWS);
    const { type } = keyType.fields[0]!;
    this.column = { type, physical: 'int64', length: ROWS, nulls, data: this.data, aux: 0, children: [] };
  }

  fill(keyOf: (row: number) => number): void {
    const { u32 } = this.memory;
    for (let row = 0; row < ROWS; row++) {
      u32[(this.data >> 2) + 2 * row] = keyOf(row);
      u32[(this.data >> 2) + 2 * row + 1] = 0;
    }
  }

  random(keyCount: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * keyCount);
  }

  key(row: number): bigint {
    return this.memory.i64[(this.data >> 3) + row]!;
  }

  keyPointer(row: number): number {
    return this.data + 8 * row;
  }

  hashed(): KeyedRows {
    this.arena.reset();
    return this.hasher.hash(this.arena, [this.column], batch);
  }
}

function newTable(memory: WorkerMemory): KeyedTable {
  return new KeyedTable(memory, {
    valueBytes: VALUE_BYTES,
    keyGroups,
    maxParallelism: MAX_PARALLELISM,
    hasTimestamp: false,
  });
}

function medianNs(milliseconds: number[]): number {
  milliseconds.sort((left, right) => left - right);
  return (milliseconds[milliseconds.length >> 1]! * 1e6) / ROWS;
}

function timed(into: number[], work: () => void): void {
  const start = performance.now();
  work();
  into.push(performance.now() - start);
}

function filledTable(keys: Keys, keyCount: number): { table: KeyedTable; createNs: number } {
  const table = newTable(keys.memory);
  const { u8, u32 } = keys.memory;
  const calls: number[] = [];
  for (let first = 0; first < keyCount; first += ROWS) {
    keys.fill((row) => first + row);
    const hashed = keys.hashed();
    timed(calls, () => table.findOrCreate(hashed, keys.entries));
    for (let row = 0; row < ROWS; row++) u8[u32[(keys.entries >> 2) + row]! + LIVE_OFFSET] = 1;
  }
  return { table, createNs: medianNs(calls) };
}

function lookups(
  keys: Keys,
  table: KeyedTable,
  keyCount: number,
): { hashNs: number; findNs: number; createNs: number } {
  const [hash, find, create]: [number[], number[], number[]] = [[], [], []];
  for (let call = 0; call < CALLS; call++) {
    keys.fill(() => keys.random(keyCount));
    let hashed: KeyedRows;
    timed(hash, () => (hashed = keys.hashed()));
    timed(find, () => table.find(hashed, keys.entries));
    keys.fill(() => keys.random(keyCount));
    const others = keys.hashed();
    timed(create, () => table.findOrCreate(others, keys.entries));
  }
  return { hashNs: medianNs(hash), findNs: medianNs(find), createNs: medianNs(create) };
}

function mapLookupNs(keys: Keys, keyCount: number): number {
  const map = new Map<bigint, number>();
  for (let key = 0; key < keyCount; key++) map.set(BigInt(key), key);
  const calls: number[] = [];
  let sum = 0;
  for (let call = 0; call < CALLS; call++) {
    keys.fill(() => keys.random(keyCount));
    timed(calls, () => {
      for (let row = 0; row < ROWS; row++) sum += map.get(keys.key(row))!;
    });
  }
  if (sum < 0) throw new Error('keys are not negative');
  return medianNs(calls);
}

/** Of this process: long work is interrupted by others. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** As a checkpoint does it: one envelope a key group. The copy is what the input waits for; checksums follow when it is fetched. */
function snapshotAndRestore(keys: Keys, table: KeyedTable): string {
  const state = new TableState('accumulators', 1, table, []);
  const header = {
    operator: 0,
    execNode: 'stream-exec-group-aggregate',
    execNodeVersion: 1,
    state: state.name,
    schema: '',
    layoutVersion: 1,
  };
  const snapshotStart = cpuMs();
  const pauseStart = performance.now();
  const blobs = Array.from({ length: MAX_PARALLELISM }, (_, keyGroup) => {
    const writer = new EnvelopeWriter();
    writer.section(header, (out) => state.snapshot(keyGroup, out));
    return writer.finish();
  });
  const snapshotMs = cpuMs() - snapshotStart;
  const pauseMs = performance.now() - pauseStart;
  const sealStart = cpuMs();
  blobs.forEach(sealEnvelope);
  const sealMs = cpuMs() - sealStart;
  const size = table.size;
  state.release();
  const restoreStart = cpuMs();
  const restored = new TableState('accumulators', 1, newTable(keys.memory), []);
  blobs.forEach((blob, keyGroup) => {
    for (const { content } of readEnvelope(blob)) restored.restore(keyGroup, new BlobReader(content), 1);
  });
  const restoreMs = cpuMs() - restoreStart;
  if (restored.table.size !== size) throw new Error('keys were lost');
  const bytesPerKey = restored.table.byteLength / size;
  restored.release();
  const megabytes = blobs.reduce((sum, blob) => sum + blob.length, 0) / 1e6;
  return `pause ${pauseMs.toFixed(0)} ms; CPU: copy ${snapshotMs.toFixed(0)} ms (${megabytes.toFixed(0)} MB)   checksums ${sealMs.toFixed(0)} ms   restore ${restoreMs.toFixed(0)} ms to ${bytesPerKey.toFixed(1)} bytes/key`;
}

function measureElements(): void {
  const keys = new Keys();
  const { memory } = keys;
  const table = new ElementTable(memory, { valueBytes: 8, hasTimestamp: false });
  const heads = memory.allocate(ELEMENT_OWNERS * HEAD_BYTES);
  memory.u8.fill(0, heads, heads + ELEMENT_OWNERS * HEAD_BYTES);
  const headList = memory.allocate(ROWS * 4);
  const created = memory.allocate(ROWS);
  const [single, all]: [number[], number[]] = [[], []];
  for (let call = 0; call < CALLS; call++) {
    keys.fill(() => keys.random(ELEMENTS / ELEMENT_OWNERS));
    for (let row = 0; row < ROWS; row++) {
      memory.u32[(headList >> 2) + row] = heads + keys.random(ELEMENT_OWNERS) * HEAD_BYTES;
    }
    timed(single, () => {
      for (let row = 0; row < ROWS; row++) {
        table.findOrCreate(memory.u32[(headList >> 2) + row]!, keys.keyPointer(row), 8);
      }
    });
    for (let row = 0; row < ROWS; row++) {
      memory.u32[(headList >> 2) + row] = heads + keys.random(ELEMENT_OWNERS) * HEAD_BYTES;
    }
    timed(all, () => table.findOrCreateAll(headList, keys.keyPointer(0), 8, 8, 0, ROWS, keys.entries, created));
  }
  const bytes = (table.byteLength / table.size).toFixed(1);
  console.log(
    `${table.size} elements of 8 bytes, 8 value bytes, ${ELEMENT_OWNERS} owners: ${medianNs(single).toFixed(1)} ns a call, ${medianNs(all).toFixed(1)} ns in a batch, ${bytes} bytes each`,
  );
}

export function run(): void {
  for (const keyCount of KEY_COUNTS) {
    const keys = new Keys();
    const { table, createNs } = filledTable(keys, keyCount);
    const bytesPerKey = table.byteLength / keyCount;
    const times = lookups(keys, table, keyCount);
    const map = keyCount <= MAP_KEYS_MAX ? mapLookupNs(keys, keyCount) : 0;
    const ratio = map > 0 ? `   Map ${map.toFixed(1)} ns, ${(map / times.createNs).toFixed(1)} ×` : '';
    const column = (ns: number): string => ns.toFixed(1).padStart(6);
    console.log(
      `${String(keyCount).padStart(9)} keys: hash ${column(times.hashNs)} ns   find ${column(times.findNs)} ns   findOrCreate ${column(times.createNs)} ns   new ${column(createNs)} ns   ${bytesPerKey.toFixed(1)} bytes/key${ratio}`,
    );
    if (keyCount >= MAP_KEYS_MAX) console.log(`${''.padStart(16)}${snapshotAndRestore(keys, table)}`);
    else table.release();
  }
  measureElements();
}
