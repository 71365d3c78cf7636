/**
 * A KeyedTable, with what its values point to, as snapshots see it. The blob of a key group:
 *
 *   u32 entryCount · u32 bytes of value and timestamp, the highest bit set where there is one · u32 recordsBytes ·
 *   records, as entries lie in memory · slots of each entry
 *
 * Records are copied in bulk by the kernel (src/kernels/lib/keyed-table-blob.ts); the pointers in them are zeroes.
 */
import { ErrorCode, SlipstreamError } from '../errors.js';
import { type KeyedState } from '../operators/operator.js';
import { type BlobReader, type BlobWriter } from './blob.js';
import { stateKernel, type StateKernel } from './kernel.js';
import { CHUNK_BYTES_MAX, type KeyedTable, LIVE_OFFSET, VALUE_OFFSET } from './keyed-table.js';
import { SlotsReader, SlotsWriter, type StateSlot } from './slot-blob.js';

export { type BytesSlot, type ElementsSlot, type StateSlot } from './slot-blob.js';

/** Reads what an older layout version wrote for a key group, into the tables of the current one. */
export type UpgradeState = (keyGroup: number, input: BlobReader, layoutVersion: number) => void;

const HEADER_BYTES = 12;
const HAS_TIMESTAMP = 0x8000_0000;
/** Small enough for the cache between the table and the blob. */
const STAGING_BYTES = CHUNK_BYTES_MAX;
const SCRATCH_BYTES = 16;
const KEY_BYTES_MIN = 8;
/** What groupImport found, in src/kernels/lib/keyed-table-blob.ts. */
const DAMAGES = [
  'a whole entry, but one is cut off',
  'the header of a live entry, but there is another',
  'a key length that is a positive multiple of 8, but there is another',
  'only keys of this key group, but there is one of another',
  'each key once, but one comes again',
  'as many entries as the blob says, but there are more',
] as const;

export class TableState implements KeyedState {
  private readonly kernel: StateKernel;
  /** 8-byte words of an entry that are pointers. */
  private readonly pointerOffsets: readonly number[];

  constructor(
    readonly name: string,
    readonly layoutVersion: number,
    readonly table: KeyedTable,
    readonly slots: readonly StateSlot[],
    readonly upgrade?: UpgradeState,
  ) {
    this.kernel = stateKernel(table.memory);
    this.pointerOffsets = slots.flatMap(({ kind, offset }) =>
      kind === 'bytes' ? [VALUE_OFFSET + offset] : [VALUE_OFFSET + offset, VALUE_OFFSET + offset + 8],
    );
  }

  snapshot(keyGroup: number, out: BlobWriter): void {
    const { table } = this;
    if (table.firstChunk(keyGroup) === 0) return;
    this.withOffsets((offsets) => {
      const { u32 } = table.memory;
      const scratch = offsets + this.pointerOffsets.length * 4;
      this.kernel.groupMeasure(table.table, keyGroup, scratch);
      const entryCount = u32[scratch >> 2]!;
      if (entryCount === 0) return;
      const largestBytes = u32[(scratch >> 2) + 1]!;
      // The upper half is 0: a memory has 2 GiB.
      const recordsBytes = u32[(scratch >> 2) + 2]!;
      out.writeU32(entryCount);
      out.writeU32(this.fixedBytes());
      out.writeU32(recordsBytes);
      this.writeRecords(keyGroup, out.reserve(recordsBytes), Math.max(STAGING_BYTES, largestBytes), offsets);
      if (this.slots.length === 0) return;
      const writer = new SlotsWriter(table.memory, this.slots, out);
      table.forEachEntry(keyGroup, (entry) => writer.write(entry + VALUE_OFFSET));
      writer.finish();
    });
  }

