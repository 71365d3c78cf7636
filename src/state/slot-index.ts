/** Sizes of the open-addressing indexes of src/kernels/lib/slot-index.ts, and their growth. */
import { type WorkerMemory } from '../columnar/memory.js';
import { BLOCK_BYTES_MIN, BLOCK_SLACK_BYTES, type BlockPool, powerOfTwo } from './block-pool.js';
import { type StateKernel } from './kernel.js';

/** Bytes of an index record: u32 slots · u32 slotCount · u32 used · u32 usedMax. */
export const INDEX_BYTES = 16;
const SLOT_BYTES = 8;
/** Beyond it probes become long; growing leaves half of it. */
const LOAD_MAX = 0.75;

export class SlotIndexes {
  constructor(
    private readonly memory: WorkerMemory,
    private readonly kernel: StateKernel,
    private readonly pool: BlockPool,
  ) {}

  /** Makes room for at least one more, or for `used` in all. */
  grow(index: number, used = 0): void {
    const oldBytes = this.blockBytes(index);
    let blockBytes = Math.max(oldBytes * 2, BLOCK_BYTES_MIN);
    if (used > 0)
      blockBytes = Math.max(blockBytes, powerOfTwo(Math.ceil(used / LOAD_MAX) * SLOT_BYTES + BLOCK_SLACK_BYTES));
    const slotCount = (blockBytes - BLOCK_SLACK_BYTES) / SLOT_BYTES;
    const oldSlots = this.memory.u32[index >> 2]!;
    const slots = this.pool.allocate(blockBytes);
    this.kernel.moveSlots(index, slots, slotCount, Math.floor(slotCount * LOAD_MAX));
    if (oldBytes > 0) this.pool.release(oldSlots, oldBytes);
  }

  /** Gives the slots of an empty index back when they are many. */
  shrink(index: number): void {
    const blockBytes = this.blockBytes(index);
    if (blockBytes <= BLOCK_BYTES_MIN) return;
    this.pool.release(this.memory.u32[index >> 2]!, blockBytes);
    this.memory.u32.fill(0, index >> 2, (index + INDEX_BYTES) >> 2);
  }

  /** All slots are empty again. */
  clear(index: number): void {
    const { u32 } = this.memory;
    if (u32[(index + 8) >> 2] === 0) return;
    const slots0 = u32[index >> 2]! >> 2;
    u32.fill(0, slots0, slots0 + (u32[(index + 4) >> 2]! * SLOT_BYTES) / 4);
    u32[(index + 8) >> 2] = 0;
  }

  private blockBytes(index: number): number {
    const slotCount = this.memory.u32[(index + 4) >> 2]!;
    return slotCount === 0 ? 0 : slotCount * SLOT_BYTES + BLOCK_SLACK_BYTES;
  }
}
