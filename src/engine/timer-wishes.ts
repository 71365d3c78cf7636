/** Processing times at which operators of a fragment want to be called: the earliest of each counts until it has come. */
export class TimerWishes {
  private readonly wishOf = new Map<number, number>();

  wish(nodeId: number, timestampMs: number): void {
    const wished = this.wishOf.get(nodeId);
    if (wished === undefined || timestampMs < wished) this.wishOf.set(nodeId, timestampMs);
  }

  /** The earliest of all; `null`: nobody wants to be called. */
  get earliestMs(): number | null {
    return this.wishOf.size === 0 ? null : Math.min(...this.wishOf.values());
  }

  /** Whether the operator's wish has come; it has none any more then. */
  take(nodeId: number, timestampMs: number): boolean {
    const wished = this.wishOf.get(nodeId);
    if (wished === undefined || wished > timestampMs) return false;
    this.wishOf.delete(nodeId);
    return true;
  }
}
