import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batch, batchOf, type Column } from '../../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { LENGTH_MAX, type LogicalType, type TypeOf } from '../../../columnar/types.js';
import { SlipstreamError } from '../../../errors.js';
import { type PlanContext } from '../../../operators/operator.js';
import { arbitraryRowType, arbitraryValue, rowTypeOf } from '../../../testing/arbitrary-rows.js';
import { columnFromValues, utf8, type Value } from '../../../testing/column-values.js';
import { defaultEncodeOptions, type JsonEncodeOptions } from './encode-options.js';
import { JsonEncoder } from './json-encoder.js';
import { RowEncoder } from './row-encoder.js';

const memory = new WorkerMemory();
const arena = new Arena(memory, 1 << 20);
const plan: PlanContext = {
  config: new Map(),
  jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en_US', exactSquareRoot: true },
  allowIncompatible: new Set(),
};

const nullable = true;
const text: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable };

function columnsOf(rowType: TypeOf<'ROW'>, rows: readonly (readonly Value[])[]): Column[] {
  return rowType.fields.map((field, index) =>
    columnFromValues(
      arena,
      field.type,
      rows.map((row) => row[index]!),
    ),
  );
}

function textsOf(encoded: { count: number; offsets: number; values: number; byteLength: number }): string[] {
  const offsets = memory.u32.subarray(encoded.offsets >> 2, (encoded.offsets >> 2) + encoded.count + 1);
  expect(offsets[encoded.count]).toBe(encoded.byteLength);
  return Array.from({ length: encoded.count }, (_, row) =>
    Buffer.from(memory.u8.subarray(encoded.values + offsets[row]!, encoded.values + offsets[row + 1]!)).toString(
      'utf8',
    ),
  );
}

function encode(
  rowType: TypeOf<'ROW'>,
  rows: readonly (readonly Value[])[],
  options: Partial<JsonEncodeOptions> = {},
): string[] {
  const encoder = new JsonEncoder(memory, rowType, { ...defaultEncodeOptions, ...options }, { plan });
  return arena.run(() => textsOf(encoder.encode(arena, batchOf(columnsOf(rowType, rows), rows.length))));
}

const arbitraryOptions = fc.record({
  timestampFormat: fc.constantFrom('SQL' as const, 'ISO-8601' as const),
  mapNullKeyMode: fc.constantFrom('DROP' as const, 'LITERAL' as const),
  mapNullKeyLiteral: fc.constantFrom('null', 'a', '"'),
  encodeDecimalAsPlainNumber: fc.boolean(),
  encodeIgnoreNullFields: fc.boolean(),
});

const arbitraryBatch = arbitraryRowType(8, [text]).chain((rowType) =>
  fc.record({
    rowType: fc.constant(rowType),
    rows: fc.array(fc.tuple(...rowType.fields.map((field) => arbitraryValue(field.type))), { maxLength: 8 }),
    keep: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  }),
);

