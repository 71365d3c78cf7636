/** When a bundle of rows ends (Flink's AbstractMapBundleOperator with a CountBundleTrigger). */
import { type Batch } from '../../../columnar/batch.js';
import { type Arena } from '../../../columnar/memory.js';
import { CountBundleTrigger, sliceOf } from '../../../state/bundle.js';
import { type KeyedState, type Operator, type Output } from '../../operator.js';

export abstract class BundleOperator implements Operator {
  abstract readonly states: readonly KeyedState[];
  private readonly trigger: CountBundleTrigger;

  /** @param size rows of a bundle, at least 1 */
  constructor(
    protected readonly arena: Arena,
    size: number,
  ) {
    this.trigger = new CountBundleTrigger(size);
  }

  protected abstract add(batch: Batch): void;
  /** The bundle is not empty, and is so afterwards. */
  protected abstract finish(output: Output): void;

  processBatch(_input: number, batch: Batch, output: Output): void {
    for (let from = 0; from < batch.selectedCount;) {
      const to = from + this.trigger.take(batch.selectedCount - from);
      this.add(sliceOf(this.arena, batch, from, to));
      if (this.trigger.isFull) this.finishBundle(output);
      from = to;
    }
  }

  processWatermark(_input: number, timestampMs: bigint, output: Output): void {
    this.finishBundle(output);
    output.emitWatermark(timestampMs);
  }

  prepareSnapshot(output: Output): void {
    this.finishBundle(output);
  }

  endInput(_input: number, output: Output): void {
    this.finishBundle(output);
  }

  private finishBundle(output: Output): void {
    if (this.trigger.isEmpty) return;
    this.trigger.reset();
    this.finish(output);
  }
}
