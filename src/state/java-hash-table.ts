/**
 * A java.util.HashMap (JDK 17) as far as the order of its iteration goes: buckets in order, and in a bucket the order of its list. A bucket that
 * gets a ninth entry makes a table of less than 64 buckets double; in others it becomes a red-black tree, which is a list still: a new entry comes
 * behind its parent in the tree, and the root is moved to the front whenever it is another one. So the order depends on all that was put and removed.
 *
 * Entries are ids, unsigned integers, which are known to be new when they are put: looking them up is the caller's. Where hash codes are equal and
 * `compare` has no order for them (`tieBreakOrder` takes System.identityHashCode, which differs from run to run), the new one counts as smaller.
 */

import { RedBlackTrees, grown } from './red-black-trees.js';

const CAPACITY_DEFAULT = 16;
const CAPACITY_MAX = 1 << 30;
/** A bucket that has as many and gets one more makes a small table grow, and becomes a tree in others. */
export const TREEIFY_THRESHOLD = 8;
const UNTREEIFY_THRESHOLD = 6;
export const TREE_CAPACITY_MIN = 64;
const NODES_MIN = 64;

/** Java's compareTo of two keys with the same hash code by their ids; 0 where HashMap finds none (`comparableClassFor`). */
export type CompareIds = (a: number, b: number) => number;

/** Told of what does not come at the end of its bucket. Orders between buckets are of no meaning. */
export interface TableMoves {
  /** Already in the table, `id` comes right before `other` now, which was its bucket's first. */
  movedBefore(id: number, other: number): void;
  /** Just put, `id` comes right behind `other`. */
  putBehind(id: number, other: number): void;
}

/** HashMap.hash: the bucket is its lower bits. */
export function spreadHash(hashCode: number): number {
  return hashCode ^ (hashCode >>> 16);
}

/** HashMap.tableSizeFor, of a table that is made for so many. */
export function capacityFor(initialCapacity: number): number {
  let capacity = 1;
  while (capacity < initialCapacity) capacity *= 2;
  return capacity;
}

export class JavaHashTable {
  size = 0;
  /** Buckets that are trees. */
  trees = 0;
  /** Of all buckets, the first node; node 0 is none. */
  private first = new Uint32Array(CAPACITY_DEFAULT);
  private isTree = new Uint8Array(CAPACITY_DEFAULT);
  private buckets = CAPACITY_DEFAULT;
  private used = 1;
  private free = 0;
  private ids = new Uint32Array(NODES_MIN);
  private hashes = new Int32Array(NODES_MIN);
  private next = new Uint32Array(NODES_MIN);
  private prev = new Uint32Array(NODES_MIN);
  private readonly links = new RedBlackTrees(NODES_MIN);

  constructor(
    private readonly compare: CompareIds,
    private readonly moves: TableMoves | null = null,
  ) {}

  get capacity(): number {
    return this.buckets;
  }

  /** Empty, with a table of this many buckets, a power of two. */
  begin(capacity: number = CAPACITY_DEFAULT): void {
    if (capacity > this.first.length) {
      this.first = new Uint32Array(capacity);
      this.isTree = new Uint8Array(capacity);
    } else {
      this.first.fill(0, 0, capacity);
      this.isTree.fill(0, 0, capacity);
    }
    this.buckets = capacity;
    this.size = 0;
    this.trees = 0;
    this.used = 1;
    this.free = 0;
  }

  /** `put` of a key that is not there; its hash is spread. */
  put(id: number, hash: number): void {
    const bucket = hash & (this.buckets - 1);
    const first = this.first[bucket]!;
    const node = this.take(id, hash);
    if (first === 0) this.first[bucket] = node;
    else if (this.isTree[bucket] !== 0) this.putTreeNode(bucket, node);
    else {
      let last = first;
      let before = 1;
      for (let after = this.next[last]!; after !== 0; after = this.next[last]!, before++) last = after;
      this.next[last] = node;
      if (before >= TREEIFY_THRESHOLD) this.treeifyBucket(bucket);
    }
    if (++this.size > this.threshold()) this.resize();
  }

