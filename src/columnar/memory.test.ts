import { describe, expect, it } from 'vitest';
import { Arena, MemoryLimitError, WorkerMemory } from './memory.js';

describe('WorkerMemory', () => {
  it('gives a released block to the next request of its size', () => {
    const memory = new WorkerMemory();
    const first = memory.allocate(1000);
    memory.release(first, 1000);
    expect(memory.allocate(1000)).toBe(first);
    expect(memory.allocate(1000)).not.toBe(first);
  });

  it('keeps its views and contents whatever is allocated', () => {
    const memory = new WorkerMemory();
    const pointer = memory.allocate(8);
    memory.i64[pointer >> 3] = -5n;
    const { i64 } = memory;
    const far = memory.allocate(512 << 20);
    i64[(far >> 3) + 1] = 7n;
    expect([i64[pointer >> 3], memory.i64[(far >> 3) + 1]]).toEqual([-5n, 7n]);
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
  it('goes on in a larger block when one is full, and keeps what is in the first', () => {
    const memory = new WorkerMemory();
    const arena = new Arena(memory, 1024);
    const first = arena.allocate(100);
    memory.u8[first] = 7;
    const second = arena.allocate(1 << 20);
    expect([first % 16, second % 16, memory.u8[first]]).toEqual([0, 0, 7]);
    arena.reset();
    expect(arena.allocate(1 << 20)).toBe(second);
    expect(memory.allocate(1024)).toBe(first);
  });

  it('keeps its blocks when there is no larger one, and gives them back once', () => {
    const memory = new WorkerMemory(20 << 20);
    const arena = new Arena(memory, 1 << 20);
    arena.allocate(3 << 20);
    expect(() => arena.allocate(16 << 20)).toThrow(MemoryLimitError);
    arena.release();
    expect(new Set([memory.allocate(1 << 20), memory.allocate(3 << 20)]).size).toBe(2);
  });

  it('has no room for what needs more than 32 bits', () => {
    const arena = new Arena(new WorkerMemory(1 << 22), 1024);
    for (const byteLength of [2 ** 31, 2 ** 32, 2 ** 32 + 8, 2 ** 34]) {
      expect(() => arena.allocate(byteLength)).toThrow(MemoryLimitError);
    }
  });

  it('takes back what was borrowed, and leaves it when that went into another block', () => {
    const arena = new Arena(new WorkerMemory(), 1024);
    const { top } = arena;
    arena.borrow(() => arena.allocate(100));
    expect(arena.top).toBe(top);
    arena.borrow(() => arena.allocate(10_000));
    const other = arena.allocate(16);
    expect(other).toBeGreaterThanOrEqual(top + 1024);
    expect(arena.freeBytes).toBeGreaterThanOrEqual(0);
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
    const other = arena.reserve(2000);
    arena.advance(other + 2000);
    expect(arena.allocate(1)).toBe((other + 2000 + 15) & ~15);
  });
});
