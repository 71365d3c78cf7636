/** Values of variable length in state: blocks by size class (src/kernels/lib/state-heap.ts), from chunks of the worker's memory. */
import { type MemoryBlock, type WorkerMemory } from '../columnar/memory.js';
import { BLOCK_SLACK_BYTES, BlockPool, powerOfTwo } from './block-pool.js';
import { stateKernel, type StateKernel } from './kernel.js';

const HEAP_BYTES = 16 + 40 * 4;
/** Longer blocks are the worker memory's own. */
export const CLASS_BYTES_MAX = 32768;
const CHUNK_BYTES_MIN = 1024;
const CHUNK_BYTES_MAX = 1 << 20;
const CHUNK_SHARE = 4;
const SET_DONE = 0;
const SET_NEEDS_CHUNK = 1;

export class StateHeap {
  /** The kernel's record of this heap. */
  readonly heap: number;
  private readonly kernel: StateKernel;
  private readonly pool: BlockPool;
  private readonly large = new Map<number, MemoryBlock>();
  private chunksBytes = 0;
  private chunkCount = 0;
  private lastChunk = 0;
  private largeBytes = 0;

  constructor(readonly memory: WorkerMemory) {
    this.kernel = stateKernel(memory);
    this.pool = new BlockPool(memory);
    this.heap = memory.allocate(HEAP_BYTES);
    memory.u8.fill(0, this.heap, this.heap + HEAP_BYTES);
  }

  /** Bytes taken from the worker's memory. */
  get byteLength(): number {
    return this.pool.byteLength + this.largeBytes + HEAP_BYTES;
  }

  /** At least `byteLength` bytes, 16-byte aligned, contents undefined; 0 for none. */
  allocate(byteLength: number): number {
    if (byteLength === 0) return 0;
    if (byteLength > CLASS_BYTES_MAX) return this.allocateLarge(byteLength);
    for (;;) {
      const block = this.kernel.heapAllocate(this.heap, byteLength);
      if (block !== 0) return block;
      this.addChunk(byteLength);
    }
  }

  /** Gives a block back; `byteLength` as it was asked for. */
  release(pointer: number, byteLength: number): void {
    if (byteLength === 0) return;
    if (byteLength <= CLASS_BYTES_MAX) return this.kernel.heapRelease(this.heap, pointer, byteLength);
    const block = this.large.get(pointer)!;
    this.large.delete(pointer);
    this.largeBytes -= block.byteLength;
    this.memory.release(block.pointer, block.byteLength);
  }

  /**
   * Copies bytes to where `slot` points: (u32 pointer, u32 byteLength), which begins as zeroes. The block is used again when its size class is
   * the right one. The pointer of no bytes is 0. The source may be the slot's own bytes; up to 15 more are read behind it.
   */
  setBytes(slot: number, source: number, byteLength: number): void {
    for (;;) {
      const result = this.kernel.heapSetBytes(this.heap, slot, source, byteLength);
      if (result === SET_DONE) return;
      if (result !== SET_NEEDS_CHUNK) return this.setLarge(slot, source, byteLength);
      this.addChunk(byteLength);
    }
  }

  /** Makes the slot zeroes. */
  freeBytes(slot: number): void {
    const { u32 } = this.memory;
    const word = slot >> 2;
    const byteLength = u32[word + 1]!;
    if (byteLength !== 0) this.release(u32[word]!, byteLength);
    u32[word] = 0;
    u32[word + 1] = 0;
  }

  /** Frees all blocks at once. The heap keeps its memory, as one chunk. */
  reset(): void {
    this.releaseLarge();
    if (this.chunkCount === 0) return;
    const { u8 } = this.memory;
    u8.fill(0, this.heap, this.heap + HEAP_BYTES);
    if (this.chunkCount === 1) {
      this.kernel.heapAddChunk(this.heap, this.lastChunk, this.chunksBytes - BLOCK_SLACK_BYTES);
      return;
    }
    const chunkBytes = powerOfTwo(this.chunksBytes);
    this.pool.releaseAll();
    this.chunksBytes = 0;
    this.chunkCount = 0;
    this.addChunkOf(chunkBytes);
  }

  /** Gives all chunks back; not used after it. */
  releaseAll(): void {
    this.pool.releaseAll();
    this.releaseLarge();
    this.memory.release(this.heap, HEAP_BYTES);
  }

  private releaseLarge(): void {
    for (const { pointer, byteLength } of this.large.values()) this.memory.release(pointer, byteLength);
    this.large.clear();
    this.largeBytes = 0;
  }

  /** A chunk for the kernel, which cuts blocks from it: at least one of `byteLength`. */
  addChunk(byteLength: number): void {
    const share = powerOfTwo(Math.floor(this.chunksBytes / CHUNK_SHARE));
    // Size classes round up by less than a quarter, and short blocks to 16 bytes.
    const needed = powerOfTwo(Math.ceil(byteLength * 1.25) + 16 + BLOCK_SLACK_BYTES);
    const chunkBytes = Math.max(needed, CHUNK_BYTES_MIN, Math.min(share, CHUNK_BYTES_MAX));
    this.addChunkOf(chunkBytes);
  }

  private addChunkOf(chunkBytes: number): void {
    this.lastChunk = this.pool.allocate(chunkBytes);
    this.chunksBytes += chunkBytes;
    this.chunkCount++;
    this.kernel.heapAddChunk(this.heap, this.lastChunk, chunkBytes - BLOCK_SLACK_BYTES);
  }

  private allocateLarge(byteLength: number): number {
    const pointer = this.memory.allocate(byteLength);
    this.large.set(pointer, { pointer, byteLength });
    this.largeBytes += byteLength;
    return pointer;
  }

  private setLarge(slot: number, source: number, byteLength: number): void {
    const { u8, u32 } = this.memory;
    const block = this.allocate(byteLength);
    u8.copyWithin(block, source, source + byteLength);
    // Only now: the source may lie in the old block.
    this.freeBytes(slot);
    u32[slot >> 2] = block;
    u32[(slot >> 2) + 1] = byteLength;
  }
}
