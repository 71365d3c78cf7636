/**
 * Flink's ValueState<RowData>: a whole row by key, as its BinaryRowData bytes behind a slot (u32 pointer, u32 byteLength) of the entry.
 *
 * Bytes never change under results that point to them: what is replaced or taken out stays until the next frame begins.
 */
import { type Batch, type Column } from '../columnar/batch.js';
import { type Arena } from '../columnar/memory.js';
import { type TypeOf } from '../columnar/types.js';
import { RowsReader } from '../formats/binary-row/rows-reader.js';
import { RowsWriter } from '../formats/binary-row/rows-writer.js';
import { OFFSETS_START, rowsStart } from '../formats/binary-row/layout.js';
import { type RuntimeContext } from '../operators/operator.js';
import { ExpiredEntries } from './expired-entries.js';
import { KeyHasher } from './key-hasher.js';
import { KeyedTable, LIVE_OFFSET, VALUE_OFFSET } from './keyed-table.js';
import { StateHeap } from './state-heap.js';
import { TableState, type StateSlot } from './table-state.js';

/** Of an entry: the slot of its row. Other parts of the value follow. */
export const ROW_SLOT_OFFSET = VALUE_OFFSET;
const ROW_SLOT_BYTES = 8;
const REPLACED_MIN = 1024;

export interface RowStateOptions {
  readonly name: string;
  readonly layoutVersion: number;
  readonly rowType: TypeOf<'ROW'>;
  /** Columns of the key, in its order. */
  readonly keyColumns: readonly number[];
  /** 0: no TTL. */
  readonly ttlMs: number;
  /** Of the value, behind the slot; a multiple of 8. Snapshots hold them, with pointers as they are: only zeroes may be in them then. */
  readonly extraBytes?: number;
  /** More of what the value holds, behind the slot. */
  readonly moreSlots?: (heap: StateHeap) => readonly StateSlot[];
  /** Entries that no TTL takes away. */
  readonly isNeeded?: (entry: number) => boolean;
}

/** Rows as bytes, in some order, each with the entry of its key. All u32[count]. */
export interface EncodedRows {
  readonly count: number;
  readonly entries: number;
  /** Where the bytes of each row start and end. */
  readonly starts: number;
  readonly limits: number;
}

/** Where the keys of a batch are in the state: u32[selectedCount] entries, new ones made; pointers are good until `forget` and `sweepExpired`. */
export interface LocatedKeys {
  readonly entries: number;
  /** i32[selectedCount]: BinaryRowData.hashCode of each key. */
  readonly hashes: number;
}

/** Rows as they come in, one behind the other. */
export type ArrivedRows = EncodedRows & LocatedKeys;

export class RowState {
  readonly state: TableState;
  readonly reader: RowsReader;
  private readonly table: KeyedTable;
  private readonly heap: StateHeap;
  private readonly hasher: KeyHasher;
  private readonly writer: RowsWriter;
  private readonly expired: ExpiredEntries | null;
  /** Blocks that results of this frame may still point to: pointer, byte length. */
  private replaced = new Uint32Array(REPLACED_MIN);
  private replacedLength = 0;

  constructor(
    private readonly context: RuntimeContext,
    private readonly options: RowStateOptions,
  ) {
    const { memory, keyGroups, maxParallelism } = context;
    const { name, layoutVersion, rowType, keyColumns, ttlMs, extraBytes = 0, moreSlots, isNeeded } = options;
    this.heap = new StateHeap(memory);
    this.table = new KeyedTable(memory, {
      valueBytes: ROW_SLOT_BYTES + extraBytes,
      keyGroups,
      maxParallelism,
      hasTimestamp: ttlMs > 0,
    });
    const slots: StateSlot[] = [{ kind: 'bytes', offset: 0, heap: this.heap }, ...(moreSlots?.(this.heap) ?? [])];
    this.state = new TableState(name, layoutVersion, this.table, slots);
    this.expired = ttlMs > 0 ? new ExpiredEntries(this.state, keyGroups, ttlMs, isNeeded) : null;
    this.reader = new RowsReader(memory, rowType);
    this.writer = new RowsWriter(memory, rowType);
    const keyFields = keyColumns.map((column) => rowType.fields[column]!);
    this.hasher = new KeyHasher(memory, { kind: 'ROW', nullable: false, fields: keyFields }, maxParallelism);
  }

