/**
 * Writes single values into columns: for the records that the kernel leaves to the reference decoder.
 */
import type { Column } from '../../../columnar/batch.js';
import type { Arena, WorkerMemory } from '../../../columnar/memory.js';
import {
  childTypes,
  physicalOf,
  VALUE_BYTES,
  type LogicalType,
  type Physical,
  type TypeOf,
} from '../../../columnar/types.js';
import { type FieldMask, maskOfField } from '../../../expressions/field-mask.js';
import type { SqlValue, TimestampValue } from '../../../expressions/sql-value.js';
import { CAPACITY_UNREAD, type FieldTarget, type ListTarget } from './kernel-table.js';

/** Made once per decoder; `begin` starts each batch. */
export interface ColumnSink {
  begin(context: SinkContext): void;
  set(row: number, value: SqlValue): void;
  /** Appends where the kernel writes: this field's place, then those of its fields when it is a ROW. Kept up to date. */
  addTargets(targets: FieldTarget[]): void;
  /** The column of the first `rowCount` rows. Once. */
  finish(rowCount: number): Column;
}

/** What sinks take of a context, added up while they are made. */
export interface ColumnNeed {
  /** Runs of null bytes. */
  columns: number;
  /** Buffers of values, and the bytes of a row in all of them. */
  buffers: number;
  rowBytes: number;
}

export function noNeed(): ColumnNeed {
  // Of null bytes one more, for the columns that nobody reads.
  return { columns: 1, buffers: 0, rowBytes: 0 };
}

const VALUE_BYTES_MAX = 16;
const ALIGNMENT_BYTES = 16;
const SLACK_BYTES = 32;
/** Of a timestamp, besides its value. */
const AUX_BYTES = 4;

/** What the sinks of one batch share: their buffers, made in one go, and a place for what nobody reads. */
export class SinkContext {
  private readonly nullsStride: number;
  private nullsTop: number;
  private valuesTop: number;
  private unread: UnreadBuffers | undefined;

  /** `length`: rows of the batch at most. */
  constructor(
    readonly arena: Arena,
    readonly length: number,
    need: ColumnNeed,
    /** Of an ARRAY column of this context. */
    readonly elementCapacity: (length: number) => number,
  ) {
    this.nullsStride = withSlack(length);
    const nullBytes = need.columns * this.nullsStride;
    this.nullsTop = arena.allocate(nullBytes + need.rowBytes * length + need.buffers * withSlack(1));
    this.valuesTop = this.nullsTop + nullBytes;
    arena.memory.u8.fill(1, this.nullsTop, this.valuesTop);
  }

  /** Null bytes of one more column, all 1. */
  nulls(): number {
    const pointer = this.nullsTop;
    this.nullsTop += this.nullsStride;
    return pointer;
  }

  /** Values of one more column. */
  values(valueBytes: number): number {
    const pointer = this.valuesTop;
    this.valuesTop += withSlack(this.length * valueBytes);
    return pointer;
  }

  unreadBuffers(): UnreadBuffers {
    if (this.unread === undefined) {
      const { arena, length } = this;
      this.unread = {
        nulls: this.nulls(),
        scratchNulls: arena.allocate(length),
        scratch: arena.allocate(length * VALUE_BYTES_MAX),
      };
    }
    return this.unread;
  }
}

interface UnreadBuffers {
  /** All 1. */
  readonly nulls: number;
  /** What is written and never read. */
  readonly scratchNulls: number;
  readonly scratch: number;
}