  restore(keyGroup: number, input: BlobReader, layoutVersion: number): void {
    if (layoutVersion !== this.layoutVersion) {
      if (layoutVersion < this.layoutVersion && this.upgrade) return this.upgrade(keyGroup, input, layoutVersion);
      throw new SlipstreamError(
        ErrorCode.incompatibleState,
        `expected layout ${this.upgrade ? 'up to ' : ''}${this.layoutVersion} of state ${this.name}, found ${layoutVersion}`,
      );
    }
    const { table } = this;
    if (input.remainingBytes < HEADER_BYTES) this.refuse(keyGroup, 'a header', `${input.remainingBytes} bytes`);
    const entryCount = input.readU32();
    const fixedBytes = input.readU32();
    const recordsBytes = input.readU32();
    this.checkFixedBytes(keyGroup, fixedBytes);
    if (recordsBytes > input.remainingBytes) {
      this.refuse(keyGroup, `${recordsBytes} bytes of entries`, `${input.remainingBytes}`);
    }
    if (entryCount > recordsBytes / (table.keyOffset + KEY_BYTES_MIN)) {
      this.refuse(keyGroup, `${entryCount} entries`, `only ${recordsBytes} bytes of them`);
    }
    table.reserve(keyGroup, entryCount);
    const before = table.size;
    const records = input.readBytes(recordsBytes);
    this.withOffsets((offsets) => this.readRecords(keyGroup, records, offsets));
    const found = table.size - before;
    if (found !== entryCount) this.refuse(keyGroup, `${entryCount} entries`, `${found}`);
    if (this.slots.length > 0) {
      const reader = new SlotsReader(table.memory, this.slots, this.place(keyGroup));
      try {
        table.forEachEntry(keyGroup, (entry) => reader.read(entry + VALUE_OFFSET, input));
      } finally {
        reader.release();
      }
    }
    if (input.remainingBytes > 0) this.refuse(keyGroup, 'the end', `${input.remainingBytes} more bytes`);
  }

  /** KeyedTable.sweep, and before it frees what the values of the entries that go point to. */
  sweep(entries: number, count: number): void {
    if (this.slots.length > 0) {
      const { u8, u32 } = this.table.memory;
      for (let i = entries >> 2; i < (entries >> 2) + count; i++) {
        const entry = u32[i]!;
        if (entry !== 0 && u8[entry + LIVE_OFFSET] === 0) this.freeSlots(entry);
      }
    }
    this.table.sweep(entries, count);
  }

  /** Frees what an entry's value points to; the slots are zeroes afterwards. */
  freeSlots(entry: number): void {
    for (const slot of this.slots) this.freeSlot(entry, slot);
  }

  /** As `freeSlots`, but for the elements that expire apart. */
  freeExpired(entry: number): void {
    for (const slot of this.slots) if (slot.kind === 'bytes' || !slot.expiresApart) this.freeSlot(entry, slot);
  }

  /** Removes the elements that expire apart and were written at `expiredMs` or before; true when some are left. */
  cleanElements(entry: number, expiredMs: bigint): boolean {
    const { i64 } = this.table.memory;
    let isNeeded = false;
    for (const slot of this.slots) {
      if (slot.kind === 'bytes' || !slot.expiresApart) continue;
      const { table } = slot;
      const head = entry + VALUE_OFFSET + slot.offset;
      for (let element = table.first(head), next = 0; element !== 0; element = next) {
        next = table.next(element);
        if (i64[(element + table.timestampOffset) >> 3]! > expiredMs) continue;
        for (const inner of slot.slots) inner.heap.freeBytes(element + table.valueOffset + inner.offset);
        table.remove(head, element);
      }
      isNeeded ||= table.count(head) > 0;
    }
    return isNeeded;
  }

  private freeSlot(entry: number, slot: StateSlot): void {
    const { memory } = this.table;
    const pointer = entry + VALUE_OFFSET + slot.offset;
    if (slot.kind === 'bytes') {
      slot.heap.freeBytes(pointer);
      return;
    }
    const { table, slots } = slot;
    if (table.first(pointer) === 0) return;
    if (slots.length > 0) {
      for (let element = table.first(pointer); element !== 0; element = table.next(element)) {
        for (const inner of slots) inner.heap.freeBytes(element + table.valueOffset + inner.offset);
      }
    }
    table.clear(pointer);
    memory.u32.fill(0, pointer >> 2, (pointer >> 2) + 4);
  }

