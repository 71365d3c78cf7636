/** Timers that come together, as KeyedRows, and the wish that follows the first timer by processing time. */
import { expect, it } from 'vitest';
import { Arena } from '../columnar/memory.js';
import { BlobReader, BlobWriter } from './blob.js';
import { takeTimers } from './fired-timers.js';
import { ProcessingTimers } from './processing-timers.js';
import { keyedRowsOf, u32List } from './testing-keys.js';
import { TimerQueue } from './timers.js';
import { TrackedMemory } from './tracked-memory.js';

const KEY_GROUPS = { start: 0, end: 7 };
const memory = new TrackedMemory();
const arena = new Arena(memory);

/** Keys of 1 to 40 words, more than the first buffers hold. */
const keys = Array.from({ length: 200 }, (_, index) => {
  const key = Buffer.alloc(8 * (1 + (index % 40)));
  key.writeUInt32LE(index, 0);
  return key;
});

it('has the keys, hashes and key groups that the rows had', () => {
  const rows = keyedRowsOf(arena, keys, 8);
  const queue = new TimerQueue('timers', memory, KEY_GROUPS);
  const offsets = u32List(arena, rows.offsets, keys.length + 1);
  const groups = u32List(arena, rows.keyGroups, keys.length);
  keys.forEach((key, index) => {
    queue.register(1000 - index, groups[index]!, rows.rows + offsets[index]!, key.length);
  });
  const fired = takeTimers(arena, 8, (onTimer) => queue.advance(950, onTimer));
  const expected = keys.map((_, index) => index).filter((index) => index >= 50);
  expected.reverse();
  expect(fired.keys.count).toBe(expected.length);
  const firedOffsets = u32List(arena, fired.keys.offsets, expected.length + 1);
  expected.forEach((index, place) => {
    const start = fired.keys.rows + firedOffsets[place]!;
    expect(Buffer.from(memory.u8.slice(start, fired.keys.rows + firedOffsets[place + 1]!))).toEqual(keys[index]);
    expect(memory.i64[(fired.timestampsMs >> 3) + place]).toBe(BigInt(1000 - index));
  });
  expect(u32List(arena, fired.keys.keyGroups, expected.length)).toEqual(expected.map((index) => groups[index]));
  const hashes = u32List(arena, rows.hashes, keys.length);
  expect(u32List(arena, fired.keys.hashes, expected.length)).toEqual(expected.map((index) => hashes[index]));
  expect(takeTimers(arena, 8, (onTimer) => queue.advance(950, onTimer)).keys.count).toBe(0);
  queue.release();
});

it('wishes to be called at the first timer, now, after it has come and after a restore', () => {
  const wishes: number[] = [];
  const context = { memory, keyGroups: KEY_GROUPS, registerTimer: (timestampMs: number) => wishes.push(timestampMs) };
  const key = arena.allocate(8);
  const timers = new ProcessingTimers('timers', context);
  timers.register(30, 1, key, 8);
  timers.register(20, 2, key, 8);
  timers.register(25, 2, key, 8);
  timers.register(25, 2, key, 8);
  expect(wishes.splice(0)).toEqual([30, 20, 20]);
  timers.advance(20, () => undefined);
  expect(wishes.splice(0)).toEqual([25]);
  const out = new BlobWriter();
  timers.snapshot(2, out);
  const restored = new ProcessingTimers('timers', context);
  restored.restore(2, new BlobReader(Buffer.from(out.bytes())), timers.layoutVersion);
  expect(wishes.splice(0)).toEqual([25]);
  restored.delete(25, 2, key, 8);
  restored.register(2n ** 63n - 1n, 2, key, 8);
  restored.advance(25, () => expect.unreachable());
  expect(wishes).toEqual([]);
  timers.release();
  restored.release();
});
