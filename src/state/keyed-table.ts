/**
 * State by key: one entry for each key, found by the bytes of the key.
 *
 *   entry   u8 live · u8 in use · u16 spare words · u32 keyBytes · value[valueBytes] · i64 timestampMs (only with hasTimestamp) · key[keyBytes]
 *
 * Entries never move: a pointer is good until `remove` or `sweep` takes the entry away.
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { type KeyGroupRange } from '../operators/operator.js';
import { type KeyedRows } from './key-hasher.js';

/** u8: 0 until the operator sets it to 1. An entry that is not live is gone for everybody else. */
export const LIVE_OFFSET = 0;
/** u32 byte length of the key. */
export const KEY_BYTES_OFFSET = 4;
/** The value, 8-byte aligned. */
export const VALUE_OFFSET = 8;

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

  constructor(
    readonly memory: WorkerMemory,
    readonly options: KeyedTableOptions,
  ) {
    this.timestampOffset = VALUE_OFFSET + options.valueBytes;
    this.keyOffset = this.timestampOffset + (options.hasTimestamp ? 8 : 0);
  }

  /** Entries, also those that are not live and not yet swept. */
  get size(): number {
    throw new Error('not yet');
  }

  /** Writes the entries of the keys to u32[count] `entries`: 0 where there is none, or none that is live. */
  find(_keys: KeyedRows, _entries: number): void {
    throw new Error('not yet');
  }

  /**
   * Writes the entries of all keys to u32[count] `entries`. New ones are not live and their values are zeroes. An entry that is not
   * live keeps its value until it is swept.
   */
  findOrCreate(_keys: KeyedRows, _entries: number): void {
    throw new Error('not yet');
  }

  /** Takes an entry away, live or not. Whatever its value points to is the caller's. */
  remove(_entry: number): void {
    throw new Error('not yet');
  }

  /** Takes away those of u32[count] `entries` that are not live; zeroes and entries listed twice are fine. */
  sweep(_entries: number, _count: number): void {
    throw new Error('not yet');
  }

  /** The live entries of a key group, in the order of snapshots; the callback may remove the entry it is given, and create none. */
  forEachEntry(_keyGroup: number, _visit: (entry: number) => void): void {
    throw new Error('not yet');
  }

  keyPointer(entry: number): number {
    return entry + this.keyOffset;
  }

  keyBytes(entry: number): number {
    return this.memory.u32[(entry + KEY_BYTES_OFFSET) >> 2]!;
  }

  /** Gives all memory back; not used after it. */
  release(): void {
    throw new Error('not yet');
  }
}