  /** Offset of the i64 time of the last write in an entry; -1 without TTL. */
  get timestampOffset(): number {
    return this.options.ttlMs > 0 ? this.table.timestampOffset : -1;
  }

  /** A write at or before this time is over: lastWrite + ttl ≤ now (TtlUtils.expired). */
  expiredMs(nowMs: number): bigint {
    return BigInt(nowMs - this.options.ttlMs);
  }

  /** A frame begins: nobody points to what was replaced in the last one. */
  beginFrame(): void {
    const { replaced, replacedLength, heap } = this;
    for (let index = 0; index < replacedLength; index += 2) heap.release(replaced[index]!, replaced[index + 1]!);
    this.replacedLength = 0;
  }

  locate(batch: Batch): LocatedKeys {
    const { arena } = this.context;
    const columns = this.options.keyColumns.map((column) => batch.columns[column]!);
    const keys = this.hasher.hash(arena, columns, batch);
    const entries = arena.allocate(keys.count * 4);
    this.table.findOrCreate(keys, entries);
    return { entries, hashes: keys.hashes };
  }

  /** The selected rows as bytes in the arena; the row kind is in the first byte. */
  encode(batch: Batch, { entries, hashes }: LocatedKeys): ArrivedRows {
    const { arena, memory } = this.context;
    const { pointer, rowCount: count } = this.writer.write(arena, batch);
    const starts = arena.allocate(count * 4);
    const limits = arena.allocate(count * 4);
    placeRows(memory.u32, pointer + OFFSETS_START, pointer + rowsStart(count), count, starts, limits);
    return { count, entries, starts, limits, hashes };
  }

  columnsAt(arena: Arena, rows: Pick<EncodedRows, 'starts' | 'limits' | 'count'>): Column[] {
    return this.reader.readAt(arena, rows.starts, rows.limits, rows.count);
  }

  /** A copy of a row, or of several; `discard` gives it back. */
  copy(source: number, byteLength: number): number {
    const pointer = this.heap.allocate(byteLength);
    this.context.memory.u8.copyWithin(pointer, source, source + byteLength);
    return pointer;
  }

  /** The bytes stay until the frame ends. */
  discard(pointer: number, byteLength: number): void {
    if (this.replacedLength === this.replaced.length) {
      const grown = new Uint32Array(this.replaced.length * 2);
      grown.set(this.replaced);
      this.replaced = grown;
    }
    this.replaced[this.replacedLength] = pointer;
    this.replaced[this.replacedLength + 1] = byteLength;
    this.replacedLength += 2;
  }

  /** Copies a row to where a slot points. */
  put(slot: number, source: number, byteLength: number): void {
    this.take(slot);
    this.heap.setBytes(slot, source, byteLength);
  }

  /** Makes the slot zeroes; the bytes stay until the frame ends. */
  take(slot: number): void {
    const { u32 } = this.context.memory;
    const word = slot >> 2;
    if (u32[word] === 0) return;
    this.discard(u32[word]!, u32[word + 1]!);
    u32[word] = 0;
    u32[word + 1] = 0;
  }

  /** Takes the entry's row out; `forget` takes the entry away later. */
  clear(entry: number): void {
    this.take(entry + ROW_SLOT_OFFSET);
    this.context.memory.u8[entry + LIVE_OFFSET] = 0;
  }

  /** Takes those entries away that are not live. */
  forget(entries: number, count: number): void {
    this.state.sweep(entries, count);
  }

  /** Takes some of those entries away whose time is over. */
  sweepExpired(): void {
    this.expired?.sweep(this.context.currentTimeMs());
  }
}

function placeRows(
  u32: Uint32Array,
  offsets: number,
  rows: number,
  count: number,
  starts: number,
  limits: number,
): void {
  const [offset0, start0, limit0] = [offsets >>> 2, starts >>> 2, limits >>> 2];
  for (let index = 0; index < count; index++) {
    u32[start0 + index] = rows + u32[offset0 + index]!;
    u32[limit0 + index] = rows + u32[offset0 + index + 1]!;
  }
}
