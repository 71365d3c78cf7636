/** Accumulators of a bundle apart from the entries of their keys: blocks that are all given back when the bundle is finished. */
import { type WorkerMemory } from '../../../columnar/memory.js';

const BLOCKS_PER_CHUNK = 256;

export class AccumulatorBlocks {
  private readonly chunks: number[] = [];
  private used = 0;
  private readonly blockBytes: number;

  constructor(
    private readonly memory: WorkerMemory,
    valueBytes: number,
  ) {
    // Never 0: an address says that there are accumulators, also when they are of no bytes.
    this.blockBytes = Math.max(8, valueBytes);
  }

  /** Zeroes, at a multiple of 8. */
  take(): number {
    const { u8 } = this.memory;
    const chunk = Math.floor(this.used / BLOCKS_PER_CHUNK);
    if (chunk === this.chunks.length) this.chunks.push(this.memory.allocate(BLOCKS_PER_CHUNK * this.blockBytes));
    const block = this.chunks[chunk]! + (this.used++ % BLOCKS_PER_CHUNK) * this.blockBytes;
    u8.fill(0, block, block + this.blockBytes);
    return block;
  }

  /** All are free again; what they point to is the caller's. */
  reset(): void {
    this.used = 0;
  }

  release(): void {
    for (const chunk of this.chunks) this.memory.release(chunk, BLOCKS_PER_CHUNK * this.blockBytes);
    this.chunks.length = 0;
  }
}
