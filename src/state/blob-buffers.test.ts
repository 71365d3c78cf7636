import { expect, test } from 'vitest';
import { BlobBuffers } from './blob-buffers.js';

test('a buffer comes back for a blob that it is long enough for, and not twice', () => {
  const buffers = new BlobBuffers();
  const first = buffers.acquire(100_000);
  expect(first.length).toBeGreaterThanOrEqual(100_000);
  buffers.release(first.subarray(0, 5));
  const second = buffers.acquire(90_000);
  expect(second.buffer).toBe(first.buffer);
  expect(second.length).toBe(first.length);
  expect(buffers.acquire(90_000).buffer).not.toBe(first.buffer);
});

test('a much longer buffer is not wasted on a short blob', () => {
  const buffers = new BlobBuffers();
  const long = buffers.acquire(1 << 20);
  buffers.release(long);
  expect(buffers.acquire(100_000).buffer).not.toBe(long.buffer);
});

test('those that were kept longest go when there are too many', () => {
  const buffers = new BlobBuffers(300_000);
  const [first, second, third] = [buffers.acquire(1 << 17), buffers.acquire(1 << 17), buffers.acquire(1 << 17)];
  for (const buffer of [first, second, third]) buffers.release(buffer);
  const found = [buffers.acquire(1 << 17), buffers.acquire(1 << 17), buffers.acquire(1 << 17)].map((b) => b.buffer);
  expect(found.slice(0, 2)).toEqual([second.buffer, third.buffer]);
  expect(found).not.toContain(first.buffer);
});

test('what others have made is not taken, nor what is longer than all that is kept', () => {
  const buffers = new BlobBuffers(1 << 20);
  const foreign = Buffer.alloc(1 << 17);
  buffers.release(foreign);
  expect(buffers.acquire(1 << 17).buffer).not.toBe(foreign.buffer);
  const long = buffers.acquire(2 << 20);
  buffers.release(long);
  expect(buffers.acquire(2 << 20).buffer).not.toBe(long.buffer);
});
