/** Snapshots of keyed state against a model: any values, rescales in between, damaged blobs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../columnar/memory.js';
import { SlipstreamError } from '../errors.js';
import { BlobReader, BlobWriter } from './blob.js';
import { ElementTable, ELEMENT_VALUE_OFFSET, HEAD_BYTES } from './element-table.js';
import { KeyedTable, LIVE_OFFSET, VALUE_OFFSET } from './keyed-table.js';
import { StateHeap } from './state-heap.js';
import { TableState } from './table-state.js';
import { keyedRowsOf, u32List } from './testing-keys.js';
import { TrackedMemory } from './tracked-memory.js';

const MAX_PARALLELISM = 8;
const memory = new TrackedMemory();
const arena = new Arena(memory, 1 << 22);

/** Of the entry's value: a number, text, a set of elements with text of their own, a list. */
const NUMBER = 0;
const TEXT = 8;
const SET = 16;
const LIST = SET + HEAD_BYTES;
const VALUE_BYTES = LIST + HEAD_BYTES;

interface Subtask {
  readonly state: TableState;
  readonly heap: StateHeap;
  readonly set: ElementTable;
  readonly list: ElementTable;
}

function subtask(start: number, end: number): Subtask {
  const table = new KeyedTable(memory, {
    valueBytes: VALUE_BYTES,
    keyGroups: { start, end },
    maxParallelism: MAX_PARALLELISM,
    hasTimestamp: true,
  });
  const heap = new StateHeap(memory);
  const set = new ElementTable(memory, { valueBytes: 16, hasTimestamp: false });
  const list = new ElementTable(memory, { valueBytes: 0, hasTimestamp: true });
  const state = new TableState('values', 3, table, [
    { kind: 'bytes', offset: TEXT, heap },
    { kind: 'elements', offset: SET, table: set, slots: [{ kind: 'bytes', offset: 8, heap }] },
    { kind: 'elements', offset: LIST, table: list, slots: [], isList: true },
  ]);
  return { state, heap, set, list };
}

interface Row {
  readonly key: number;
  /** 0 retracts. */
  readonly number: number;
  readonly text: string;
  readonly elements: readonly string[];
}

/** Everything of an entry as text, for the model and for what is found. */
const described = ({ number, text, elements }: Omit<Row, 'key'>): string =>
  JSON.stringify([number, text, [...new Set(elements)].map((element) => `${element}:${element}!`), elements]);

function apply({ state, heap, set, list }: Subtask, keys: readonly Uint8Array[], rows: readonly Row[]): void {
  arena.reset();
  const entries = arena.allocate(rows.length * 4);
  state.table.findOrCreate(keyedRowsOf(arena, rows.map((row) => keys[row.key]!), MAX_PARALLELISM), entries); // prettier-ignore
  const bytes = (text: string): [number, number] => {
    const encoded = Buffer.from(text, 'utf8');
    const pointer = arena.allocate(encoded.length);
    memory.u8.set(encoded, pointer);
    return [pointer, encoded.length];
  };
  u32List(arena, entries, rows.length).forEach((entry, index) => {
    const { number, text, elements } = rows[index]!;
    const value = entry + VALUE_OFFSET;
    state.freeSlots(entry);
    memory.u8[entry + LIVE_OFFSET] = number === 0 ? 0 : 1;
    memory.u32[(value + NUMBER) >> 2] = number;
    memory.u64[(entry + state.table.timestampOffset) >> 3] = BigInt(number) * 3n;
    heap.setBytes(value + TEXT, ...bytes(text));
    for (const element of elements) {
      const added = set.findOrCreate(value + SET, ...bytes(element));
      heap.setBytes(added + ELEMENT_VALUE_OFFSET + 8, ...bytes(`${element}!`));
      list.append(value + LIST, ...bytes(element));
    }
  });
  state.sweep(entries, rows.length);
}

