/**
 * A rows batch to columns; its mirror is rows-writer.ts.
 *
 * Column by column: each step of the recursion over the row type is one kernel loop over all rows. `Slots` says where the
 * values of a column are: fields of rows have one slot offset in common, elements of arrays a slot each.
 */
import { type Batch, batchOf, type Column } from '../../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../../columnar/memory.js';
import { childTypes, physicalOf, VALUE_BYTES, type LogicalType, type TypeOf } from '../../columnar/types.js';
import { ErrorCode, SlipstreamError } from '../../errors.js';
import { binaryRowKernel, type BinaryRowKernel } from './kernel.js';
import {
  containerBytesMin,
  elementBytes,
  HEADER_BITS,
  nullBitsBytes,
  OFFSETS_START,
  rowFixedBytes,
  rowsStart,
  slotFormOf,
} from './layout.js';

/** u32 lists of `count` pointers, and the null bytes of the values. */
interface Slots {
  readonly count: number;
  readonly bases: number;
  readonly limits: number;
  readonly slots: number;
  readonly slotOffset: number;
  readonly nulls: number;
}

export type NestedType = TypeOf<'ROW' | 'ARRAY' | 'MAP' | 'MULTISET'>;

/** Where containers of one type start and end; `nulls`: bytes, or 0 when none is NULL. */
interface Containers {
  readonly count: number;
  readonly bases: number;
  readonly limits: number;
  readonly nulls: number;
}

