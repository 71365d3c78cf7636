/** Key bytes, hashes and key groups against known answers of Flink 2.2.1, and the fast paths against the rows of the reference. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { type LogicalType } from '../columnar/types.js';
import { binaryRow } from '../formats/binary-row/reference.js';
import { arbitraryRowType, arbitraryValue, flatTypes, rowTypeOf } from '../testing/arbitrary-rows.js';
import { columnFromValues, utf8, type Value } from '../testing/column-values.js';
import { KeyHasher } from './key-hasher.js';
import { u32List } from './testing-keys.js';

const memory = new WorkerMemory();
const arena = new Arena(memory, 1 << 20);
const nullable = true;

interface HashedKey {
  readonly bytes: string;
  readonly hash: number;
  readonly keyGroup: number;
}

/** The keys of `rows`, of those at `selection` when it is given. */
function hashed(
  types: readonly LogicalType[],
  rows: readonly (readonly Value[])[],
  maxParallelism: number,
  selection?: readonly number[],
): HashedKey[] {
  return arena.run(() => {
    const columns = types.map((type, index) => columnFromValues(arena, type, rows.map((row) => row[index]!))); // prettier-ignore
    let selectionPointer = 0;
    if (selection) {
      selectionPointer = arena.allocate(selection.length * 4);
      memory.u32.set(selection, selectionPointer >> 2);
    }
    const batch = {
      selection: selectionPointer,
      selectedCount: selection?.length ?? rows.length,
      rowCount: rows.length,
    };
    const keys = new KeyHasher(memory, rowTypeOf(types), maxParallelism).hash(arena, columns, batch);
    const offsets = u32List(arena, keys.offsets, keys.count + 1);
    const hashes = u32List(arena, keys.hashes, keys.count);
    const keyGroups = u32List(arena, keys.keyGroups, keys.count);
    return hashes.map((hash, index) => ({
      bytes: Buffer.from(memory.u8.subarray(keys.rows + offsets[index]!, keys.rows + offsets[index + 1]!)).toString(
        'hex',
      ),
      hash: hash | 0,
      keyGroup: keyGroups[index]!,
    }));
  });
}

const text: LogicalType = { kind: 'VARCHAR', length: 2147483647, nullable };
const bigint: LogicalType = { kind: 'BIGINT', nullable };
const int: LogicalType = { kind: 'INTEGER', nullable };

/** From KeyGroupRangeAssignment and BinaryRowData of Flink: types, key, bytes, hash, key groups of 128, 256, 720 and 32768. */
const KNOWN: readonly [readonly LogicalType[], readonly Value[], string, number, Readonly<Record<number, number>>][] = [
  [[int], [42], '00000000000000002a00000000000000', 907821237, { 128: 69, 256: 197, 720: 517, 32768: 24261 }],
  [[int], [-1], '0000000000000000ffffffff00000000', 1133687267, { 128: 106, 256: 234, 720: 202, 32768: 18666 }],
  [
    [bigint],
    [1234567890123n],
    '0000000000000000cb04fb711f010000',
    -1873221036,
    { 128: 62, 256: 190, 720: 30, 32768: 13502 },
  ],
  [[bigint], [0n], '00000000000000000000000000000000', -300363099, { 128: 102, 256: 230, 720: 374, 32768: 23270 }],
  [
    [text],
    [utf8('abc')],
    '00000000000000006162630000000083',
    -101922419,
    { 128: 92, 256: 220, 720: 188, 32768: 15068 },
  ],
  [[text], [utf8('')], '00000000000000000000000000000080', 302122119, { 128: 102, 256: 102, 720: 182, 32768: 19814 }],
  [
    [text],
    [utf8('abcdefg')],
    '00000000000000006162636465666787',
    -1431907323,
    { 128: 70, 256: 70, 720: 422, 32768: 31814 },
  ],
  [
    [text],
    [utf8('abcdefgh')],
    '000000000000000008000000100000006162636465666768',
    -843760178,
    { 128: 58, 256: 186, 720: 266, 32768: 23994 },
  ],
  [[bigint], [null], '00010000000000000000000000000000', -1748325344, { 128: 99, 256: 227, 720: 147, 32768: 3555 }],
  [
    [bigint, text],
    [null, utf8('x')],
    '000100000000000000000000000000007800000000000081',
    398608515,
    { 128: 6, 256: 134, 720: 646, 32768: 902 },
  ],
  [
    [bigint, bigint],
    [1000n, 10n],
    '0000000000000000e8030000000000000a00000000000000',
    1576203608,
    { 128: 100, 256: 100, 720: 308, 32768: 16740 },
  ],
  [
    [{ kind: 'DECIMAL', precision: 23, scale: 3, nullable }],
    [null],
    '0001000000000000000000001000000000000000000000000000000000000000',
    -1380280760,
    { 128: 47, 256: 47, 720: 623, 32768: 20271 },
  ],
  [
    [{ kind: 'TIMESTAMP', precision: 6, nullable }],
    [null],
    '000100000000000000000000100000000000000000000000',
    -340882661,
    { 128: 92, 256: 220, 720: 188, 32768: 17116 },
  ],
  [
    [{ kind: 'TIMESTAMP', precision: 3, nullable }],
    [{ timestampMs: 1577836800123n, nanos: 0 }],
    '00000000000000007be8665e6f010000',
    389474996,
    { 128: 18, 256: 18, 720: 338, 32768: 23570 },
  ],
  [
    [{ kind: 'BOOLEAN', nullable }],
    [true],
    '00000000000000000100000000000000',
    1465514398,
    { 128: 94, 256: 94, 720: 398, 32768: 11102 },
  ],
  [
    [{ kind: 'DOUBLE', nullable }],
    [-0],
    '00000000000000000000000000000080',
    302122119,
    { 128: 102, 256: 102, 720: 182, 32768: 19814 },
  ],
  [
    [{ kind: 'FLOAT', nullable }],
    [NaN],
    '00000000000000000000c07f00000000',
    -2039172089,
    { 128: 21, 256: 21, 720: 341, 32768: 25365 },
  ],
  [
    [{ kind: 'VARBINARY', length: 100, nullable }],
    [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)],
    '0000000000000000090000001000000001020304050607080900000000000000',
    -171399545,
    { 128: 125, 256: 253, 720: 637, 32768: 27133 },
  ],
  [[], [], '0000000000000000', -1670924195, { 128: 11 }],
];

