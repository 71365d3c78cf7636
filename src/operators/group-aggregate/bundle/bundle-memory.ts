/** The memory of a bundle, given back with the states of the operator. A bundle is finished before each snapshot, so that nothing of it is in one. */
import { ErrorCode, SlipstreamError } from '../../../errors.js';
import { type KeyedState } from '../../operator.js';
import { type StateSlot } from '../../../state/table-state.js';

interface Releasable {
  release(): void;
}

export class BundleMemory implements KeyedState {
  readonly name = 'bundle';
  readonly layoutVersion = 1;

  /** @param slots of accumulators: their heap and element tables are released too */
  constructor(
    private readonly slots: readonly StateSlot[],
    private readonly others: readonly Releasable[],
  ) {}

  snapshot(): void {}

  restore(keyGroup: number): never {
    throw new SlipstreamError(
      ErrorCode.invalidState,
      `state bundle of key group ${keyGroup}: expected none, for a bundle is finished before a snapshot`,
    );
  }

  release(): void {
    const heaps = new Set(
      this.slots.flatMap((slot) => (slot.kind === 'bytes' ? [slot.heap] : slot.slots.map(({ heap }) => heap))),
    );
    const tables = new Set(this.slots.flatMap((slot) => (slot.kind === 'elements' ? [slot.table] : [])));
    for (const heap of heaps) heap.releaseAll();
    for (const table of tables) table.release();
    for (const other of this.others) other.release();
  }
}
