/**
 * COLLECT, a MULTISET: Flink's CollectAggFunction. A value taken back before it came has the count -1, and is shown with it.
 *
 * Entries come in the order of two java.util.HashMaps: that of the state, whose table has grown with the most entries that it ever had, and the copy
 * that is the result. A checkpoint may make Flink's first table smaller; which it is decides only between entries of one bucket.
 */
import { NEVER_NULL } from '../../codegen/value.js';
import { type WorkerMemory } from '../../columnar/memory.js';
import { childTypes, type LogicalType, physicalOf } from '../../columnar/types.js';
import { ErrorCode, SlipstreamError } from '../../errors.js';
import { hashOfBytes } from '../../formats/json/decode/hash-map-order.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../../state/element-table.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { emitKeyBytes } from '../key-bytes.js';
import { GrowingColumn, type ResultElements } from '../result-elements.js';
import { emitUnlessNull } from '../value-calls.js';
import { INTEGER } from './types.js';

const CAPACITY_MIN = 16;
/** A bucket that gets more makes a small table grow, and becomes a tree in others, whose order depends on what was removed. */
const BUCKET_MAX = 8;
const TREE_CAPACITY_MIN = 64;
/** i32 count, i32 hash. */
const VALUE_BYTES = 8;
/** Integer.valueOf gives the same object up to here, and -128: the generated equaliser compares objects. */
const CACHED_MAX = 127;
const CACHED_MIN = -128;

export const collect: AggregateFunction = {
  names: ['COLLECT'],
  ignoresNulls: true,
  hasDataViews: true,
  stateTtlRefusal:
    'is not implemented: Flink makes its java.util.HashMap anew while it cleans up in the background, and with it the order of the entries',
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'COLLECT takes one column';
    if (['CHAR', 'VARCHAR', 'BOOLEAN', 'TINYINT'].includes(type.kind)) return null;
    return `COLLECT of ${type.kind}: its hash codes easily share a bucket of java.util.HashMap, and the order of the entries is not known then`;
  },
  create(call, layout) {
    const { type } = call;
    const map = layout.elementsOf({ valueBytes: VALUE_BYTES });
    const capacity = layout.slot(INTEGER, false);
    const counted = new CollectedValues(layout.memory, map.table, type);
    return {
      accumulatorTypes: [type],
      resultElements: counted,
      createAccumulator: ({ code }) => code.line(`${capacity.place} = ${CAPACITY_MIN};`),
      accumulate: (context, [arg]) =>
        emitUnlessNull(context, arg!, () => {
          const { code, runtime } = context;
          const { pointer, byteLength } = emitKeyBytes(code, runtime, arg!);
          const args = `acc1 + ${map.offset}, ${capacity.place}, ${pointer}, ${byteLength}`;
          code.line(`${capacity.place} = ${code.constant(counted)}.accumulate(${args});`);
        }),
      retract: (context, [arg]) =>
        emitUnlessNull(context, arg!, () => {
          const { code, runtime } = context;
          const { pointer, byteLength } = emitKeyBytes(code, runtime, arg!);
          const args = `acc1 + ${map.offset}, ${capacity.place}, ${pointer}, ${byteLength}`;
          code.line(`${capacity.place} = ${code.constant(counted)}.retract(${args});`);
        }),
      value({ code }) {
        const start = code.local(`${code.constant(counted)}.addAll(acc1 + ${map.offset}, ${capacity.place})`);
        const count = code.local(`${code.constant(counted)}.size(acc1 + ${map.offset})`);
        return { type, isNull: NEVER_NULL, terms: [start, count] };
      },
    };
  },
};

