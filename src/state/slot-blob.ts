/**
 * What the values of entries point to, on its way into a snapshot and back.
 *
 *   bytes     u32 byteLength · bytes
 *   elements  u32 count · for each: u32 keyBytes · value, timestamp (pointers are zeroes) · key · the bytes of each slot
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { ErrorCode, SlipstreamError } from '../errors.js';
import { type BlobReader, type BlobWriter } from './blob.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from './element-table.js';
import { type StateHeap } from './state-heap.js';

/** (u32 pointer, u32 byteLength) into the heap, at `offset` of the value. */
export interface BytesSlot {
  readonly kind: 'bytes';
  /** From the start of the value. */
  readonly offset: number;
  readonly heap: StateHeap;
}

/** The head of a list of elements, at `offset` of the value. */
export interface ElementsSlot {
  readonly kind: 'elements';
  /** From the start of the value. */
  readonly offset: number;
  readonly table: ElementTable;
  /** In the elements' values. */
  readonly slots: readonly BytesSlot[];
  /** Elements were appended (ListState); otherwise they are found by their keys (MapState). */
  readonly isList?: boolean;
  /** The elements have timestamps and expire by them, whatever becomes of the entry (a state of its own in Flink). */
  readonly expiresApart?: boolean;
}

export type StateSlot = BytesSlot | ElementsSlot;

const KEY_SCRATCH_BYTES_MIN = 4096;
const CURSOR_BYTES = 16;
const STAGING_BYTES = 65536;
const AHEAD = 32;

/** Writes slots through bytes of the worker's memory that stay in the cache; `finish` brings the last ones to the blob and gives the memory back. */
export class SlotsWriter {
  private readonly staging: number;
  /** u32: the next element to be written. */
  private readonly cursor: number;
  private used = 0;
  /** Values whose slots are written together: their first elements are loaded before, so that the cache misses overlap. */
  private readonly waiting = new Uint32Array(AHEAD);
  private waitingCount = 0;
  private readonly headOffsets: readonly number[];

  constructor(
    private readonly memory: WorkerMemory,
    private readonly slots: readonly StateSlot[],
    private readonly out: BlobWriter,
  ) {
    this.headOffsets = slots.filter(({ kind }) => kind === 'elements').map(({ offset }) => offset);
    this.cursor = memory.allocate(CURSOR_BYTES + STAGING_BYTES);
    this.staging = this.cursor + CURSOR_BYTES;
  }

  write(value: number): void {
    this.waiting[this.waitingCount++] = value;
    if (this.waitingCount === AHEAD) this.writeWaiting();
  }

  finish(): void {
    this.writeWaiting();
    this.flush();
    this.memory.release(this.cursor, CURSOR_BYTES + STAGING_BYTES);
  }

  private writeWaiting(): void {
    const { waiting, waitingCount, memory } = this;
    const { u32 } = memory;
    for (const offset of this.headOffsets) u32[this.cursor >> 2] = loadFirst(u32, waiting, waitingCount, offset);
    for (let index = 0; index < waitingCount; index++) this.writeSlots(waiting[index]!);
    this.waitingCount = 0;
  }

  private writeSlots(value: number): void {
    for (const slot of this.slots) {
      if (slot.kind === 'bytes') this.writeBytesSlot(value + slot.offset);
      else this.writeElements(slot, value + slot.offset);
    }
  }

  private writeBytesSlot(slot: number): void {
    const { u32 } = this.memory;
    this.writeU32(u32[(slot >> 2) + 1]!);
    this.writeBytes(u32[slot >> 2]!, u32[(slot >> 2) + 1]!);
  }

  private writeElements({ table, slots }: ElementsSlot, head: number): void {
    this.writeU32(table.count(head));
    if (slots.length > 0) this.writeWithSlots(table, slots, head);
    else this.writePlain(table, head);
  }

  private writePlain(table: ElementTable, head: number): void {
    const { u32 } = this.memory;
    const cursor0 = this.cursor >> 2;
    u32[cursor0] = table.first(head);
    while (u32[cursor0] !== 0) {
      this.used += table.exportTo(this.cursor, this.staging + this.used, STAGING_BYTES - this.used);
      const element = u32[cursor0]!;
      if (element === 0) return;
      if (this.used > 0) this.flush();
      else {
        this.writeRecord(table, element, []);
        u32[cursor0] = table.next(element);
      }
    }
  }

