/**
 * The order of Flink's MapState on heap, a java.util.HashMap, whose entries are elements of an ElementTable. The element's list is kept so that
 * those of a bucket are in the order of the bucket; what else the order depends on is the capacity of the table, which is a field of the accumulator, and
 * the shape of trees, which lies beside the state (java-hash-table.ts) for maps of 64 buckets and more.
 *
 * A map that comes from a checkpoint is a new one in Flink, made for as many entries as it has and filled in the order of the old one: trees are made
 * anew, so a snapshot need not have them. Flink may also copy a map that is changed while a checkpoint is being written (CopyOnWriteStateMap), by
 * chance; that is not followed.
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { type ElementTable } from './element-table.js';
import {
  capacityFor,
  JavaHashTable,
  TREE_CAPACITY_MIN,
  TREEIFY_THRESHOLD,
  type CompareIds,
  type TableMoves,
} from './java-hash-table.js';

/** Capacity of an empty map, which Flink throws away. */
export const STATE_MAP_CAPACITY = 16;
/** Of large maps, kept as long as they have trees; others are made anew from the list. */
const TABLES_MAX = 1024;
/** u32 in a list's head: 0 when the map was not looked at since it was restored, otherwise 1 or the number of its table. */
const HEAD_TABLE_OFFSET = 12;
const KNOWN = 1;

/** In which order a MapState is iterated over. */
export interface MapOrder {
  /** Before the map is looked at. `capacity` is the address of the capacity of its table, an i32. */
  open(head: number, capacity: number): void;
  /** `element` is new, and at the list's end. */
  added(head: number, capacity: number, element: number): void;
  /** Before `element` is removed. */
  removed(head: number, capacity: number, element: number): void;
  /** All elements in order: as many as the head has, and what was there before. Until the next call. */
  ordered(head: number, capacity: number): Uint32Array;
  /** Of an element, spread as HashMap.hash does. */
  hash(element: number): number;
}

interface LargeMap {
  readonly head: number;
  readonly table: JavaHashTable;
}

export class StateMapOrder implements MapOrder {
  private elements = new Uint32Array(STATE_MAP_CAPACITY);
  private readonly large = new Map<number, LargeMap>();
  private largeMax = TABLES_MAX;
  private lastTable = KNOWN;
  private readonly scratch: JavaHashTable;
  private readonly moves: TableMoves;

  /**
   * @param hashOffset of the element's i32 hash code, spread
   * @param compare elements with equal hash codes
   * @param isState a map that became empty is thrown away; otherwise it is an object that keeps its table
   */
  constructor(
    private readonly memory: WorkerMemory,
    private readonly table: ElementTable,
    private readonly hashOffset: number,
    private readonly compare: CompareIds,
    private readonly isState = true,
  ) {
    this.scratch = new JavaHashTable(compare);
    this.moves = {
      movedBefore: (element, other) => table.moveBefore(element, other),
      putBehind: (element, other) => table.moveBehind(element, other),
    };
  }

  open(head: number, capacity: number): void {
    const { u32, i32 } = this.memory;
    if (u32[(head + HEAD_TABLE_OFFSET) >> 2] !== 0) return;
    u32[(head + HEAD_TABLE_OFFSET) >> 2] = KNOWN;
    const count = this.table.count(head);
    if (count === 0) return;
    const elements = this.listed(head, i32[capacity >> 2]!);
    const table = new JavaHashTable(this.compare, this.moves);
    table.begin(capacityFor(requiredCapacity(count)));
    for (let index = 0; index < count; index++) table.put(elements[index]!, this.hash(elements[index]!));
    table.writeIds(elements);
    for (let index = 1; index < count; index++) this.table.moveBehind(elements[index]!, elements[index - 1]!);
    i32[capacity >> 2] = table.capacity;
    if (table.trees > 0) this.keep(head, table);
  }

