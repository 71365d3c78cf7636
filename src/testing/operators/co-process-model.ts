/** What the test operator of co-process.ts does, in plain JavaScript: one row and one timer at a time. */
import { countTimeMs, What } from './co-process.js';

/** Keys are text, or NULL. */
export type Key = string | null;
export type ModelRow = readonly [key: Key, what: number, n: bigint, m: bigint];
export type LeftRow = readonly [key: Key, value: bigint, at: bigint];
export type RightRow = readonly [key: Key, value: bigint];

interface Timer {
  readonly key: Key;
  readonly timestampMs: bigint;
}

export class CoProcessModel {
  private readonly waiting = new Map<Key, bigint[]>();
  private readonly counts = new Map<Key, bigint>();
  private readonly eventTimers = new Map<string, Timer>();
  private readonly processingTimers = new Map<string, Timer>();

  left([key, value, at]: LeftRow): ModelRow[] {
    this.waiting.set(key, [...(this.waiting.get(key) ?? []), value]);
    register(this.eventTimers, { key, timestampMs: at });
    return [];
  }

  right([key, value]: RightRow, nowMs: number): ModelRow[] {
    this.counts.set(key, (this.counts.get(key) ?? 0n) + 1n);
    register(this.processingTimers, { key, timestampMs: BigInt(countTimeMs(nowMs)) });
    return (this.waiting.get(key) ?? []).map((left) => [key, What.MATCHED, left, value]);
  }

  watermark(timestampMs: bigint): ModelRow[] {
    return take(this.eventTimers, timestampMs).flatMap(({ key, timestampMs: at }): ModelRow[] => {
      const rows = this.waiting.get(key);
      this.waiting.delete(key);
      return rows ? [[key, What.CLEARED, BigInt(rows.length), at]] : [];
    });
  }

  time(nowMs: number): ModelRow[] {
    return take(this.processingTimers, BigInt(nowMs)).map(({ key, timestampMs: at }) => {
      const count = this.counts.get(key) ?? 0n;
      this.counts.delete(key);
      return [key, What.COUNT, count, at];
    });
  }
}

function register(timers: Map<string, Timer>, timer: Timer): void {
  timers.set(`${timer.timestampMs} ${timer.key === null ? 'NULL' : `'${timer.key}'`}`, timer);
}

/** Those that have come, earliest first. */
function take(timers: Map<string, Timer>, timestampMs: bigint): Timer[] {
  const fired = [...timers].filter(([, timer]) => timer.timestampMs <= timestampMs);
  for (const [name] of fired) timers.delete(name);
  return fired.map(([, timer]) => timer).sort((a, b) => Number(a.timestampMs - b.timestampMs));
}
