/** The keys that stock Flink's generated key projections make; SLIPSTREAM_WRITE_GOLDEN=1 asks it again. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { batchOf, type Batch } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { parseRowType } from '../columnar/type-parser.js';
import { type LogicalType, type TypeOf } from '../columnar/types.js';
import { OFFSETS_START, rowsStart } from '../formats/binary-row/layout.js';
import { RowsReader } from '../formats/binary-row/rows-reader.js';
import { RowsWriter } from '../formats/binary-row/rows-writer.js';
import { arbitraryType, arbitraryValue, flatTypes, rowTypeOf } from '../testing/arbitrary-rows.js';
import { columnFromValues, utf8, valueAt, type Value } from '../testing/column-values.js';
import { edgeRows, type EdgeRows } from '../testing/edge-rows.js';
import { goldenRows } from '../testing/row-golden.js';
import { canonicalRow, rowFromCanonical } from '../testing/row-oracle.js';
import { typeText } from '../testing/type-text.js';
import { KeyHasher } from './key-hasher.js';

const KEYS_MIN = 3000;
const SEED = 4;
const ROWS_OF_A_TYPE = 60;
const COMPOSITE_TYPES = 40;
const ROWS_OF_A_COMPOSITE = 30;
const FIELDS_MAX = 6;
/** More than 56 fields need a second word of null bits. */
const FIELDS_OF_A_WIDE_KEY = 60;
const ROWS_OF_A_WIDE_KEY = 6;
const TEXT_BYTES_MAX = 20;

/** All rows of a request pass through one selector, so a short key comes after a long one, and a value after a NULL. */
function sampled(rowType: TypeOf<'ROW'>, numRuns: number, seed: number): EdgeRows {
  const row: fc.Arbitrary<Value[]> = fc.tuple(...rowType.fields.map((field) => arbitraryValue(field.type)));
  return { rowType, rows: fc.sample(row, { numRuns, seed }) };
}

/** Around the seven bytes that lie in the slot itself, and the whole words behind it. */
function texts(kind: 'VARCHAR' | 'VARBINARY'): EdgeRows {
  const lengths = Array.from({ length: TEXT_BYTES_MAX + 1 }, (_, length) => length);
  const type: LogicalType = { kind, length: 2147483647, nullable: true };
  return {
    rowType: rowTypeOf([type, type]),
    rows: lengths.flatMap((length) => [
      [utf8('x'.repeat(length)), null],
      [null, utf8('y'.repeat(TEXT_BYTES_MAX - length))],
      [utf8('z'.repeat(length)), utf8('z'.repeat(TEXT_BYTES_MAX - length))],
    ]),
  };
}

const composites = fc
  .sample(fc.array(arbitraryType(), { minLength: 1, maxLength: FIELDS_MAX, size: 'max' }), {
    numRuns: COMPOSITE_TYPES,
    seed: SEED,
  })
  .map((types, index) => sampled(rowTypeOf(types), ROWS_OF_A_COMPOSITE, SEED + index));

const keys: readonly EdgeRows[] = [
  { rowType: rowTypeOf([]), rows: [[]] },
  ...edgeRows,
  texts('VARCHAR'),
  texts('VARBINARY'),
  ...flatTypes.map((type, index) => sampled(rowTypeOf([type]), ROWS_OF_A_TYPE, SEED + index)),
  ...composites,
  sampled(
    rowTypeOf(Array.from({ length: FIELDS_OF_A_WIDE_KEY }, (_, i) => flatTypes[i % flatTypes.length]!)),
    ROWS_OF_A_WIDE_KEY,
    SEED,
  ),
];

const golden = goldenRows(
  new URL('golden/key-hashes.json', import.meta.url),
  'KeyHashOracle',
  keys.map(({ rowType, rows }) => ({
    type: typeText(rowType),
    rows: rows.map((row) => canonicalRow(row, rowType)),
  })),
);

const memory = new WorkerMemory();
const arena = new Arena(memory, 1 << 20);

interface Hashed {
  readonly hex: string;
  readonly hash: number;
  readonly keyGroup: number;
}

function batchOfRows(rowType: TypeOf<'ROW'>, rows: readonly (readonly Value[])[]): Batch {
  const columns = rowType.fields.map((field, index) =>
    columnFromValues(
      arena,
      field.type,
      rows.map((row) => row[index]!),
    ),
  );
  return batchOf(columns, rows.length);
}

