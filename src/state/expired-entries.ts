/**
 * Takes entries away whose time is over, in the background: they are gone for everybody already, and only take up memory. One key group at a
 * time, all of them within half a TTL.
 */
import { type KeyGroupRange } from '../operators/operator.js';
import { type TableState } from './table-state.js';

export class ExpiredEntries {
  private readonly intervalMs: number;
  private keyGroup: number;
  private nextMs = 0;

  /** @param isNeeded entries that stay nevertheless; asked for all entries, also those whose time is not over */
  constructor(
    private readonly state: TableState,
    private readonly keyGroups: KeyGroupRange,
    private readonly ttlMs: number,
    private readonly isNeeded: (entry: number, expiredMs: bigint) => boolean = () => false,
  ) {
    this.keyGroup = keyGroups.start;
    this.intervalMs = Math.max(1, Math.floor(ttlMs / 2 / Math.max(1, keyGroups.end - keyGroups.start + 1)));
  }

  /** Looks through the next key group when it is time. Pointers to entries are not good afterwards. */
  sweep(nowMs: number): void {
    if (nowMs < this.nextMs || this.keyGroups.end < this.keyGroups.start) return;
    this.nextMs = nowMs + this.intervalMs;
    const { table } = this.state;
    const { i64 } = table.memory;
    const expiredMs = BigInt(nowMs - this.ttlMs);
    table.forEachEntry(this.keyGroup, (entry) => {
      const isNeeded = this.isNeeded(entry, expiredMs);
      if (isNeeded || i64[(entry + table.timestampOffset) >> 3]! > expiredMs) return;
      this.state.freeSlots(entry);
      table.remove(entry);
    });
    this.keyGroup = this.keyGroup === this.keyGroups.end ? this.keyGroups.start : this.keyGroup + 1;
  }
}
