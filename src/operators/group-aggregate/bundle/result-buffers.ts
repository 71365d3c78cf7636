/** Where a loop over the keys of a finished bundle writes its results. */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { allocateColumn, type Batch, type Column } from '../../../columnar/batch.js';
import { gatherColumns } from '../../../columnar/gather.js';
import { type Arena } from '../../../columnar/memory.js';
import { type LogicalType } from '../../../columnar/types.js';

/** The previous result and the new one, wherever the last key is. */
const SPARE_ROWS = 2;

/** Names of the pointers that `ResultBuffers.pointers` ends with, for the loop's prologue. */
export const RESULT_PROLOGUE = [
  'const Y = P.length - 3;',
  'const outKinds = P[Y], outRows0 = P[Y + 1] >>> 2, times0 = P[Y + 2] >>> 3;',
  'const now = i64[times0], expired = i64[times0 + 1];',
  'let o = 0, p = 0;',
];

export class ResultBuffers {
  readonly columns: readonly Column[];
  private readonly kinds: number;
  private readonly rowIndexes: number;
  private readonly times: number;

  /** @param keyCount each of which gives two rows at most */
  constructor(
    private readonly arena: Arena,
    private readonly handler: AggregatesHandler,
    resultTypes: readonly LogicalType[],
    keyCount: number,
    nowMs: number,
    ttlMs: number,
  ) {
    const capacity = keyCount * 2 + SPARE_ROWS;
    this.columns = resultTypes.map((type) => allocateColumn(arena, type, capacity));
    this.rowIndexes = arena.allocate(capacity * 4);
    this.kinds = arena.allocate(capacity);
    this.times = arena.allocate(16);
    arena.memory.i64[this.times >> 3] = BigInt(nowMs);
    arena.memory.i64[(this.times >> 3) + 1] = BigInt(nowMs - ttlMs);
    handler.beginResults(arena);
  }

  get pointers(): readonly number[] {
    return [this.kinds, this.rowIndexes, this.times];
  }

  /** The first rows as a batch, behind the keys' columns; null when there are none. */
  toBatch(keyColumns: readonly Column[], rowCount: number): Batch | null {
    if (rowCount === 0) return null;
    const { arena, kinds } = this;
    const columns = [
      ...gatherColumns(arena, keyColumns, this.rowIndexes, rowCount),
      ...this.handler.resultColumns(this.columns, rowCount),
    ];
    return { rowCount, columns, kinds, selection: 0, selectedCount: rowCount };
  }
}
