/**
 * Flink's RowTimeDeduplicateFunction: the row of the greatest (keep last) or least (keep first) rowtime, each change with the row that it
 * replaces. Of rows of the same rowtime the later one replaces (keep last), or none does (keep first).
 *
 * With bundles of one row by key it is RowTimeMiniBatchLatestChangeDeduplicateFunction, with bundles of all rows
 * RowTimeMiniBatchDeduplicateFunction.
 */
import { RowKind } from '../../columnar/batch.js';
import { type RuntimeContext } from '../operator.js';
import { type RowFunction, type RowsAtHand } from '../keyed-row-operator.js';
import { LIVE_OFFSET } from '../../state/keyed-table.js';
import { type ResultRows } from '../../state/result-rows.js';
import { ROW_SLOT_OFFSET, type RowState } from '../../state/row-state.js';
import { type DeduplicateSpec } from './deduplicate-spec.js';
import { isKept, rowtimeOffset } from './rowtime.js';

export class RowTimeDeduplicate implements RowFunction {
  readonly resultsMax: number;
  private readonly rowtime: number;
  /** Of a row that is never taken back, the state needs what it has up to its rowtime. */
  private readonly keptBytesMax: number;
  /** RowTimeMiniBatchDeduplicateFunction writes the state whether it has changed or not. */
  private readonly alwaysWrites: boolean;

  constructor(
    private readonly context: RuntimeContext,
    private readonly state: RowState,
    private readonly spec: DeduplicateSpec,
  ) {
    this.resultsMax = spec.generateUpdateBefore ? 2 : 1;
    this.rowtime = rowtimeOffset(spec.rowType.fields.length, spec.rowtimeColumn);
    this.keptBytesMax = spec.generateUpdateBefore ? Infinity : this.rowtime + 8;
    this.alwaysWrites = spec.bundleSize !== null && !spec.compactChanges;
  }

  process(rows: RowsAtHand, results: ResultRows): void {
    const { context, state, spec, rowtime } = this;
    const { memory } = context;
    const { u8, u32, i64 } = memory;
    const { keepLastRow, generateUpdateBefore, generateInsert, ttlMs } = spec;
    const firstKind = generateUpdateBefore || generateInsert ? RowKind.INSERT : RowKind.UPDATE_AFTER;
    const nowMs = context.currentTimeMs();
    const [timestampOffset, now, expired] = [state.timestampOffset, BigInt(nowMs), state.expiredMs(nowMs)];
    for (let index = 0; index < rows.count; index++) {
      const entry = u32[(rows.entries >>> 2) + index]!;
      const start = u32[(rows.starts >>> 2) + index]!;
      const limit = u32[(rows.limits >>> 2) + index]!;
      const slot = entry + ROW_SLOT_OFFSET;
      let previous = u32[slot >> 2]!;
      if (ttlMs > 0 && previous !== 0 && i64[(entry + timestampOffset) >> 3]! <= expired) previous = 0;
      if (previous !== 0 && !isKept(memory, previous + rowtime, start + rowtime, keepLastRow)) {
        if (ttlMs > 0 && this.alwaysWrites) i64[(entry + timestampOffset) >> 3] = now;
        continue;
      }
      if (previous === 0) results.add(start, limit, firstKind);
      else {
        if (generateUpdateBefore) results.add(previous, previous + u32[(slot >> 2) + 1]!, RowKind.UPDATE_BEFORE);
        results.add(start, limit, RowKind.UPDATE_AFTER);
      }
      state.put(slot, start, Math.min(limit - start, this.keptBytesMax));
      u8[entry + LIVE_OFFSET] = 1;
      if (ttlMs > 0) i64[(entry + timestampOffset) >> 3] = now;
    }
  }
}
