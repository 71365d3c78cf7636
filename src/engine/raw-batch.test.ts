import { beforeEach, describe, expect, it } from 'vitest';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { readRawBatch, recordOfRawBatch, VALUE_SLACK_BYTES, writeRawBatch } from './raw-batch.js';

let memory: WorkerMemory;
let arena: Arena;

beforeEach(() => {
  memory = new WorkerMemory();
  arena = new Arena(memory);
});

function place(bytes: Buffer): number {
  const pointer = arena.allocate(bytes.length);
  memory.u8.set(bytes, pointer);
  return pointer;
}

/** Two records, "ab" and "c", without further sections. */
function twoRecords(): Buffer {
  const bytes = Buffer.alloc(16 + 16 + 3);
  bytes.writeUInt32LE(2, 0);
  bytes.writeUInt32LE(3, 8);
  bytes.writeUInt32LE(2, 20);
  bytes.writeUInt32LE(3, 24);
  bytes.write('abc', 32);
  return bytes;
}

describe('readRawBatch', () => {
  it('finds offsets and values', () => {
    const bytes = twoRecords();
    const batch = readRawBatch(memory, place(bytes), bytes.length);
    expect(batch.count).toBe(2);
    expect(Buffer.from(memory.u8.subarray(batch.values, batch.values + 3)).toString()).toBe('abc');
    expect([...memory.u32.subarray(batch.valueOffsets >> 2, (batch.valueOffsets >> 2) + 3)]).toEqual([0, 2, 3]);
    expect(batch.valueNulls).toBe(0);
  });

  const corruptions: [string, (bytes: Buffer) => Buffer, string][] = [
    ['a cut-off header', (bytes) => bytes.subarray(0, 12), 'expected a header of 16 bytes'],
    ['a cut-off value', (bytes) => bytes.subarray(0, 34), 'a section ends at 35 of 34 bytes'],
    [
      'a first offset that is not 0',
      (bytes) => (bytes.writeUInt32LE(1, 16), bytes),
      'expected the first value offset to be 0',
    ],
    ['falling offsets', (bytes) => (bytes.writeUInt32LE(9, 20), bytes), 'value offset 3 follows 9'],
    [
      'a wrong total',
      (bytes) => (bytes.writeUInt32LE(2, 24), bytes),
      'expected the last value offset to be 3, found 2',
    ],
    ['unknown sections', (bytes) => (bytes.writeUInt32LE(128, 4), bytes), 'unknown sections 128'],
    ['an absurd count', (bytes) => (bytes.writeUInt32LE(0xffffffff, 0), bytes), '4294967295 records in 35 bytes'],
  ];
  for (const [what, corrupt, message] of corruptions) {
    it(`refuses ${what}`, () => {
      const bytes = corrupt(twoRecords());
      const pointer = place(bytes);
      expect(() => readRawBatch(memory, pointer, bytes.length)).toThrow(message);
    });
  }
});

it('writeRawBatch is the mirror of readRawBatch, with keys and nulls', () => {
  const values = place(Buffer.from('xyz'));
  const keys = place(Buffer.from('k1k2'));
  const offsets = (numbers: number[]): number => place(Buffer.from(new Uint32Array(numbers).buffer));
  const written = writeRawBatch(
    arena,
    2,
    { offsets: offsets([0, 3, 3]), bytes: values, byteLength: 3, nulls: place(Buffer.from([0, 1])) },
    { offsets: offsets([0, 2, 4]), bytes: keys, byteLength: 4, nulls: 0 },
  );
  const batch = readRawBatch(memory, written.pointer, written.byteLength);
  const text = (pointer: number, length: number): string =>
    Buffer.from(memory.u8.subarray(pointer, pointer + length)).toString();
  expect(text(batch.values, 3)).toBe('xyz');
  expect(text(batch.keys, 4)).toBe('k1k2');
  expect([...memory.u8.subarray(batch.valueNulls, batch.valueNulls + 2)]).toEqual([0, 1]);
  expect([...memory.u8.subarray(batch.keyNulls, batch.keyNulls + 2)]).toEqual([0, 0]);
});

it('writeRawBatch copies nothing when the records lie in place', () => {
  const memory = new WorkerMemory();
  const arena = new Arena(memory, 1 << 16);
  const block = arena.allocate(16 + 16 + 5);
  memory.u32.set([0, 2, 5], (block + 16) >> 2);
  memory.u8.set([1, 2, 3, 4, 5], block + 32);
  const values = { offsets: block + 16, bytes: block + 32, byteLength: 5, nulls: 0, inPlace: true };
  const { pointer, byteLength } = writeRawBatch(arena, 2, values, null);
  expect({ pointer, byteLength }).toEqual({ pointer: block, byteLength: 37 });
  const raw = readRawBatch(memory, pointer, byteLength);
  expect([raw.count, ...memory.u8.subarray(raw.values, raw.values + 5)]).toEqual([2, 1, 2, 3, 4, 5]);
});

describe('recordOfRawBatch', () => {
  it('is a batch of one record, with room behind it that is its own', () => {
    const bytes = twoRecords();
    const batch = readRawBatch(memory, place(bytes), bytes.length);
    const texts = [0, 1].map((index) => {
      const record = recordOfRawBatch(arena, batch, index);
      const [start, end] = memory.u32.subarray(record.valueOffsets >> 2, (record.valueOffsets >> 2) + 2);
      const text = Buffer.from(memory.u8.subarray(record.values + start!, record.values + end!)).toString();
      memory.u8.fill(0xff, record.values + end!, record.values + end! + VALUE_SLACK_BYTES);
      return [record.count, text];
    });
    expect(texts).toEqual([
      [1, 'ab'],
      [1, 'c'],
    ]);
  });
});