function withSlack(byteLength: number): number {
  return (byteLength + SLACK_BYTES + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
}

const NO_CHILDREN: readonly Column[] = [];

/** `undefined` mask: the column reads as NULL, what is decoded is thrown away. Adds to `need` what it takes of a context. */
export function columnSink(need: ColumnNeed, type: LogicalType, mask: FieldMask | undefined): ColumnSink {
  if (mask === undefined) return new UnreadSink(type);
  need.columns++;
  switch (type.kind) {
    case 'ROW':
      return new RowSink(need, type, mask);
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
      return new ListSink(need, type);
    default:
      return new ScalarSink(need, type);
  }
}

function addBuffer(need: ColumnNeed, valueBytes: number): void {
  need.buffers++;
  need.rowBytes += valueBytes;
}

class ScalarSink implements ColumnSink, FieldTarget {
  nulls = 0;
  data = 0;
  aux = 0;
  readonly list = undefined;
  private arena!: Arena;
  private column!: Column;
  private readonly physical: Physical;

  constructor(
    need: ColumnNeed,
    private readonly type: LogicalType,
  ) {
    this.physical = physicalOf(type);
    if (VALUE_BYTES[this.physical] > 0) addBuffer(need, VALUE_BYTES[this.physical]);
    if (this.physical === 'timestamp') addBuffer(need, AUX_BYTES);
  }

  begin(context: SinkContext): void {
    const { type, physical } = this;
    const valueBytes = VALUE_BYTES[physical];
    this.arena = context.arena;
    this.nulls = context.nulls();
    this.data = valueBytes === 0 ? 0 : context.values(valueBytes);
    this.aux = physical === 'timestamp' ? context.values(AUX_BYTES) : 0;
    const { nulls, data, aux } = this;
    this.column = {
      type,
      physical,
      length: context.length,
      nulls,
      data,
      aux,
      children: NO_CHILDREN,
    };
  }

  addTargets(targets: FieldTarget[]): void {
    targets.push(this);
  }

  set(row: number, value: SqlValue): void {
    this.arena.memory.u8[this.nulls + row] = value === null ? 1 : 0;
    if (value !== null) writeValue(this.arena, this.column, row, value);
  }

  finish(rowCount: number): Column {
    return this.column.length === rowCount ? this.column : { ...this.column, length: rowCount };
  }
}

class RowSink implements ColumnSink, FieldTarget {
  nulls = 0;
  readonly data = 0;
  readonly aux = 0;
  readonly list = undefined;
  private memory!: WorkerMemory;
  private readonly fields: readonly ColumnSink[];

  constructor(
    need: ColumnNeed,
    private readonly type: TypeOf<'ROW'>,
    mask: FieldMask,
  ) {
    this.fields = type.fields.map((field, index) => columnSink(need, field.type, maskOfField(mask, index)));
  }

  begin(context: SinkContext): void {
    this.memory = context.arena.memory;
    this.nulls = context.nulls();
    for (const field of this.fields) field.begin(context);
  }

  addTargets(targets: FieldTarget[]): void {
    targets.push(this);
    for (const field of this.fields) field.addTargets(targets);
  }

  set(row: number, value: SqlValue): void {
    this.memory.u8[this.nulls + row] = value === null ? 1 : 0;
    const values = value as readonly SqlValue[] | null;
    this.fields.forEach((field, index) => field.set(row, values === null ? null : values[index]!));
  }

  finish(rowCount: number): Column {
    const { type, nulls, data, aux } = this;
    const children = this.fields.map((field) => field.finish(rowCount));
    return {
      type,
      physical: 'row',
      length: rowCount,
      nulls,
      data,
      aux,
      children,
    };
  }
}

/** Thrown when the elements of a batch's lists have no room: it is decoded again with more. */
export class ListFullError extends Error {
  constructor() {
    super('the elements of a list have no room');
    this.name = 'ListFullError';
  }
}

/**
 * ARRAY, MAP and MULTISET. Elements, or pairs, are appended by the kernel and by `set` in turn; once the table knows the targets,
 * the kernel sees the count.
 */
class ListSink implements ColumnSink, FieldTarget {
  nulls = 0;
  data = 0;
  readonly aux = 0;
  readonly list: ListTarget = { capacity: 0, count: 0 };
  private memory!: WorkerMemory;
  private readonly childNeed = noNeed();
  /** Of the elements; or of keys and of values. */
  private readonly children: readonly ColumnSink[];

  constructor(
    need: ColumnNeed,
    private readonly type: LogicalType,
  ) {
    addBuffer(need, VALUE_BYTES[physicalOf(type)]);
    this.children = childTypes(type).map((child) => columnSink(this.childNeed, child, 'all'));
  }

  begin(context: SinkContext): void {
    const { arena, elementCapacity } = context;
    const { list } = this;
    this.memory = arena.memory;
    this.nulls = context.nulls();
    this.data = context.values(VALUE_BYTES[physicalOf(this.type)]);
    list.capacity = elementCapacity(context.length);
    list.count = arena.allocate(4);
    this.memory.u32[list.count >> 2] = 0;
    const inner = new SinkContext(arena, list.capacity, this.childNeed, elementCapacity);
    for (const child of this.children) child.begin(inner);
  }

  addTargets(targets: FieldTarget[]): void {
    targets.push(this);
    for (const child of this.children) child.addTargets(targets);
  }

  set(row: number, value: SqlValue): void {
    const { u8, u32 } = this.memory;
    u8[this.nulls + row] = value === null ? 1 : 0;
    if (value === null) return;
    const values = value as readonly SqlValue[];
    const start = u32[this.list.count >> 2]!;
    const end = start + values.length;
    if (end > this.list.capacity) throw new ListFullError();
    u32[(this.data >> 2) + row * 2] = start;
    u32[(this.data >> 2) + row * 2 + 1] = values.length;
    u32[this.list.count >> 2] = end;
    values.forEach((element, index) => this.setElement(start + index, element));
  }

  private setElement(at: number, element: SqlValue): void {
    if (this.children.length === 1) {
      this.children[0]!.set(at, element);
    } else {
      const [key, value] = element as readonly SqlValue[];
      this.children[0]!.set(at, key!);
      this.children[1]!.set(at, value!);
    }
  }

  finish(rowCount: number): Column {
    const { type, nulls, data, aux } = this;
    const count = this.memory.u32[this.list.count >> 2]!;
    const children = this.children.map((child) => child.finish(count));
    return {
      type,
      physical: physicalOf(type),
      length: rowCount,
      nulls,
      data,
      aux,
      children,
    };
  }
}

/** Nobody reads this column. */
class UnreadSink implements ColumnSink {
  private nulls = 0;
  private readonly targets: UnreadTarget[] = [];

  constructor(private readonly type: LogicalType) {
    addUnreadTargets(type, this.targets);
  }

  begin(context: SinkContext): void {
    const { nulls, scratchNulls, scratch } = context.unreadBuffers();
    this.nulls = nulls;
    for (const target of this.targets) {
      target.nulls = scratchNulls;
      target.data = target.aux = scratch;
    }
  }

  addTargets(targets: FieldTarget[]): void {
    targets.push(...this.targets);
  }

  set(): void {}

  finish(rowCount: number): Column {
    return nullColumn(this.type, rowCount, this.nulls);
  }
}

type UnreadTarget = { -readonly [Key in keyof FieldTarget]: FieldTarget[Key] };

function addUnreadTargets(type: LogicalType, targets: UnreadTarget[]): void {
  const isList = type.kind === 'ARRAY' || type.kind === 'MAP' || type.kind === 'MULTISET';
  const list = isList ? { capacity: CAPACITY_UNREAD, count: 0 } : undefined;
  targets.push({ nulls: 0, data: 0, aux: 0, list });
  for (const child of childTypes(type)) addUnreadTargets(child, targets);
}

/** All NULL; the data pointer is any readable one. */
function nullColumn(type: LogicalType, length: number, nulls: number): Column {
  const childLength = type.kind === 'ROW' ? length : 0;
  const children = childTypes(type).map((child) => nullColumn(child, childLength, nulls));
  return {
    type,
    physical: physicalOf(type),
    length,
    nulls,
    data: nulls,
    aux: nulls,
    children,
  };
}

function writeValue(arena: Arena, column: Column, row: number, value: SqlValue): void {
  const { memory } = arena;
  switch (column.physical) {
    case 'bool':
      memory.u8[column.data + row] = value === true ? 1 : 0;
      break;
    case 'int32':
      memory.i32[(column.data >> 2) + row] = value as number;
      break;
    case 'int64':
      memory.i64[(column.data >> 3) + row] = value as bigint;
      break;
    case 'int128':
      memory.i64[(column.data >> 3) + row * 2] = BigInt.asIntN(64, value as bigint);
      memory.i64[(column.data >> 3) + row * 2 + 1] = (value as bigint) >> 64n;
      break;
    case 'float32':
      memory.f32[(column.data >> 2) + row] = value as number;
      break;
    case 'float64':
      memory.f64[(column.data >> 3) + row] = value as number;
      break;
    case 'timestamp': {
      const timestamp = value as TimestampValue;
      memory.i64[(column.data >> 3) + row] = timestamp.milliseconds;
      memory.i32[(column.aux >> 2) + row] = timestamp.nanos;
      break;
    }
    case 'view':
      writeView(arena, (column.data >> 2) + row * 2, value as Uint8Array);
      break;
    default:
      throw new Error(`a value in a column of form ${column.physical}`);
  }
}

function writeView(arena: Arena, word: number, bytes: Uint8Array): void {
  const pointer = arena.reserve(bytes.length);
  arena.memory.u8.set(bytes, pointer);
  arena.advance(pointer + bytes.length);
  arena.memory.u32[word] = pointer;
  arena.memory.u32[word + 1] = bytes.length;
}
