/**
 * The order in which a java.util.HashMap with StringData keys is iterated. Flink's decoder collects a MAP in one, and that
 * order is visible in every output.
 *
 * Buckets come in order of their index, entries of a bucket in order of insertion; growing keeps that. Only eight keys in
 * one bucket would become a tree with an order of its own.
 */
import type { SqlValue } from '../../../expressions/sql-value.js';
import { encodeJavaText } from '../../../expressions/strings/java-text.js';

const CAPACITY_MIN = 16;
const LOAD_FACTOR = 0.75;

export class JavaHashMap {
  /**
   * By the key's Java text, in order of insertion; a key that comes again keeps its place and changes its value. Two texts that
   * are one as UTF-8 (a lone surrogate and a question mark) stay two keys: BinaryStringData compares its Java objects.
   */
  private readonly entries = new Map<string | null, SqlValue>();

  put(key: string | null, value: SqlValue): void {
    this.entries.set(key, value);
  }

  /** Pairs of key (UTF-8) and value. */
  toValue(): SqlValue[][] {
    let capacity = CAPACITY_MIN;
    while (this.entries.size > capacity * LOAD_FACTOR) capacity *= 2;
    const ordered = [...this.entries].map(([text, value]) => {
      const key = text === null ? null : encodeJavaText(text);
      return { key, value, bucket: bucketOf(key, capacity) };
    });
    ordered.sort((left, right) => left.bucket - right.bucket);
    return ordered.map(({ key, value }) => [key, value]);
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