export class RowsReader {
  private readonly kernel: BinaryRowKernel;
  private readonly allFields: readonly number[];
  /** More elements than bytes: arrays lie on top of each other, and nested ones would multiply. */
  private elementsMax = 0;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rowType: TypeOf<'ROW'>,
  ) {
    this.kernel = binaryRowKernel(memory);
    this.allFields = rowType.fields.map((_field, index) => index);
  }

  /** Columns over the rows batch at `payload`, which must stay where it is: strings are views into it. */
  read(arena: Arena, payload: number, byteLength: number): Batch {
    const rowCount = this.readHeader(payload, byteLength);
    this.elementsMax = byteLength;
    const rows = { ...allocateContainers(arena, rowCount), nulls: 0 };
    const bad = this.kernel.placeInput(
      payload + OFFSETS_START,
      payload + rowsStart(rowCount),
      byteLength - rowsStart(rowCount),
      rowCount,
      rowFixedBytes(this.rowType.fields.length),
      rows.bases,
      rows.limits,
    );
    if (bad >= 0) throw corrupt(`row ${bad} of ${rowCount} does not lie within the payload of ${byteLength} bytes`);
    const columns = this.readRows(arena, this.rowType, rows, '');
    const kinds = this.readKinds(arena, rows);
    return { ...batchOf(columns, rowCount), kinds };
  }

  /**
   * Columns of rows that lie anywhere, from u32[count] `bases` to `limits`, written by us: they must stay where they are. Their kinds are not read.
   *
   * @param fields which of them, and in which order
   */
  readAt(
    arena: Arena,
    bases: number,
    limits: number,
    count: number,
    fields: readonly number[] = this.allFields,
  ): Column[] {
    // Nobody else made them.
    this.elementsMax = Number.MAX_SAFE_INTEGER;
    const rows = { count, bases, limits, nulls: 0 };
    return fields.map((index) => this.readField(arena, this.rowType, index, rows, ''));
  }

  /**
   * A column of nested values that lie anywhere, written by us, as RowsWriter writes them into rows: `views` are u32 pairs of where each starts and its
   * bytes. They must stay where they are.
   */
  readNestedAt(arena: Arena, type: NestedType, views: number, nulls: number, count: number): Column {
    this.elementsMax = Number.MAX_SAFE_INTEGER;
    const nested = { ...allocateContainers(arena, count), nulls };
    placeViews(this.memory, views, nulls, count, nested.bases, nested.limits);
    const data = type.kind === 'ROW' ? 0 : arena.allocate(count * VALUE_BYTES[physicalOf(type)]);
    const children = this.readContents(arena, type, nested, data, '');
    return { type, physical: physicalOf(type), length: count, nulls, data, aux: 0, children };
  }

  private readHeader(payload: number, byteLength: number): number {
    if (byteLength < 12) throw corrupt(`expected a rows batch of at least 12 bytes, found ${byteLength}`);
    const view = new DataView(this.memory.memory.buffer, payload, byteLength);
    const rowCount = view.getUint32(0, true);
    const reserved = view.getUint32(4, true);
    if (reserved !== 0) throw corrupt(`expected 0 at byte 4 of a rows batch, found ${reserved}`);
    if (rowCount > (byteLength - 12) / 4 || rowsStart(rowCount) > byteLength) {
      throw corrupt(`a rows batch of ${byteLength} bytes cannot hold ${rowCount} rows`);
    }
    const end = view.getUint32(OFFSETS_START + rowCount * 4, true);
    const expected = byteLength - rowsStart(rowCount);
    if (end !== expected) throw corrupt(`expected rows of ${expected} bytes, the last offset is ${end}`);
    return rowCount;
  }

  private readKinds(arena: Arena, rows: Containers): number {
    const kinds = arena.allocate(rows.count);
    const any = this.kernel.readKinds(rows.bases, rows.count, kinds);
    if (any > 3) throw corrupt('a row kind is none of 0 to 3');
    return any === 0 ? 0 : kinds;
  }

  private readRows(arena: Arena, type: TypeOf<'ROW'>, rows: Containers, path: string): Column[] {
    return type.fields.map((_field, index) => this.readField(arena, type, index, rows, path));
  }

  private readField(arena: Arena, type: TypeOf<'ROW'>, index: number, rows: Containers, path: string): Column {
    const { count, bases, limits } = rows;
    const field = type.fields[index]!;
    const nulls = arena.allocate(count);
    this.kernel.readRowNulls(bases, count, HEADER_BITS + index, rows.nulls, nulls);
    const slotOffset = nullBitsBytes(type.fields.length) + 8 * index;
    const slots: Slots = { count, bases, limits, slots: bases, slotOffset, nulls };
    return this.readColumn(arena, field.type, slots, path === '' ? field.name : `${path}.${field.name}`);
  }

  private readColumn(arena: Arena, type: LogicalType, at: Slots, path: string): Column {
    const { kernel } = this;
    const { count, bases, limits, slots, slotOffset, nulls } = at;
    const physical = physicalOf(type);
    const valueBytes = VALUE_BYTES[physical];
    const data = valueBytes === 0 ? 0 : arena.allocate(count * valueBytes);
    const aux = physical === 'timestamp' ? arena.allocate(count * 4) : 0;
    let children: readonly Column[] = [];
    switch (slotFormOf(type)) {
      case 'bool':
        kernel.readBool(slots, slotOffset, count, nulls, data);
        break;
      case '8':
        kernel.read8(slots, slotOffset, count, nulls, data);
        break;
      case '16':
        kernel.read16(slots, slotOffset, count, nulls, data);
        break;
      case '32':
      case 'float':
        kernel.read32(slots, slotOffset, count, nulls, data);
        break;
      case '64':
      case 'double':
        kernel.read64(slots, slotOffset, count, nulls, data);
        break;
      case 'timestampMs':
        kernel.read64(slots, slotOffset, count, nulls, data);
        this.memory.u8.fill(0, aux, aux + count * 4);
        break;
      case 'timestamp':
        check(kernel.readTimestamps(bases, limits, slots, slotOffset, count, nulls, data, aux), path);
        break;
      case 'view':
        check(kernel.readViews(bases, limits, slots, slotOffset, count, nulls, data), path);
        break;
      case 'decimal':
        check(kernel.readDecimals(bases, limits, slots, slotOffset, count, nulls, data), path);
        break;
      case 'row':
      case 'array':
      case 'map':
        children = this.readNested(arena, type as NestedType, at, data, path);
        break;
      case 'null':
        this.memory.u8.fill(1, nulls, nulls + count);
        break;
    }
    return { type, physical, length: count, nulls, data, aux, children };
  }

  private readNested(arena: Arena, type: NestedType, at: Slots, data: number, path: string): Column[] {
    const nested = { ...allocateContainers(arena, at.count), nulls: at.nulls };
    const bad = this.kernel.readContainers(
      at.bases,
      at.limits,
      at.slots,
      at.slotOffset,
      at.count,
      at.nulls,
      containerBytesMin(type),
      nested.bases,
      nested.limits,
    );
    check(bad, path);
    return this.readContents(arena, type, nested, data, path);
  }

  /** The children of a column; `data` receives (start, count) of what is no row. */
  private readContents(arena: Arena, type: NestedType, nested: Containers, data: number, path: string): Column[] {
    if (type.kind === 'ROW') return this.readRows(arena, type, nested, path);
    if (type.kind === 'ARRAY') return [this.readElements(arena, type.element, nested, data, `${path}[]`)];
    const { count, nulls } = nested;
    const [keyType, valueType] = childTypes(type) as [LogicalType, LogicalType];
    const keys = { ...allocateContainers(arena, count), nulls };
    const values = { count, bases: arena.allocate(count * 4), limits: nested.limits, nulls };
    check(
      this.kernel.splitMaps(nested.bases, nested.limits, count, nulls, keys.limits, keys.bases, values.bases),
      path,
    );
    return [
      this.readElements(arena, keyType, keys, data, `${path}{key}`),
      this.readElements(arena, valueType, values, data, `${path}{value}`),
    ];
  }

  /** The elements of arrays as one column; `lists` receives (start, count) of each array. */
  private readElements(arena: Arena, type: LogicalType, arrays: Containers, lists: number, path: string): Column {
    const width = elementBytes(type);
    const total = this.kernel.readLists(arrays.bases, arrays.limits, arrays.count, arrays.nulls, width, lists);
    if (total < 0) throw corrupt(`${path}: array ${-1 - total} is cut off`);
    if (total > this.elementsMax) throw corrupt(`${path}: ${total} array elements in ${this.elementsMax} bytes`);
    const elements: Slots = {
      ...allocateContainers(arena, total),
      slots: arena.allocate(total * 4),
      slotOffset: 0,
      nulls: arena.allocate(total),
    };
    this.kernel.expandArrays(
      lists,
      arrays.bases,
      arrays.limits,
      arrays.count,
      arrays.nulls,
      width,
      elements.slots,
      elements.bases,
      elements.limits,
      elements.nulls,
    );
    return this.readColumn(arena, type, elements, path);
  }
}

function allocateContainers(arena: Arena, count: number): { count: number; bases: number; limits: number } {
  return { count, bases: arena.allocate(count * 4), limits: arena.allocate(count * 4) };
}

function placeViews(
  { u8, u32 }: WorkerMemory,
  views: number,
  nulls: number,
  count: number,
  bases: number,
  limits: number,
): void {
  const [view0, base0, limit0] = [views >>> 2, bases >>> 2, limits >>> 2];
  for (let index = 0; index < count; index++) {
    if (u8[nulls + index] !== 0) continue;
    const pointer = u32[view0 + 2 * index]!;
    u32[base0 + index] = pointer;
    u32[limit0 + index] = pointer + u32[view0 + 2 * index + 1]!;
  }
}

function corrupt(message: string): SlipstreamError {
  return new SlipstreamError(ErrorCode.corruptPayload, `corrupt rows batch: ${message}`);
}

function check(badIndex: number, path: string): void {
  if (badIndex >= 0) throw corrupt(`value ${badIndex} of field ${path} leaves its row`);
}
