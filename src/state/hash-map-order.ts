/**
 * The order in which Flink's bundles come out, which is that of a java.util.HashMap: by the bucket of the key's hash, in a bucket by arrival, unless it
 * is a tree. The table has 16 buckets at first, doubles when it is three quarters full, and keeps its size when the map is cleared. A bucket of more than
 * 8 keys makes a small table double; where a table of 64 and more has such a bucket, the map is followed key by key (java-hash-table.ts).
 *
 * Keys are BinaryRowData, for whose equal hashes Java has no order in a tree that is the same in every run.
 */
import { JavaHashTable, spreadHash, TREE_CAPACITY_MIN, TREEIFY_THRESHOLD } from './java-hash-table.js';

const CAPACITY_MIN = 16;
/** A table this much larger than the map is not walked through: the keys are sorted. */
const SPARSE = 8;
const INDEX_RANGE = 2 ** 26;

export class HashMapOrder {
  /** Buckets of the table that the last bundle left behind. */
  capacity = CAPACITY_MIN;
  private counts = new Uint32Array(CAPACITY_MIN + 1);

  /** Of a bundle, which lives on and is filled with `put`: indexes of `hashes` in the order of the iteration. */
  order(hashes: Int32Array, count: number): Uint32Array {
    const first =
      this.capacity < TREE_CAPACITY_MIN ? capacityOf(hashes, count, this.capacity, TREEIFY_THRESHOLD) : this.capacity;
    let capacity = first;
    while (count > thresholdOf(capacity)) capacity *= 2;
    if (mayHaveTrees(hashes, count, first, capacity, TREEIFY_THRESHOLD)) return this.followed(hashes, count);
    this.capacity = capacity;
    return count * SPARSE < capacity ? sorted(hashes, count, capacity) : this.counted(hashes, count, capacity);
  }

  private followed(hashes: Int32Array, count: number): Uint32Array {
    table.begin(this.capacity);
    for (let index = 0; index < count; index++) table.put(index, spreadHash(hashes[index]!));
    this.capacity = table.capacity;
    return orderOfTable();
  }

  private counted(hashes: Int32Array, count: number, capacity: number): Uint32Array {
    if (this.counts.length <= capacity) this.counts = new Uint32Array(capacity + 1);
    const starts = bucketEnds(hashes, count, capacity, this.counts);
    const order = new Uint32Array(count);
    for (let index = 0; index < count; index++) order[starts[spreadHash(hashes[index]!) & (capacity - 1)]!++] = index;
    return order;
  }
}

/** Of maps that are followed, one at a time. */
const table = new JavaHashTable(() => 0);

function orderOfTable(): Uint32Array {
  const order = new Uint32Array(table.size);
  table.writeIds(order);
  return order;
}

/** How many keys there are up to each bucket: that of bucket b, which is where b + 1 begins, at b + 1. */
function bucketEnds(hashes: Int32Array, count: number, capacity: number, counts: Uint32Array): Uint32Array {
  counts.fill(0, 0, capacity + 1);
  for (let index = 0; index < count; index++) counts[(spreadHash(hashes[index]!) & (capacity - 1)) + 1]!++;
  for (let bucket = 1; bucket <= capacity; bucket++) counts[bucket]! += counts[bucket - 1]!;
  return counts;
}

let crowds = new Uint8Array(TREE_CAPACITY_MIN);

/** A bucket gets more than `bucketMax` keys while the table has `from` to `to` buckets. */
function mayHaveTrees(hashes: Int32Array, count: number, from: number, to: number, bucketMax: number): boolean {
  if (count <= bucketMax || to < TREE_CAPACITY_MIN) return false;
  if (crowds.length < to) crowds = new Uint8Array(to);
  for (let capacity = from; capacity <= to; capacity *= 2) {
    // With the key that makes the table double.
    const present = Math.min(count, thresholdOf(capacity) + 1);
    let isCrowded = false;
    for (let index = 0; index < present; index++) {
      if (++crowds[spreadHash(hashes[index]!) & (capacity - 1)]! > bucketMax) {
        isCrowded = true;
        break;
      }
    }
    for (let index = 0; index < present; index++) crowds[spreadHash(hashes[index]!) & (capacity - 1)] = 0;
    if (isCrowded) return true;
  }
  return false;
}

