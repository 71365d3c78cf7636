/** The bytes that stock Flink's RowDataSerializer makes; SLIPSTREAM_WRITE_GOLDEN=1 asks it again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { parseRowType } from '../../columnar/type-parser.js';
import { arbitraryRowType, arbitraryValue } from '../../testing/arbitrary-rows.js';
import { columnFromValues } from '../../testing/column-values.js';
import { edgeRows, type EdgeRows } from '../../testing/edge-rows.js';
import { goldenRows } from '../../testing/row-golden.js';
import { canonicalRow, rowFromCanonical } from '../../testing/row-oracle.js';
import { typeText } from '../../testing/type-text.js';
import { rowsStart } from './layout.js';
import { binaryRow } from './reference.js';
import { RowsWriter } from './rows-writer.js';

const RANDOM_TYPES = 25;
const FIELDS_MAX = 70;

const arbitraryRows: fc.Arbitrary<EdgeRows> = arbitraryRowType(FIELDS_MAX)
  .filter((rowType) => rowType.fields.length > 0)
  .chain((rowType) =>
    fc.record({
      rowType: fc.constant(rowType),
      rows: fc.array(fc.tuple(...rowType.fields.map((field) => arbitraryValue(field.type))), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  );

const golden = goldenRows(
  new URL('golden/rows.json', import.meta.url),
  'BinaryRowOracle',
  [...edgeRows, ...fc.sample(arbitraryRows, { numRuns: RANDOM_TYPES, seed: 1 })].map(({ rowType, rows }) => ({
    type: typeText(rowType),
    rows: rows.map((row) => canonicalRow(row, rowType)),
  })),
);

const memory = new WorkerMemory();
const arena = new Arena(memory, 1 << 20);

describe('BinaryRowData of stock Flink', () => {
  it.each(golden)('$type', ({ type, rows: canonicalRows, results }) => {
    const rowType = parseRowType(type);
    const rows = canonicalRows.map((row) => rowFromCanonical(row, rowType));
    const expected = results.map((result) => ('hex' in result ? result.hex : 'no bytes'));
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    expect(rows.map((row) => hex(binaryRow(rowType, row)))).toEqual(expected);
    const written = arena.run(() => {
      const columns = rowType.fields.map((field, index) =>
        columnFromValues(
          arena,
          field.type,
          rows.map((row) => row[index]!),
        ),
      );
      const { pointer, byteLength } = new RowsWriter(memory, rowType).write(arena, batchOf(columns, rows.length));
      return memory.u8.slice(pointer + rowsStart(rows.length), pointer + byteLength);
    });
    expect(hex(written)).toBe(expected.join(''));
  });
});
