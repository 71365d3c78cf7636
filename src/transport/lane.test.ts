import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Lane } from './lane.js';

const SLOT_BYTES = 4096;
let folder: string;
let lane: Lane;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lane-'));
  for (const name of ['in', 'out']) writeFileSync(path.join(folder, name), Buffer.alloc(SLOT_BYTES * 2));
  lane = new Lane({
    inputPath: path.join(folder, 'in'),
    outputPath: path.join(folder, 'out'),
    slotBytes: SLOT_BYTES,
    slotCount: 2,
  });
});

afterEach(() => {
  lane.close();
  rmSync(folder, { recursive: true });
});

it('reads a payload from its slot into memory', () => {
  const input = Buffer.alloc(SLOT_BYTES * 2);
  input.write('second slot', SLOT_BYTES + 8);
  writeFileSync(path.join(folder, 'in'), input);
  const memory = new Uint8Array(64);
  lane.read({ slot: 1, offset: 8, length: 11 }, memory, 16);
  expect(Buffer.from(memory.subarray(16, 27)).toString()).toBe('second slot');
});

it('puts several outputs into one slot, and says when it is full', () => {
  const memory = Buffer.from('firstsecond');
  lane.startOutput(1);
  expect(lane.write(memory, 0, 5)).toEqual({ slot: 1, offset: 0, length: 5 });
  expect(lane.write(memory, 5, 6)).toEqual({ slot: 1, offset: 64, length: 6 });
  expect(lane.write(Buffer.alloc(SLOT_BYTES), 0, SLOT_BYTES)).toBeNull();
  const output = readFileSync(path.join(folder, 'out'));
  expect(output.toString('latin1', SLOT_BYTES, SLOT_BYTES + 5)).toBe('first');
  expect(output.toString('latin1', SLOT_BYTES + 64, SLOT_BYTES + 70)).toBe('second');
});

it('refuses references outside of the ring', () => {
  const memory = new Uint8Array(SLOT_BYTES * 2);
  expect(() => lane.read({ slot: 2, offset: 0, length: 1 }, memory, 0)).toThrow(
    'expected a lane reference within 2 slots',
  );
  expect(() => lane.read({ slot: 0, offset: 4090, length: 10 }, memory, 0)).toThrow('found slot 0, 4090 + 10');
});

it('refuses files that are too small', () => {
  const small = path.join(folder, 'small');
  writeFileSync(small, Buffer.alloc(10));
  const offer = { inputPath: small, outputPath: path.join(folder, 'out'), slotBytes: SLOT_BYTES, slotCount: 2 };
  expect(() => new Lane(offer)).toThrow('has 10 bytes, expected 8192');
});
