/**
 * Operators that keep one row by key and answer each row from it: row by row (Flink's KeyedProcessOperator), or a bundle at a time
 * (KeyedMapBundleOperator). What they answer is a RowFunction.
 */
import { batchOf, type Batch } from '../columnar/batch.js';
import { sliceOf } from '../state/bundle.js';
import { ResultRows } from '../state/result-rows.js';
import { type Bundle } from '../state/row-bundle.js';
import { type ArrivedRows, type EncodedRows, type RowState } from '../state/row-state.js';
import { type KeyedState, type Operator, type Output, type RuntimeContext } from './operator.js';

/** Rows to answer; `columns` are the same rows, in the same order as the selection. */
export interface RowsAtHand extends EncodedRows {
  readonly columns: () => Batch;
}

export interface RowFunction {
  /** Results of one row, at most. */
  readonly resultsMax: number;
  process(rows: RowsAtHand, results: ResultRows): void;
}

export class KeyedRowOperator implements Operator {
  readonly states: readonly KeyedState[];

  /** @param bundle null: row by row */
  constructor(
    private readonly context: RuntimeContext,
    private readonly rows: RowState,
    private readonly rowFunction: RowFunction,
    private readonly bundle: Bundle | null,
  ) {
    this.states = [rows.state];
  }

  beginFrame(): void {
    this.rows.beginFrame();
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    const { arena } = this.context;
    if (this.bundle === null) {
      this.rows.sweepExpired();
      this.answer({ ...this.encode(batch), columns: () => batch }, output);
      return;
    }
    const { trigger } = this.bundle;
    for (let from = 0; from < batch.selectedCount;) {
      const to = from + trigger.take(batch.selectedCount - from);
      this.bundle.add(this.encode(sliceOf(arena, batch, from, to)));
      if (trigger.isFull) this.finishBundle(output);
      from = to;
    }
  }

  processWatermark(_input: number, timestampMs: bigint, output: Output): void {
    this.finishBundle(output);
    output.emitWatermark(timestampMs);
  }

  prepareSnapshot(output: Output): void {
    this.finishBundle(output);
  }

  endInput(_input: number, output: Output): void {
    this.finishBundle(output);
  }

  private encode(batch: Batch): ArrivedRows {
    return this.rows.encode(batch, this.rows.locate(batch));
  }

  private finishBundle(output: Output): void {
    if (this.bundle === null || this.bundle.trigger.isEmpty) return;
    const { arena } = this.context;
    const rows = this.bundle.take(arena);
    this.answer({ ...rows, columns: () => batchOf(this.rows.columnsAt(arena, rows), rows.count) }, output);
    this.rows.sweepExpired();
  }

  private answer(rows: RowsAtHand, output: Output): void {
    const results = new ResultRows(this.context.arena, rows.count * this.rowFunction.resultsMax);
    this.rowFunction.process(rows, results);
    this.rows.forget(rows.entries, rows.count);
    const batch = results.toBatch(this.rows.reader);
    if (batch) output.emitBatch(batch);
  }
}
