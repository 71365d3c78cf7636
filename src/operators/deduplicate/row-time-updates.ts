/**
 * RowTimeDeduplicateFunction without -U: nobody sees a row again, so that its rowtime is all that is kept of it.
 *
 *   value  i64 rowtime, milliseconds
 */
import { RowKind, type Batch } from '../../columnar/batch.js';
import { LIVE_OFFSET, VALUE_OFFSET } from '../../state/keyed-table.js';
import { type KeyedState, type Operator, type Output, type RuntimeContext } from '../operator.js';
import { type DeduplicateSpec } from './deduplicate-spec.js';
import { KeptRows } from './kept-rows.js';
import { KeyState } from './key-state.js';
import { isKept } from './rowtime.js';

const LAYOUT_VERSION = 1;
const VALUE_BYTES = 8;

export class RowTimeUpdates implements Operator {
  readonly states: readonly KeyedState[];
  private readonly keys: KeyState;

  constructor(
    private readonly context: RuntimeContext,
    private readonly spec: DeduplicateSpec,
  ) {
    this.keys = new KeyState(context, spec, 'deduplicate-state-rowtime', LAYOUT_VERSION, VALUE_BYTES);
    this.states = [this.keys.state];
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    const { context, keys, spec } = this;
    const { arena, memory } = context;
    const { u8, u32, i32, i64 } = memory;
    const { timestampOffset } = keys;
    const { keepLastRow } = spec;
    const firstKind = spec.generateInsert ? RowKind.INSERT : RowKind.UPDATE_AFTER;
    const entries = keys.entriesOf(batch) >>> 2;
    const kept = new KeptRows(arena, batch);
    const { data, nulls } = batch.columns[spec.rowtimeColumn]!;
    const zero = arena.allocate(8);
    i64[zero >> 3] = 0n;
    const nowMs = context.currentTimeMs();
    const [now, expired] = [BigInt(nowMs), BigInt(nowMs - spec.ttlMs)];
    for (let index = 0; index < batch.selectedCount; index++) {
      const row = batch.selection === 0 ? index : u32[(batch.selection >>> 2) + index]!;
      const entry = u32[entries + index]!;
      // Flink reads the field of a NULL, which is 0 in a binary row.
      const rowtime = u8[nulls + row] === 0 ? data + 8 * row : zero;
      const isKnown =
        u8[entry + LIVE_OFFSET] !== 0 && (timestampOffset < 0 || i64[(entry + timestampOffset) >> 3]! > expired);
      const isNew = !isKnown || isKept(memory, entry + VALUE_OFFSET, rowtime, keepLastRow);
      if (!isNew) continue;
      if (timestampOffset >= 0) i64[(entry + timestampOffset) >> 3] = now;
      kept.add(row, isKnown ? RowKind.UPDATE_AFTER : firstKind);
      i32[(entry + VALUE_OFFSET) >> 2] = i32[rowtime >> 2]!;
      i32[((entry + VALUE_OFFSET) >> 2) + 1] = i32[(rowtime >> 2) + 1]!;
      u8[entry + LIVE_OFFSET] = 1;
    }
    const result = kept.toBatch();
    if (result) output.emitBatch(result);
  }
}
