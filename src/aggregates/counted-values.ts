/**
 * How often each value of a group is there, for MIN and MAX with retraction; called from loops. A partial result:
 *
 *   i64 number of values · u32 the extreme is NULL · u32 its byteLength · the extreme · the map (partial-bytes.ts), whose values are i64 counts
 */
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { type WorkerMemory } from '../columnar/memory.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../state/element-table.js';
import { type TtlClock } from '../state/ttl-clock.js';
import { findOrCreateUnexpired } from './expiring-elements.js';
import { type CompareKeys } from './key-bytes.js';
import {
  cutNanos,
  ENTRY_HEADER_BYTES,
  entriesBytes,
  padded,
  putEntries,
  putPadded,
  removeCutDuplicates,
} from './partial-bytes.js';

export const COUNT_BYTES = 8;
export const PARTIAL_HEADER_BYTES = 16;

export class CountedValues {
  private readonly i64: BigInt64Array;
  readonly extremeName: string;
  /** Of the last `merge`: how many more values are there. */
  sizeChange = 0;

  constructor(
    private readonly table: ElementTable,
    private readonly ttl: TtlClock | null,
    private readonly compare: CompareKeys,
    /** 1 for MAX, -1 for MIN. */
    private readonly direction: 1 | -1,
    private readonly cutsNanos: boolean,
    memory: WorkerMemory,
  ) {
    this.i64 = memory.i64;
    this.extremeName = direction === 1 ? 'max' : 'min';
  }

  get expires(): boolean {
    return this.ttl !== null;
  }

  isBeyond(extreme: number, extremeBytes: number, key: number, keyBytes: number): boolean {
    return this.compare(extreme, extremeBytes, key, keyBytes) * this.direction < 0;
  }

  isSame(extreme: number, extremeBytes: number, key: number, keyBytes: number): boolean {
    return this.compare(extreme, extremeBytes, key, keyBytes) === 0;
  }

  /** Counts one more; true when it is now there once. */
  add(head: number, key: number, keyBytes: number): boolean {
    return this.count(head, key, keyBytes, 1n) === 1n;
  }

  /** Counts one less; true when it was there once. */
  remove(head: number, key: number, keyBytes: number): boolean {
    return this.count(head, key, keyBytes, -1n) === 0n;
  }

  /** The element that is beyond all others, also among those of negative count; 0 when there is none. */
  findExtreme(head: number): number {
    const { table, ttl } = this;
    let best = 0;
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      if (ttl?.isExpired(element + table.timestampOffset)) continue;
      if (best === 0 || this.isBeyond(...this.keyOf(best), ...this.keyOf(element))) best = element;
    }
    return best;
  }

  keyPointer(element: number): number {
    return this.table.keyPointer(element);
  }

  keyBytes(element: number): number {
    return this.table.keyBytes(element);
  }

  /** As a partial result. */
  write(
    rt: EvaluationRuntime,
    head: number,
    size: bigint,
    isNull: number,
    extreme: number,
    extremeBytes: number,
  ): number {
    const { table, cutsNanos } = this;
    const { u8, u32 } = table.memory;
    if (cutsNanos) removeCutDuplicates(table, head);
    const ownBytes = isNull === 0 ? extremeBytes : 0;
    const byteLength = PARTIAL_HEADER_BYTES + padded(ownBytes) + entriesBytes(table, head);
    const start = rt.allocate(byteLength);
    this.i64[start >> 3] = size;
    u32[(start >> 2) + 2] = isNull;
    u32[(start >> 2) + 3] = ownBytes;
    const entries = putPadded(u8, start + PARTIAL_HEADER_BYTES, extreme, ownBytes);
    if (cutsNanos && isNull === 0) cutNanos(u32, start + PARTIAL_HEADER_BYTES);
    putEntries(table, head, entries, cutsNanos);
    rt.length = byteLength;
    return start;
  }

  /** Adds the entries of another map; true when the extreme (which may be NULL) is no longer there, and the map has to be looked through. */
  merge(head: number, entries: number, end: number, isNull: number, extreme: number, extremeBytes: number): boolean {
    const { u32 } = this.table.memory;
    let losesExtreme = false;
    this.sizeChange = 0;
    for (let at = entries; at < end;) {
      const keyBytes = u32[at >> 2]!;
      const value = at + ENTRY_HEADER_BYTES;
      const key = value + COUNT_BYTES;
      const other = this.i64[value >> 3]!;
      const merged = this.count(head, key, keyBytes, other);
      const before = BigInt.asIntN(64, merged - other);
      if (before > 0n && merged <= 0n) {
        this.sizeChange--;
        losesExtreme ||= isNull === 0 && this.isSame(extreme, extremeBytes, key, keyBytes);
      } else if (before <= 0n && merged > 0n) this.sizeChange++;
      at = key + padded(keyBytes);
    }
    return losesExtreme;
  }

  private count(head: number, key: number, keyBytes: number, change: bigint): bigint {
    const { table, ttl } = this;
    const element = findOrCreateUnexpired(table, ttl, head, key, keyBytes);
    const place = (element + ELEMENT_VALUE_OFFSET) >> 3;
    const counted = this.i64[place]! + change;
    if (counted === 0n) table.remove(head, element);
    else {
      this.i64[place] = counted;
      ttl?.touch(element + table.timestampOffset);
    }
    return counted;
  }

  private keyOf(element: number): [number, number] {
    return [this.table.keyPointer(element), this.table.keyBytes(element)];
  }
}
