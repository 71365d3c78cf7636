/**
 * State by key: one entry for each key, found by the bytes of the key.
 *
 *   entry   u8 live · u8 in use · u16 spare words · u32 keyBytes · value[valueBytes] · i64 timestampMs (only with hasTimestamp) · key[keyBytes]
 *
 * Entries never move: a pointer is good until `remove` or `sweep` takes the entry away. Each key group has its own index and its own chunks
 * of entries; see docs/internals/state.md. The loops are in src/kernels/lib/keyed-table.ts, memory is given to them here.
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { ErrorCode, SlipstreamError, assert } from '../errors.js';
import { type KeyGroupRange } from '../operators/operator.js';
import { BLOCK_SLACK_BYTES, BlockPool, powerOfTwo } from './block-pool.js';
import { stateKernel, type StateKernel } from './kernel.js';
import { type KeyedRows } from './key-hasher.js';
import { INDEX_BYTES, SlotIndexes } from './slot-index.js';

/** u8: 0 until the operator sets it to 1. An entry that is not live is gone for everybody else. */
export const LIVE_OFFSET = 0;
/** u32 byte length of the key. */
export const KEY_BYTES_OFFSET = 4;
/** The value, 8-byte aligned. */
export const VALUE_OFFSET = 8;

const IN_USE_OFFSET = 1;
const SPARE_WORDS_OFFSET = 2;

const TABLE_BYTES = 40;
const GROUP_BYTES = 32;
const GROUP_TOP = 16;
const GROUP_LIMIT = 20;
const GROUP_FIRST_CHUNK = 24;
const GROUP_LAST_CHUNK = 28;
const CHUNK_HEADER_BYTES = 16;
const CHUNK_BYTES = 4;
const CHUNK_END = 8;
const CHUNK_BYTES_MIN = 1024;
/** Larger only for a single entry. */
export const CHUNK_BYTES_MAX = 65536;
const FREE_LISTS_BYTES = 33 * 4;

/** Fields of the table record that TypeScript reads and writes; src/kernels/lib/keyed-table.ts has them all. */
const TABLE_FREE_LISTS = 20;
const TABLE_NEED = 24;
const TABLE_NEED_BYTES = 28;
const TABLE_EMPTIED = 32;
const TABLE_SIZE = 36;
const NEED_SLOTS = 1;
const NEED_CHUNK = 2;

export interface KeyedTableOptions {
  /** A multiple of 8. */
  readonly valueBytes: number;
  readonly keyGroups: KeyGroupRange;
  readonly maxParallelism: number;
  /** Entries have an i64 at `timestampOffset`: milliseconds of the last write, kept by the operator. */
  readonly hasTimestamp: boolean;
}

export class KeyedTable {
  /** Of the key's first byte in an entry. */
  readonly keyOffset: number;
  /** Of the timestamp in an entry, with `hasTimestamp`. */
  readonly timestampOffset: number;
  /** Key groups, as many as the range has. */
  readonly keyGroupCount: number;
  /** The kernel's record of this table. */
  readonly table: number;
  private readonly groups: number;
  private readonly kernel: StateKernel;
  private readonly pool: BlockPool;
  private readonly indexes: SlotIndexes;

  constructor(
    readonly memory: WorkerMemory,
    readonly options: KeyedTableOptions,
  ) {
    const { valueBytes, keyGroups, maxParallelism, hasTimestamp } = options;
    assert(
      valueBytes >= 0 && valueBytes % 8 === 0,
      `value bytes of a keyed table must be a multiple of 8, not ${valueBytes}`,
    );
    this.timestampOffset = VALUE_OFFSET + valueBytes;
    this.keyOffset = this.timestampOffset + (hasTimestamp ? 8 : 0);
    this.keyGroupCount = Math.max(0, keyGroups.end - keyGroups.start + 1);
    this.kernel = stateKernel(memory);
    this.pool = new BlockPool(memory);
    this.indexes = new SlotIndexes(memory, this.kernel, this.pool);
    this.table = memory.allocate(TABLE_BYTES);
    this.groups = memory.allocate(this.keyGroupCount * GROUP_BYTES);
    memory.u8.fill(0, this.groups, this.groups + this.keyGroupCount * GROUP_BYTES);
    const fields = [this.groups, keyGroups.start, this.keyGroupCount, this.keyOffset, maxParallelism, 0, 0, 0, 0, 0];
    memory.u32.set(fields, this.table >> 2);
  }

  /** Entries, also those that are not live and not yet swept. */
  get size(): number {
    return this.memory.u32[(this.table + TABLE_SIZE) >> 2]!;
  }

  /** Bytes taken from the worker's memory. */
  get byteLength(): number {
    return this.pool.byteLength + TABLE_BYTES + this.keyGroupCount * GROUP_BYTES;
  }

  /** Writes the entries of the keys to u32[count] `entries`: 0 where there is none, or none that is live. */
  find(keys: KeyedRows, entries: number): void {
    const { count, offsets, rows, hashes, keyGroups } = keys;
    const found = this.kernel.tableFind(this.table, count, offsets, rows, hashes, keyGroups, entries);
    if (found !== count) this.refuseKeyGroup(keys, found);
  }

