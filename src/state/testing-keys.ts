/** For tests: keys as bytes, made into the KeyedRows of a batch, and keys whose hashes collide. */
import { type Arena } from '../columnar/memory.js';
import { type KeyedRows } from './key-hasher.js';
import { stateKernel } from './kernel.js';

/** The keys' lengths are multiples of 8. */
export function keyedRowsOf(arena: Arena, keys: readonly Uint8Array[], maxParallelism: number): KeyedRows {
  const { memory } = arena;
  const count = keys.length;
  const offsets = arena.allocate((count + 1) * 4);
  const rows = arena.allocate(keys.reduce((sum, key) => sum + key.length, 0));
  let offset = 0;
  keys.forEach((key, index) => {
    memory.u32[(offsets >> 2) + index] = offset;
    memory.u8.set(key, rows + offset);
    offset += key.length;
  });
  memory.u32[(offsets >> 2) + count] = offset;
  const hashes = arena.allocate(count * 4);
  const keyGroups = arena.allocate(count * 4);
  stateKernel(memory).hashRows(offsets, rows, count, maxParallelism, hashes, keyGroups);
  return { count, offsets, rows, hashes, keyGroups };
}

export function u32List(arena: Arena, pointer: number, count: number): number[] {
  return Array.from(arena.memory.u32.subarray(pointer >> 2, (pointer >> 2) + count));
}

/** Keys of 8 bytes that differ and have one murmur hash: the second word undoes what the first one did. */
export function collidingKeys(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const key = Buffer.alloc(8);
    key.writeUInt32LE(index, 0);
    // The state of the hash before the second word, xor the scrambled word, must be the same for all.
    key.writeUInt32LE(unscramble((mix(42, index) ^ 0x12345678) >>> 0), 4);
    return key;
  });
}

const rotl = (value: number, bits: number): number => ((value << bits) | (value >>> (32 - bits))) >>> 0;

function mix(hash: number, word: number): number {
  const scrambled = Math.imul(rotl(Math.imul(word, 0xcc9e2d51) >>> 0, 15), 0x1b873593) >>> 0;
  return (Math.imul(rotl((hash ^ scrambled) >>> 0, 13), 5) + 0xe6546b64) >>> 0;
}

function unscramble(scrambled: number): number {
  return Math.imul(rotl(Math.imul(scrambled, inverse(0x1b873593)) >>> 0, 17), inverse(0xcc9e2d51)) >>> 0;
}

/** Of an odd number, modulo 2^32, by Newton's steps. */
function inverse(odd: number): number {
  let result = odd;
  for (let step = 0; step < 5; step++) result = Math.imul(result, 2 - Math.imul(odd, result));
  return result;
}