  /** Releases the table and the heaps and element tables of the slots. */
  release(): void {
    const owned = new Set<{ readonly release: () => void } | { readonly releaseAll: () => void }>();
    for (const slot of this.slots) {
      owned.add(slot.kind === 'bytes' ? slot.heap : slot.table);
      if (slot.kind === 'elements') for (const inner of slot.slots) owned.add(inner.heap);
    }
    for (const part of owned) {
      if ('releaseAll' in part) part.releaseAll();
      else part.release();
    }
    this.table.release();
  }

  private writeRecords(
    keyGroup: number,
    target: { readonly buffer: Buffer; readonly offset: number },
    stagingBytes: number,
    offsets: number,
  ): void {
    const { table, kernel } = this;
    const { memory } = table;
    const pointerCount = this.pointerOffsets.length;
    const cursor = offsets + pointerCount * 4;
    const staging = memory.allocate(stagingBytes);
    memory.u32[cursor >> 2] = table.firstChunk(keyGroup);
    memory.u32[(cursor >> 2) + 1] = 0;
    for (let at = target.offset; ;) {
      const byteLength = kernel.groupExport(
        table.table,
        keyGroup,
        cursor,
        staging,
        stagingBytes,
        offsets,
        pointerCount,
      );
      if (byteLength === 0) break;
      target.buffer.set(memory.u8.subarray(staging, staging + byteLength), at);
      at += byteLength;
    }
    memory.release(staging, stagingBytes);
  }

  /** Copies a chunk's worth of records and lets the kernel check and index them. */
  private readRecords(keyGroup: number, records: Buffer, offsets: number): void {
    const { table, kernel } = this;
    const { u8 } = table.memory;
    const { maxParallelism } = table.options;
    const pointerCount = this.pointerOffsets.length;
    let bytesMin = 0;
    for (let at = 0; at < records.length;) {
      const { pointer, capacityBytes } = table.beginChunk(keyGroup, bytesMin, records.length - at);
      const available = Math.min(capacityBytes, records.length - at);
      u8.set(records.subarray(at, at + available), pointer);
      const consumed = kernel.groupImport(
        table.table,
        keyGroup,
        maxParallelism,
        pointer,
        available,
        offsets,
        pointerCount,
      );
      table.accept(keyGroup, consumed);
      at += consumed;
      const { what, byteLength } = table.need;
      const isCutOff = at < records.length && byteLength > records.length - at;
      if (what !== 0 || isCutOff) this.refuse(keyGroup, DAMAGES[what]!, `it at byte ${at} of ${records.length}`);
      // Longer than a chunk of the usual size: it gets one of its own.
      bytesMin = consumed === 0 ? byteLength : 0;
    }
  }

  /** As the blob has it. */
  private fixedBytes(): number {
    const { table } = this;
    return table.keyOffset - VALUE_OFFSET + (table.options.hasTimestamp ? HAS_TIMESTAMP : 0);
  }

  /** The checksum was right, so others are not damaged, but of another query. A state TTL changes more than the timestamp. */
  private checkFixedBytes(keyGroup: number, found: number): void {
    const expected = this.fixedBytes();
    if (found === expected) return;
    const describe = (bytes: number): string =>
      `values of ${bytes % HAS_TIMESTAMP} bytes ${bytes >= HAS_TIMESTAMP ? 'with' : 'without'} a state TTL`;
    throw new SlipstreamError(
      ErrorCode.incompatibleState,
      `${this.place(keyGroup)}: expected ${describe(expected)}, found ${describe(found)}: was the query or its TTL changed?`,
    );
  }

  private refuse(keyGroup: number, expected: string, found: string): never {
    throw new SlipstreamError(ErrorCode.invalidState, `${this.place(keyGroup)}: expected ${expected}, found ${found}`);
  }

  private place(keyGroup: number): string {
    return `state ${this.name} of key group ${keyGroup}`;
  }

  /** With the pointers' offsets for the kernel, and behind them room for what it measures or where it is. */
  private withOffsets(use: (offsets: number) => void): void {
    const { memory } = this.table;
    const byteLength = this.pointerOffsets.length * 4 + SCRATCH_BYTES;
    const offsets = memory.allocate(byteLength);
    memory.u32.set(this.pointerOffsets, offsets >> 2);
    try {
      use(offsets);
    } finally {
      memory.release(offsets, byteLength);
    }
  }
}
