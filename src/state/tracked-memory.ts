/** For tests: a worker's memory that knows what is allocated, and refuses to take back what it did not give. */
import { WorkerMemory } from '../columnar/memory.js';

export class TrackedMemory extends WorkerMemory {
  private readonly blocks = new Map<number, number>();

  get allocatedBytes(): number {
    return [...this.blocks.values()].reduce((sum, byteLength) => sum + byteLength, 0);
  }

  override allocate(byteLength: number): number {
    const pointer = super.allocate(byteLength);
    this.blocks.set(pointer, byteLength);
    // Nobody may rely on what is in a new block.
    this.u8.fill(0xa5, pointer, pointer + byteLength);
    return pointer;
  }

  override release(pointer: number, byteLength: number): void {
    if (this.blocks.get(pointer) !== byteLength) {
      throw new Error(`${byteLength} bytes at ${pointer} are released, ${this.blocks.get(pointer)} were allocated`);
    }
    this.blocks.delete(pointer);
    super.release(pointer, byteLength);
  }
}