  private writeWithSlots(table: ElementTable, slots: readonly BytesSlot[], head: number): void {
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      this.writeRecord(table, element, slots);
      for (const { offset } of slots) this.writeBytesSlot(element + ELEMENT_VALUE_OFFSET + offset);
    }
  }

  /** Pointers are zeroes. */
  private writeRecord(table: ElementTable, element: number, slots: readonly BytesSlot[]): void {
    const keyBytes = table.keyBytes(element);
    let from = element + ELEMENT_VALUE_OFFSET;
    const end = element + table.keyOffset + keyBytes;
    this.writeU32(keyBytes);
    for (const { offset } of [...slots].sort((a, b) => a.offset - b.offset)) {
      const pointer = element + ELEMENT_VALUE_OFFSET + offset;
      this.writeBytes(from, pointer - from);
      this.writeU32(0);
      this.writeU32(0);
      from = pointer + 8;
    }
    this.writeBytes(from, end - from);
  }

  private writeU32(value: number): void {
    if (this.used + 4 > STAGING_BYTES) this.flush();
    const { u8 } = this.memory;
    const at = this.staging + this.used;
    u8[at] = value;
    u8[at + 1] = value >>> 8;
    u8[at + 2] = value >>> 16;
    u8[at + 3] = value >>> 24;
    this.used += 4;
  }

  private writeBytes(pointer: number, byteLength: number): void {
    const { u8 } = this.memory;
    if (this.used + byteLength > STAGING_BYTES) this.flush();
    if (byteLength > STAGING_BYTES) {
      this.out.writeBytes(u8.subarray(pointer, pointer + byteLength));
      return;
    }
    u8.copyWithin(this.staging + this.used, pointer, pointer + byteLength);
    this.used += byteLength;
  }

  private flush(): void {
    this.out.writeBytes(this.memory.u8.subarray(this.staging, this.staging + this.used));
    this.used = 0;
  }
}

/** The sum means nothing, but is kept lest the loads are optimised away: they are what it is for, and none depends on another. */
function loadFirst(u32: Uint32Array, values: Uint32Array, count: number, headOffset: number): number {
  let sum = 0;
  for (let index = 0; index < count; index++) sum ^= u32[u32[(values[index]! + headOffset) >>> 2]! >>> 2]!;
  return sum;
}

/** Reads slots back; its scratch memory is given back by `release`. */
export class SlotsReader {
  private scratch: number;
  private scratchBytes = KEY_SCRATCH_BYTES_MIN;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly slots: readonly StateSlot[],
    /** For messages: state and key group. */
    private readonly place: string,
  ) {
    this.scratch = memory.allocate(this.scratchBytes);
  }

  /** The slots of `value` are zeroes. */
  read(value: number, input: BlobReader): void {
    for (const slot of this.slots) {
      if (slot.kind === 'bytes') this.readBytesSlot(slot.heap, value + slot.offset, input);
      else this.readElements(slot, value + slot.offset, input);
    }
  }

  release(): void {
    this.memory.release(this.scratch, this.scratchBytes);
  }

  private readBytesSlot(heap: StateHeap, slot: number, input: BlobReader): void {
    const bytes = input.readBytes(input.readU32());
    const { u8, u32 } = this.memory;
    const pointer = heap.allocate(bytes.length);
    u8.set(bytes, pointer);
    u32[slot >> 2] = pointer;
    u32[(slot >> 2) + 1] = bytes.length;
  }

  private readElements(slot: ElementsSlot, head: number, input: BlobReader): void {
    const { table, slots } = slot;
    const { u8 } = this.memory;
    const fixedBytes = table.keyOffset - ELEMENT_VALUE_OFFSET;
    const count = input.readU32();
    for (let index = 0; index < count; index++) {
      const keyBytes = input.readU32();
      const record = input.readBytes(fixedBytes + keyBytes);
      const key = this.scratchFor(keyBytes);
      u8.set(record.subarray(fixedBytes), key);
      const element = slot.isList ? table.append(head, key, keyBytes) : table.findOrCreate(head, key, keyBytes);
      if (!slot.isList && !table.created) {
        throw new SlipstreamError(ErrorCode.invalidState, `${this.place}: expected each element once, found one again`);
      }
      const value = element + ELEMENT_VALUE_OFFSET;
      u8.set(record.subarray(0, fixedBytes), value);
      for (const inner of slots) u8.fill(0, value + inner.offset, value + inner.offset + 8);
      for (const inner of slots) this.readBytesSlot(inner.heap, value + inner.offset, input);
    }
  }

  private scratchFor(byteLength: number): number {
    if (byteLength > this.scratchBytes) {
      this.release();
      this.scratchBytes = Math.max(byteLength, this.scratchBytes * 2);
      this.scratch = this.memory.allocate(this.scratchBytes);
    }
    return this.scratch;
  }
}
