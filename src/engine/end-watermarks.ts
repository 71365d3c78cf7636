/**
 * Watermarks that leave a fragment. Each of its ends may have seen another one (an operator holds some back, another does not); the
 * bridge sends what comes to all outputs, so it is the least of them, and only when it moves on.
 */
import type { WatermarkMark } from '../transport/messages.js';

const LONG_MIN = -(2n ** 63n);

export class EndWatermarks {
  private readonly lastOfEnd: Map<number, bigint>;
  private lastMs = LONG_MIN;
  private saved: { readonly lastOfEnd: ReadonlyMap<number, bigint>; readonly lastMs: bigint } | null = null;

  constructor(endIds: readonly number[]) {
    this.lastOfEnd = new Map(endIds.map((id) => [id, LONG_MIN]));
  }

  reached(endId: number, timestampMs: bigint): void {
    if (timestampMs > this.lastOfEnd.get(endId)!) this.lastOfEnd.set(endId, timestampMs);
  }

  /** The mark that is due behind `afterOutputs` outputs, if the least watermark has moved on. */
  due(afterOutputs: number): WatermarkMark | null {
    let least: bigint | null = null;
    for (const last of this.lastOfEnd.values()) if (least === null || last < least) least = last;
    if (least === null || least <= this.lastMs) return null;
    this.lastMs = least;
    return { afterOutputs, timestampMs: least };
  }

  /** What `undo` goes back to. */
  save(): void {
    this.saved = { lastOfEnd: new Map(this.lastOfEnd), lastMs: this.lastMs };
  }

  undo(): void {
    if (!this.saved) return;
    for (const [id, last] of this.saved.lastOfEnd) this.lastOfEnd.set(id, last);
    this.lastMs = this.saved.lastMs;
  }
}
