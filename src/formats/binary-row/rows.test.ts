import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batch, batchOf, type Column } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { type LogicalType, type TypeOf } from '../../columnar/types.js';
import { SlipstreamError } from '../../errors.js';
import { arbitraryRowType, arbitraryValue, rowTypeOf } from '../../testing/arbitrary-rows.js';
import { columnFromValues, utf8, type Value, valuesFromColumn } from '../../testing/column-values.js';
import { rowsStart } from './layout.js';
import { binaryRow } from './reference.js';
import { RowsReader } from './rows-reader.js';
import { RowsWriter } from './rows-writer.js';

const memory = new WorkerMemory();
const arena = new Arena(memory, 8 << 20);

function columnsOf(rowType: TypeOf<'ROW'>, rows: readonly (readonly Value[])[]): Column[] {
  return rowType.fields.map((field, index) =>
    columnFromValues(
      arena,
      field.type,
      rows.map((row) => row[index]!),
    ),
  );
}

function bytesOf(written: { pointer: number; byteLength: number }): Buffer {
  return Buffer.from(memory.u8.slice(written.pointer, written.pointer + written.byteLength));
}

/** The rows batch that the reference writer makes. */
function expectedBatch(rowType: TypeOf<'ROW'>, rows: readonly (readonly Value[])[], kinds: readonly number[]): Buffer {
  const encoded = rows.map((row, index) => binaryRow(rowType, row, kinds[index] ?? 0));
  const header = Buffer.alloc(rowsStart(rows.length));
  header.writeUInt32LE(rows.length, 0);
  let offset = 0;
  encoded.forEach((bytes, index) => {
    offset += bytes.length;
    header.writeUInt32LE(offset, 12 + index * 4);
  });
  return Buffer.concat([header, ...encoded]);
}

/** Nanoseconds within the millisecond are dropped where the layout has no place for them. */
function asStored(type: LogicalType, value: Value): Value {
  if (value === null) return null;
  switch (type.kind) {
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return type.precision > 3 ? value : { ...(value as { timestampMs: bigint; nanos: number }), nanos: 0 };
    case 'ROW':
      return (value as Value[]).map((part, index) => asStored(type.fields[index]!.type, part));
    case 'ARRAY':
      return (value as Value[]).map((element) => asStored(type.element, element));
    case 'MULTISET':
      return (value as Value[][]).map(([element, count]) => [asStored(type.element, element!), count!]);
    case 'MAP':
      return (value as Value[][]).map(([key, part]) => [asStored(type.key, key!), asStored(type.value, part!)]);
    default:
      return value;
  }
}

const arbitraryBatch = arbitraryRowType(70).chain((rowType) =>
  fc.record({
    rowType: fc.constant(rowType),
    rows: fc.array(fc.tuple(...rowType.fields.map((field) => arbitraryValue(field.type))), { maxLength: 20 }),
  }),
);

describe('rows batch', () => {
  it('is written as the reference writes it, and read back', () => {
    fc.assert(
      fc.property(arbitraryBatch, fc.array(fc.integer({ min: 0, max: 3 })), ({ rowType, rows }, someKinds) => {
        arena.reset();
        const kinds = rows.map((_, index) => someKinds[index] ?? 0);
        const kindBytes = arena.allocate(rows.length);
        memory.u8.set(kinds, kindBytes);
        const batch: Batch = { ...batchOf(columnsOf(rowType, rows), rows.length), kinds: kindBytes };
        const written = new RowsWriter(memory, rowType).write(arena, batch);
        expect(bytesOf(written).equals(expectedBatch(rowType, rows, kinds))).toBe(true);

        const read = new RowsReader(memory, rowType).read(arena, written.pointer, written.byteLength);
        expect(read.rowCount).toBe(rows.length);
        rowType.fields.forEach((field, index) => {
          const expected = rows.map((row) => asStored(field.type, row[index]!));
          expect(valuesFromColumn(memory, read.columns[index]!)).toStrictEqual(expected);
        });
        const readKinds =
          read.kinds === 0 ? kinds.map(() => 0) : [...memory.u8.subarray(read.kinds, read.kinds + rows.length)];
        expect(readKinds).toEqual(kinds);
      }),
      { numRuns: 300 },
    );
  });

  it('holds only the selected rows', () => {
    fc.assert(
      fc.property(
        arbitraryBatch,
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        ({ rowType, rows }, keep) => {
          arena.reset();
          const selected = rows.map((_, index) => index).filter((index) => keep[index]);
          const selection = arena.allocate(selected.length * 4);
          memory.u32.set(selected, selection >> 2);
          const batch = {
            ...batchOf(columnsOf(rowType, rows), rows.length),
            selection,
            selectedCount: selected.length,
          };
          const written = new RowsWriter(memory, rowType).write(arena, batch);
          const expected = expectedBatch(
            rowType,
            selected.map((index) => rows[index]!),
            [],
          );
          expect(bytesOf(written).equals(expected)).toBe(true);
        },
      ),
    );
  });

  it('reserves the place of NULL decimals and timestamps in rows of keys', () => {
    arena.reset();
    const rowType = rowTypeOf([
      { kind: 'DECIMAL', precision: 20, scale: 0, nullable: true },
      { kind: 'TIMESTAMP', precision: 6, nullable: true },
    ]);
    const batch = batchOf(columnsOf(rowType, [[null, null]]), 1);
    const plain = new RowsWriter(memory, rowType).write(arena, batch);
    expect(plain.byteLength - rowsStart(1)).toBe(24);
    const reserved = new RowsWriter(memory, rowType, { nullsReserveSpace: true }).write(arena, batch);
    const row = bytesOf(reserved).subarray(rowsStart(1));
    expect(row.toString('hex')).toBe('0003000000000000' + '0000000018000000' + '0000000028000000' + '00'.repeat(24));
  });
});

