/**
 * Writes single values into columns: for the records that the kernel leaves to the reference decoder.
 */
import type { Column } from '../../../columnar/batch.js';
import type { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { childTypes, physicalOf, VALUE_BYTES, type LogicalType, type TypeOf } from '../../../columnar/types.js';
import { type FieldMask, maskOfField } from '../../../expressions/field-mask.js';
import type { SqlValue, TimestampValue } from '../../../expressions/sql-value.js';
import { CAPACITY_UNREAD, type FieldTarget, type ListTarget } from './kernel-table.js';

export interface ColumnSink {
  set(row: number, value: SqlValue): void;
  /** Appends where the kernel writes: this field's place, then those of its fields when it is a ROW. */
  addTargets(targets: FieldTarget[]): void;
  /** The column of the first `rowCount` rows. Once. */
  finish(rowCount: number): Column;
}

const VALUE_BYTES_MAX = 16;
const ALIGNMENT_BYTES = 16;
const SLACK_BYTES = 32;

/** What the sinks of one batch share: their null bytes, made in one go, and a place for what nobody reads. */
export class SinkContext {
  private readonly nullsStride: number;
  private nullsTop: number;
  private unread: { nulls: number; scratch: FieldTarget } | undefined;

  /** `length`: rows of the batch at most. `columnCount`: an upper bound, fields of rows included. */
  constructor(
    readonly arena: Arena,
    readonly length: number,
    columnCount: number,
    /** Of an ARRAY column of this context. */
    readonly elementCapacity: (length: number) => number,
  ) {
    this.nullsStride = (length + SLACK_BYTES + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    const byteLength = columnCount * this.nullsStride;
    this.nullsTop = arena.allocate(byteLength);
    arena.memory.u8.fill(1, this.nullsTop, this.nullsTop + byteLength);
  }

  /** Null bytes of one more column, all 1. */
  nulls(): number {
    const pointer = this.nullsTop;
    this.nullsTop += this.nullsStride;
    return pointer;
  }

  column(type: LogicalType): Column {
    const physical = physicalOf(type);
    const { arena, length } = this;
    const valueBytes = VALUE_BYTES[physical];
    return {
      type,
      physical,
      length,
      nulls: this.nulls(),
      data: valueBytes === 0 ? 0 : arena.allocate(length * valueBytes),
      aux: physical === 'timestamp' ? arena.allocate(length * 4) : 0,
      children: NO_CHILDREN,
    };
  }

  unreadBuffers(): { nulls: number; scratch: FieldTarget } {
    if (this.unread === undefined) {
      const { arena, length } = this;
      const data = arena.allocate(length * VALUE_BYTES_MAX);
      this.unread = {
        nulls: this.nulls(),
        scratch: { nulls: arena.allocate(length), data, aux: arena.allocate(length * 4) },
      };
    }
    return this.unread;
  }
}

const NO_CHILDREN: readonly Column[] = [];

/** Null bytes that a column of the type takes at most. */
export function columnCountOf(type: LogicalType): number {
  // Elements have null bytes of their own.
  if (type.kind !== 'ROW') return 1;
  return type.fields.reduce((sum, field) => sum + columnCountOf(field.type), 1);
}

/** `undefined` mask: the column reads as NULL, what is decoded is thrown away. */
export function columnSink(context: SinkContext, type: LogicalType, mask: FieldMask | undefined): ColumnSink {
  if (mask === undefined) return new UnreadSink(context, type);
  switch (type.kind) {
    case 'ROW':
      return new RowSink(context, type, mask);
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
      return new ListSink(context, type);
    default:
      return new ScalarSink(context, type);
  }
}

function withLength(column: Column, length: number): Column {
  return column.length === length ? column : { ...column, length };
}

class ScalarSink implements ColumnSink {
  private readonly arena: Arena;
  private readonly column: Column;

  constructor(context: SinkContext, type: LogicalType) {
    this.arena = context.arena;
    this.column = context.column(type);
  }

  addTargets(targets: FieldTarget[]): void {
    targets.push(this.column);
  }

  set(row: number, value: SqlValue): void {
    this.arena.memory.u8[this.column.nulls + row] = value === null ? 1 : 0;
    if (value !== null) writeValue(this.arena, this.column, row, value);
  }

  finish(rowCount: number): Column {
    return withLength(this.column, rowCount);
  }
}

class RowSink implements ColumnSink {
  private readonly memory: WorkerMemory;
  private readonly column: Column;
  private readonly fields: readonly ColumnSink[];

  constructor(context: SinkContext, type: TypeOf<'ROW'>, mask: FieldMask) {
    this.memory = context.arena.memory;
    this.column = context.column(type);
    this.fields = type.fields.map((field, index) => columnSink(context, field.type, maskOfField(mask, index)));
  }

  addTargets(targets: FieldTarget[]): void {
    targets.push(this.column);
    for (const field of this.fields) field.addTargets(targets);
  }

  set(row: number, value: SqlValue): void {
    this.memory.u8[this.column.nulls + row] = value === null ? 1 : 0;
    const values = value as readonly SqlValue[] | null;
    this.fields.forEach((field, index) => field.set(row, values === null ? null : values[index]!));
  }

  finish(rowCount: number): Column {
    return { ...this.column, length: rowCount, children: this.fields.map((field) => field.finish(rowCount)) };
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
class ListSink implements ColumnSink {
  private readonly memory: WorkerMemory;
  private readonly column: Column;
  /** Of the elements; or of keys and of values. */
  private readonly children: readonly ColumnSink[];
  private readonly list: ListTarget;

  constructor(context: SinkContext, type: LogicalType) {
    const { arena, elementCapacity } = context;
    this.memory = arena.memory;
    this.column = context.column(type);
    const capacity = elementCapacity(context.length);
    this.list = { capacity, count: arena.allocate(4) };
    this.memory.u32[this.list.count >> 2] = 0;
    this.children = childTypes(type).map((child) =>
      columnSink(new SinkContext(arena, capacity, columnCountOf(child), elementCapacity), child, 'all'),
    );
  }

  addTargets(targets: FieldTarget[]): void {
    const { nulls, data, aux } = this.column;
    targets.push({ nulls, data, aux, list: this.list });
    for (const child of this.children) child.addTargets(targets);
  }

  set(row: number, value: SqlValue): void {
    const { u8, u32 } = this.memory;
    u8[this.column.nulls + row] = value === null ? 1 : 0;
    if (value === null) return;
    const values = value as readonly SqlValue[];
    const start = u32[this.list.count >> 2]!;
    const end = start + values.length;
    if (end > this.list.capacity) throw new ListFullError();
    u32[(this.column.data >> 2) + row * 2] = start;
    u32[(this.column.data >> 2) + row * 2 + 1] = values.length;
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
    const count = this.memory.u32[this.list.count >> 2]!;
    return { ...this.column, length: rowCount, children: this.children.map((child) => child.finish(count)) };
  }
}

/** Nobody reads this column. */
class UnreadSink implements ColumnSink {
  private readonly nulls: number;
  private readonly scratch: FieldTarget;

  constructor(
    context: SinkContext,
    private readonly type: LogicalType,
  ) {
    const { nulls, scratch } = context.unreadBuffers();
    this.nulls = nulls;
    this.scratch = scratch;
  }

  addTargets(targets: FieldTarget[]): void {
    addUnreadTargets(this.type, this.scratch, targets);
  }

  set(): void {}

  finish(rowCount: number): Column {
    return nullColumn(this.type, rowCount, this.nulls);
  }
}

function addUnreadTargets(type: LogicalType, scratch: FieldTarget, targets: FieldTarget[]): void {
  const isList = type.kind === 'ARRAY' || type.kind === 'MAP' || type.kind === 'MULTISET';
  targets.push(isList ? { ...scratch, list: { capacity: CAPACITY_UNREAD, count: 0 } } : scratch);
  for (const child of childTypes(type)) addUnreadTargets(child, scratch, targets);
}

/** All NULL; the data pointer is any readable one. */
function nullColumn(type: LogicalType, length: number, nulls: number): Column {
  const childLength = type.kind === 'ROW' ? length : 0;
  const children = childTypes(type).map((child) => nullColumn(child, childLength, nulls));
  return { type, physical: physicalOf(type), length, nulls, data: nulls, aux: nulls, children };
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
