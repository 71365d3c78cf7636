/** KeyedTable against a Map: rows come in batches, live and die within them, and dead entries are swept at their ends. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../columnar/memory.js';
import { KeyedTable, LIVE_OFFSET, VALUE_OFFSET } from './keyed-table.js';
import { collidingKeys, keyedRowsOf, u32List } from './testing-keys.js';
import { TrackedMemory } from './tracked-memory.js';

const MAX_PARALLELISM = 16;
const keyGroups = { start: 0, end: MAX_PARALLELISM - 1 };
const memory = new TrackedMemory();
const arena = new Arena(memory, 1 << 22);

interface Row {
  readonly key: number;
  /** 0 retracts the key. */
  readonly value: number;
}

const text = (key: Uint8Array): string => Buffer.from(key).toString('latin1');

/** `expect` is slow for each of many rows. */
function same(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`expected ${String(expected)}, found ${String(found)}`);
}

/** Runs the batches, and compares with the model after each of them. */
function compare(
  keys: readonly Uint8Array[],
  valueBytes: number,
  hasTimestamp: boolean,
  batches: readonly Row[][],
): void {
  const before = memory.allocatedBytes;
  const table = new KeyedTable(memory, { valueBytes, keyGroups, maxParallelism: MAX_PARALLELISM, hasTimestamp });
  const model = new Map<string, number>();
  for (const batch of batches) {
    arena.reset();
    const keyed = keyedRowsOf(arena, batch.map((row) => keys[row.key % keys.length]!), MAX_PARALLELISM); // prettier-ignore
    const entries = arena.allocate(batch.length * 4);
    table.findOrCreate(keyed, entries);
    u32List(arena, entries, batch.length).forEach((entry, index) => {
      const key = keys[batch[index]!.key % keys.length]!;
      const { value } = batch[index]!;
      const wasLive = memory.u8[entry + LIVE_OFFSET] !== 0;
      same(wasLive, model.has(text(key)));
      if (valueBytes > 0 && wasLive) same(memory.u32[(entry + VALUE_OFFSET) >> 2], model.get(text(key)));
      memory.u8[entry + LIVE_OFFSET] = value === 0 ? 0 : 1;
      memory.u8.fill(value & 255, entry + VALUE_OFFSET, entry + table.keyOffset);
      if (valueBytes > 0) memory.u32[(entry + VALUE_OFFSET) >> 2] = value;
      if (value === 0) model.delete(text(key));
      else model.set(text(key), value);
    });
    table.sweep(entries, batch.length);
    expect(table.size).toBe(model.size);
    check(table, keys, model, valueBytes);
  }
  table.release();
  expect(memory.allocatedBytes).toBe(before);
}

function check(table: KeyedTable, keys: readonly Uint8Array[], model: Map<string, number>, valueBytes: number): void {
  arena.reset();
  const entries = arena.allocate(keys.length * 4);
  table.find(keyedRowsOf(arena, keys, MAX_PARALLELISM), entries);
  u32List(arena, entries, keys.length).forEach((entry, index) => {
    const value = model.get(text(keys[index]!));
    same(entry !== 0, value !== undefined);
    if (entry !== 0 && valueBytes > 0) same(memory.u32[(entry + VALUE_OFFSET) >> 2], value);
  });
  const seen: string[] = [];
  for (let keyGroup = 0; keyGroup < MAX_PARALLELISM; keyGroup++) {
    table.forEachEntry(keyGroup, (entry) => {
      const pointer = table.keyPointer(entry);
      seen.push(text(memory.u8.subarray(pointer, pointer + table.keyBytes(entry))));
    });
  }
  expect(seen.sort()).toEqual([...model.keys()].sort());
}

const arbitraryKey = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 8000, max: 9000 }) },
);

