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

  it('stays below the pointers that are negative to JavaScript', () => {
    expect(new WorkerMemory(2 ** 33).limitBytes).toBeLessThan(2 ** 31);
    expect(new WorkerMemory(1 << 20).limitBytes).toBe(1 << 20);
  });

  it('notes the blocks of the stream that is at work', () => {
    const memory = new WorkerMemory();
    memory.owned = [];
    const pointer = memory.allocateOwned(100);
    memory.allocate(100);
    expect(memory.owned).toEqual([{ pointer, byteLength: 100 }]);
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

  it('keeps its block when there is no larger one, and gives it back once', () => {
    const memory = new WorkerMemory(9 << 20);
    const arena = new Arena(memory, 1 << 20);
    const neighbour = memory.allocate(4 << 20);
    expect(() => arena.run(() => arena.allocate(3 << 20))).toThrow(MemoryLimitError);
    arena.release();
    const blocks = Array.from({ length: 2 }, () => memory.allocate(1 << 20));
    expect(new Set([...blocks, neighbour]).size).toBe(3);
    expect(() => memory.allocate(3 << 20)).toThrow(MemoryLimitError);
  });

  it('has no room for what needs more than 32 bits', () => {
    const arena = new Arena(new WorkerMemory(1 << 22), 1024);
    for (const byteLength of [2 ** 31, 2 ** 32, 2 ** 32 + 8, 2 ** 34]) {
      expect(() => arena.allocate(byteLength)).toThrow(ArenaFullError);
      expect(() => arena.run(() => arena.allocate(byteLength))).toThrow(MemoryLimitError);
    }
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
