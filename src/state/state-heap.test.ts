/** StateHeap against a Map of slots. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateHeap } from './state-heap.js';
import { TrackedMemory } from './tracked-memory.js';

const SLOTS = 12;
const memory = new TrackedMemory();
const slots = memory.allocate(SLOTS * 8);
const source = memory.allocate(200_000);

function bytesOf(slot: number): Buffer {
  const pointer = memory.u32[slot >> 2]!;
  return Buffer.from(memory.u8.slice(pointer, pointer + memory.u32[(slot >> 2) + 1]!));
}

const arbitraryLength = fc.oneof(
  fc.nat({ max: 20 }),
  fc.nat({ max: 300 }),
  fc.integer({ min: 32_700, max: 32_800 }),
  fc.integer({ min: 60_000, max: 150_000 }),
);

describe('StateHeap', () => {
  it('keeps what slots were given, and gives all memory back', () => {
    const step = fc.record({ slot: fc.nat({ max: SLOTS - 1 }), length: arbitraryLength, fill: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const before = memory.allocatedBytes;
        const heap = new StateHeap(memory);
        memory.u8.fill(0, slots, slots + SLOTS * 8);
        const model = new Map<number, Buffer>();
        for (const { slot, length, fill } of steps) {
          const pointer = slots + slot * 8;
          if (fill === 0) {
            heap.freeBytes(pointer);
            model.delete(slot);
          } else {
            memory.u8.fill(fill, source, source + length);
            heap.setBytes(pointer, source, length);
            model.set(slot, Buffer.alloc(length, fill));
          }
          for (let other = 0; other < SLOTS; other++) {
            const found = bytesOf(slots + other * 8);
            if (!found.equals(model.get(other) ?? Buffer.alloc(0))) throw new Error(`slot ${other} has changed`);
          }
        }
        heap.releaseAll();
        expect(memory.allocatedBytes).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it('lets a slot be set from its own bytes', () => {
    const heap = new StateHeap(memory);
    memory.u8.fill(0, slots, slots + 8);
    memory.u8.fill(7, source, source + 100);
    heap.setBytes(slots, source, 100);
    heap.setBytes(slots, memory.u32[slots >> 2]! + 10, 90);
    expect(bytesOf(slots)).toEqual(Buffer.alloc(90, 7));
    heap.setBytes(slots, memory.u32[slots >> 2]!, 5);
    expect(bytesOf(slots)).toEqual(Buffer.alloc(5, 7));
    heap.releaseAll();
  });

  it('uses freed blocks again', () => {
    const heap = new StateHeap(memory);
    for (let round = 0; round < 1000; round++) {
      const blocks = [1, 16, 17, 100, 129, 1000, 30_000].map((byteLength) => ({ byteLength, pointer: heap.allocate(byteLength) })); // prettier-ignore
      for (const { pointer, byteLength } of blocks) heap.release(pointer, byteLength);
    }
    expect(heap.byteLength).toBeLessThan(200_000);
    heap.releaseAll();
  });
});
