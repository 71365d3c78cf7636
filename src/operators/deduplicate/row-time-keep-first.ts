/**
 * Flink's RowTimeDeduplicateKeepFirstRowFunction: the row of the least rowtime of a key, once the watermark has reached it, and nothing of that
 * key afterwards. A row behind the watermark is late; one at it is not.
 *
 *   value  u32 pointer, u32 byteLength of the waiting row · u8 emitted · u8[3] · u32 timers that point to the entry
 *
 * The TTL is that of `emitted` alone (Flink: no TTL on the waiting row, or it would be lost).
 */
import { type Batch } from '../../columnar/batch.js';
import { LIVE_OFFSET, VALUE_OFFSET } from '../../state/keyed-table.js';
import { ResultRows } from '../../state/result-rows.js';
import { ROW_SLOT_OFFSET, RowState } from '../../state/row-state.js';
import { type KeyedState, type Operator, type Output, type RuntimeContext } from '../operator.js';
import { type BlobReader, type BlobWriter } from '../../state/blob.js';
import { type DeduplicateSpec } from './deduplicate-spec.js';
import { isKept, rowtimeOffset } from './rowtime.js';
import { TimersByEntry } from './timers-by-entry.js';

const EMITTED_OFFSET = VALUE_OFFSET + 8;
const TIMERS_OFFSET = VALUE_OFFSET + 12;
const LAYOUT_VERSION = 1;
const LONG_MIN = -(2n ** 63n);

export class RowTimeKeepFirst implements Operator {
  readonly states: readonly KeyedState[];
  private readonly rows: RowState;
  private readonly timers = new TimersByEntry();
  private readonly rowtime: number;
  /** Of the operator; Flink begins anew after a restore. */
  private watermarkMs = LONG_MIN;

  constructor(
    private readonly context: RuntimeContext,
    private readonly spec: DeduplicateSpec,
  ) {
    const { u32 } = context.memory;
    this.rows = new RowState(context, {
      name: 'deduplicate-waiting-to-emit',
      layoutVersion: LAYOUT_VERSION,
      rowType: spec.rowType,
      keyColumns: spec.keyColumns,
      ttlMs: spec.ttlMs,
      extraBytes: 8,
      isNeeded: (entry) => u32[(entry + ROW_SLOT_OFFSET) >> 2] !== 0 || u32[(entry + TIMERS_OFFSET) >> 2] !== 0,
    });
    this.rowtime = rowtimeOffset(spec.rowType.fields.length, spec.rowtimeColumn);
    this.states = [this.stateWithTimers()];
  }

  beginFrame(): void {
    this.rows.beginFrame();
  }

  processBatch(_input: number, batch: Batch): void {
    const { context, rows, rowtime, watermarkMs } = this;
    const { memory } = context;
    const { u8, u32, i64 } = memory;
    rows.sweepExpired();
    const { entries, starts, limits, count } = rows.encode(batch, rows.locate(batch));
    const expiredMs = rows.expiredMs(context.currentTimeMs());
    for (let index = 0; index < count; index++) {
      const entry = u32[(entries >>> 2) + index]!;
      const start = u32[(starts >>> 2) + index]!;
      const rowtimeMs = i64[(start + rowtime) >> 3]!;
      if (rowtimeMs < watermarkMs || this.isEmitted(entry, expiredMs)) continue;
      const waiting = u32[(entry + ROW_SLOT_OFFSET) >> 2]!;
      if (waiting !== 0 && !isKept(memory, waiting + rowtime, start + rowtime, false)) continue;
      this.wait(rowtimeMs, entry);
      rows.put(entry + ROW_SLOT_OFFSET, start, u32[(limits >>> 2) + index]! - start);
      u8[entry + LIVE_OFFSET] = 1;
    }
    rows.forget(entries, count);
  }

  processWatermark(_input: number, timestampMs: bigint, output: Output): void {
    const { context, rows, spec, rowtime } = this;
    const { u8, u32, i64 } = context.memory;
    this.watermarkMs = timestampMs;
    const now = BigInt(context.currentTimeMs());
    const fired: number[] = [];
    this.timers.advance(timestampMs, (timerMs, entry) => {
      u32[(entry + TIMERS_OFFSET) >> 2]! -= 1;
      const slot = (entry + ROW_SLOT_OFFSET) >> 2;
      const waiting = u32[slot]!;
      if (waiting === 0 || i64[(waiting + rowtime) >> 3] !== timerMs) return;
      fired.push(waiting, waiting + u32[slot + 1]!);
      rows.take(entry + ROW_SLOT_OFFSET);
      u8[entry + EMITTED_OFFSET] = 1;
      if (spec.ttlMs > 0) i64[(entry + rows.timestampOffset) >> 3] = now;
    });
    this.emit(fired, output);
    output.emitWatermark(timestampMs);
  }

  private emit(fired: readonly number[], output: Output): void {
    const results = new ResultRows(this.context.arena, fired.length / 2);
    for (let index = 0; index < fired.length; index += 2) results.add(fired[index]!, fired[index + 1]!, 0);
    const batch = results.toBatch(this.rows.reader);
    if (batch) output.emitBatch(batch);
  }

  private isEmitted(entry: number, expiredMs: bigint): boolean {
    const { u8, i64 } = this.context.memory;
    if (u8[entry + EMITTED_OFFSET] === 0) return false;
    if (this.spec.ttlMs === 0 || i64[(entry + this.rows.timestampOffset) >> 3]! > expiredMs) return true;
    u8[entry + EMITTED_OFFSET] = 0;
    return false;
  }

  private wait(timestampMs: bigint, entry: number): void {
    this.timers.add(timestampMs, entry);
    this.context.memory.u32[(entry + TIMERS_OFFSET) >> 2]! += 1;
  }

  /** Timers are made again of the rows that wait. */
  private stateWithTimers(): KeyedState {
    const { state } = this.rows;
    const { u32, i64 } = this.context.memory;
    return {
      name: state.name,
      layoutVersion: state.layoutVersion,
      snapshot: (keyGroup: number, out: BlobWriter) => state.snapshot(keyGroup, out),
      restore: (keyGroup: number, input: BlobReader, layoutVersion: number) => {
        state.restore(keyGroup, input, layoutVersion);
        state.table.forEachEntry(keyGroup, (entry) => {
          const waiting = u32[(entry + ROW_SLOT_OFFSET) >> 2]!;
          u32[(entry + TIMERS_OFFSET) >> 2] = 0;
          if (waiting !== 0) this.wait(i64[(waiting + this.rowtime) >> 3]!, entry);
        });
      },
      release: () => state.release(),
    };
  }
}