function written(rowType: TypeOf<'ROW'>, rows: readonly (readonly Value[])[]): string {
  return arena.run(() => {
    const writer = new RowsWriter(memory, rowType, { nullsReserveSpace: true });
    const { pointer, byteLength } = writer.write(arena, batchOfRows(rowType, rows));
    return hexOf(memory.u8.slice(pointer + rowsStart(rows.length), pointer + byteLength));
  });
}

function hashed(rowType: TypeOf<'ROW'>, rows: readonly (readonly Value[])[], maxParallelism: number): Hashed[] {
  return arena.run(() => {
    const batch = batchOfRows(rowType, rows);
    const keyed = new KeyHasher(memory, rowType, maxParallelism).hash(arena, batch.columns, batch);
    expect(keyed.count).toBe(rows.length);
    return rows.map((_, index) => {
      const [start, end] = [0, 1].map((next) => memory.u32[(keyed.offsets >> 2) + index + next]!);
      return {
        hex: hexOf(memory.u8.slice(keyed.rows + start!, keyed.rows + end!)),
        hash: memory.i32[(keyed.hashes >> 2) + index]!,
        keyGroup: memory.u32[(keyed.keyGroups >> 2) + index]!,
      };
    });
  });
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

describe('keys of stock Flink', () => {
  it('are thousands', () => {
    expect(golden.reduce((count, { results }) => count + results.length, 0)).toBeGreaterThanOrEqual(KEYS_MIN);
  });

  describe.each(golden.map((keys, index) => ({ index, ...keys })))('$index: $type', ({ type, rows, results }) => {
    const rowType = parseRowType(type);
    const values = rows.map((row) => rowFromCanonical(row, rowType));

    it('have the bytes of the key projection', () => {
      expect(written(rowType, values)).toBe(results.map(({ hex }) => hex).join(''));
    });

    it('have the hash and the key group', () => {
      expect(hashed(rowType, values, 128)).toEqual(
        results.map(({ hex, hash, keyGroup128 }) => ({ hex, hash, keyGroup: keyGroup128 })),
      );
      expect(hashed(rowType, values, 32768).map(({ keyGroup }) => keyGroup)).toEqual(
        results.map(({ keyGroup32768 }) => keyGroup32768),
      );
    });
  });
});

/** The known answers that the project began with: the bytes are read as columns, and their keys are made again. */
describe('known key groups', () => {
  const known = JSON.parse(readFileSync(new URL('golden/keygroup-kats.json', import.meta.url), 'utf8')) as readonly {
    readonly desc: string;
    readonly types: string;
    readonly binaryRowHex: string;
    readonly rowHash: number;
    readonly kg128: number;
    readonly kg32768?: number;
  }[];

  it.each(known)('$desc', ({ types, binaryRowHex, rowHash, kg128, kg32768 }) => {
    const rowType = parseRowType(types === '[]' ? 'ROW<>' : `ROW<${namedFields(types.slice(1, -1))}>`);
    const [row] = readRow(rowType, Buffer.from(binaryRowHex, 'hex'));
    const key = { hex: binaryRowHex, hash: rowHash };
    expect(hashed(rowType, [row!], 128)).toEqual([{ ...key, keyGroup: kg128 }]);
    if (kg32768 !== undefined) expect(hashed(rowType, [row!], 32768)).toEqual([{ ...key, keyGroup: kg32768 }]);
  });

  /** `INT, STRING` as the fields of a row type. */
  function namedFields(types: string): string {
    return types
      .replaceAll('STRING', 'VARCHAR(2147483647)')
      .replace(/TIMESTAMP_LTZ(.*)/, 'TIMESTAMP$1 WITH LOCAL TIME ZONE')
      .split(/, (?=[A-Z])/)
      .map((type, index) => `\`f${index}\` ${type}`)
      .join(', ');
  }

  /** A rows batch of the one row, read back. */
  function readRow(rowType: TypeOf<'ROW'>, bytes: Uint8Array): readonly Value[][] {
    return arena.run(() => {
      const byteLength = rowsStart(1) + bytes.length;
      const payload = arena.allocate(byteLength);
      memory.u8.fill(0, payload, payload + rowsStart(1));
      memory.u32[payload >> 2] = 1;
      memory.u32[(payload + OFFSETS_START) / 4 + 1] = bytes.length;
      memory.u8.set(bytes, payload + rowsStart(1));
      const { columns } = new RowsReader(memory, rowType).read(arena, payload, byteLength);
      return [columns.map((column) => valueAt(memory, column, 0))];
    });
  }
});
