/**
 * Map and list state inside entries: elements of all owners of one state, found by (owner, bytes) and linked per owner in the order of
 * their creation.
 *
 *   head     u32 first · u32 last · u32 count · u32 reserved, anywhere in the owner's value; begins as zeroes and does not move
 *   element  u32 next · u32 previous · u32 head · u32 keyBytes · value[valueBytes] · i64 timestampMs (only with hasTimestamp) · key
 *
 * Elements do not move. Equal bytes are equal keys: what SQL thinks equal must have the same bytes. The loops are in
 * src/kernels/lib/element-table.ts, memory is given to them here.
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { assert } from '../errors.js';
import { BlockPool } from './block-pool.js';
import { stateKernel, type StateKernel } from './kernel.js';
import { INDEX_BYTES, SlotIndexes } from './slot-index.js';
import { CLASS_BYTES_MAX, StateHeap } from './state-heap.js';

/** Bytes of a list head in an owner's value; its address must be a multiple of 4. */
export const HEAD_BYTES = 16;
/** u32 number of elements, in a head. */
export const HEAD_COUNT_OFFSET = 8;
/** u32 next element or 0, in an element. */
export const ELEMENT_NEXT_OFFSET = 0;
const ELEMENT_PREVIOUS_OFFSET = 4;
const ELEMENT_HEAD_OFFSET = 8;
const HEAD_LAST_OFFSET = 4;
/** The value in an element, 8-byte aligned; zeroes at first. */
export const ELEMENT_VALUE_OFFSET = 16;

/** u32 byte length of the key, in an element; `KEY_BYTES_MASK` leaves it alone. */
export const ELEMENT_KEY_BYTES_OFFSET = 12;
/** The other bit of that field says that the element is in the index. */
export const KEY_BYTES_MASK = 0x7fffffff;
const PARTITIONS = 64;
const TABLE_BYTES = 28;
const TABLE_CREATED = 12;
const TABLE_SIZE = 16;
const TABLE_NEED = 20;
const TABLE_NEED_PARTITION = 24;
const NEED_SLOTS = 2;

export interface ElementTableOptions {
  /** A multiple of 8. */
  readonly valueBytes: number;
  readonly hasTimestamp: boolean;
}

export class ElementTable {
  readonly valueOffset = ELEMENT_VALUE_OFFSET;
  readonly timestampOffset: number;
  readonly keyOffset: number;
  private readonly kernel: StateKernel;
  private readonly heap: StateHeap;
  private readonly pool: BlockPool;
  private readonly indexes: SlotIndexes;
  private readonly partitions: number;
  private readonly table: number;

  constructor(
    readonly memory: WorkerMemory,
    readonly options: ElementTableOptions,
  ) {
    const { valueBytes, hasTimestamp } = options;
    assert(
      valueBytes >= 0 && valueBytes % 8 === 0,
      `value bytes of an element must be a multiple of 8, not ${valueBytes}`,
    );
    this.timestampOffset = ELEMENT_VALUE_OFFSET + valueBytes;
    this.keyOffset = this.timestampOffset + (hasTimestamp ? 8 : 0);
    this.kernel = stateKernel(memory);
    this.heap = new StateHeap(memory);
    this.pool = new BlockPool(memory);
    this.indexes = new SlotIndexes(memory, this.kernel, this.pool);
    this.partitions = memory.allocate(PARTITIONS * INDEX_BYTES);
    memory.u8.fill(0, this.partitions, this.partitions + PARTITIONS * INDEX_BYTES);
    this.table = memory.allocate(TABLE_BYTES);
    memory.u32.set([this.heap.heap, this.partitions, this.keyOffset, 0, 0, 0, 0], this.table >> 2);
  }

  /** Elements of all owners. */
  get size(): number {
    return this.memory.u32[(this.table + TABLE_SIZE) >> 2]!;
  }

  /** The last `findOrCreate` made a new element. */
  get created(): boolean {
    return this.memory.u32[(this.table + TABLE_CREATED) >> 2] !== 0;
  }

