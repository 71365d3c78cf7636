/**
 * Flink's ProcTimeDeduplicateKeepLastRowFunction over inserts (DeduplicateFunctionHelper.processLastRowOnProcTime): each row replaces the last
 * one, and is silent when it is the same. With a bundle in front it is ProcTimeMiniBatchDeduplicateKeepLastRowFunction.
 *
 * Flink stores the row and only then makes it an UPDATE_AFTER. State on the heap is the row itself, so that it is one too, and a row that is
 * the same as an UPDATE_AFTER differs from it in its kind: it is emitted. State in RocksDB has forgotten it.
 *
 * Without -U and INSERT no state is kept: each row is an update.
 */
import { RowKind } from '../../columnar/batch.js';
import { type RuntimeContext } from '../operator.js';
import { type RowFunction, type RowsAtHand } from '../keyed-row-operator.js';
import { LIVE_OFFSET } from '../../state/keyed-table.js';
import { type ResultRows } from '../../state/result-rows.js';
import { isSameBytes } from '../../state/row-equality.js';
import { ROW_SLOT_OFFSET, type RowState } from '../../state/row-state.js';
import { type DeduplicateSpec } from './deduplicate-spec.js';

export class ProcTimeKeepLast implements RowFunction {
  readonly resultsMax: number;

  /** @param heapState whether Flink would keep its state on the heap */
  constructor(
    private readonly context: RuntimeContext,
    private readonly state: RowState,
    private readonly spec: DeduplicateSpec,
    private readonly heapState: boolean,
  ) {
    this.resultsMax = spec.generateUpdateBefore ? 2 : 1;
  }

  process(rows: RowsAtHand, results: ResultRows): void {
    const { context, state, spec, heapState } = this;
    const { u8, u32, i64 } = context.memory;
    const { generateUpdateBefore, generateInsert, ttlMs } = spec;
    const nowMs = context.currentTimeMs();
    const [timestampOffset, now, expired] = [state.timestampOffset, BigInt(nowMs), state.expiredMs(nowMs)];
    for (let index = 0; index < rows.count; index++) {
      const entry = u32[(rows.entries >>> 2) + index]!;
      const start = u32[(rows.starts >>> 2) + index]!;
      const limit = u32[(rows.limits >>> 2) + index]!;
      const slot = entry + ROW_SLOT_OFFSET;
      if (!generateUpdateBefore && !generateInsert) {
        results.add(start, limit, RowKind.UPDATE_AFTER);
        continue;
      }
      let previous = u32[slot >> 2]!;
      const previousBytes = u32[(slot >> 2) + 1]!;
      if (ttlMs > 0 && previous !== 0 && i64[(entry + timestampOffset) >> 3]! <= expired) previous = 0;
      const isSame =
        ttlMs === 0 && previous !== 0 && previousBytes === limit - start && isSameBytes(u32, previous, start, limit);
      if (isSame) continue;
      if (previous === 0) results.add(start, limit, RowKind.INSERT);
      else {
        if (generateUpdateBefore) results.add(previous, previous + previousBytes, RowKind.UPDATE_BEFORE);
        results.add(start, limit, RowKind.UPDATE_AFTER);
      }
      state.put(slot, start, limit - start);
      if (heapState && previous !== 0) u8[u32[slot >> 2]!] = RowKind.UPDATE_AFTER;
      u8[entry + LIVE_OFFSET] = 1;
      if (ttlMs > 0) i64[(entry + timestampOffset) >> 3] = now;
    }
  }
}