describe('JSON out', () => {
  it('writes what the row encoder writes, for the selected rows', () => {
    fc.assert(
      fc.property(arbitraryBatch, arbitraryOptions, ({ rowType, rows, keep }, options) => {
        const selected = rows.map((_, index) => index).filter((index) => keep[index]);
        const encoder = new JsonEncoder(memory, rowType, options, { plan });
        const reference = new RowEncoder(memory, rowType, options, 'legacy');
        arena.run(() => {
          const selection = arena.allocate(selected.length * 4);
          memory.u32.set(selected, selection >> 2);
          const columns = columnsOf(rowType, rows);
          const batch: Batch = { ...batchOf(columns, rows.length), selection, selectedCount: selected.length };
          const texts = textsOf(encoder.encode(arena, batch));
          expect(texts).toEqual(selected.map((index) => reference.encode(columns, index)));
          texts.forEach((line) => JSON.parse(line) as unknown);
        });
      }),
      { numRuns: 250 },
    );
  });

  it('enlarges an arena that is too small', () => {
    const small = new Arena(memory, 4096);
    const rowType = rowTypeOf([text]);
    const rows = Array.from({ length: 50 }, (_, row) => [utf8('\u0001'.repeat(row * 7))]);
    const encoder = new JsonEncoder(memory, rowType, defaultEncodeOptions, { plan });
    const texts = small.run(() => {
      const column = columnFromValues(small, text, rows.map((row) => row[0]!)); // prettier-ignore
      return textsOf(encoder.encode(small, batchOf([column], rows.length)));
    });
    expect(texts).toEqual(rows.map((_, row) => `{"f0":"${'\\u0001'.repeat(row * 7)}"}`));
  });

  it('never writes behind the arena', () => {
    fc.assert(
      fc.property(arbitraryBatch, fc.integer({ min: 1100, max: 4000 }), ({ rowType, rows }, capacityBytes) => {
        arena.reset();
        const batch = batchOf(columnsOf(rowType, rows), rows.length);
        const options = { ...defaultEncodeOptions, mapNullKeyMode: 'DROP' as const };
        const encoder = new JsonEncoder(memory, rowType, options, { plan });
        const small = new Arena(memory, capacityBytes);
        const guard = memory.allocate(256);
        memory.u8.fill(0xab, guard, guard + 256);
        encoder.encode(small, batch);
        expect(memory.u8.subarray(guard, guard + 256).every((byte) => byte === 0xab)).toBe(true);
      }),
    );
  });

  it('keeps NULL fields, or leaves them out of rows on all levels, never out of maps and arrays', () => {
    const int: LogicalType = { kind: 'INTEGER', nullable };
    const rowType = rowTypeOf([
      { ...rowTypeOf([int, int]), nullable },
      { kind: 'ARRAY', element: int, nullable },
      { kind: 'MAP', key: text, value: int, nullable },
      int,
    ]);
    const row = [[1, null], [1, null], [[utf8('k'), null]], null];
    expect(encode(rowType, [row])).toEqual(['{"f0":{"f0":1,"f1":null},"f1":[1,null],"f2":{"k":null},"f3":null}']);
    expect(encode(rowType, [row], { encodeIgnoreNullFields: true })).toEqual([
      '{"f0":{"f0":1},"f1":[1,null],"f2":{"k":null}}',
    ]);
    expect(encode(rowType, [[null, null, null, null]], { encodeIgnoreNullFields: true })).toEqual(['{}']);
  });

  it('treats NULL keys of maps as told', () => {
    const rowType = rowTypeOf([{ kind: 'MAP', key: text, value: { kind: 'INTEGER', nullable }, nullable }]);
    const rows = [[[[utf8('k'), null], [null, 4], [utf8('NUL'), 5]]], [[[utf8('a'), 1]]]]; // prettier-ignore
    expect(encode(rowType, rows, { mapNullKeyMode: 'DROP' })).toEqual(['{"f0":{"k":null,"NUL":5}}', '{"f0":{"a":1}}']);
    expect(encode(rowType, rows, { mapNullKeyMode: 'LITERAL', mapNullKeyLiteral: 'NUL' })[0]).toBe(
      '{"f0":{"k":null,"NUL":5}}',
    );
    expect(encode(rowType, rows, { mapNullKeyMode: 'LITERAL', mapNullKeyLiteral: 'n"' })[0]).toBe(
      '{"f0":{"k":null,"n\\"":4,"NUL":5}}',
    );
    try {
      encode(rowType, rows);
      expect.unreachable();
    } catch (error) {
      const { causes } = error as SlipstreamError;
      expect(causes.map(({ className }) => className)).toEqual(Array(3).fill('java.lang.RuntimeException'));
      expect(causes[1]!.message).toBe('Fail to serialize at field: f0.');
      expect(causes[2]!.message).toContain("JSON format doesn't support to serialize map data with null keys.");
    }
  });

  it('replaces malformed UTF-8 as Java does', () => {
    const cases: [number[], string][] = [
      [[0xff], '\ufffd'],
      [[0xed, 0xa0, 0x80], '\ufffd'],
      [[0xe2, 0x82], '\ufffd'],
      [[0xf0, 0x9f, 0x98], '\ufffd'],
      [[0xc3, 0x28], '\ufffd('],
      [[0xf5, 0x80, 0x80, 0x80], '\ufffd'.repeat(4)],
      [[0xc0, 0x80], '\ufffd\ufffd'],
    ];
    const rows = cases.map(([bytes]) => [Uint8Array.from([0x61, ...bytes])]);
    expect(encode(rowTypeOf([text]), rows)).toEqual(cases.map(([, shown]) => `{"f0":"a${shown}"}`));
  });

  it('refuses maps whose keys are not strings, and types that it does not have', () => {
    const int: LogicalType = { kind: 'INTEGER', nullable };
    const check = (type: LogicalType) => JsonEncoder.check(rowTypeOf([type]), defaultEncodeOptions, plan);
    expect(check({ kind: 'MAP', key: int, value: int, nullable })).toContain('non-string as key type');
    expect(check({ kind: 'ARRAY', element: { kind: 'MULTISET', element: int, nullable }, nullable })).toContain(
      'json.f0',
    );
    expect(check({ kind: 'UNSUPPORTED', text: 'RAW(…)', nullable })).toBe('json.f0: type RAW(…) is not supported');
    expect(check(int)).toBeNull();
  });
});