  added(head: number, capacity: number, element: number): void {
    const { i32 } = this.memory;
    const before = i32[capacity >> 2]!;
    if (before < TREE_CAPACITY_MIN) {
      i32[capacity >> 2] = this.grown(head, before, element);
      return;
    }
    const table = this.largeOf(head, before, element);
    table.put(element, this.hash(element));
    i32[capacity >> 2] = table.capacity;
  }

  removed(head: number, capacity: number, element: number): void {
    const { i32, u32 } = this.memory;
    if (this.isState && this.table.count(head) === 1) {
      // Flink clears a map that became empty: the next one begins anew.
      i32[capacity >> 2] = STATE_MAP_CAPACITY;
      this.large.delete(u32[(head + HEAD_TABLE_OFFSET) >> 2]!);
      u32[(head + HEAD_TABLE_OFFSET) >> 2] = KNOWN;
      return;
    }
    this.known(head)?.remove(element, this.hash(element));
  }

  ordered(head: number, capacity: number): Uint32Array {
    const buckets = this.memory.i32[capacity >> 2]!;
    if (buckets < TREE_CAPACITY_MIN) return this.listed(head, buckets);
    const count = this.table.count(head);
    if (this.elements.length < count) this.elements = new Uint32Array(count * 2);
    this.largeOf(head, buckets, 0).writeIds(this.elements);
    return this.elements;
  }

  hash(element: number): number {
    return this.memory.i32[(element + this.hashOffset) >> 2]!;
  }

  /** Of a map without trees: by bucket, in a bucket as listed. */
  private listed(head: number, buckets: number): Uint32Array {
    const { table, scratch } = this;
    const count = table.count(head);
    if (this.elements.length < count) this.elements = new Uint32Array(count * 2);
    scratch.begin(buckets);
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      scratch.append(element, this.hash(element));
    }
    scratch.writeIds(this.elements);
    return this.elements;
  }

  /** HashMap.putVal of a small table: a full bucket makes it grow, and so does one entry too many. */
  private grown(head: number, before: number, added: number): number {
    const { table } = this;
    let buckets = before;
    let inBucket = 0;
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      if (((this.hash(element) ^ this.hash(added)) & (buckets - 1)) === 0) inBucket++;
    }
    if (inBucket > TREEIFY_THRESHOLD) buckets *= 2;
    return table.count(head) > Math.floor(buckets * 0.75) ? buckets * 2 : buckets;
  }

  private known(head: number): JavaHashTable | undefined {
    return this.large.get(this.memory.u32[(head + HEAD_TABLE_OFFSET) >> 2]!)?.table;
  }

  /** The table of a map of 64 buckets and more, made anew where it has no trees; without `added`. */
  private largeOf(head: number, buckets: number, added: number): JavaHashTable {
    const known = this.known(head);
    if (known !== undefined) return known;
    const made = new JavaHashTable(this.compare, this.moves);
    made.begin(buckets);
    for (let element = this.table.first(head); element !== 0; element = this.table.next(element)) {
      if (element !== added) made.append(element, this.hash(element));
    }
    this.keep(head, made);
    return made;
  }

  private keep(head: number, table: JavaHashTable): void {
    if (this.large.size >= this.largeMax) this.forgetSome();
    const number = ++this.lastTable;
    this.large.set(number, { head, table });
    this.memory.u32[(head + HEAD_TABLE_OFFSET) >> 2] = number;
  }

  /** Tables of maps that are gone, and those that can be made anew. */
  private forgetSome(): void {
    const { u32 } = this.memory;
    for (const [number, { head, table }] of this.large) {
      const isGone = u32[(head + HEAD_TABLE_OFFSET) >> 2] !== number;
      if (isGone || table.trees === 0) this.large.delete(number);
    }
    this.largeMax = Math.max(TABLES_MAX, this.large.size * 2);
  }
}

/** CollectionUtil.computeRequiredCapacity, in floats as there. */
function requiredCapacity(count: number): number {
  return count <= 2 ? count + 1 : Math.ceil(Math.fround(count / 0.75));
}
