import { describe, expect, it } from 'vitest';
import { Arena, ArenaFullError, MemoryLimitError, WorkerMemory } from './memory.js';

describe('WorkerMemory', () => {
  it('gives a released block to the next request of its size', () => {
    const memory = new WorkerMemory();
    const first = memory.allocate(1000);
    memory.release(first, 1000);
    expect(memory.allocate(1000)).toBe(first);
    expect(memory.allocate(1000)).not.toBe(first);
  });

  it('refreshes its views when it grows, and keeps the contents', () => {
    const memory = new WorkerMemory();
    const pointer = memory.allocate(8);
    memory.i64[pointer >> 3] = -5n;
    const before = memory.u8;
    memory.allocate(8 << 20);
    expect(before.length).toBe(0);
    expect(memory.i64[pointer >> 3]).toBe(-5n);
  });

  it('stops at its limit', () => {
    const memory = new WorkerMemory(4 << 20);
    expect(() => memory.allocate(8 << 20)).toThrow(MemoryLimitError);
  });
});

describe('Arena', () => {
  it('runs an evaluation again until it fits', () => {
    const arena = new Arena(new WorkerMemory(), 1024);
    let tries = 0;
    const pointer = arena.run(() => {
      tries++;
      return arena.allocate(1 << 20);
    });
    expect(tries).toBe(2);
    expect(pointer % 16).toBe(0);
  });

  it('does not swallow other errors', () => {
    const arena = new Arena(new WorkerMemory(), 1024);
    expect(() =>
      arena.run(() => {
        throw new Error('of the evaluation');
      }),
    ).toThrow('of the evaluation');
  });

  it('reserves unaligned room for kernels and aligns behind it', () => {
    const arena = new Arena(new WorkerMemory(), 1024);
    const start = arena.reserve(100);
    arena.advance(start + 5);
    expect(arena.allocate(1)).toBe(start + 16);
    expect(() => arena.reserve(2000)).toThrow(ArenaFullError);
  });
});
