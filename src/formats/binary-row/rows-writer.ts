/**
 * Columns to a rows batch, byte for byte as RowDataSerializer.toBinaryRow; its mirror is rows-reader.ts.
 *
 * Two passes over the row type, column by column: *measure* adds up the bytes of each row and nested container, *write* puts
 * the values there. Fields are visited in their order, so variable-length parts come to lie in Flink's order.
 *
 * A TIMESTAMP(0..3) loses its nanoseconds within the millisecond, as in Flink.
 */
import { type Batch, type Column } from '../../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../../columnar/memory.js';
import { childTypes, type LogicalType, type TypeOf } from '../../columnar/types.js';
import { assert, ErrorCode, SlipstreamError } from '../../errors.js';
import { binaryRowKernel, type BinaryRowKernel } from './kernel.js';
import {
  elementBytes,
  HEADER_BITS,
  nullBitsBytes,
  OFFSETS_START,
  rowFixedBytes,
  rowsStart,
  slotFormOf,
} from './layout.js';

export interface RowsWriterOptions {
  /**
   * A NULL of DECIMAL(19..38) or TIMESTAMP(4..9) keeps its place in the variable-length part, as in the rows of keys that
   * Flink's generated projections write (AbstractBinaryWriter.writeDecimal and writeTimestamp of null). RowDataSerializer does
   * not reserve it. It changes the hash of a key. Top-level fields only.
   */
  readonly nullsReserveSpace?: boolean;
}

/** Which values of a column are written, and into which container each goes: u32 lists, 0 for the identity. */
interface Elements {
  readonly count: number;
  readonly indexes: number;
  readonly owners: number;
}

/** Where they are written. */
interface Places {
  readonly slots: number;
  readonly slotOffset: number;
  readonly bases: number;
  readonly cursors: number;
  readonly inArray: boolean;
}

/** Nested containers under one field: those that are not NULL, their byte lengths, and what they hold. */
interface Nested {
  readonly count: number;
  /** Index of each in its column. */
  readonly indexes: number;
  /** Position of each among the parent's elements. */
  readonly positions: number;
  readonly sizes: number;
  /** Row: one per field. Array: its element. Map: keys, values. */
  readonly parts: readonly (Nested | undefined)[];
  /** Arrays, and the two of a map: the elements of all. */
  readonly elements?: Elements;
}