function found(parts: readonly Subtask[]): Record<string, string> {
  const result: Record<string, string> = {};
  const text = (pointer: number, byteLength: number): string => Buffer.from(memory.u8.slice(pointer, pointer + byteLength)).toString('utf8'); // prettier-ignore
  const slotText = (slot: number): string => text(memory.u32[slot >> 2]!, memory.u32[(slot >> 2) + 1]!);
  for (const { state, set, list } of parts) {
    const { table } = state;
    for (let keyGroup = table.options.keyGroups.start; keyGroup <= table.options.keyGroups.end; keyGroup++) {
      table.forEachEntry(keyGroup, (entry) => {
        const value = entry + VALUE_OFFSET;
        const number = memory.u32[(value + NUMBER) >> 2]!;
        expect(memory.u64[(entry + table.timestampOffset) >> 3]).toBe(BigInt(number) * 3n);
        const members: string[] = [];
        for (let e = set.first(value + SET); e !== 0; e = set.next(e)) {
          expect(set.find(value + SET, set.keyPointer(e), set.keyBytes(e))).toBe(e);
          members.push(`${text(set.keyPointer(e), set.keyBytes(e))}:${slotText(e + ELEMENT_VALUE_OFFSET + 8)}`);
        }
        const listed: string[] = [];
        for (let e = list.first(value + LIST); e !== 0; e = list.next(e)) listed.push(text(list.keyPointer(e), list.keyBytes(e))); // prettier-ignore
        const key = Buffer.from(
          memory.u8.slice(table.keyPointer(entry), table.keyPointer(entry) + table.keyBytes(entry)),
        );
        result[key.toString('hex')] = JSON.stringify([number, slotText(value + TEXT), members, listed]);
      });
    }
  }
  return result;
}

function snapshots(parts: readonly Subtask[]): Map<number, Buffer> {
  const blobs = new Map<number, Buffer>();
  for (const { state } of parts) {
    const { start, end } = state.table.options.keyGroups;
    for (let keyGroup = start; keyGroup <= end; keyGroup++) {
      const out = new BlobWriter();
      state.snapshot(keyGroup, out);
      if (out.byteLength > 0) blobs.set(keyGroup, Buffer.from(out.bytes()));
    }
  }
  return blobs;
}

function restored(blobs: ReadonlyMap<number, Buffer>, parallelism: number): Subtask[] {
  const parts = Array.from({ length: parallelism }, (_, part) =>
    subtask(Math.floor((part * MAX_PARALLELISM) / parallelism), Math.floor(((part + 1) * MAX_PARALLELISM) / parallelism) - 1),
  ); // prettier-ignore
  for (const [keyGroup, blob] of blobs) ownerOf(parts, keyGroup).state.restore(keyGroup, new BlobReader(blob), 3);
  return parts;
}

function ownerOf(parts: readonly Subtask[], keyGroup: number): Subtask {
  return parts.find(({ state }) => keyGroup <= state.table.options.keyGroups.end)!;
}

function release(parts: readonly Subtask[]): void {
  for (const { state } of parts) state.release();
}

function keysOf(lengths: readonly number[]): Buffer[] {
  return lengths.map((words, index) => {
    const key = Buffer.alloc(words * 8, 1);
    key.writeUInt32LE(index, key.length - 4);
    return key;
  });
}

const KEYS = 60;
const arbitraryLengths = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 25 }) }, { weight: 1, arbitrary: fc.constant(9000) }),
  { minLength: KEYS, maxLength: KEYS },
);
const arbitraryRow = fc.record({
  key: fc.nat({ max: KEYS - 1 }),
  number: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 })),
  text: fc.string({ maxLength: 300 }),
  elements: fc.array(fc.string({ maxLength: 12 }), { maxLength: 6 }),
});
const arbitraryBatches = fc.array(fc.array(arbitraryRow, { maxLength: 40 }), { maxLength: 5 });

/** Applies the rows of a batch to the subtasks that own their keys. */
function applyAll(parts: readonly Subtask[], keys: readonly Buffer[], batch: readonly Row[]): void {
  arena.reset();
  const keyGroups = u32List(arena, keyedRowsOf(arena, keys, MAX_PARALLELISM).keyGroups, keys.length);
  for (const part of parts) {
    const rows = batch.filter((row) => ownerOf(parts, keyGroups[row.key]!) === part);
    if (rows.length > 0) apply(part, keys, rows);
  }
}

