/**
 * Map and list state inside entries: elements of all owners of one state, found by (owner, bytes) and linked per owner in the order of
 * their creation.
 *
 *   head     u32 first · u32 last · u32 count · u32 reserved, anywhere in the owner's value; begins as zeroes and does not move
 *   element  u32 next · u32 previous · u32 head · u32 keyBytes · value[valueBytes] · i64 timestampMs (only with hasTimestamp) · key
 *
 * Elements do not move. Equal bytes are equal keys: what SQL thinks equal must have the same bytes.
 */
import { type WorkerMemory } from '../columnar/memory.js';

/** Bytes of a list head in an owner's value; its address must be a multiple of 4. */
export const HEAD_BYTES = 16;
/** u32 number of elements, in a head. */
export const HEAD_COUNT_OFFSET = 8;
/** u32 next element or 0, in an element. */
export const ELEMENT_NEXT_OFFSET = 0;
/** The value in an element, 8-byte aligned; zeroes at first. */
export const ELEMENT_VALUE_OFFSET = 16;

export interface ElementTableOptions {
  /** A multiple of 8. */
  readonly valueBytes: number;
  readonly hasTimestamp: boolean;
}

export class ElementTable {
  /** The last `findOrCreate` made a new element. */
  created = false;
  readonly valueOffset = ELEMENT_VALUE_OFFSET;
  readonly timestampOffset: number;
  readonly keyOffset: number;

  constructor(
    readonly memory: WorkerMemory,
    readonly options: ElementTableOptions,
  ) {
    this.timestampOffset = ELEMENT_VALUE_OFFSET + options.valueBytes;
    this.keyOffset = this.timestampOffset + (options.hasTimestamp ? 8 : 0);
  }

  /** Elements of all owners. */
  get size(): number {
    throw new Error('not yet');
  }

  /** The element with this key, or 0. */
  find(_head: number, _keyPointer: number, _keyBytes: number): number {
    throw new Error('not yet');
  }

  /** The element with this key, at the list's end when it is new: its value is zeroes, and `created` is set. */
  findOrCreate(_head: number, _keyPointer: number, _keyBytes: number): number {
    throw new Error('not yet');
  }

  /**
   * `findOrCreate` for a fixed-width column: element i belongs to heads[i] and has the key at `data + stride * row`, where row is selection[i] or, with
   * selection 0, i. Writes u32[count] `elements` (0 where the head is 0) and u8[count] `created`.
   */
  findOrCreateAll(
    _heads: number,
    _data: number,
    _stride: number,
    _keyBytes: number,
    _selection: number,
    _count: number,
    _elements: number,
    _created: number,
  ): void {
    throw new Error('not yet');
  }

  /** A new element at the list's end, whatever else is there; `find` does not see it (ListState). */
  append(_head: number, _keyPointer: number, _keyBytes: number): number {
    throw new Error('not yet');
  }

  remove(_head: number, _element: number): void {
    throw new Error('not yet');
  }

  /** Removes all elements of an owner. */
  clear(_head: number): void {
    throw new Error('not yet');
  }

  /** First element of an owner, or 0. */
  first(head: number): number {
    return this.memory.u32[head >> 2]!;
  }

  /** Element created after this one, or 0. */
  next(element: number): number {
    return this.memory.u32[element >> 2]!;
  }

  count(head: number): number {
    return this.memory.u32[(head + HEAD_COUNT_OFFSET) >> 2]!;
  }

  keyPointer(element: number): number {
    return element + this.keyOffset;
  }

  keyBytes(_element: number): number {
    throw new Error('not yet');
  }

  /** Gives all memory back; not used after it. */
  release(): void {
    throw new Error('not yet');
  }
}