export class RowsWriter {
  private readonly kernel: BinaryRowKernel;
  private readonly reserve: number;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rowType: TypeOf<'ROW'>,
    options: RowsWriterOptions = {},
  ) {
    this.kernel = binaryRowKernel(memory);
    this.reserve = options.nullsReserveSpace ? 1 : 0;
  }

  /** The selected rows of the batch as a rows batch in the arena. */
  write(arena: Arena, batch: Batch): { pointer: number; byteLength: number; rowCount: number } {
    const { kernel, rowType } = this;
    assert(batch.columns.length === rowType.fields.length, 'columns and fields of a row differ in number');
    const rowCount = batch.selectedCount;
    const fixedBytes = rowFixedBytes(rowType.fields.length);
    const elements = { count: rowCount, indexes: batch.selection, owners: 0 };

    const sizes = arena.allocate(rowCount * 4);
    kernel.fill32(sizes, rowCount, fixedBytes);
    const parts = rowType.fields.map((field, index) =>
      this.measure(arena, field.type, batch.columns[index]!, elements, sizes, this.reserve),
    );

    const start = rowsStart(rowCount);
    const header = arena.allocate(start);
    const rowsBytes = kernel.offsetsOf(sizes, rowCount, header + OFFSETS_START);
    if (rowsBytes === -1) throw new SlipstreamError(ErrorCode.memoryLimit, 'a rows batch of more than 2 GiB');
    // The arena bumps: what is reserved now starts right behind the header, or up to 15 bytes later.
    const pointer = arena.allocate(start + rowsBytes);
    this.memory.u8.copyWithin(pointer, header, header + start);
    this.memory.u32[pointer >> 2] = rowCount;
    this.memory.u32[(pointer >> 2) + 1] = 0;
    const offsetsEnd = pointer + OFFSETS_START + (rowCount + 1) * 4;
    this.memory.u8.fill(0, offsetsEnd, pointer + start);

    const bases = arena.allocate(rowCount * 4);
    const cursors = arena.allocate(rowCount * 4);
    kernel.placeOutput(pointer + OFFSETS_START, rowCount, pointer + start, fixedBytes, bases, cursors);
    if (batch.kinds !== 0) kernel.writeKinds(batch.kinds, batch.selection, rowCount, bases);
    this.writeRows(arena, rowType, batch.columns, elements, parts, bases, cursors, this.reserve);
    return { pointer, byteLength: start + rowsBytes, rowCount };
  }

  /** Adds the variable-length bytes of a field to its containers' sizes. */
  private measure(
    arena: Arena,
    type: LogicalType,
    column: Column,
    elements: Elements,
    sizes: number,
    reserve: number,
  ): Nested | undefined {
    const { kernel } = this;
    const { count, indexes, owners } = elements;
    switch (slotFormOf(type)) {
      case 'view':
        kernel.addViewBytes(column.data, column.nulls, indexes, owners, count, sizes);
        return undefined;
      case 'decimal':
        kernel.addFixedBytes(reserve ? 0 : column.nulls, indexes, owners, count, 16, sizes);
        return undefined;
      case 'timestamp':
        kernel.addFixedBytes(reserve ? 0 : column.nulls, indexes, owners, count, 8, sizes);
        return undefined;
      case 'row':
      case 'array':
      case 'map': {
        const nested = this.measureNested(arena, type, column, elements);
        kernel.addContainerBytes(nested.sizes, nested.positions, owners, nested.count, sizes);
        return nested;
      }
      default:
        return undefined;
    }
  }

  private measureNested(arena: Arena, type: LogicalType, column: Column, parent: Elements): Nested {
    const { kernel } = this;
    const indexes = arena.allocate(parent.count * 4);
    const positions = arena.allocate(parent.count * 4);
    const count = kernel.compact(column.nulls, parent.indexes, parent.count, indexes, positions);
    const sizes = arena.allocate(count * 4);
    if (type.kind === 'ROW') {
      kernel.fill32(sizes, count, rowFixedBytes(type.fields.length));
      const parts = type.fields.map((field, index) =>
        this.measure(arena, field.type, column.children[index]!, { count, indexes, owners: 0 }, sizes, 0),
      );
      return { count, indexes, positions, sizes, parts };
    }
    if (type.kind === 'ARRAY') {
      const list = { count, indexes, positions, sizes };
      return this.measureElements(arena, type.element, column.data, column.children[0]!, list);
    }
    const parts = childTypes(type).map((childType, index) => {
      const list = { count, indexes, positions, sizes: arena.allocate(count * 4) };
      return this.measureElements(arena, childType, column.data, column.children[index]!, list);
    });
    kernel.addMapSizes(parts[0]!.sizes, parts[1]!.sizes, count, sizes);
    return { count, indexes, positions, sizes, parts };
  }

  private measureElements(
    arena: Arena,
    type: LogicalType,
    lists: number,
    column: Column,
    arrays: { count: number; indexes: number; positions: number; sizes: number },
  ): Nested {
    const { kernel } = this;
    const { count, indexes, sizes } = arrays;
    const total = kernel.measureArrays(lists, indexes, count, elementBytes(type), sizes);
    const elements = { count: total, indexes: arena.allocate(total * 4), owners: arena.allocate(total * 4) };
    kernel.expandLists(lists, indexes, count, elements.indexes, elements.owners);
    return { ...arrays, elements, parts: [this.measure(arena, type, column, elements, sizes, 0)] };
  }

  private writeRows(
    arena: Arena,
    type: TypeOf<'ROW'>,
    columns: readonly Column[],
    elements: Elements,
    parts: readonly (Nested | undefined)[],
    bases: number,
    cursors: number,
    reserve: number,
  ): void {
    const firstSlot = nullBitsBytes(type.fields.length);
    type.fields.forEach((field, index) => {
      const column = columns[index]!;
      this.kernel.writeRowNulls(column.nulls, elements.indexes, elements.count, bases, HEADER_BITS + index);
      const places = { slots: bases, slotOffset: firstSlot + 8 * index, bases, cursors, inArray: false };
      this.writeColumn(arena, field.type, column, elements, places, parts[index], reserve);
    });
  }

  private writeColumn(
    arena: Arena,
    type: LogicalType,
    column: Column,
    elements: Elements,
    places: Places,
    nested: Nested | undefined,
    reserve: number,
  ): void {
    const { kernel } = this;
    const { data, nulls, aux } = column;
    const { count, indexes, owners } = elements;
    const { slots, slotOffset, bases, cursors } = places;
    switch (slotFormOf(type)) {
      case 'bool':
        return kernel.writeBool(data, nulls, indexes, count, slots, slotOffset);
      case '8':
        return kernel.write8(data, nulls, indexes, count, slots, slotOffset);
      case '16':
        return kernel.write16(data, nulls, indexes, count, slots, slotOffset);
      case '32':
        return kernel.write32(data, nulls, indexes, count, slots, slotOffset);
      case '64':
      case 'timestampMs':
        return kernel.write64(data, nulls, indexes, count, slots, slotOffset);
      case 'float':
        if (places.inArray) return kernel.writeArrayFloats(data, nulls, indexes, count, slots);
        return kernel.write32(data, nulls, indexes, count, slots, slotOffset);
      case 'double':
        if (places.inArray) return kernel.writeArrayDoubles(data, nulls, indexes, count, slots);
        return kernel.write64(data, nulls, indexes, count, slots, slotOffset);
      case 'timestamp':
        return kernel.writeTimestamps(
          data,
          aux,
          nulls,
          indexes,
          owners,
          count,
          slots,
          slotOffset,
          bases,
          cursors,
          reserve,
        );
      case 'view':
        return kernel.writeViews(data, nulls, indexes, owners, count, slots, slotOffset, bases, cursors);
      case 'decimal':
        return kernel.writeDecimals(data, nulls, indexes, owners, count, slots, slotOffset, bases, cursors, reserve);
      case 'row':
      case 'array':
      case 'map':
        return this.writeNested(arena, type, column, elements, places, nested!);
      case 'null':
        return;
    }
  }

  private writeNested(
    arena: Arena,
    type: LogicalType,
    column: Column,
    parent: Elements,
    places: Places,
    nested: Nested,
  ): void {
    const { kernel } = this;
    const { count, indexes, positions, sizes } = nested;
    const { slots, slotOffset } = places;
    const bases = arena.allocate(count * 4);
    kernel.writeContainers(
      sizes,
      positions,
      count,
      parent.owners,
      slots,
      slotOffset,
      places.bases,
      places.cursors,
      bases,
    );
    if (type.kind === 'ROW') {
      const cursors = arena.allocate(count * 4);
      kernel.addTo(bases, count, rowFixedBytes(type.fields.length), cursors);
      const rows = { count, indexes, owners: 0 };
      return this.writeRows(arena, type, column.children, rows, nested.parts, bases, cursors, 0);
    }
    if (type.kind === 'ARRAY') {
      return this.writeElements(arena, type.element, column.data, column.children[0]!, nested, bases);
    }
    const [keyType, valueType] = childTypes(type) as [LogicalType, LogicalType];
    const [keys, values] = nested.parts as [Nested, Nested];
    const keyBases = arena.allocate(count * 4);
    const valueBases = arena.allocate(count * 4);
    kernel.beginMaps(bases, keys.sizes, count, keyBases, valueBases);
    this.writeElements(arena, keyType, column.data, column.children[0]!, keys, keyBases);
    this.writeElements(arena, valueType, column.data, column.children[1]!, values, valueBases);
  }

  private writeElements(
    arena: Arena,
    type: LogicalType,
    lists: number,
    column: Column,
    arrays: Nested,
    bases: number,
  ): void {
    const elements = arrays.elements!;
    const slots = arena.allocate(elements.count * 4);
    const cursors = arena.allocate(arrays.count * 4);
    this.kernel.beginArrays(
      bases,
      lists,
      arrays.indexes,
      arrays.count,
      elementBytes(type),
      column.nulls,
      slots,
      cursors,
    );
    const places = { slots, slotOffset: 0, bases, cursors, inArray: true };
    this.writeColumn(arena, type, column, elements, places, arrays.parts[0], 0);
  }
}
