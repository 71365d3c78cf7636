/** The keys of the bundle at hand, in the order of their first rows; they come out in that of Flink's HashMap. */
import { type Arena } from '../columnar/memory.js';
import { HashMapOrder } from './hash-map-order.js';

const KEYS_MIN = 1024;

export class BundleKeys {
  private entries = new Uint32Array(KEYS_MIN);
  private ownHashes = new Int32Array(KEYS_MIN);
  private ownCount = 0;

  /** @param map of the bundle that lives as long as the operator; its table never shrinks */
  constructor(private readonly map = new HashMapOrder()) {}

  get count(): number {
    return this.ownCount;
  }

  /** BinaryRowData.hashCode of each key. */
  get hashes(): Int32Array {
    return this.ownHashes;
  }

  /** The key of `entry` is new in the bundle; returns its place in the order of arrival. */
  add(entry: number, hash: number): number {
    if (this.ownCount === this.entries.length) this.grow();
    this.entries[this.ownCount] = entry;
    this.ownHashes[this.ownCount] = hash;
    return this.ownCount++;
  }

  /** Indexes in the order of arrival, in the order of the iteration. */
  order(): Uint32Array {
    return this.map.order(this.ownHashes, this.ownCount);
  }

  /** u32[count] in the arena: the entries, in this order. */
  entriesIn(arena: Arena, order: Uint32Array): number {
    const { u32 } = arena.memory;
    const pointer = arena.allocate(order.length * 4);
    for (let index = 0; index < order.length; index++) u32[(pointer >>> 2) + index] = this.entries[order[index]!]!;
    return pointer;
  }

  clear(): void {
    this.ownCount = 0;
  }

  private grow(): void {
    const entries = new Uint32Array(this.entries.length * 2);
    const hashes = new Int32Array(entries.length);
    entries.set(this.entries);
    hashes.set(this.ownHashes);
    this.entries = entries;
    this.ownHashes = hashes;
  }
}
