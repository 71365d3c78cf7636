import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryRowType, arbitraryValue } from '../testing/arbitrary-rows.js';
import { columnFromValues, valueAt } from '../testing/column-values.js';
import { gatherColumns } from './gather.js';
import { Arena, WorkerMemory } from './memory.js';

test('gathered columns have the values of the chosen rows, in any order and more than once', () => {
  const memory = new WorkerMemory();
  const arena = new Arena(memory);
  const rows = arbitraryRowType(5).chain((type) =>
    fc.tuple(
      fc.constant(type),
      fc.array(fc.tuple(...type.fields.map((field) => arbitraryValue(field.type))), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat({ max: 1000 }), { maxLength: 40 }),
    ),
  );
  fc.assert(
    fc.property(rows, ([type, values, picks]) => {
      arena.run(() => {
        const columns = type.fields.map((field, index) =>
          columnFromValues(
            arena,
            field.type,
            values.map((row) => row[index] ?? null),
          ),
        );
        const chosen = picks.map((pick) => pick % values.length);
        const rowIndexes = arena.allocate(chosen.length * 4);
        memory.u32.set(chosen, rowIndexes >> 2);
        const gathered = gatherColumns(arena, columns, rowIndexes, chosen.length);
        gathered.forEach((column, index) => {
          expect(column.length).toBe(chosen.length);
          const source = columns[index]!;
          const found = chosen.map((_row, place) => valueAt(memory, column, place));
          expect(found).toEqual(chosen.map((row) => valueAt(memory, source, row)));
        });
      });
    }),
  );
});