  /** `computeIfAbsent` of a key that is not there: it comes first in its bucket, and a full table only doubles before that. */
  computeIfAbsent(id: number, hash: number): void {
    this.resizeWhenFull();
    const bucket = hash & (this.buckets - 1);
    const first = this.first[bucket]!;
    const node = this.take(id, hash);
    if (this.isTree[bucket] !== 0) this.putTreeNode(bucket, node);
    else {
      let before = 0;
      for (let other = first; other !== 0; other = this.next[other]!) before++;
      this.next[node] = first;
      this.first[bucket] = node;
      if (before >= TREEIFY_THRESHOLD - 1) this.treeifyBucket(bucket);
    }
    this.size++;
  }

  /** What each call of `computeIfAbsent` does first, also for a key that is there. */
  resizeWhenFull(): void {
    if (this.size > this.threshold()) this.resize();
  }

  /** Puts at the end of the bucket's list and does nothing else: to make a table without trees anew whose capacity is known. */
  append(id: number, hash: number): void {
    const bucket = hash & (this.buckets - 1);
    const node = this.take(id, hash);
    let last = this.first[bucket]!;
    if (last === 0) this.first[bucket] = node;
    else {
      for (let after = this.next[last]!; after !== 0; after = this.next[last]!) last = after;
      this.next[last] = node;
    }
    this.size++;
  }

  remove(id: number, hash: number): void {
    const bucket = hash & (this.buckets - 1);
    let before = 0;
    let node = this.first[bucket]!;
    while (this.ids[node] !== id) {
      before = node;
      node = this.next[node]!;
    }
    if (this.isTree[bucket] !== 0) this.removeTreeNode(bucket, node);
    else if (before === 0) this.first[bucket] = this.next[node]!;
    else this.next[before] = this.next[node]!;
    this.size--;
    this.next[node] = this.free;
    this.free = node;
  }

  /** The ids in the order of the iteration, from `ids[0]` on. */
  writeIds(ids: Uint32Array): void {
    let count = 0;
    const { first, next } = this;
    for (let bucket = 0; bucket < this.buckets; bucket++) {
      for (let node = first[bucket]!; node !== 0; node = next[node]!) ids[count++] = this.ids[node]!;
    }
  }

  private threshold(): number {
    // Of a table of one bucket too: (int) 0.75.
    return this.buckets >= CAPACITY_MAX ? Infinity : Math.floor(this.buckets * 0.75);
  }

  private take(id: number, hash: number): number {
    let node = this.free;
    if (node === 0) {
      node = this.used++;
      if (node === this.ids.length) this.grow();
    } else this.free = this.next[node]!;
    this.ids[node] = id;
    this.hashes[node] = hash;
    this.next[node] = 0;
    return node;
  }

  private grow(): void {
    const length = this.ids.length * 2;
    this.ids = grown(this.ids, new Uint32Array(length));
    this.hashes = grown(this.hashes, new Int32Array(length));
    this.next = grown(this.next, new Uint32Array(length));
    this.prev = grown(this.prev, new Uint32Array(length));
    this.links.grow(length);
  }

  private resize(): void {
    const old = this.buckets;
    const { first, isTree } = this;
    this.buckets = old * 2;
    if (first.length < this.buckets) {
      this.first = new Uint32Array(this.buckets);
      this.first.set(first);
      this.isTree = new Uint8Array(this.buckets);
      this.isTree.set(isTree);
    } else {
      this.first.fill(0, old, this.buckets);
      this.isTree.fill(0, old, this.buckets);
    }
    for (let bucket = 0; bucket < old; bucket++) if (this.first[bucket] !== 0) this.split(bucket, old);
  }

