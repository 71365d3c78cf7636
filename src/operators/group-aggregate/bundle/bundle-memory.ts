/** The memory of a bundle, given back with the states of the operator. A bundle is finished before each snapshot, so that nothing of it is in one. */
import { ErrorCode, SlipstreamError } from '../../../errors.js';
import { type KeyedState } from '../../operator.js';
import { type ElementTable } from '../../../state/element-table.js';
import { type StateHeap } from '../../../state/state-heap.js';
import { type StateSlot } from '../../../state/table-state.js';

interface Releasable {
  release(): void;
}

export class BundleMemory implements KeyedState {
  readonly name = 'bundle';
  readonly layoutVersion = 1;
  private readonly heaps: ReadonlySet<StateHeap>;
  private readonly tables: ReadonlySet<ElementTable>;

  /** @param slots of accumulators: their heap and element tables are released too */
  constructor(
    slots: readonly StateSlot[],
    private readonly others: readonly Releasable[],
  ) {
    this.heaps = new Set(
      slots.flatMap((slot) => (slot.kind === 'bytes' ? [slot.heap] : slot.slots.map(({ heap }) => heap))),
    );
    this.tables = new Set(slots.flatMap((slot) => (slot.kind === 'elements' ? [slot.table] : [])));
  }

  /** Frees whatever accumulators point to, all at once; those that live on are zeroes in these slots then. */
  reset(): void {
    for (const heap of this.heaps) heap.reset();
    for (const table of this.tables) table.reset();
  }

  snapshot(): void {}

  restore(keyGroup: number): never {
    throw new SlipstreamError(
      ErrorCode.invalidState,
      `state bundle of key group ${keyGroup}: expected none, for a bundle is finished before a snapshot`,
    );
  }

  release(): void {
    for (const heap of this.heaps) heap.releaseAll();
    for (const table of this.tables) table.release();
    for (const other of this.others) other.release();
  }
}
