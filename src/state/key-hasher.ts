/**
 * Keys of a batch as the BinaryRowData bytes, hashes and key groups that Flink's generated key projection and KeyGroupRangeAssignment make.
 * State is found by these bytes, and exchanges are routed by the key group.
 */
import { type Batch, type Column } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { type LogicalType, type Physical, type TypeOf } from '../columnar/types.js';
import { assert, ErrorCode, SlipstreamError } from '../errors.js';
import { OFFSETS_START, rowsStart, slotFormOf, type SlotForm } from '../formats/binary-row/layout.js';
import { RowsWriter } from '../formats/binary-row/rows-writer.js';
import { stateKernel, type StateKernel } from './kernel.js';

/** Keys of the selected rows, in selection order, all in the arena. */
export interface KeyedRows {
  readonly count: number;
  /** u32[count + 1], from `rows`; multiples of 8. */
  readonly offsets: number;
  /** BinaryRowData bytes of the keys, back to back; the row kind is INSERT. */
  readonly rows: number;
  /** i32[count]: BinaryRowData.hashCode. */
  readonly hashes: number;
  /** u32[count]: KeyGroupRangeAssignment.computeKeyGroupForKeyHash. */
  readonly keyGroups: number;
}

/** The rows of a batch that have keys; a Batch is one. */
export type SelectedRows = Pick<Batch, 'selection' | 'selectedCount' | 'rowCount'>;

const ROW_BYTES_MAX = 0x7fffffff;
/** A row of one field whose value is in its slot. */
const FIXED_ROW_BYTES = 16;

export class KeyHasher {
  private readonly kernel: StateKernel;
  private readonly writer: RowsWriter;
  /** Bytes of the value in the slot when the key is one field of fixed width, else 0. */
  private readonly slotBytes: number;
  private readonly isView: boolean;

  constructor(
    memory: WorkerMemory,
    private readonly keyType: TypeOf<'ROW'>,
    private readonly maxParallelism: number,
  ) {
    this.kernel = stateKernel(memory);
    this.writer = new RowsWriter(memory, keyType, { nullsReserveSpace: true });
    const [only, ...others] = keyType.fields;
    const single: LogicalType | undefined = others.length === 0 ? only?.type : undefined;
    this.slotBytes = single ? SLOT_BYTES[slotFormOf(single)] : 0;
    this.isView = single !== undefined && slotFormOf(single) === 'view';
  }

  /** `columns` are those of the key, in the key's order; none for a singleton distribution. */
  hash(arena: Arena, columns: readonly Column[], batch: SelectedRows): KeyedRows {
    assert(columns.length === this.keyType.fields.length, 'columns and fields of a key differ in number');
    const count = batch.selectedCount;
    const hashes = arena.allocate(count * 4);
    const keyGroups = arena.allocate(count * 4);
    if (this.slotBytes > 0) return this.hashFixed(arena, columns[0]!, batch, hashes, keyGroups);
    if (this.isView) return this.hashViews(arena, columns[0]!, batch, hashes, keyGroups);
    const { selection, rowCount } = batch;
    const written = this.writer.write(arena, { rowCount, columns, kinds: 0, selection, selectedCount: count });
    const offsets = written.pointer + OFFSETS_START;
    const rows = written.pointer + rowsStart(count);
    this.kernel.hashRows(offsets, rows, count, this.maxParallelism, hashes, keyGroups);
    return { count, offsets, rows, hashes, keyGroups };
  }

  private hashFixed(arena: Arena, column: Column, batch: SelectedRows, hashes: number, keyGroups: number): KeyedRows {
    const count = batch.selectedCount;
    const offsets = arena.allocate((count + 1) * 4);
    // The kernel hashes four rows at a time, and reads three more than there are.
    const rows = arena.allocate((count + 3) * FIXED_ROW_BYTES);
    this.kernel.hashFixed(
      column.data,
      DATA_BYTES[column.physical],
      this.slotBytes,
      column.nulls,
      batch.selection,
      count,
      this.maxParallelism,
      offsets,
      rows,
      hashes,
      keyGroups,
    );
    return { count, offsets, rows, hashes, keyGroups };
  }

  private hashViews(arena: Arena, column: Column, batch: SelectedRows, hashes: number, keyGroups: number): KeyedRows {
    const { selection, selectedCount: count } = batch;
    const { data, nulls } = column;
    const rowsBytes = Number(this.kernel.viewRowsBytes(data, nulls, selection, count));
    if (rowsBytes > ROW_BYTES_MAX)
      throw new SlipstreamError(ErrorCode.memoryLimit, 'keys of more than 2 GiB in a batch');
    const offsets = arena.allocate((count + 1) * 4);
    const rows = arena.allocate(rowsBytes);
    this.kernel.hashViews(data, nulls, selection, count, this.maxParallelism, offsets, rows, hashes, keyGroups);
    return { count, offsets, rows, hashes, keyGroups };
  }
}

/** 0: not of fixed width. */
const SLOT_BYTES: Readonly<Record<SlotForm, number>> = {
  bool: 1,
  '8': 1,
  '16': 2,
  '32': 4,
  '64': 8,
  float: 4,
  double: 8,
  timestampMs: 8,
  view: 0,
  decimal: 0,
  timestamp: 0,
  row: 0,
  array: 0,
  map: 0,
  null: 0,
};

/** Bytes of a value in the column; only of those forms that are of fixed width in a row. */
const DATA_BYTES: Readonly<Record<Physical, number>> = {
  bool: 1,
  int32: 4,
  int64: 8,
  float32: 4,
  float64: 8,
  timestamp: 8,
  int128: 0,
  view: 0,
  list: 0,
  map: 0,
  row: 0,
  null: 0,
};