const PARALLELISMS = [128, 256, 720, 32768];

describe('KeyHasher', () => {
  it.each(KNOWN.map((known) => [known[2], known] as const))('%s', (_, [types, row, bytes, hash, keyGroups]) => {
    Object.entries(keyGroups).forEach(([maxParallelism, keyGroup]) => {
      expect(hashed(types, [row], Number(maxParallelism))).toEqual([{ bytes, hash, keyGroup }]);
    });
  });

  it('has one empty key for a singleton', () => {
    expect(hashed([], [[], []], 128).map((key) => key.keyGroup)).toEqual([11, 11]);
  });

  it('writes one field of any type as the reference does, NULL and selected rows included', () => {
    const arbitrary = fc.constantFrom(...flatTypes).chain((type) =>
      fc.record({
        type: fc.constant(type),
        values: fc.array(fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 5, arbitrary: arbitraryValue(type) }), { minLength: 1, maxLength: 20 }), // prettier-ignore
        selected: fc.infiniteStream(fc.boolean()),
      }),
    );
    fc.assert(
      fc.property(arbitrary, ({ type, values, selected }) => {
        const rows = values.map((value) => [value]);
        const selection = rows.flatMap((_, index) => (selected.next().value ? [index] : []));
        const all = hashed([type], rows, 128);
        expect(hashed([type], rows, 128, selection)).toEqual(selection.map((index) => all[index]));
        rows.forEach((row, index) => {
          if (row[0] === null && isReserving(type)) return;
          expect(all[index]!.bytes).toBe(Buffer.from(binaryRow(rowTypeOf([type]), row)).toString('hex'));
        });
      }),
      { numRuns: 400 },
    );
  });

  it('hashes keys of one field as it does those of several', () => {
    const arbitrary = arbitraryRowType(4).chain((rowType) =>
      fc.record({
        types: fc.constant(rowType.fields.map((field) => field.type)),
        rows: fc.array(fc.tuple(...rowType.fields.map((field) => arbitraryValue(field.type))), { minLength: 1, maxLength: 9 }), // prettier-ignore
      }),
    );
    fc.assert(
      fc.property(arbitrary, fc.constantFrom(...PARALLELISMS, 1, 7), ({ types, rows }, maxParallelism) => {
        for (const key of hashed(types, rows, maxParallelism)) {
          const hash = hashOfWords(Buffer.from(key.bytes, 'hex'));
          expect(key.hash).toBe(hash);
          expect(key.keyGroup).toBe(murmurOfInt(hash) % maxParallelism);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** NULLs of these keep their place in key rows; see RowsWriterOptions.nullsReserveSpace. */
function isReserving(type: LogicalType): boolean {
  return (
    (type.kind === 'DECIMAL' && type.precision > 18) ||
    ((type.kind === 'TIMESTAMP' || type.kind === 'TIMESTAMP_LTZ') && type.precision > 3)
  );
}

/** MurmurHashUtils.hashBytesByWords and MathUtils.murmurHash, the slow way. */
function hashOfWords(bytes: Buffer): number {
  let hash = 42;
  for (let at = 0; at < bytes.length; at += 4) hash = mix(hash, bytes.readInt32LE(at));
  return finish(hash ^ bytes.length);
}

function murmurOfInt(code: number): number {
  const hash = finish(mix(0, code) ^ 4);
  return hash === -(2 ** 31) ? 0 : Math.abs(hash);
}

function mix(hash: number, word: number): number {
  let scrambled = Math.imul(word, 0xcc9e2d51);
  scrambled = Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
  const mixed = hash ^ scrambled;
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(code: number): number {
  let hash = code;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