describe('TableState', () => {
  it('is the same after snapshots, restores and rescales at any point', () => {
    fc.assert(
      fc.property(arbitraryLengths, arbitraryBatches, fc.infiniteStream(fc.integer({ min: 1, max: 3 })), (lengths, batches, parallelisms) => {
        const before = memory.allocatedBytes;
        const keys = keysOf(lengths);
        let parts = restored(new Map(), 1);
        const model: Record<string, string> = {};
        for (const batch of batches) {
          applyAll(parts, keys, batch);
          for (const row of batch) {
            const key = keys[row.key]!.toString('hex');
            if (row.number === 0) delete model[key];
            else model[key] = described(row);
          }
          expect(found(parts)).toEqual(model);
          const blobs = snapshots(parts);
          release(parts);
          parts = restored(blobs, parallelisms.next().value!);
          expect(found(parts)).toEqual(model);
        }
        release(parts);
        expect(memory.allocatedBytes).toBe(before);
      }),
      { numRuns: 60 },
    ); // prettier-ignore
  });

  it('restores damaged blobs as something or not at all, and gives its memory back', () => {
    const keys = keysOf(Array.from({ length: KEYS }, (_, index) => 1 + (index % 25)));
    const parts = restored(new Map(), 1);
    applyAll(parts, keys, keys.map((_, key) => ({ key, number: key + 1, text: 'text'.repeat(key), elements: ['a', 'bb', `${key}`] }))); // prettier-ignore
    const blobs = [...snapshots(parts)];
    release(parts);
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 255 }), (which, place, flip) => {
        const before = memory.allocatedBytes;
        const [keyGroup, blob] = blobs[which % blobs.length]!;
        const at = place % blob.length;
        const damaged = flip === 0 ? blob.subarray(0, at) : Buffer.from(blob);
        if (flip !== 0) damaged[at]! ^= flip;
        const { state } = subtask(0, MAX_PARALLELISM - 1);
        try {
          state.restore(keyGroup, new BlobReader(damaged), 3);
          state.snapshot(keyGroup, new BlobWriter());
          expect(flip).not.toBe(0);
        } catch (error) {
          expect(error).toBeInstanceOf(SlipstreamError);
        }
        state.release();
        expect(memory.allocatedBytes).toBe(before);
      }),
      { numRuns: 1500 },
    );
  });

  it('hands older layouts to the upgrade, and refuses unknown ones', () => {
    const { state } = subtask(0, 7);
    const read: unknown[] = [];
    const upgrading = new TableState('values', 3, state.table, state.slots, (...facts) =>
      read.push([facts[0], facts[2]]),
    );
    upgrading.restore(5, new BlobReader(Buffer.alloc(0)), 2);
    expect(read).toEqual([[5, 2]]);
    expect(() => upgrading.restore(5, new BlobReader(Buffer.alloc(0)), 4)).toThrow(
      'expected layout up to 3 of state values, found 4',
    );
    expect(() => state.restore(5, new BlobReader(Buffer.alloc(0)), 2)).toThrow(
      'expected layout 3 of state values, found 2',
    );
    state.release();
  });

  it('refuses state that was kept with a TTL where there is none, and the other way round, although it is not damaged', () => {
    const stateOf = (valueBytes: number, hasTimestamp: boolean): TableState => {
      const options = { valueBytes, keyGroups: { start: 0, end: 0 }, maxParallelism: 1, hasTimestamp };
      return new TableState('totals', 1, new KeyedTable(memory, options), []);
    };
    const written = stateOf(8, true);
    const entries = arena.allocate(4);
    written.table.findOrCreate(keyedRowsOf(arena, [Buffer.alloc(8)], 1), entries);
    memory.u8[memory.u32[entries >> 2]! + LIVE_OFFSET] = 1;
    const out = new BlobWriter();
    written.snapshot(0, out);
    // Without a TTL, but as long.
    const other = stateOf(16, false);
    expect(() => other.restore(0, new BlobReader(out.bytes()), 1)).toThrow(
      expect.objectContaining({
        code: 'SLIP-5002',
        message:
          'state totals of key group 0: expected values of 16 bytes without a state TTL, ' +
          'found values of 16 bytes with a state TTL: was the query or its TTL changed?',
      }),
    );
    written.release();
    other.release();
  });

  it('writes nothing for key groups without live entries', () => {
    const { state } = subtask(0, 7);
    arena.reset();
    const entries = arena.allocate(4);
    state.table.findOrCreate(keyedRowsOf(arena, [Buffer.alloc(8)], MAX_PARALLELISM), entries);
    for (let keyGroup = 0; keyGroup < 8; keyGroup++) {
      const out = new BlobWriter();
      state.snapshot(keyGroup, out);
      expect(out.byteLength).toBe(0);
    }
    state.release();
  });
});
