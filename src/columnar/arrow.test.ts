import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRowType, arbitraryValue, rowTypeOf } from '../testing/arbitrary-rows.js';
import { columnFromValues, utf8, type Value, valuesFromColumn } from '../testing/column-values.js';
import { edgeRows } from '../testing/edge-rows.js';
import { batchFromIpc, ipcFromBatch } from './arrow.js';
import { type Batch, batchOf, type Column } from './batch.js';
import { Arena, WorkerMemory } from './memory.js';
import { type TypeOf } from './types.js';

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

function roundTrip(rowType: TypeOf<'ROW'>, batch: Batch): { rows: Value[][]; kinds: number[] } {
  const read = batchFromIpc(arena, rowType, ipcFromBatch(memory, rowType, batch));
  const values = read.columns.map((column) => valuesFromColumn(memory, column));
  const rows = Array.from({ length: read.rowCount }, (_, row) => values.map((column) => column[row]!));
  return { rows, kinds: read.kinds === 0 ? [] : [...memory.u8.subarray(read.kinds, read.kinds + read.rowCount)] };
}

describe('Arrow IPC', () => {
  it.each(edgeRows.map((edge) => [edge.rowType.fields[0]!.type.kind, edge] as const))(
    'keeps the edge values of %s',
    (_kind, { rowType, rows }) => {
      arena.reset();
      expect(roundTrip(rowType, batchOf(columnsOf(rowType, rows), rows.length)).rows).toStrictEqual(rows);
    },
  );

  it('keeps random rows of random types, the selected ones only', () => {
    const arbitrary = arbitraryRowType(6).chain((rowType) =>
      fc.record({
        rowType: fc.constant(rowType),
        rows: fc.array(fc.tuple(...rowType.fields.map((field) => arbitraryValue(field.type))), { maxLength: 8 }),
        keep: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      }),
    );
    fc.assert(
      fc.property(arbitrary, ({ rowType, rows, keep }) => {
        arena.reset();
        const selected = rows.map((_, index) => index).filter((index) => keep[index]);
        const selection = arena.allocate(selected.length * 4);
        memory.u32.set(selected, selection >> 2);
        const whole = batchOf(columnsOf(rowType, rows), rows.length);
        const found = roundTrip(rowType, { ...whole, selection, selectedCount: selected.length });
        expect(found.rows).toStrictEqual(selected.map((index) => rows[index]));
      }),
    );
  });

  it('carries row kinds when there are others than inserts', () => {
    arena.reset();
    const rowType = rowTypeOf([{ kind: 'INTEGER', nullable: true }]);
    const kinds = arena.allocate(3);
    memory.u8.set([0, 1, 2], kinds);
    const batch = { ...batchOf(columnsOf(rowType, [[1], [1], [2]]), 3), kinds };
    expect(roundTrip(rowType, batch).kinds).toEqual([0, 1, 2]);
  });

  it('is read by the library', () => {
    arena.reset();
    const rowType = rowTypeOf([
      { kind: 'BIGINT', nullable: true },
      { kind: 'VARCHAR', length: 10, nullable: true },
      { kind: 'BOOLEAN', nullable: true },
      { kind: 'ARRAY', element: { kind: 'INTEGER', nullable: true }, nullable: true },
    ]);
    const rows: Value[][] = [[9007199254740993n, utf8('größe'), true, [1, null]], [null, null, null, null]]; // prettier-ignore
    const table = tableFromIPC(ipcFromBatch(memory, rowType, batchOf(columnsOf(rowType, rows), 2)));
    const [first, second] = table.toArray().map((row: { toJSON(): Record<string, unknown> }) => row.toJSON());
    expect(first).toMatchObject({ f0: 9007199254740993n, f1: 'größe', f2: true });
    expect([...(first!['f3'] as Iterable<unknown>)]).toEqual([1, null]);
    expect(second).toEqual({ f0: null, f1: null, f2: null, f3: null });
  });
});
