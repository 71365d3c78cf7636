/** Flink's ProcTimeMiniBatchDeduplicateKeepFirstRowFunction: a TTL counts from the end of the bundle. That an entry is there is the state. */
import { RowKind } from '../../columnar/batch.js';
import { LIVE_OFFSET } from '../../state/keyed-table.js';
import { type ResultRows } from '../../state/result-rows.js';
import { type RowState } from '../../state/row-state.js';
import { type RowFunction, type RowsAtHand } from '../keyed-row-operator.js';
import { type RuntimeContext } from '../operator.js';

export class ProcTimeKeepFirstBundle implements RowFunction {
  readonly resultsMax = 1;

  constructor(
    private readonly context: RuntimeContext,
    private readonly state: RowState,
  ) {}

  process(rows: RowsAtHand, results: ResultRows): void {
    const { context, state } = this;
    const { u8, u32, i64 } = context.memory;
    const nowMs = context.currentTimeMs();
    const [timestampOffset, now, expired] = [state.timestampOffset, BigInt(nowMs), state.expiredMs(nowMs)];
    for (let index = 0; index < rows.count; index++) {
      const entry = u32[(rows.entries >>> 2) + index]!;
      const isKnown =
        u8[entry + LIVE_OFFSET] !== 0 && (timestampOffset < 0 || i64[(entry + timestampOffset) >> 3]! > expired);
      if (isKnown) continue;
      results.add(u32[(rows.starts >>> 2) + index]!, u32[(rows.limits >>> 2) + index]!, RowKind.INSERT);
      u8[entry + LIVE_OFFSET] = 1;
      if (timestampOffset >= 0) i64[(entry + timestampOffset) >> 3] = now;
    }
  }
}