  /** Bytes taken from the worker's memory. */
  get byteLength(): number {
    return this.heap.byteLength + this.pool.byteLength + PARTITIONS * INDEX_BYTES + TABLE_BYTES;
  }

  /** The element with this key, or 0. */
  find(head: number, keyPointer: number, keyBytes: number): number {
    return this.kernel.elementFind(this.table, head, keyPointer, keyBytes);
  }

  /** The element with this key, at the list's end when it is new: its value is zeroes, and `created` is set. Up to 15 bytes are read behind the key. */
  findOrCreate(head: number, keyPointer: number, keyBytes: number): number {
    if (this.isLarge(keyBytes)) return this.findOrCreateLarge(head, keyPointer, keyBytes);
    for (;;) {
      const element = this.kernel.elementFindOrCreate(this.table, head, keyPointer, keyBytes, 0);
      if (element !== 0) return element;
      this.provide(keyBytes);
    }
  }

  /**
   * `findOrCreate` for a fixed-width column: element i belongs to heads[i] and has the key at `data + stride * row`, where row is selection[i] or, with
   * selection 0, i. Writes u32[count] `elements` (0 where the head is 0) and u8[count] `created`.
   */
  findOrCreateAll(
    heads: number,
    data: number,
    stride: number,
    keyBytes: number,
    selection: number,
    count: number,
    elements: number,
    created: number,
  ): void {
    assert(!this.isLarge(keyBytes), `fixed-width elements of ${keyBytes} bytes`);
    const { kernel, table } = this;
    let row = 0;
    for (;;) {
      row = kernel.elementFindOrCreateAll(
        table,
        heads,
        data,
        stride,
        keyBytes,
        selection,
        row,
        count,
        elements,
        created,
      );
      if (row === count) return;
      this.provide(keyBytes);
    }
  }

  /**
   * Loads what `findOrCreate` will look at for the keys of other elements, so that its cache misses overlap: owners `begin` to `end` (exclusive) of u32[]
   * `owners`, with heads at `ownerOffset`; the others accordingly. The result means nothing.
   */
  loadAhead(
    owners: number,
    ownerOffset: number,
    otherTable: ElementTable,
    others: number,
    otherOffset: number,
    begin: number,
    end: number,
  ): number {
    const { kernel, table } = this;
    return kernel.elementLoadAhead(table, owners, ownerOffset, others, otherOffset, otherTable.keyOffset, begin, end);
  }

  /** A new element at the list's end, whatever else is there; `find` does not see it (ListState). */
  append(head: number, keyPointer: number, keyBytes: number): number {
    const block = this.isLarge(keyBytes) ? this.heap.allocate(this.keyOffset + keyBytes) : 0;
    for (;;) {
      const element = this.kernel.elementAppend(this.table, head, keyPointer, keyBytes, block);
      if (element !== 0) return element;
      this.provide(keyBytes);
    }
  }

  remove(_head: number, element: number): void {
    this.detach(element);
    this.free(element);
  }

  /** Takes an element out of its owner's list and the index; its bytes stay until `free`. */
  detach(element: number): void {
    this.kernel.elementDetach(this.table, element);
  }

  /** Gives the memory of a detached element back. */
  free(element: number): void {
    if (this.kernel.elementFree(this.table, element) !== 0) this.freeLarge(element);
  }

  /** In its owner's list, right before another element. */
  moveBefore(element: number, other: number): void {
    const { u32 } = this.memory;
    this.unlink(element);
    this.link(u32[(other + ELEMENT_PREVIOUS_OFFSET) >> 2]!, element, other);
  }

  /** In its owner's list, right behind another element. */
  moveBehind(element: number, other: number): void {
    this.unlink(element);
    this.link(other, element, this.next(other));
  }

  /** Removes all elements of an owner. */
  clear(head: number): void {
    for (;;) {
      const large = this.kernel.elementClear(this.table, head);
      if (large === 0) return;
      this.freeLarge(large);
    }
  }