class CollectedValues implements ResultElements {
  readonly children: readonly [GrowingColumn, GrowingColumn];
  private readonly hashOf: (pointer: number, byteLength: number) => number;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly table: ElementTable,
    type: LogicalType,
  ) {
    const [element, count] = childTypes(type);
    this.children = [new GrowingColumn(memory, element!), new GrowingColumn(memory, count!)];
    this.hashOf = hashCodeOf(memory, element!);
  }

  size(head: number): number {
    return this.table.count(head);
  }

  /** Both return the capacity of the state's table. */
  accumulate(head: number, capacity: number, key: number, keyBytes: number): number {
    return this.count(head, capacity, key, keyBytes, 1);
  }

  retract(head: number, capacity: number, key: number, keyBytes: number): number {
    const { table } = this;
    const element = table.find(head, key, keyBytes);
    if (element === 0 || this.countOf(element) !== 1) return this.count(head, capacity, key, keyBytes, -1);
    table.remove(head, element);
    // Flink clears a map that became empty: the next one begins anew.
    return table.count(head) === 0 ? CAPACITY_MIN : capacity;
  }

  /** Appends all entries to the result's elements; returns where they start. */
  addAll(head: number, capacity: number): number {
    const { table } = this;
    const [keys, counts] = this.children;
    const start = keys.length;
    for (const element of this.ordered(head, capacity)) {
      keys.addKey(table.keyPointer(element), table.keyBytes(element));
      counts.addInteger(this.countOf(element));
    }
    return start;
  }

  /** Flink's comparison of maps, whose counts are objects beyond -128 to 127. */
  differs(startA: number, countA: number, startB: number, countB: number): boolean {
    if (countA !== countB) return true;
    const [keys, counts] = this.children;
    const others = new Map<string, number>();
    for (let index = startB; index < startB + countB; index++) others.set(keys.keyText(index), counts.integer(index));
    for (let index = startA; index < startA + countA; index++) {
      const count = counts.integer(index);
      if (others.get(keys.keyText(index)) !== count || count > CACHED_MAX || count < CACHED_MIN) return true;
    }
    return false;
  }

  private count(head: number, capacity: number, key: number, keyBytes: number, change: 1 | -1): number {
    const element = this.table.findOrCreate(head, key, keyBytes);
    const { created } = this.table;
    const { i32 } = this.memory;
    const word = (element + ELEMENT_VALUE_OFFSET) >> 2;
    i32[word] = i32[word]! + change;
    if (!created) return capacity;
    const hash = this.hashOf(key, keyBytes);
    i32[word + 1] = hash ^ (hash >>> 16);
    return this.grown(head, capacity, element);
  }

  /** HashMap.putVal: a full bucket makes a small table grow, and so does one entry too many. */
  private grown(head: number, capacity: number, added: number): number {
    const { table } = this;
    let grown = capacity;
    if (grown < TREE_CAPACITY_MIN) {
      let inBucket = 0;
      for (let element = table.first(head); element !== 0; element = table.next(element)) {
        if (((this.hash(element) ^ this.hash(added)) & (grown - 1)) === 0) inBucket++;
      }
      if (inBucket > BUCKET_MAX) grown *= 2;
    }
    return table.count(head) > grown * 0.75 ? grown * 2 : grown;
  }

  private ordered(head: number, capacity: number): number[] {
    const elements: number[] = [];
    for (let element = this.table.first(head); element !== 0; element = this.table.next(element))
      elements.push(element);
    this.sortByBucket(elements, capacity);
    this.sortByBucket(elements, this.capacityOf(elements));
    return elements;
  }

  /** Of the table of a map into which the elements are put one after the other. */
  private capacityOf(elements: readonly number[]): number {
    let capacity = CAPACITY_MIN;
    let buckets: number[] = [];
    elements.forEach((element, index) => {
      if (capacity < TREE_CAPACITY_MIN) {
        const bucket = this.hash(element) & (capacity - 1);
        buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      }
      let grown =
        capacity < TREE_CAPACITY_MIN && buckets[this.hash(element) & (capacity - 1)]! > BUCKET_MAX
          ? capacity * 2
          : capacity;
      if (index + 1 > grown * 0.75) grown *= 2;
      if (grown === capacity) return;
      capacity = grown;
      buckets = [];
      for (const known of elements.slice(0, index + 1)) {
        const bucket = this.hash(known) & (capacity - 1);
        buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      }
    });
    return capacity;
  }

  /** Keeps the order within a bucket. */
  private sortByBucket(elements: number[], capacity: number): void {
    const mask = capacity - 1;
    elements.sort((a, b) => (this.hash(a) & mask) - (this.hash(b) & mask));
    if (capacity < TREE_CAPACITY_MIN) return;
    for (let index = BUCKET_MAX; index < elements.length; index++) {
      if (((this.hash(elements[index]!) ^ this.hash(elements[index - BUCKET_MAX]!)) & mask) === 0) {
        throw new SlipstreamError(
          ErrorCode.evaluationFailed,
          'too many values of a COLLECT share a bucket of java.util.HashMap',
        );
      }
    }
  }

  private countOf(element: number): number {
    return this.memory.i32[(element + ELEMENT_VALUE_OFFSET) >> 2]!;
  }

  /** Spread as HashMap.hash does. */
  private hash(element: number): number {
    return this.memory.i32[((element + ELEMENT_VALUE_OFFSET) >> 2) + 1]!;
  }
}

/** Java's hashCode of a value by its key bytes. */
function hashCodeOf({ u8, i32 }: WorkerMemory, type: LogicalType): (pointer: number, byteLength: number) => number {
  switch (physicalOf(type)) {
    case 'bool':
      return (pointer) => (u8[pointer] === 0 ? 1237 : 1231);
    case 'int32':
      return (pointer) => i32[pointer >> 2]!;
    default:
      return (pointer, byteLength) => hashOfBytes(u8.subarray(pointer, pointer + byteLength));
  }
}