  /** HashMap.resize and TreeNode.split: a bucket's list is two, each in the order of the one. */
  private split(bucket: number, bit: number): void {
    const { next, prev, hashes } = this;
    const wasTree = this.isTree[bucket] !== 0;
    const heads = [0, 0];
    const tails = [0, 0];
    const counts = [0, 0];
    for (let node = this.first[bucket]!, after = 0; node !== 0; node = after) {
      after = next[node]!;
      const side = (hashes[node]! & bit) === 0 ? 0 : 1;
      next[node] = 0;
      prev[node] = tails[side]!;
      if (tails[side] === 0) heads[side] = node;
      else next[tails[side]!] = node;
      tails[side] = node;
      counts[side]!++;
    }
    if (wasTree) {
      this.isTree[bucket] = 0;
      this.trees--;
    }
    for (const side of [0, 1]) {
      const at = bucket + side * bit;
      this.first[at] = heads[side]!;
      if (!wasTree || counts[side]! <= UNTREEIFY_THRESHOLD) continue;
      this.isTree[at] = 1;
      this.trees++;
      if (counts[1 - side]! > 0) this.treeify(at);
    }
  }

  private treeifyBucket(bucket: number): void {
    if (this.buckets < TREE_CAPACITY_MIN) {
      this.resize();
      return;
    }
    for (let node = this.first[bucket]!, before = 0; node !== 0; before = node, node = this.next[node]!) {
      this.prev[node] = before;
    }
    this.isTree[bucket] = 1;
    this.trees++;
    this.treeify(bucket);
  }

  private treeify(bucket: number): void {
    let root = 0;
    for (let node = this.first[bucket]!; node !== 0; node = this.next[node]!) {
      this.links.plant(node);
      if (root === 0) root = node;
      else {
        this.attach(root, node);
        root = this.links.balanceInsertion(root, node);
      }
    }
    this.moveRootToFront(bucket, root);
  }

  private putTreeNode(bucket: number, node: number): void {
    const first = this.first[bucket]!;
    const root = this.links.rootOf(first);
    this.links.plant(node);
    const parent = this.attach(root, node);
    const after = this.next[parent]!;
    this.next[node] = after;
    this.next[parent] = node;
    this.prev[node] = parent;
    if (after !== 0) this.prev[after] = node;
    this.moves?.putBehind(this.ids[node]!, this.ids[parent]!);
    this.moveRootToFront(bucket, this.links.balanceInsertion(root, node));
  }

  /** Makes the node a leaf where it belongs; returns its parent. */
  private attach(root: number, node: number): number {
    const hash = this.hashes[node]!;
    for (let parent = root; ;) {
      const other = this.hashes[parent]!;
      const goesLeft = other === hash ? this.compare(this.ids[node]!, this.ids[parent]!) <= 0 : hash < other;
      const side = goesLeft ? this.links.left : this.links.right;
      if (side[parent] === 0) {
        side[parent] = node;
        this.links.parent[node] = parent;
        return parent;
      }
      parent = side[parent]!;
    }
  }

  private moveRootToFront(bucket: number, root: number): void {
    const first = this.first[bucket]!;
    if (root === 0 || root === first) return;
    const { next, prev } = this;
    this.first[bucket] = root;
    const before = prev[root]!;
    const after = next[root]!;
    if (after !== 0) prev[after] = before;
    if (before !== 0) next[before] = after;
    prev[first] = root;
    next[root] = first;
    prev[root] = 0;
    this.moves?.movedBefore(this.ids[root]!, this.ids[first]!);
  }

  private untreeify(bucket: number): void {
    this.isTree[bucket] = 0;
    this.trees--;
  }

  /** TreeNode.removeTreeNode: the list, and trees that are too small from now on. */
  private removeTreeNode(bucket: number, node: number): void {
    const { next, prev } = this;
    const { left, right } = this.links;
    const after = next[node]!;
    const before = prev[node]!;
    const root = this.links.rootOf(this.first[bucket]!);
    if (before === 0) this.first[bucket] = after;
    else next[before] = after;
    if (after !== 0) prev[after] = before;
    if (this.first[bucket] === 0) {
      this.untreeify(bucket);
      return;
    }
    if (right[root] === 0 || left[root] === 0 || left[left[root]!] === 0) {
      this.untreeify(bucket);
      return;
    }
    this.moveRootToFront(bucket, this.links.remove(root, node));
  }
}