const arbitraryKeys = fc.array(fc.tuple(arbitraryKey, fc.nat()), { minLength: 1, maxLength: 120 }).map((lengths) => {
  const keys = lengths.map(([words, content], index) => {
    const key = Buffer.alloc(words * 8, content & 255);
    key.writeUInt32LE(index, key.length - 4);
    return key;
  });
  return keys;
});

const arbitraryBatches = fc.array(
  fc.array(fc.record({ key: fc.nat({ max: 500 }), value: fc.oneof(fc.constant(0), fc.nat({ max: 2 ** 31 })) }), {
    maxLength: 90,
  }),
  { maxLength: 8 },
);

describe('KeyedTable', () => {
  it('holds what a Map holds', () => {
    fc.assert(
      fc.property(
        arbitraryKeys,
        fc.constantFrom(0, 8, 24, 64),
        fc.boolean(),
        arbitraryBatches,
        (keys, valueBytes, hasTimestamp, batches) => compare(keys, valueBytes, hasTimestamp, batches),
      ),
      { numRuns: 150 },
    );
  });

  it('keeps keys apart whose hashes are the same', () => {
    const keys = collidingKeys(100);
    arena.reset();
    const hashes = u32List(arena, keyedRowsOf(arena, keys, MAX_PARALLELISM).hashes, keys.length);
    expect(new Set(hashes).size).toBe(1);
    const rows = keys.map((_, key) => ({ key, value: key + 1 }));
    const retracted = rows.filter(({ key }) => key % 3 === 0).map(({ key }) => ({ key, value: 0 }));
    compare(keys, 8, false, [rows, retracted, rows, rows.map(({ key }) => ({ key, value: 0 }))]);
  });

  it('grows, empties and gives the memory of emptied key groups back', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => {
      const key = Buffer.alloc(16);
      key.writeUInt32LE(index, 8);
      return key;
    });
    const rows = keys.map((_, key) => ({ key, value: key + 1 }));
    compare(keys, 24, true, [rows, rows.map(({ key }) => ({ key, value: key % 2 })), rows, rows.map(({ key }) => ({ key, value: 0 }))]); // prettier-ignore
  });

  it('uses the places of removed entries again', () => {
    const table = new KeyedTable(memory, {
      valueBytes: 8,
      keyGroups,
      maxParallelism: MAX_PARALLELISM,
      hasTimestamp: false,
    });
    let most = 0;
    for (let round = 0; round < 50; round++) {
      arena.reset();
      const keys = Array.from({ length: 1000 }, (_, index) => {
        const key = Buffer.alloc(8 * (1 + ((index * 7 + round) % 40)));
        key.writeUInt32LE(round * 1000 + index, 0);
        return key;
      });
      const entries = arena.allocate(keys.length * 4);
      table.findOrCreate(keyedRowsOf(arena, keys, MAX_PARALLELISM), entries);
      // One in ten stays until the next round, so that key groups are never empty.
      const kept = u32List(arena, entries, keys.length).filter((_, index) => index % 10 === 0);
      kept.forEach((entry) => (memory.u8[entry + LIVE_OFFSET] = 1));
      table.sweep(entries, keys.length);
      if (round === 10) most = table.byteLength;
      if (round % 2 === 1) kept.forEach((entry) => table.remove(entry));
    }
    expect(table.byteLength).toBeLessThan(most * 4);
    table.release();
  });

  it('refuses rows of other key groups', () => {
    const table = new KeyedTable(memory, { valueBytes: 8, keyGroups: { start: 3, end: 3 }, maxParallelism: 16, hasTimestamp: false }); // prettier-ignore
    arena.reset();
    const keyed = keyedRowsOf(arena, Array.from({ length: 50 }, (_, index) => Buffer.alloc(8, index)), MAX_PARALLELISM); // prettier-ignore
    const entries = arena.allocate(200);
    expect(() => table.find(keyed, entries)).toThrow('came to the subtask of key groups 3 to 3');
    expect(() => table.findOrCreate(keyed, entries)).toThrow('came to the subtask of key groups 3 to 3');
    table.release();
  });
});