  /**
   * Writes the entries of all keys to u32[count] `entries`. New ones are not live and their values are zeroes. An entry that is not
   * live keeps its value until it is swept.
   */
  findOrCreate(keys: KeyedRows, entries: number): void {
    const { count, offsets, rows, hashes, keyGroups } = keys;
    const { kernel, table } = this;
    let row = 0;
    for (;;) {
      row = kernel.tableFindOrCreate(table, row, count, offsets, rows, hashes, keyGroups, entries);
      if (row === count) return;
      this.provide(keys, row);
    }
  }

  /** Takes an entry away, live or not. Whatever its value points to is the caller's. */
  remove(entry: number): void {
    this.ensureFreeLists();
    this.kernel.tableRemove(this.table, entry);
  }

  /** Takes away those of u32[count] `entries` that are not live; zeroes and entries listed twice are fine. */
  sweep(entries: number, count: number): void {
    if (this.kernel.tableHasDead(entries, count) === 0) return;
    this.ensureFreeLists();
    this.kernel.tableSweep(this.table, entries, count);
    if (this.memory.u32[(this.table + TABLE_EMPTIED) >> 2] !== 0) this.reclaim();
  }

  /** The live entries of a key group, in the order of snapshots; the callback may remove the entry it is given, and create none. */
  forEachEntry(keyGroup: number, visit: (entry: number) => void): void {
    const { u8, u16, u32 } = this.memory;
    const group = this.groupOf(keyGroup);
    const lastChunk = u32[(group + GROUP_LAST_CHUNK) >> 2]!;
    for (let chunk = u32[(group + GROUP_FIRST_CHUNK) >> 2]!; chunk !== 0; chunk = u32[chunk >> 2]!) {
      const end = u32[(chunk === lastChunk ? group + GROUP_TOP : chunk + CHUNK_END) >> 2]!;
      for (let entry = chunk + CHUNK_HEADER_BYTES; entry < end;) {
        const spareBytes = u16[(entry + SPARE_WORDS_OFFSET) >> 1]! * 8;
        const next = entry + this.keyOffset + this.keyBytes(entry) + spareBytes;
        if (u8[entry + LIVE_OFFSET] !== 0 && u8[entry + IN_USE_OFFSET] !== 0) visit(entry);
        entry = next;
      }
    }
  }

  keyPointer(entry: number): number {
    return entry + this.keyOffset;
  }

  keyBytes(entry: number): number {
    return this.memory.u32[(entry + KEY_BYTES_OFFSET) >> 2]!;
  }

  /** Gives all memory back; not used after it. */
  release(): void {
    const { memory } = this;
    this.pool.releaseAll();
    const freeLists = memory.u32[(this.table + TABLE_FREE_LISTS) >> 2]!;
    if (freeLists !== 0) memory.release(freeLists, this.keyGroupCount * FREE_LISTS_BYTES);
    memory.release(this.groups, this.keyGroupCount * GROUP_BYTES);
    memory.release(this.table, TABLE_BYTES);
  }

  /** First chunk of a key group, or 0; for snapshots. */
  firstChunk(keyGroup: number): number {
    return this.memory.u32[(this.groupOf(keyGroup) + GROUP_FIRST_CHUNK) >> 2]!;
  }

  /** Room for so many entries in the index of an empty key group; for restores. */
  reserve(keyGroup: number, entryCount: number): void {
    assert(this.firstChunk(keyGroup) === 0, `key group ${keyGroup} is restored into a table that has entries of it`);
    this.indexes.grow(this.groupOf(keyGroup), entryCount);
  }

  /** A chunk at the end of a key group's, for records of which `accept` will say the length; for restores. */
  beginChunk(keyGroup: number, bytesMin: number, bytesWanted: number): { pointer: number; capacityBytes: number } {
    const group = this.groupOf(keyGroup);
    this.addChunk(group, bytesMin, bytesWanted);
    const pointer = this.memory.u32[(group + GROUP_TOP) >> 2]!;
    return { pointer, capacityBytes: this.memory.u32[(group + GROUP_LIMIT) >> 2]! - pointer };
  }

  /** The first bytes of the last chunk have become entries. */
  accept(keyGroup: number, recordsBytes: number): void {
    this.memory.u32[(this.groupOf(keyGroup) + GROUP_TOP) >> 2]! += recordsBytes;
  }

  /** What the kernel wrote about why it stopped. */
  get need(): { readonly what: number; readonly byteLength: number } {
    const { u32 } = this.memory;
    return { what: u32[(this.table + TABLE_NEED) >> 2]!, byteLength: u32[(this.table + TABLE_NEED_BYTES) >> 2]! };
  }

  private groupOf(keyGroup: number): number {
    const local = keyGroup - this.options.keyGroups.start;
    assert(local >= 0 && local < this.keyGroupCount, `key group ${keyGroup} is not one of ${this.rangeText()}`);
    return this.groups + local * GROUP_BYTES;
  }

