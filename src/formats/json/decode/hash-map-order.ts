/**
 * The order in which a java.util.HashMap with StringData keys is iterated. Flink's decoder collects a MAP in one, and that
 * order is visible in every output.
 *
 * Buckets come in order of their index, entries of a bucket in order of insertion; growing keeps that. Only eight keys in
 * one bucket would become a tree with an order of its own.
 */
import type { SqlValue } from '../../../expressions/sql-value.js';

const CAPACITY_MIN = 16;

export class JavaHashMap {
  /** By the key's bytes, in order of insertion. A key that comes again keeps its place and changes its value. */
  private readonly entries = new Map<string, { key: Uint8Array | null; value: SqlValue }>();

  put(key: Uint8Array | null, value: SqlValue): void {
    const identity =
      key === null ? 'null' : `=${Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')}`;
    const known = this.entries.get(identity);
    if (known === undefined) this.entries.set(identity, { key, value });
    else known.value = value;
  }

  /** Pairs of key and value. */
  toValue(): SqlValue[][] {
    let capacity = CAPACITY_MIN;
    while (this.entries.size > capacity * 0.75) capacity *= 2;
    const ordered = [...this.entries.values()].map((entry) => ({ entry, bucket: bucketOf(entry.key, capacity) }));
    ordered.sort((left, right) => left.bucket - right.bucket);
    return ordered.map(({ entry }) => [entry.key, entry.value]);
  }
}

function bucketOf(key: Uint8Array | null, capacity: number): number {
  const hash = key === null ? 0 : hashOfBytes(key);
  return (hash ^ (hash >>> 16)) & (capacity - 1);
}

/** BinarySegmentUtils.hash: MurmurHashUtils.hashBytes with seed 42; bytes behind the last whole word count signed. */
export function hashOfBytes(bytes: Uint8Array): number {
  let hash = 42;
  const aligned = bytes.length & ~3;
  for (let i = 0; i < aligned; i += 4) {
    hash = mix(hash, bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
  }
  for (let i = aligned; i < bytes.length; i++) hash = mix(hash, (bytes[i]! << 24) >> 24);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function mix(hash: number, word: number): number {
  const scrambled = Math.imul(word, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
