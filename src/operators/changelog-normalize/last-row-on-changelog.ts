/**
 * DeduplicateFunctionHelper.processLastRowOnChangelog and processLastRowOnChangelogWithFilter: upserts become INSERT or UPDATE_BEFORE and
 * UPDATE_AFTER, what changes nothing is silent, a delete brings the whole row with it, and one of an unknown row is dropped. With a filter, a
 * row that no longer passes is deleted, and state is kept only of those that do.
 */
import { RowKind, type Batch } from '../../columnar/batch.js';
import { type ExpressionProgram } from '../../expressions/program.js';
import { LIVE_OFFSET } from '../../state/keyed-table.js';
import { type ResultRows } from '../../state/result-rows.js';
import { isSameBytes } from '../../state/row-equality.js';
import { ROW_SLOT_OFFSET, type RowState } from '../../state/row-state.js';
import { type RowFunction, type RowsAtHand } from '../keyed-row-operator.js';
import { type RuntimeContext } from '../operator.js';

export interface LastRowOptions {
  readonly generateUpdateBefore: boolean;
  /** 0: no TTL. */
  readonly ttlMs: number;
  /** A condition and no projections. */
  readonly filter: ExpressionProgram | null;
}

export class LastRowOnChangelog implements RowFunction {
  readonly resultsMax: number;

  constructor(
    private readonly context: RuntimeContext,
    private readonly state: RowState,
    private readonly options: LastRowOptions,
  ) {
    this.resultsMax = options.generateUpdateBefore ? 2 : 1;
  }

  process(rows: RowsAtHand, results: ResultRows): void {
    const { context, state } = this;
    const { u8, u32, i64 } = context.memory;
    const { generateUpdateBefore, ttlMs } = this.options;
    const passes = this.passesOf(rows);
    const nowMs = context.currentTimeMs();
    const [timestampOffset, now, expired] = [state.timestampOffset, BigInt(nowMs), state.expiredMs(nowMs)];
    for (let index = 0; index < rows.count; index++) {
      const entry = u32[(rows.entries >>> 2) + index]!;
      const start = u32[(rows.starts >>> 2) + index]!;
      const limit = u32[(rows.limits >>> 2) + index]!;
      const slot = entry + ROW_SLOT_OFFSET;
      let previous = u32[slot >> 2]!;
      const previousLimit = previous + u32[(slot >> 2) + 1]!;
      if (ttlMs > 0 && previous !== 0 && i64[(entry + timestampOffset) >> 3]! <= expired) previous = 0;
      if (!isUpsert(u8[start]!)) {
        if (previous === 0) continue;
        results.add(previous, previousLimit, RowKind.DELETE);
        state.clear(entry);
        continue;
      }
      // State holds inserts, and the kind does not count in the comparison.
      u8[start] = RowKind.INSERT;
      const isPassing = passes === 0 || u8[passes + index] !== 0;
      if (previous === 0) {
        if (!isPassing) continue;
        results.add(start, limit, RowKind.INSERT);
      } else {
        const isSame =
          ttlMs === 0 && previousLimit - previous === limit - start && isSameBytes(u32, previous, start, limit);
        if (isSame) continue;
        if (!isPassing) {
          results.add(previous, previousLimit, RowKind.DELETE);
          state.clear(entry);
          continue;
        }
        if (generateUpdateBefore) results.add(previous, previousLimit, RowKind.UPDATE_BEFORE);
        results.add(start, limit, RowKind.UPDATE_AFTER);
      }
      state.put(slot, start, limit - start);
      u8[entry + LIVE_OFFSET] = 1;
      if (ttlMs > 0) i64[(entry + timestampOffset) >> 3] = now;
    }
  }

  /** u8[count]: 1 where the filter holds. Deletes are not asked: they may know only the key. 0: there is no filter. */
  private passesOf(rows: RowsAtHand): number {
    const { filter } = this.options;
    if (filter === null) return 0;
    const { arena, memory } = this.context;
    const { u8, u32 } = memory;
    const batch = rows.columns();
    const passes = arena.allocate(rows.count);
    u8.fill(0, passes, passes + rows.count);
    const selection = arena.allocate(rows.count * 4);
    let selectedCount = 0;
    for (let index = 0; index < rows.count; index++) {
      if (!isUpsert(u8[u32[(rows.starts >>> 2) + index]!]!)) continue;
      u32[(selection >>> 2) + selectedCount++] = rowAt(u32, batch, index);
    }
    const kept = filter.evaluate({ ...batch, selection, selectedCount });
    for (let index = 0, next = 0; kept !== null && next < kept.selectedCount; index++) {
      if (rowAt(u32, batch, index) !== rowAt(u32, kept, next)) continue;
      u8[passes + index] = 1;
      next++;
    }
    return passes;
  }
}

function isUpsert(kind: number): boolean {
  return kind === RowKind.INSERT || kind === RowKind.UPDATE_AFTER;
}

/** Row index of the selected row at `position`. */
function rowAt(u32: Uint32Array, { selection }: Batch, position: number): number {
  return selection === 0 ? position : u32[(selection >>> 2) + position]!;
}
