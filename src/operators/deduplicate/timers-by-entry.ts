/**
 * Event-time timers of entries: a binary heap of (timestamp, entry). An entry has at most one that counts; one that was replaced stays until
 * its time comes, and whoever is told of it sees that it does not count. Not part of snapshots: the rows that wait say it all.
 */

const CAPACITY_MIN = 1024;

export class TimersByEntry {
  private timestampsMs = new BigInt64Array(CAPACITY_MIN);
  private entries = new Uint32Array(CAPACITY_MIN);
  private count = 0;

  add(timestampMs: bigint, entry: number): void {
    if (this.count === this.entries.length) this.grow();
    const { timestampsMs, entries } = this;
    let at = this.count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (timestampsMs[parent]! <= timestampMs) break;
      timestampsMs[at] = timestampsMs[parent]!;
      entries[at] = entries[parent]!;
      at = parent;
    }
    timestampsMs[at] = timestampMs;
    entries[at] = entry;
  }

  /** Takes out those up to and including the timestamp, earliest first. */
  advance(timestampMs: bigint, onTimer: (timestampMs: bigint, entry: number) => void): void {
    while (this.count > 0 && this.timestampsMs[0]! <= timestampMs) {
      const [firstMs, entry] = [this.timestampsMs[0]!, this.entries[0]!];
      this.removeFirst();
      onTimer(firstMs, entry);
    }
  }

  private removeFirst(): void {
    const { timestampsMs, entries } = this;
    const last = --this.count;
    const [timestampMs, entry] = [timestampsMs[last]!, entries[last]!];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && timestampsMs[child + 1]! < timestampsMs[child]!) child++;
      if (timestampsMs[child]! >= timestampMs) break;
      timestampsMs[at] = timestampsMs[child]!;
      entries[at] = entries[child]!;
      at = child;
    }
    timestampsMs[at] = timestampMs;
    entries[at] = entry;
  }

  private grow(): void {
    const [timestampsMs, entries] = [new BigInt64Array(this.count * 2), new Uint32Array(this.count * 2)];
    timestampsMs.set(this.timestampsMs);
    entries.set(this.entries);
    this.timestampsMs = timestampsMs;
    this.entries = entries;
  }
}
