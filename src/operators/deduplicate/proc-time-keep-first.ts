/** Flink's ProcTimeDeduplicateKeepFirstRowFunction: the first row of a key, and no other. */
import { RowKind, type Batch } from '../../columnar/batch.js';
import { LIVE_OFFSET } from '../../state/keyed-table.js';
import { type KeyedState, type Operator, type Output, type RuntimeContext } from '../operator.js';
import { type DeduplicateSpec } from './deduplicate-spec.js';
import { KeptRows } from './kept-rows.js';
import { KeyState } from './key-state.js';

const LAYOUT_VERSION = 1;

export class ProcTimeKeepFirst implements Operator {
  readonly states: readonly KeyedState[];
  private readonly keys: KeyState;

  constructor(
    private readonly context: RuntimeContext,
    private readonly spec: DeduplicateSpec,
  ) {
    this.keys = new KeyState(context, spec, 'deduplicate-state-first', LAYOUT_VERSION, 0);
    this.states = [this.keys.state];
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    const { context, keys, spec } = this;
    const { u8, u32, i64 } = context.memory;
    const entries = keys.entriesOf(batch) >>> 2;
    const kept = new KeptRows(context.arena, batch);
    const { timestampOffset } = keys;
    const nowMs = context.currentTimeMs();
    const [now, expired] = [BigInt(nowMs), BigInt(nowMs - spec.ttlMs)];
    for (let index = 0; index < batch.selectedCount; index++) {
      const entry = u32[entries + index]!;
      const isKnown =
        u8[entry + LIVE_OFFSET] !== 0 && (timestampOffset < 0 || i64[(entry + timestampOffset) >> 3]! > expired);
      if (isKnown) continue;
      u8[entry + LIVE_OFFSET] = 1;
      if (timestampOffset >= 0) i64[(entry + timestampOffset) >> 3] = now;
      kept.add(batch.selection === 0 ? index : u32[(batch.selection >>> 2) + index]!, RowKind.INSERT);
    }
    const result = kept.toBatch();
    if (result) output.emitBatch(result);
  }
}
