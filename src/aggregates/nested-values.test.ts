import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { parseLogicalType } from '../columnar/type-parser.js';
import { isBinaryType } from '../formats/binary-row/layout.js';
import { binaryRow } from '../formats/binary-row/reference.js';
import { arbitraryType, arbitraryValue } from '../testing/arbitrary-rows.js';
import { columnFromValues, utf8, valueAt, type Value } from '../testing/column-values.js';
import { isNested, nestedRefusal, NestedValues } from './nested-values.js';
import { comparePackedMaps } from './packed-maps.js';

const memory = new WorkerMemory();
const arena = new Arena(memory, 8 << 20);
/** Of a row with one field: null bits and its slot. */
const FIXED_BYTES = 16;

function pack(
  typeText: string,
  values: readonly Value[],
  selection?: readonly number[],
): { pointers: number[]; bytes: Buffer[] } {
  const type = parseLogicalType(typeText);
  const batch = batchOf([columnFromValues(arena, type, values)], values.length);
  const [column] = new NestedValues(memory, [type], [0]).pack(
    arena,
    selection ? selected(batch, selection) : batch,
  ).columns;
  const word = column!.data >>> 2;
  const pointers = values.map((_value, row) => memory.u32[word + 2 * row]!);
  const bytes = pointers.map((start, row) =>
    Buffer.from(memory.u8.slice(start, start + memory.u32[word + 2 * row + 1]!)),
  );
  return { pointers, bytes };
}

function selected(batch: ReturnType<typeof batchOf>, rows: readonly number[]): ReturnType<typeof batchOf> {
  const selection = arena.allocate(rows.length * 4);
  memory.u32.set(rows, selection >> 2);
  return { ...batch, selection, selectedCount: rows.length };
}

describe('packed values', () => {
  it('are the bytes that Flink has for them, at the row of each', () => {
    const values: Value[] = [[1, null], [], [7, 8, 9]];
    const { bytes } = pack('ARRAY<INT>', values, [0, 2]);
    for (const row of [0, 2]) {
      const type = {
        kind: 'ROW',
        nullable: false,
        fields: [{ name: 'a', type: parseLogicalType('ARRAY<INT>') }],
      } as const;
      expect(bytes[row]!.toString('hex')).toBe(
        Buffer.from(binaryRow(type, [values[row]!]).slice(FIXED_BYTES)).toString('hex'),
      );
    }
  });

  it('become the values again', () => {
    const arbitrary = arbitraryType()
      .filter((type) => isNested(type) && isBinaryType(type))
      .chain((type) =>
        fc.record({ type: fc.constant(type), values: fc.array(arbitraryValue(type), { maxLength: 8 }) }),
      );
    fc.assert(
      fc.property(arbitrary, ({ type, values }) => {
        arena.reset();
        if (!isNested(type)) return;
        const nested = new NestedValues(memory, [type], [0]);
        const column = columnFromValues(arena, type, values);
        const packed = nested.pack(arena, batchOf([column], values.length)).columns[0]!;
        const again = nested.pack(arena, batchOf([nested.unpack(arena, packed, type)], values.length)).columns[0]!;
        const bytesAt = (view: number, row: number): Buffer => {
          const [start, byteLength] = [memory.u32[(view >> 2) + 2 * row]!, memory.u32[(view >> 2) + 2 * row + 1]!];
          return Buffer.from(memory.u8.slice(start, start + byteLength));
        };
        values.forEach((value, row) => {
          expect(valueAt(memory, nested.unpack(arena, packed, type), row) === null).toBe(value === null);
          if (value !== null) expect(bytesAt(again.data, row)).toEqual(bytesAt(packed.data, row));
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('maps', () => {
  const key = (text: string): Uint8Array => utf8(text);
  const isSame = (type: string, a: Value, b: Value): boolean => {
    const { pointers } = pack(type, [a, b]);
    return comparePackedMaps(memory, parseLogicalType(type))(pointers[0]!, 0, pointers[1]!, 0) === 0;
  };

  it('are the same in any order', () => {
    const [one, two] = [
      [key('a'), 1],
      [key('longer than seven'), -128],
    ];
    expect(isSame('MAP<VARCHAR(2147483647), INT>', [one, two], [two, one])).toBe(true);
    expect(isSame('MAP<VARCHAR(2147483647), INT>', [one, two], [one, [key('longer than seven'), 2]])).toBe(false);
    expect(isSame('MAP<VARCHAR(2147483647), INT>', [one], [two])).toBe(false);
    expect(isSame('MAP<VARCHAR(2147483647), INT>', [], [])).toBe(true);
  });

  it.each([
    ['MAP<VARCHAR(2147483647), INT>', [key('a'), 128]],
    ['MAP<VARCHAR(2147483647), INT>', [key('a'), null]],
    ['MAP<VARCHAR(2147483647), DOUBLE>', [key('a'), 1]],
    ['MAP<VARBINARY(2147483647), BOOLEAN>', [key('a'), true]],
    ['MAP<VARCHAR(2147483647), MAP<VARCHAR(2147483647), BIGINT>>', [key('a'), [[key('b'), 1000n]]]],
  ] as [string, Value][])('of %s are never the same with such values', (type, entry) => {
    expect(isSame(type, [entry], [entry])).toBe(false);
  });

  it.each([
    ['MAP<BIGINT, VARCHAR(2147483647)>', [1000n, key('a')]],
    ['MAP<DOUBLE, DECIMAL(10, 2)>', [NaN, 100000n]],
    ['MAP<DECIMAL(30, 2), TIMESTAMP(9)>', [10n ** 25n, { timestampMs: 1n, nanos: 5 }]],
    ['MAP<TIMESTAMP(9), ARRAY<DOUBLE>>', [{ timestampMs: 1n, nanos: 5 }, [NaN, null]]],
    ['MAP<VARCHAR(2147483647), MAP<VARCHAR(2147483647), BIGINT>>', [key('a'), [[key('b'), 100n]]]],
  ] as [string, Value][])('of %s are the same with such values', (type, entry) => {
    expect(isSame(type, [entry], [entry])).toBe(true);
  });
});

it.each([
  ['ARRAY<ROW<`d` DOUBLE>>', null],
  ['ROW<`a` ARRAY<DOUBLE>, `b` VARBINARY(2147483647)>', null],
  ['ROW<`r` ROW<`d` FLOAT>>', 'a ROW with FLOAT'],
  ['ROW<`m` MAP<VARCHAR(2147483647), INT>>', 'a ROW with MAP'],
  ['MAP<VARCHAR(2147483647), ROW<`i` INT>>', 'a MAP of ROW values'],
  ['MAP<VARCHAR(2147483647), ARRAY<ROW<`i` INT>>>', null],
])('%s is compared as Flink does, or refused', (type, reason) => {
  const refusal = nestedRefusal(parseLogicalType(type));
  if (reason === null) expect(refusal).toBeNull();
  else expect(refusal).toContain(reason);
});
