/**
 * Rows of records whose key is decoded, too. Follows DynamicKafkaDeserializationSchema: each row of the value is joined with each row
 * of the key, and its fields win; without a row of the key there is none. In upsert mode a record without a value deletes its key.
 */
import { allocateColumn, batchOf, RowKind, type Batch, type Column } from '../../columnar/batch.js';
import { gatherColumns } from '../../columnar/gather.js';
import type { Arena, WorkerMemory } from '../../columnar/memory.js';
import { VALUE_BYTES, type LogicalType, type TypeOf } from '../../columnar/types.js';
import { VALUE_SLACK_BYTES, type RawBatch } from '../../engine/raw-batch.js';
import { RecordRefusedError } from '../../errors.js';
import type { DecodedBatch, RawValues, RecordDecoder } from '../../formats/format.js';
import type { ChainErrors } from './chain-errors.js';

/** Where a physical column of the table comes from. */
interface ColumnSource {
  readonly type: LogicalType;
  /** Index among the key's fields, -1 = not there; the value's likewise. */
  readonly inKey: number;
  readonly inValue: number;
}

/** Rows that are made of a row of the key and one of the value. */
interface Pairs {
  readonly count: number;
  /** Pointers to u32[count]: rows of the decoded keys and values, and the record. */
  readonly keyRows: number;
  readonly valueRows: number;
  readonly records: number;
  /** u8[count], 0 (no buffer) when no row is a deletion. */
  readonly kinds: number;
  readonly recordsWithRows: number;
}

export interface DecoderOf {
  readonly positions: readonly number[];
  readonly decoder: RecordDecoder;
}

export class RecordRows {
  private readonly sources: readonly ColumnSource[];

  constructor(
    physicalType: TypeOf<'ROW'>,
    private readonly key: DecoderOf,
    private readonly value: DecoderOf,
    private readonly upsert: boolean,
    private readonly chainErrors: ChainErrors,
  ) {
    this.sources = physicalType.fields.map(({ type }, position) => ({
      type,
      inKey: key.positions.indexOf(position),
      inValue: value.positions.indexOf(position),
    }));
  }

  decode(arena: Arena, raw: RawBatch): DecodedBatch {
    const ownKeys = keysOf(arena, raw);
    const keys = this.key.decoder.decode(arena, ownKeys);
    const values = this.decodeValues(arena, raw, ownKeys);
    // Each record has a key and a value of one row.
    const isSimple = (part: DecodedBatch): boolean => part.recordIndexes === 0 && part.nullRows === undefined;
    if (isSimple(keys) && isSimple(values)) {
      const columns = this.sources.map(({ type, inKey, inValue }) =>
        inValue >= 0
          ? values.batch.columns[inValue]!
          : inKey >= 0
            ? keys.batch.columns[inKey]!
            : allocateColumn(arena, type, raw.count, 1),
      );
      return { batch: batchOf(columns, raw.count), recordIndexes: 0, skippedRecords: 0 };
    }
    const pairs = pairsOf(arena, raw, keys, values, new Pairing(keys, values, this.upsert, this.chainErrors));
    const columns = this.columnsOf(arena, keys.batch, values.batch, pairs);
    return {
      batch: { ...batchOf(columns, pairs.count), kinds: pairs.kinds },
      recordIndexes: pairs.records,
      skippedRecords: raw.count - pairs.recordsWithRows,
    };
  }

  /** The decoder writes behind the values, where the batch has its keys; those may be read once more, record by record. */
  private decodeValues(arena: Arena, raw: RawBatch, ownKeys: RawValues): DecodedBatch {
    const { u8, u32 } = arena.memory;
    try {
      const { count, valueOffsets: offsets, values, valueNulls: nulls } = raw;
      return this.value.decoder.decode(arena, { count, offsets, values, nulls });
    } finally {
      const keyBytes = u32[(ownKeys.offsets >> 2) + raw.count]!;
      const keysAt = raw.keys + u32[raw.keyOffsets >> 2]!;
      u8.copyWithin(keysAt, ownKeys.values, ownKeys.values + Math.min(keyBytes, VALUE_SLACK_BYTES));
    }
  }

  private columnsOf(arena: Arena, keys: Batch, values: Batch, pairs: Pairs): Column[] {
    const { memory } = arena;
    const fromKey = gatherColumns(arena, keys.columns, pairs.keyRows, pairs.count);
    const fromValue = gatherColumns(arena, values.columns, pairs.valueRows, pairs.count);
    return this.sources.map(({ type, inKey, inValue }) => {
      if (inValue < 0) return inKey < 0 ? allocateColumn(arena, type, pairs.count, 1) : fromKey[inKey]!;
      const column = fromValue[inValue]!;
      if (pairs.kinds === 0) return column;
      if (inKey < 0) return withNulls(memory, column, pairs);
      // A deletion has the fields of the key, all other rows those of the value.
      return mergeColumns(memory, column, fromKey[inKey]!, pairs);
    });
  }
}

/** The keys at a place of their own: decoders write behind what they read, and keys lie behind the values. */
function keysOf(arena: Arena, raw: RawBatch): RawValues {
  const { u8, u32 } = arena.memory;
  const from = raw.keyOffsets >> 2;
  const start = u32[from]!;
  const end = u32[from + raw.count]!;
  const offsets = arena.allocate((raw.count + 1) * 4);
  for (let record = 0; record <= raw.count; record++) u32[(offsets >> 2) + record] = u32[from + record]! - start;
  const values = arena.allocate(end - start + VALUE_SLACK_BYTES);
  u8.copyWithin(values, raw.keys + start, raw.keys + end);
  u8.fill(0, values + end - start, values + end - start + VALUE_SLACK_BYTES);
  return { count: raw.count, offsets, values, nulls: raw.keyNulls };
}

