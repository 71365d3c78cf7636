/** Flink's CountBundleTrigger: how many rows still go into the bundle at hand. The bundle itself is the operator's. */
import { type Batch } from '../columnar/batch.js';
import { type Arena } from '../columnar/memory.js';

export class CountBundleTrigger {
  private count = 0;

  /** @param countMax at least 1 */
  constructor(private readonly countMax: number) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The bundle is full: finish it, and `reset`. */
  get isFull(): boolean {
    return this.count >= this.countMax;
  }

  /** Takes as many of `count` rows into the bundle as it has room for; returns how many. */
  take(count: number): number {
    const taken = Math.min(count, this.countMax - this.count);
    this.count += taken;
    return taken;
  }

  /** The bundle has been finished, for whatever reason. */
  reset(): void {
    this.count = 0;
  }
}

/** Part of a batch: its selected rows `from` to `to` (exclusive). */
export function sliceOf(arena: Arena, batch: Batch, from: number, to: number): Batch {
  const selectedCount = to - from;
  if (selectedCount === batch.selectedCount) return batch;
  if (batch.selection !== 0) return { ...batch, selection: batch.selection + from * 4, selectedCount };
  const selection = arena.allocate(selectedCount * 4);
  const first = selection >>> 2;
  for (let index = 0; index < selectedCount; index++) arena.memory.u32[first + index] = from + index;
  return { ...batch, selection, selectedCount };
}
