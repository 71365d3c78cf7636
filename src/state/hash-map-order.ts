/**
 * The order in which a java.util.HashMap iterates over keys, which is the order in which Flink's bundles come out: by the bucket of the
 * key's hash, in a bucket by arrival. The table has 16 buckets at first, doubles when it is three quarters full, and keeps its size when
 * the map is cleared. A bucket of more than 8 keys makes a small table double; in a table of 64 and more it becomes a tree, whose root
 * Java moves to the front: that alone is not followed here (one bundle of 5000 keys in some thousands has such a bucket).
 */

const CAPACITY_MIN = 16;
const TREE_CAPACITY_MIN = 64;
const TREE_BUCKET_MAX = 8;
/** A table this much larger than the map is not walked through: the keys are sorted. */
const SPARSE = 8;
const INDEX_RANGE = 2 ** 26;

/** HashMap.hash: the bucket is its lower bits. */
function spread(hash: number): number {
  return hash ^ (hash >>> 16);
}

export class HashMapOrder {
  private capacity = CAPACITY_MIN;
  private counts = new Uint32Array(CAPACITY_MIN + 1);

  /** Of a bundle, which lives on and is filled with `put`: indexes of `hashes` in the order of the iteration. */
  order(hashes: Int32Array, count: number): Uint32Array {
    if (this.capacity < TREE_CAPACITY_MIN) this.capacity = capacityOf(hashes, count, this.capacity, TREE_BUCKET_MAX);
    while (count > (this.capacity / 4) * 3) this.capacity *= 2;
    return count * SPARSE < this.capacity
      ? sorted(hashes, count, this.capacity)
      : this.counted(hashes, count, this.capacity);
  }

  private counted(hashes: Int32Array, count: number, capacity: number): Uint32Array {
    if (this.counts.length <= capacity) this.counts = new Uint32Array(capacity + 1);
    const starts = bucketEnds(hashes, count, capacity, this.counts);
    const order = new Uint32Array(count);
    for (let index = 0; index < count; index++) order[starts[spread(hashes[index]!) & (capacity - 1)]!++] = index;
    return order;
  }
}

/** How many keys there are up to each bucket: that of bucket b, which is where b + 1 begins, at b + 1. */
function bucketEnds(hashes: Int32Array, count: number, capacity: number, counts: Uint32Array): Uint32Array {
  counts.fill(0, 0, capacity + 1);
  for (let index = 0; index < count; index++) counts[(spread(hashes[index]!) & (capacity - 1)) + 1]!++;
  for (let bucket = 1; bucket <= capacity; bucket++) counts[bucket]! += counts[bucket - 1]!;
  return counts;
}

/** Puts `values` from `begin` to `end` (exclusive) into the order of a new map that is filled with `put`; `hashes` are those of the keys. */
export function sortAsPut(hashes: Int32Array, values: Uint32Array, begin: number, end: number): void {
  const count = end - begin;
  if (count <= TREE_BUCKET_MAX) {
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
    const bucket = spread(hash) & (CAPACITY_MIN - 1);
    let at = index;
    for (; at > begin && (spread(hashes[at - 1]!) & (CAPACITY_MIN - 1)) > bucket; at--) {
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
  let capacity = capacityOf(hashes, count, CAPACITY_MIN, TREE_BUCKET_MAX - 1, settled);
  while (settled > (capacity / 4) * 3) capacity *= 2;
  const order = new Uint32Array(count);
  const ends = bucketEnds(hashes, count, capacity, new Uint32Array(capacity + 1));
  for (let index = 0; index < count; index++) order[--ends[(spread(hashes[index]!) & (capacity - 1)) + 1]!] = index;
  return order;
}

/**
 * The capacity of a small table after `count` keys, no more than 64 of which it has reached then: a bucket of more than `bucketMax` keys
 * doubles it too. Only the first `settled` keys double it by their number.
 */
function capacityOf(hashes: Int32Array, count: number, from: number, bucketMax: number, settled = count): number {
  let capacity = from;
  for (let index = 0; index < count && capacity < TREE_CAPACITY_MIN; index++) {
    const bucket = spread(hashes[index]!) & (capacity - 1);
    let size = 0;
    for (let other = 0; other <= index; other++) if ((spread(hashes[other]!) & (capacity - 1)) === bucket) size++;
    if (size > bucketMax) capacity *= 2;
    if (index < settled && index + 1 > (capacity / 4) * 3) capacity *= 2;
  }
  return capacity;
}

function sorted(hashes: Int32Array, count: number, capacity: number): Uint32Array {
  const keys = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    keys[index] = (spread(hashes[index]!) & (capacity - 1)) * INDEX_RANGE + index;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % INDEX_RANGE);
}