describe('a corrupt rows batch', () => {
  const rowType = rowTypeOf([
    { kind: 'VARCHAR', length: 100, nullable: true },
    { kind: 'ARRAY', element: { kind: 'INTEGER', nullable: true }, nullable: true },
    { kind: 'TIMESTAMP', precision: 9, nullable: true },
    {
      kind: 'MAP',
      key: { kind: 'VARCHAR', length: 9, nullable: true },
      value: { kind: 'DECIMAL', precision: 30, scale: 2, nullable: true },
      nullable: true,
    },
  ]);

  it('is refused, or read without leaving the payload', () => {
    const row: Value[] = [
      utf8('more than seven bytes'),
      [1, null, 3],
      { timestampMs: 5n, nanos: 7 },
      [[utf8('key'), 12345678901234567890123n]],
    ];
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (position, change) => {
        arena.reset();
        const batch = batchOf(columnsOf(rowType, [row, row]), 2);
        const { pointer, byteLength } = new RowsWriter(memory, rowType).write(arena, batch);
        memory.u8[pointer + (position % byteLength)]! ^= change;
        try {
          const read = new RowsReader(memory, rowType).read(arena, pointer, byteLength);
          const view = memory.u32.subarray(read.columns[0]!.data >> 2);
          if (memory.u8[read.columns[0]!.nulls] === 0) {
            expect(view[0]).toBeGreaterThanOrEqual(pointer);
            expect(view[0]! + view[1]!).toBeLessThanOrEqual(pointer + byteLength);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SlipstreamError);
          expect((error as SlipstreamError).code).toBe('SLIP-2004');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when an array contains itself', () => {
    let type: LogicalType = { kind: 'TINYINT', nullable: true };
    for (let depth = 0; depth < 3; depth++) type = { kind: 'ARRAY', nullable: true, element: type };
    const count = 1000;
    const headerBytes = 4 + ((count + 31) >> 5) * 4;
    const arrayBytes = (headerBytes + count * 8 + 7) & -8;
    const bytes = Buffer.alloc(16 + 16 + arrayBytes);
    bytes.writeUInt32LE(1, 0);
    bytes.writeUInt32LE(16 + arrayBytes, 12);
    bytes.writeUInt32LE(arrayBytes, 24);
    bytes.writeUInt32LE(16, 28);
    bytes.writeUInt32LE(count, 32);
    for (let i = 0; i < count; i++) bytes.writeUInt32LE(arrayBytes, 32 + headerBytes + i * 8);
    arena.reset();
    const payload = arena.allocate(bytes.length);
    memory.u8.set(bytes, payload);
    const reader = new RowsReader(memory, rowTypeOf([type]));
    expect(() => reader.read(arena, payload, bytes.length)).toThrow('1000000 array elements in 8168 bytes');
  });

  it('is refused when it is cut off', () => {
    arena.reset();
    const batch = batchOf(columnsOf(rowType, [[utf8('more than seven bytes'), null, null, null]]), 1);
    const { pointer, byteLength } = new RowsWriter(memory, rowType).write(arena, batch);
    for (let length = 0; length < byteLength; length++) {
      expect(() => new RowsReader(memory, rowType).read(arena, pointer, length)).toThrow(SlipstreamError);
    }
  });
});