/** Row indexes, `to` exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Rows of each record among those that were decoded, which are in the order of the records. */
class RowsOfRecords {
  private next = 0;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly decoded: DecodedBatch,
  ) {}

  /** Asked for each record in turn. */
  rangeOf(record: number): Range {
    const from = this.next;
    while (this.next < this.decoded.batch.rowCount && this.recordOf(this.next) === record) this.next++;
    return { from, to: this.next };
  }

  private recordOf(row: number): number {
    const { recordIndexes } = this.decoded;
    return recordIndexes === 0 ? row : this.memory.u32[(recordIndexes >> 2) + row]!;
  }
}

/** The rows of `keys` and `values` record by record, in the order in which Flink emits them. */
class Pairing {
  private readonly keyRows: number[] = [];
  private readonly valueRows: number[] = [];
  private readonly records: number[] = [];
  private readonly kinds: number[] = [];
  private readonly nullKeys: ReadonlySet<number>;
  private readonly nullValues: ReadonlySet<number>;

  constructor(
    keys: DecodedBatch,
    values: DecodedBatch,
    readonly upsert: boolean,
    private readonly chainErrors: ChainErrors,
  ) {
    this.nullKeys = new Set(keys.nullRows);
    this.nullValues = new Set(values.nullRows);
  }

  /** The deletion that a record without a value is, made outside of the decoder's `try`. */
  deletion(record: number, keys: Range): void {
    for (let key = keys.from; key < keys.to; key++) {
      if (!this.add(record, key, null)) throw this.refused(record);
    }
  }

  values(record: number, keys: Range, values: Range): void {
    for (let value = values.from; value < values.to; value++) {
      if (this.valueWithKeys(record, keys, value)) continue;
      if (this.chainErrors === 'fail') throw this.refused(record);
      if (this.chainErrors === 'drop-message') return;
    }
  }

  private valueWithKeys(record: number, keys: Range, value: number): boolean {
    for (let key = keys.from; key < keys.to; key++) {
      if (!this.add(record, key, this.nullValues.has(value) ? null : value)) return false;
    }
    return true;
  }

  /** False: Flink fails on the pair, with a key or (but for upsert mode) a value of NULL. */
  private add(record: number, key: number, value: number | null): boolean {
    if (this.nullKeys.has(key) || (value === null && !this.upsert)) return false;
    this.keyRows.push(key);
    this.valueRows.push(value ?? 0);
    this.records.push(record);
    this.kinds.push(value === null ? RowKind.DELETE : RowKind.INSERT);
    return true;
  }

  private refused(record: number): RecordRefusedError {
    return new RecordRefusedError(record, 'Failed to deserialize JSON record: a key or value is null');
  }

  result(arena: Arena): Pairs {
    const { u8, u32 } = arena.memory;
    const count = this.records.length;
    const place = (indexes: readonly number[]): number => {
      const pointer = arena.allocate(count * 4);
      u32.set(indexes, pointer >> 2);
      return pointer;
    };
    const kinds = this.kinds.includes(RowKind.DELETE) ? arena.allocate(count) : 0;
    if (kinds !== 0) u8.set(this.kinds, kinds);
    return {
      count,
      keyRows: place(this.keyRows),
      valueRows: place(this.valueRows),
      records: place(this.records),
      kinds,
      recordsWithRows: new Set(this.records).size,
    };
  }
}

function pairsOf(arena: Arena, raw: RawBatch, keys: DecodedBatch, values: DecodedBatch, pairing: Pairing): Pairs {
  const { memory } = arena;
  const ofKey = new RowsOfRecords(memory, keys);
  const ofValue = new RowsOfRecords(memory, values);
  for (let record = 0; record < raw.count; record++) {
    const keyRange = ofKey.rangeOf(record);
    const valueRange = ofValue.rangeOf(record);
    const hasValue = raw.valueNulls === 0 || memory.u8[raw.valueNulls + record] === 0;
    if (hasValue) pairing.values(record, keyRange, valueRange);
    else if (pairing.upsert) pairing.deletion(record, keyRange);
  }
  return pairing.result(arena);
}

function withNulls({ u8 }: WorkerMemory, column: Column, pairs: Pairs): Column {
  for (let row = 0; row < pairs.count; row++) if (u8[pairs.kinds + row] !== 0) u8[column.nulls + row] = 1;
  return column;
}

/** `column` with the values of `other` in the rows that are deletions; neither has lists (see raw-rules.ts). */
function mergeColumns(memory: WorkerMemory, column: Column, other: Column, pairs: Pairs): Column {
  const { u8 } = memory;
  const valueBytes = VALUE_BYTES[column.physical];
  const copy = (to: number, from: number, row: number, bytes: number): void => {
    u8.copyWithin(to + row * bytes, from + row * bytes, from + (row + 1) * bytes);
  };
  for (let row = 0; row < pairs.count; row++) {
    if (u8[pairs.kinds + row] === 0) continue;
    copy(column.nulls, other.nulls, row, 1);
    if (valueBytes !== 0) copy(column.data, other.data, row, valueBytes);
    if (column.aux !== 0) copy(column.aux, other.aux, row, 4);
  }
  const children = column.children.map((child, index) => mergeColumns(memory, child, other.children[index]!, pairs));
  return { ...column, children };
}