  private rangeText(): string {
    const { start, end } = this.options.keyGroups;
    return `${start} to ${end}`;
  }

  private provide(keys: KeyedRows, row: number): void {
    const { what, byteLength } = this.need;
    if (what !== NEED_SLOTS && what !== NEED_CHUNK) this.refuseKeyGroup(keys, row);
    const group = this.groupOf(this.memory.u32[(keys.keyGroups >> 2) + row]!);
    if (what === NEED_SLOTS) this.indexes.grow(group);
    else this.addChunk(group, byteLength, byteLength);
  }

  private refuseKeyGroup(keys: KeyedRows, row: number): never {
    const keyGroup = this.memory.u32[(keys.keyGroups >> 2) + row]!;
    throw new SlipstreamError(
      ErrorCode.internal,
      `a row of key group ${keyGroup} came to the subtask of key groups ${this.rangeText()}`,
    );
  }

  /** Twice as large as the last chunk or, up to the usual size, so that `bytesWanted` fit; in any case so that `bytesMin` do. */
  private addChunk(group: number, bytesMin: number, bytesWanted: number): void {
    const { u32 } = this.memory;
    const overhead = CHUNK_HEADER_BYTES + BLOCK_SLACK_BYTES;
    const last = u32[(group + GROUP_LAST_CHUNK) >> 2]!;
    const doubled = last === 0 ? CHUNK_BYTES_MIN : u32[(last + CHUNK_BYTES) >> 2]! * 2;
    const wanted = Math.max(doubled, powerOfTwo(Math.min(bytesWanted, CHUNK_BYTES_MAX) + overhead));
    const blockBytes = Math.max(Math.min(wanted, CHUNK_BYTES_MAX), powerOfTwo(bytesMin + overhead));
    const chunk = this.pool.allocate(blockBytes);
    u32.set([0, blockBytes, 0, 0], chunk >> 2);
    if (last === 0) u32[(group + GROUP_FIRST_CHUNK) >> 2] = chunk;
    else {
      u32[last >> 2] = chunk;
      u32[(last + CHUNK_END) >> 2] = u32[(group + GROUP_TOP) >> 2]!;
    }
    u32[(group + GROUP_LAST_CHUNK) >> 2] = chunk;
    u32[(group + GROUP_TOP) >> 2] = chunk + CHUNK_HEADER_BYTES;
    u32[(group + GROUP_LIMIT) >> 2] = chunk + blockBytes - BLOCK_SLACK_BYTES;
  }

  /** Only tables from which something is removed need them. */
  private ensureFreeLists(): void {
    const { memory, table } = this;
    if (memory.u32[(table + TABLE_FREE_LISTS) >> 2] !== 0) return;
    const freeLists = memory.allocate(this.keyGroupCount * FREE_LISTS_BYTES);
    memory.u8.fill(0, freeLists, freeLists + this.keyGroupCount * FREE_LISTS_BYTES);
    memory.u32[(table + TABLE_FREE_LISTS) >> 2] = freeLists;
  }

  /** Key groups without entries keep one chunk and a small index. */
  private reclaim(): void {
    const { u32 } = this.memory;
    u32[(this.table + TABLE_EMPTIED) >> 2] = 0;
    for (let local = 0; local < this.keyGroupCount; local++) {
      const group = this.groups + local * GROUP_BYTES;
      const first = u32[(group + GROUP_FIRST_CHUNK) >> 2]!;
      if (first !== 0 && u32[(group + 8) >> 2] === 0) this.reclaimGroup(local, group, first);
    }
  }

  private reclaimGroup(local: number, group: number, first: number): void {
    const { u32 } = this.memory;
    for (let chunk = u32[first >> 2]!; chunk !== 0;) {
      const next = u32[chunk >> 2]!;
      this.pool.release(chunk, u32[(chunk + CHUNK_BYTES) >> 2]!);
      chunk = next;
    }
    const blockBytes = u32[(first + CHUNK_BYTES) >> 2]!;
    if (blockBytes > CHUNK_BYTES_MAX) {
      this.pool.release(first, blockBytes);
      u32.fill(0, (group + GROUP_TOP) >> 2, (group + GROUP_BYTES) >> 2);
    } else {
      u32[first >> 2] = 0;
      u32[(group + GROUP_TOP) >> 2] = first + CHUNK_HEADER_BYTES;
      u32[(group + GROUP_LIMIT) >> 2] = first + blockBytes - BLOCK_SLACK_BYTES;
      u32[(group + GROUP_LAST_CHUNK) >> 2] = first;
    }
    this.indexes.shrink(group);
    const freeLists = u32[(this.table + TABLE_FREE_LISTS) >> 2]! + local * FREE_LISTS_BYTES;
    u32.fill(0, freeLists >> 2, (freeLists + FREE_LISTS_BYTES) >> 2);
  }
}

/** The index record is at the beginning of a group's. */
assert(INDEX_BYTES === GROUP_TOP, 'a group begins with its index');
