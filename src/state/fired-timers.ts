/**
 * Timers that have come, as the keys of a batch: operators find all their entries at once. Only where no timer's work registers or
 * deletes another one that has come as well; otherwise they are taken one by one (TimerQueue.advance).
 */
import { type Arena } from '../columnar/memory.js';
import { type KeyedRows } from './key-hasher.js';
import { stateKernel } from './kernel.js';
import { type OnTimer } from './timers.js';

export interface FiredTimers {
  /** In the order of their timestamps; all in the arena. */
  readonly keys: KeyedRows;
  /** i64[count] */
  readonly timestampsMs: number;
}

const CAPACITY_MIN = 64;
const KEY_BYTES_MIN = 24;

/** @param advance calls back for each timer that has come, and takes it out */
export function takeTimers(arena: Arena, maxParallelism: number, advance: (onTimer: OnTimer) => void): FiredTimers {
  const fired = new Collected(arena);
  advance((keyPointer, keyBytes, _keyGroup, timestampMs) => fired.add(keyPointer, keyBytes, timestampMs));
  const { count, offsets, rows, timestampsMs } = fired;
  const hashes = arena.allocate(count * 4);
  const keyGroups = arena.allocate(count * 4);
  stateKernel(arena.memory).hashRows(offsets, rows, count, maxParallelism, hashes, keyGroups);
  return { keys: { count, offsets, rows, hashes, keyGroups }, timestampsMs };
}

class Collected {
  count = 0;
  offsets: number;
  timestampsMs: number;
  rows: number;
  private capacity = CAPACITY_MIN;
  private rowsBytes = 0;
  private rowsBytesMax = CAPACITY_MIN * KEY_BYTES_MIN;

  constructor(private readonly arena: Arena) {
    this.offsets = arena.allocate((this.capacity + 1) * 4);
    this.timestampsMs = arena.allocate(this.capacity * 8);
    this.rows = arena.allocate(this.rowsBytesMax);
    arena.memory.u32[this.offsets >> 2] = 0;
  }

  add(keyPointer: number, keyBytes: number, timestampMs: bigint): void {
    const { memory } = this.arena;
    if (this.count === this.capacity) this.grow();
    if (this.rowsBytes + keyBytes > this.rowsBytesMax) this.growRows(keyBytes);
    memory.u8.copyWithin(this.rows + this.rowsBytes, keyPointer, keyPointer + keyBytes);
    memory.i64[(this.timestampsMs >> 3) + this.count] = timestampMs;
    this.rowsBytes += keyBytes;
    memory.u32[(this.offsets >> 2) + ++this.count] = this.rowsBytes;
  }

  private grow(): void {
    const { capacity } = this;
    this.capacity = capacity * 2;
    this.offsets = this.moved(this.offsets, (capacity + 1) * 4, (this.capacity + 1) * 4);
    this.timestampsMs = this.moved(this.timestampsMs, capacity * 8, this.capacity * 8);
  }

  private growRows(keyBytes: number): void {
    this.rowsBytesMax = Math.max(this.rowsBytesMax * 2, this.rowsBytes + keyBytes);
    this.rows = this.moved(this.rows, this.rowsBytes, this.rowsBytesMax);
  }

  private moved(from: number, usedBytes: number, byteLength: number): number {
    const to = this.arena.allocate(byteLength);
    this.arena.memory.u8.copyWithin(to, from, from + usedBytes);
    return to;
  }
}
