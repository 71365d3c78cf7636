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

export function writeSlots(memory: WorkerMemory, slots: readonly StateSlot[], value: number, out: BlobWriter): void {
  for (const slot of slots) {
    if (slot.kind === 'bytes') writeBytesSlot(memory, value + slot.offset, out);
    else writeElements(memory, slot, value + slot.offset, out);
  }
}

function writeBytesSlot({ u8, u32 }: WorkerMemory, slot: number, out: BlobWriter): void {
  const pointer = u32[slot >> 2]!;
  const byteLength = u32[(slot >> 2) + 1]!;
  const { buffer, offset } = out.reserve(4 + byteLength);
  buffer.writeUInt32LE(byteLength, offset);
  buffer.set(u8.subarray(pointer, pointer + byteLength), offset + 4);
}

function writeElements(memory: WorkerMemory, slot: ElementsSlot, head: number, out: BlobWriter): void {
  const { table, slots } = slot;
  const { u8 } = memory;
  out.writeU32(table.count(head));
  for (let element = table.first(head); element !== 0; element = table.next(element)) {
    const keyBytes = table.keyBytes(element);
    const value = element + ELEMENT_VALUE_OFFSET;
    const recordBytes = table.keyOffset - ELEMENT_VALUE_OFFSET + keyBytes;
    const { buffer, offset } = out.reserve(4 + recordBytes);
    buffer.writeUInt32LE(keyBytes, offset);
    buffer.set(u8.subarray(value, value + recordBytes), offset + 4);
    for (const inner of slots) buffer.fill(0, offset + 4 + inner.offset, offset + 12 + inner.offset);
    for (const inner of slots) writeBytesSlot(memory, value + inner.offset, out);
  }
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
