/**
 * The order in which a java.util.HashMap with StringData keys is iterated. Flink's decoder collects a MAP in one, and that
 * order is visible in every output.
 *
 * Buckets come in order of their index, entries of a bucket in order of insertion; growing keeps that.
 */
import type { SqlValue } from '../../../expressions/sql-value.js';
import { encodeJavaText } from '../../../expressions/strings/java-text.js';
import { UndecidableError } from './decode-error.js';

const CAPACITY_MIN = 16;
const LOAD_FACTOR = 0.75;
/** A bucket that has as many and gets one more makes a small table grow, and becomes a tree in others. */
const BUCKET_MAX = 8;
const TREE_CAPACITY_MIN = 64;

interface Entry {
  readonly key: Uint8Array | null;
  readonly hash: number;
  value: SqlValue;
}

export class JavaHashMap {
  /**
   * By the key's Java text. Two texts that are one as UTF-8 (a lone surrogate and a question mark) stay two keys:
   * BinaryStringData compares its Java objects.
   */
  private readonly known = new Map<string | null, Entry>();
  private buckets: Entry[][] = emptyBuckets(CAPACITY_MIN);

  put(text: string | null, value: SqlValue): void {
    const known = this.known.get(text);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    const key = text === null ? null : encodeJavaText(text);
    const hash = key === null ? 0 : hashOfBytes(key);
    const entry = { key, hash: hash ^ (hash >>> 16), value };
    this.known.set(text, entry);
    const bucket = this.bucketOf(entry);
    bucket.push(entry);
    if (bucket.length > BUCKET_MAX) {
      // A tree has an order of its own, which may depend on object identities.
      if (this.buckets.length >= TREE_CAPACITY_MIN) throw new UndecidableError('too many keys of a map share a bucket');
      this.grow();
    }
    if (this.known.size > this.buckets.length * LOAD_FACTOR) this.grow();
  }

  /** Pairs of key (UTF-8) and value. */
  toValue(): SqlValue[][] {
    return this.buckets.flatMap((bucket) => bucket.map(({ key, value }) => [key, value]));
  }

  private bucketOf(entry: Entry): Entry[] {
    return this.buckets[entry.hash & (this.buckets.length - 1)]!;
  }

  private grow(): void {
    const entries = this.buckets.flat();
    this.buckets = emptyBuckets(this.buckets.length * 2);
    for (const entry of entries) this.bucketOf(entry).push(entry);
  }
}

function emptyBuckets(capacity: number): Entry[][] {
  return Array.from({ length: capacity }, () => []);
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
