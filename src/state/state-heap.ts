/** Values of variable length in state: blocks by size class, from chunks of the worker's memory. */
import { type WorkerMemory } from '../columnar/memory.js';

export class StateHeap {
  constructor(readonly memory: WorkerMemory) {}

  /** At least `byteLength` bytes, 16-byte aligned, contents undefined. */
  allocate(_byteLength: number): number {
    throw new Error('not yet');
  }

  /** Gives a block back; `byteLength` as it was asked for. */
  release(_pointer: number, _byteLength: number): void {
    throw new Error('not yet');
  }

  /**
   * Copies bytes to where `slot` points: (u32 pointer, u32 byteLength), which begins as zeroes. The block is used again when its size class is
   * the right one. The pointer of no bytes is 0.
   */
  setBytes(_slot: number, _source: number, _byteLength: number): void {
    throw new Error('not yet');
  }

  /** Makes the slot zeroes. */
  freeBytes(_slot: number): void {
    throw new Error('not yet');
  }

  /** Gives all chunks back; not used after it. */
  releaseAll(): void {
    throw new Error('not yet');
  }
}
