/**
 * Writes single values into columns: for the records that the kernel leaves to the reference decoder, and for the types that
 * only it reads. Scalars go to their place at once; elements of lists and maps are kept until their number is known.
 */
import { allocateColumn, type Column } from '../../../columnar/batch.js';
import type { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { childTypes, physicalOf, type LogicalType } from '../../../columnar/types.js';
import { type FieldMask, maskOfField } from '../../../expressions/field-mask.js';
import type { SqlValue, TimestampValue } from '../../../expressions/sql-value.js';
import type { FieldTarget } from './kernel-table.js';

export interface ColumnSink {
  set(row: number, value: SqlValue): void;
  /** Where the kernel writes, this field's first, then those of its fields when it is a ROW. */
  readonly targets: readonly FieldTarget[];
  /** The column of the first `rowCount` rows. Once. */
  finish(rowCount: number): Column;
}

/** What the sinks of one batch share. */
export class SinkContext {
  private unread: { nulls: number; scratch: FieldTarget } | undefined;

  constructor(
    readonly arena: Arena,
    /** Rows of the batch at most. */
    readonly length: number,
  ) {}

  /** Buffers of all columns that nobody reads: nulls that stay 1, and a place for the kernel to write to. */
  unreadBuffers(): { nulls: number; scratch: FieldTarget } {
    if (this.unread === undefined) {
      const { arena, length } = this;
      const nulls = allocateNulls(arena, length);
      const scratch = {
        nulls: arena.allocate(length),
        data: arena.allocate(length * VALUE_BYTES_MAX),
        aux: arena.allocate(length * 4),
      };
      this.unread = { nulls, scratch };
    }
    return this.unread;
  }
}

const VALUE_BYTES_MAX = 16;

function allocateNulls(arena: Arena, length: number): number {
  const nulls = arena.allocate(length);
  arena.memory.u8.fill(1, nulls, nulls + length);
  return nulls;
}

/** `undefined` mask: the column reads as NULL, what is decoded is thrown away. */
export function columnSink(context: SinkContext, type: LogicalType, mask: FieldMask | undefined): ColumnSink {
  if (mask === undefined) return new UnreadSink(context, type);
  if (type.kind === 'ROW') return new RowSink(context, type, mask);
  return leafSink(context.arena, type, context.length);
}

function leafSink(arena: Arena, type: LogicalType, length: number): ColumnSink {
  switch (type.kind) {
    case 'ROW':
      return new RowSink(new SinkContext(arena, length), type, 'all');
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
      return new ListSink(arena, type, length);
    default:
      return new ScalarSink(arena, allocateColumn(arena, type, length, 1));
  }
}

class ScalarSink implements ColumnSink {
  readonly targets: readonly FieldTarget[];

  constructor(
    private readonly arena: Arena,
    private readonly column: Column,
  ) {
    this.targets = [column];
  }

  set(row: number, value: SqlValue): void {
    this.arena.memory.u8[this.column.nulls + row] = value === null ? 1 : 0;
    if (value !== null) writeValue(this.arena, this.column, row, value);
  }

  finish(rowCount: number): Column {
    return { ...this.column, length: rowCount };
  }
}

class RowSink implements ColumnSink {
  readonly targets: readonly FieldTarget[];
  private readonly memory: WorkerMemory;
  private readonly column: Column;
  private readonly fields: readonly ColumnSink[];

  constructor(context: SinkContext, type: LogicalType, mask: FieldMask) {
    const { arena, length } = context;
    this.memory = arena.memory;
    this.column = { type, physical: 'row', length, nulls: allocateNulls(arena, length), data: 0, aux: 0, children: [] };
    this.fields = childTypes(type).map((field, index) => columnSink(context, field, maskOfField(mask, index)));
    this.targets = [this.column, ...this.fields.flatMap((field) => field.targets)];
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

class ListSink implements ColumnSink {
  readonly targets: readonly FieldTarget[];
  private readonly column: Column;
  /** Elements, or keys and values, of all rows so far. */
  private readonly children: SqlValue[][];
  private readonly childTypes: readonly LogicalType[];

  constructor(
    private readonly arena: Arena,
    type: LogicalType,
    length: number,
  ) {
    this.column = allocateColumn(arena, type, length, 1);
    this.childTypes = childTypes(type);
    this.children = this.childTypes.map(() => []);
    this.targets = [this.column];
  }

  set(row: number, value: SqlValue): void {
    const { u8, u32 } = this.arena.memory;
    u8[this.column.nulls + row] = value === null ? 1 : 0;
    if (value === null) return;
    const elements = value as readonly SqlValue[];
    u32[(this.column.data >> 2) + row * 2] = this.children[0]!.length;
    u32[(this.column.data >> 2) + row * 2 + 1] = elements.length;
    if (this.children.length === 1) {
      for (const element of elements) this.children[0]!.push(element);
    } else {
      for (const entry of elements) {
        const [key, entryValue] = entry as readonly SqlValue[];
        this.children[0]!.push(key!);
        this.children[1]!.push(entryValue!);
      }
    }
  }

  finish(rowCount: number): Column {
    const children = this.children.map((values, index) => {
      const sink = leafSink(this.arena, this.childTypes[index]!, values.length);
      values.forEach((value, at) => sink.set(at, value));
      return sink.finish(values.length);
    });
    return { ...this.column, length: rowCount, children };
  }
}

/** Nobody reads this column. */
class UnreadSink implements ColumnSink {
  readonly targets: readonly FieldTarget[];
  private readonly nulls: number;

  constructor(
    context: SinkContext,
    private readonly type: LogicalType,
  ) {
    const { nulls, scratch } = context.unreadBuffers();
    this.nulls = nulls;
    this.targets = Array.from({ length: entryCount(type) }, () => scratch);
  }

  set(): void {}

  finish(rowCount: number): Column {
    return nullColumn(this.type, rowCount, this.nulls);
  }
}

/** Kernel entries of a field: its own and those of its fields. */
function entryCount(type: LogicalType): number {
  if (type.kind !== 'ROW') return 1;
  return type.fields.reduce((sum, field) => sum + entryCount(field.type), 1);
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