/** Puts `values` from `begin` to `end` (exclusive) into the order of a new map that is filled with `put`; `hashes` are those of the keys. */
export function sortAsPut(hashes: Int32Array, values: Uint32Array, begin: number, end: number): void {
  const count = end - begin;
  if (count <= TREEIFY_THRESHOLD) {
    sortFew(hashes, values, begin, end);
    return;
  }
  const before = values.slice(begin, end);
  const order = new HashMapOrder().order(hashes.subarray(begin, end), count);
  for (let index = 0; index < count; index++) values[begin + index] = before[order[index]!]!;
}

/** By insertion; the table has still its first size, and its buckets are lists. The hashes move with the values. */
function sortFew(hashes: Int32Array, values: Uint32Array, begin: number, end: number): void {
  for (let index = begin + 1; index < end; index++) {
    const [hash, value] = [hashes[index]!, values[index]!];
    const bucket = spreadHash(hash) & (CAPACITY_MIN - 1);
    let at = index;
    for (; at > begin && (spreadHash(hashes[at - 1]!) & (CAPACITY_MIN - 1)) > bucket; at--) {
      hashes[at] = hashes[at - 1]!;
      values[at] = values[at - 1]!;
    }
    hashes[at] = hash;
    values[at] = value;
  }
}

/**
 * Of a new map that is filled with `computeIfAbsent`: new keys come first in their bucket, and the table only doubles at the call after the
 * one that made it too full. `isCalledOnce`: there was no call after the one that brought the last key.
 */
export function orderOfComputeIfAbsent(hashes: Int32Array, count: number, isCalledOnce: boolean): Uint32Array {
  const settled = isCalledOnce ? count - 1 : count;
  const first = capacityOf(hashes, count, CAPACITY_MIN, TREEIFY_THRESHOLD - 1, settled);
  let capacity = first;
  while (settled > thresholdOf(capacity)) capacity *= 2;
  if (mayHaveTrees(hashes, count, first, capacity, TREEIFY_THRESHOLD - 1)) {
    table.begin(CAPACITY_MIN);
    for (let index = 0; index < count; index++) table.computeIfAbsent(index, spreadHash(hashes[index]!));
    if (!isCalledOnce) table.resizeWhenFull();
    return orderOfTable();
  }
  const order = new Uint32Array(count);
  const ends = bucketEnds(hashes, count, capacity, new Uint32Array(capacity + 1));
  for (let index = 0; index < count; index++) {
    order[--ends[(spreadHash(hashes[index]!) & (capacity - 1)) + 1]!] = index;
  }
  return order;
}

/**
 * The capacity of a small table after `count` keys, no more than 64 of which it has reached then: a bucket of more than `bucketMax` keys
 * doubles it too. Only the first `settled` keys double it by their number.
 */
function capacityOf(hashes: Int32Array, count: number, from: number, bucketMax: number, settled = count): number {
  let capacity = from;
  for (let index = 0; index < count && capacity < TREE_CAPACITY_MIN; index++) {
    const bucket = spreadHash(hashes[index]!) & (capacity - 1);
    let size = 0;
    for (let other = 0; other <= index; other++) {
      if ((spreadHash(hashes[other]!) & (capacity - 1)) === bucket) size++;
    }
    if (size > bucketMax) capacity *= 2;
    if (index < settled && index + 1 > thresholdOf(capacity)) capacity *= 2;
  }
  return capacity;
}

function thresholdOf(capacity: number): number {
  return (capacity / 4) * 3;
}

function sorted(hashes: Int32Array, count: number, capacity: number): Uint32Array {
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    keys[index] = (spreadHash(hashes[index]!) & (capacity - 1)) * INDEX_RANGE + index;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % INDEX_RANGE);
}
