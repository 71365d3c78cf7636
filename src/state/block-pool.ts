/**
 * Blocks whose sizes are powers of two, for the indexes and chunks of one table. They are cut from extents of the worker's memory; the block
 * that an index leaves behind when it grows becomes chunks of entries.
 */
import { SLACK_BYTES, type MemoryBlock, type WorkerMemory } from '../columnar/memory.js';

export const BLOCK_BYTES_MIN = 256;
/** At the end of each block; kernels may read there. */
export const BLOCK_SLACK_BYTES = SLACK_BYTES;
const EXTENT_BYTES_MIN = 16384;
const EXTENT_BYTES_MAX = 1 << 20;
/** A new extent is at most this part of what the pool has: small tables stay small. */
const EXTENT_SHARE = 8;

export class BlockPool {
  /** Free blocks, by the logarithm of their size. */
  private readonly free: number[][] = Array.from({ length: 32 }, () => []);
  private readonly extents: MemoryBlock[] = [];
  private extentsBytes = 0;

  constructor(private readonly memory: WorkerMemory) {}

  /** Bytes taken from the worker's memory. */
  get byteLength(): number {
    return this.extentsBytes;
  }

  /** `blockBytes` is a power of two; all but the last BLOCK_SLACK_BYTES are the caller's. Contents undefined. */
  allocate(blockBytes: number): number {
    const wanted = 31 - Math.clz32(blockBytes);
    let power = wanted;
    while (power < this.free.length && this.free[power]!.length === 0) power++;
    if (power === this.free.length) power = this.addExtent(blockBytes);
    const block = this.free[power]!.pop()!;
    while (power > wanted) {
      power--;
      this.free[power]!.push(block + 2 ** power);
    }
    return block;
  }

  release(block: number, blockBytes: number): void {
    this.free[31 - Math.clz32(blockBytes)]!.push(block);
  }

  /** Gives everything back; the pool begins anew. */
  releaseAll(): void {
    for (const { pointer, byteLength } of this.extents.splice(0)) this.memory.release(pointer, byteLength);
    for (const list of this.free) list.length = 0;
    this.extentsBytes = 0;
  }

  private addExtent(blockBytes: number): number {
    const share = powerOfTwo(Math.max(EXTENT_BYTES_MIN, Math.floor(this.extentsBytes / EXTENT_SHARE)));
    const extentBytes = Math.max(blockBytes, Math.min(EXTENT_BYTES_MAX, share));
    // The memory adds the slack itself.
    const byteLength = extentBytes - SLACK_BYTES;
    const pointer = this.memory.allocate(byteLength);
    this.extents.push({ pointer, byteLength });
    this.extentsBytes += extentBytes;
    const power = 31 - Math.clz32(extentBytes);
    this.free[power]!.push(pointer);
    return power;
  }
}

/** The smallest power of two that is not less. */
export function powerOfTwo(value: number): number {
  return value <= 1 ? 1 : 2 ** (32 - Math.clz32(value - 1));
}