  /** First element of an owner, or 0. */
  first(head: number): number {
    return this.memory.u32[head >> 2]!;
  }

  /** Element created after this one, or 0. */
  next(element: number): number {
    return this.memory.u32[(element + ELEMENT_NEXT_OFFSET) >> 2]!;
  }

  count(head: number): number {
    return this.memory.u32[(head + HEAD_COUNT_OFFSET) >> 2]!;
  }

  keyPointer(element: number): number {
    return element + this.keyOffset;
  }

  keyBytes(element: number): number {
    return this.memory.u32[(element + ELEMENT_KEY_BYTES_OFFSET) >> 2]! & KEY_BYTES_MASK;
  }

  /**
   * Writes elements as they lie in a snapshot (slot-blob.ts), from u32 `cursor` on; the cursor is left at the first that does not fit into `capacityBytes`,
   * or 0. Returns the bytes written, and writes up to 15 more.
   */
  exportTo(cursor: number, target: number, capacityBytes: number): number {
    return this.kernel.elementExport(this.table, cursor, target, capacityBytes);
  }

  /** Removes all elements of all owners at once; the caller makes their heads zeroes. */
  reset(): void {
    if (this.size === 0) return;
    for (let partition = 0; partition < PARTITIONS; partition++) {
      this.indexes.clear(this.partitions + partition * INDEX_BYTES);
    }
    this.heap.reset();
    this.memory.u32[(this.table + TABLE_SIZE) >> 2] = 0;
  }

  /** Gives all memory back; not used after it. */
  release(): void {
    this.heap.releaseAll();
    this.pool.releaseAll();
    this.memory.release(this.partitions, PARTITIONS * INDEX_BYTES);
    this.memory.release(this.table, TABLE_BYTES);
  }

  private unlink(element: number): void {
    const { u32 } = this.memory;
    this.join(
      u32[(element + ELEMENT_HEAD_OFFSET) >> 2]!,
      u32[(element + ELEMENT_PREVIOUS_OFFSET) >> 2]!,
      this.next(element),
    );
  }

  private link(previous: number, element: number, next: number): void {
    const head = this.memory.u32[(element + ELEMENT_HEAD_OFFSET) >> 2]!;
    this.join(head, previous, element);
    this.join(head, element, next);
  }

  /** Makes two elements neighbours; 0 is the list's end. */
  private join(head: number, previous: number, next: number): void {
    const { u32 } = this.memory;
    u32[(previous === 0 ? head : previous + ELEMENT_NEXT_OFFSET) >> 2] = next;
    u32[(next === 0 ? head + HEAD_LAST_OFFSET : next + ELEMENT_PREVIOUS_OFFSET) >> 2] = previous;
  }

  private isLarge(keyBytes: number): boolean {
    return this.keyOffset + keyBytes > CLASS_BYTES_MAX;
  }

  private findOrCreateLarge(head: number, keyPointer: number, keyBytes: number): number {
    const { kernel, table, memory } = this;
    const found = kernel.elementFind(table, head, keyPointer, keyBytes);
    memory.u32[(table + TABLE_CREATED) >> 2] = 0;
    if (found !== 0) return found;
    const block = this.heap.allocate(this.keyOffset + keyBytes);
    for (;;) {
      const element = kernel.elementFindOrCreate(table, head, keyPointer, keyBytes, block);
      if (element !== 0) return element;
      this.provide(keyBytes);
    }
  }

  private freeLarge(element: number): void {
    this.heap.release(element, this.keyOffset + this.keyBytes(element));
  }

  private provide(keyBytes: number): void {
    const { u32 } = this.memory;
    if (u32[(this.table + TABLE_NEED) >> 2] === NEED_SLOTS) {
      this.indexes.grow(u32[(this.table + TABLE_NEED_PARTITION) >> 2]!);
    } else {
      this.heap.addChunk(this.keyOffset + keyBytes);
    }
  }
}
