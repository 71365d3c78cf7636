/**
 * COLLECT, a MULTISET: Flink's CollectAggFunction. A value taken back before it came has the count -1, and is shown with it.
 *
 * Entries come in the order of a java.util.HashMap that is filled in the order of the state: another one (state-map-order.ts), or RocksDB's
 * (serialized-map-order.ts).
 *
 * BYTES are Java arrays, which equal nothing but themselves: on the heap each value is an entry of its own, and none is ever found to be taken back;
 * RocksDB finds them by their bytes and gives new arrays each time, so that no result is like the one before. Their hash codes are
 * System.identityHashCode, and Flink's order differs from run to run; here it is that of the hash codes 0, 1, 2… in the order of arrival.
 *
 * A partial result: u32 keyBytes · i32 count · key, for each entry in the order in which it is merged. A count that becomes 0 there stays.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { NEVER_NULL } from '../../codegen/value.js';
import { type WorkerMemory } from '../../columnar/memory.js';
import { childTypes, type LogicalType } from '../../columnar/types.js';
import { describeStateBackend, stateBackendOf, type StateBackend } from '../../operators/state-backend.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../../state/element-table.js';
import { JavaHashTable, spreadHash } from '../../state/java-hash-table.js';
import { SerializedMapOrder } from '../../state/serialized-map-order.js';
import { STATE_MAP_CAPACITY, StateMapOrder, type MapOrder } from '../../state/state-map-order.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { compareIdsOf, hashCodeOf, type HashCodeOf } from '../java-hash-codes.js';
import { emitKeyBytes, hasKeyBytes } from '../key-bytes.js';
import { isPackable } from '../nested-values.js';
import {
  alignedBytes,
  cutNanos,
  emitPartial,
  ENTRY_HEADER_BYTES,
  losesNanos,
  padded,
  PARTIAL_TYPE,
  putPadded,
} from '../partial-bytes.js';
import { GrowingColumn, type ResultElements } from '../result-elements.js';
import { orderOfSent, type SentEntries } from '../sent-map.js';
import { emitUnlessNull } from '../value-calls.js';
import { INTEGER, isBytes } from './types.js';

/** i32 count, i32 hash code, spread. */
const VALUE_BYTES = 8;
const HASH_OFFSET = ELEMENT_VALUE_OFFSET + 4;
/** Integer.valueOf gives the same object up to here, and -128: the generated equaliser compares objects. */
const CACHED_MAX = 127;
const CACHED_MIN = -128;

export const collect: AggregateFunction = {
  names: ['COLLECT'],
  ignoresNulls: true,
  hasDataViews: true,
  hasPartials: true,
  stateTtlRefusal:
    'is not implemented: Flink makes its java.util.HashMap anew while it cleans up in the background, and with it the order of the entries',
  check(call, plan) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'COLLECT takes one column';
    if (stateBackendOf(plan) === null) return `${describeStateBackend(plan)}: the order of the entries depends on it`;
    return hasKeyBytes(type) || isPackable(type) ? null : `COLLECT of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const { type } = call;
    const areNeverFound = isBytes(call.argTypes[0]!) && layout.backend === 'hashmap';
    const map = layout.elementsOf({ valueBytes: VALUE_BYTES, isList: areNeverFound });
    const capacity = layout.slot(INTEGER, false);
    const counted = new CollectedValues(layout.memory, map.table, type, layout.backend, layout.phase !== 'bundle');
    return {
      accumulatorTypes: [PARTIAL_TYPE],
      resultElements: counted,
      createAccumulator: ({ code }) => code.line(`${capacity.place} = ${STATE_MAP_CAPACITY};`),
      accumulate: (context, [arg]) =>
        emitUnlessNull(context, arg!, () => {
          const { code, runtime } = context;
          const { pointer, byteLength } = emitKeyBytes(code, runtime, arg!);
          const args = `acc1 + ${map.offset}, ${capacity.address}, ${pointer}, ${byteLength}`;
          code.line(`${code.constant(counted)}.accumulate(${args});`);
        }),
      retract: (context, [arg]) =>
        emitUnlessNull(context, arg!, () => {
          const { code, runtime } = context;
          const { pointer, byteLength } = emitKeyBytes(code, runtime, arg!);
          const args = `acc1 + ${map.offset}, ${capacity.address}, ${pointer}, ${byteLength}`;
          code.line(`${code.constant(counted)}.retract(${args});`);
        }),
      merge({ code }, [partial]) {
        const args = `rt, acc1 + ${map.offset}, ${capacity.address}, ${partial!.terms.join(', ')}`;
        code.line(`${code.constant(counted)}.merge(${args});`);
      },
      fields: ({ code }, areSent) => [
        emitPartial(code, `${code.constant(counted)}.write(rt, acc1 + ${map.offset}, ${capacity.address}, ${areSent})`),
      ],
      value({ code }) {
        const start = code.local(`${code.constant(counted)}.addAll(acc1 + ${map.offset}, ${capacity.address})`);
        const count = code.local(`${code.constant(counted)}.size(acc1 + ${map.offset})`);
        return { type, isNull: NEVER_NULL, terms: [start, count] };
      },
    };
  },
};

class CollectedValues implements ResultElements {
  readonly children: readonly [GrowingColumn, GrowingColumn];
  private readonly order: MapOrder;
  /** The copy that is the result. */
  private readonly copy: JavaHashTable;
  private copied = new Uint32Array(STATE_MAP_CAPACITY);
  /** Null: of BYTES. */
  private readonly hashOf: HashCodeOf | null;
  private readonly areNeverFound: boolean;
  private readonly cutsNanos: boolean;
  private readonly sent: Omit<SentEntries, 'takeValue'>;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly table: ElementTable,
    type: LogicalType,
    backend: StateBackend,
    isState: boolean,
  ) {
    const [element, count] = childTypes(type);
    this.children = [new GrowingColumn(memory, element!), new GrowingColumn(memory, count!)];
    this.hashOf = isBytes(element!) ? null : hashCodeOf(memory, element!);
    const compare = compareIdsOf(memory, table, element!);
    this.areNeverFound = this.hashOf === null && backend === 'hashmap';
    this.order =
      backend === 'hashmap'
        ? new StateMapOrder(memory, table, HASH_OFFSET, compare, isState)
        : new SerializedMapOrder(memory, table, HASH_OFFSET, element!);
    this.copy = new JavaHashTable(compare);
    this.cutsNanos = losesNanos(element!);
    this.sent = {
      table,
      hash: (id) => this.order.hash(id),
      hashAt: (key, keyBytes) => spreadHash(this.hashOf!(key, keyBytes)),
      isCut: () => this.cutsNanos,
    };
  }

  size(head: number): number {
    return this.table.count(head);
  }

  /** `capacity` is the address of the capacity of the state's table. */
  accumulate(head: number, capacity: number, key: number, keyBytes: number): void {
    this.order.open(head, capacity);
    this.count(head, capacity, key, keyBytes, 1);
  }

  retract(head: number, capacity: number, key: number, keyBytes: number): void {
    const { table, order } = this;
    order.open(head, capacity);
    const element = this.areNeverFound ? 0 : table.find(head, key, keyBytes);
    if (element === 0 || this.countOf(element) !== 1) {
      this.count(head, capacity, key, keyBytes, -1);
      return;
    }
    order.removed(head, capacity, element);
    table.remove(head, element);
  }

  /** As a partial result. A map that is sent is made anew of its entries. */
  write(rt: EvaluationRuntime, head: number, capacity: number, isSent: boolean): number {
    const { table, order, cutsNanos } = this;
    const { u8, u32, i32 } = this.memory;
    order.open(head, capacity);
    const ordered = order.ordered(head, capacity).slice(0, table.count(head));
    const counts = new Map(Array.from(ordered, (element) => [element, this.countOf(element)]));
    const takeValue = (first: number, element: number): unknown => counts.set(first, counts.get(element)!);
    const elements = isSent ? orderOfSent(rt, this.copy, { ...this.sent, takeValue }, ordered) : ordered;
    const byteLength = elements.reduce((sum, element) => sum + ENTRY_HEADER_BYTES + padded(table.keyBytes(element)), 0);
    rt.length = byteLength;
    if (byteLength === 0) return 0;
    const start = rt.allocate(byteLength);
    let at = start;
    for (const element of elements) {
      const keyBytes = table.keyBytes(element);
      u32[at >> 2] = keyBytes;
      i32[(at >> 2) + 1] = counts.get(element)!;
      const key = at + ENTRY_HEADER_BYTES;
      at = putPadded(u8, key, table.keyPointer(element), keyBytes);
      if (cutsNanos) cutNanos(u32, key);
    }
    return start;
  }

  merge(rt: EvaluationRuntime, head: number, capacity: number, partial: number, byteLength: number): void {
    const { u32, i32 } = this.memory;
    this.order.open(head, capacity);
    const start = alignedBytes(rt, partial, byteLength);
    for (let at = start; at < start + byteLength;) {
      const keyBytes = u32[at >> 2]!;
      this.count(head, capacity, at + ENTRY_HEADER_BYTES, keyBytes, i32[(at >> 2) + 1]!);
      at += ENTRY_HEADER_BYTES + padded(keyBytes);
    }
  }

  /** Appends all entries to the result's elements; returns where they start. */
  addAll(head: number, capacity: number): number {
    const { order, copy } = this;
    const [keys, counts] = this.children;
    order.open(head, capacity);
    const count = this.table.count(head);
    const elements = order.ordered(head, capacity);
    copy.begin();
    for (let index = 0; index < count; index++) copy.put(elements[index]!, order.hash(elements[index]!));
    if (this.copied.length < count) this.copied = new Uint32Array(count * 2);
    copy.writeIds(this.copied);
    const start = keys.length;
    for (let index = 0; index < count; index++) {
      const element = this.copied[index]!;
      keys.addKey(this.table.keyPointer(element), this.table.keyBytes(element));
      counts.addInteger(this.countOf(element));
    }
    return start;
  }

  /** Flink's comparison of maps, whose counts are objects beyond -128 to 127. */
  differs(startA: number, countA: number, startB: number, countB: number): boolean {
    if (countA !== countB) return true;
    // On the heap no value of BYTES ever leaves, and its count is 1 or -1; RocksDB's are never those of before.
    if (this.hashOf === null) return countA > 0 && !this.areNeverFound;
    const [keys, counts] = this.children;
    const others = new Map<string, number>();
    for (let index = startB; index < startB + countB; index++) others.set(keys.keyText(index), counts.integer(index));
    for (let index = startA; index < startA + countA; index++) {
      const count = counts.integer(index);
      if (others.get(keys.keyText(index)) !== count || count > CACHED_MAX || count < CACHED_MIN) return true;
    }
    return false;
  }

  private count(head: number, capacity: number, key: number, keyBytes: number, change: number): void {
    const { table, hashOf, areNeverFound } = this;
    const element = areNeverFound ? table.append(head, key, keyBytes) : table.findOrCreate(head, key, keyBytes);
    const isNew = areNeverFound || table.created;
    const { i32 } = this.memory;
    const word = (element + ELEMENT_VALUE_OFFSET) >> 2;
    i32[word] = i32[word]! + change;
    if (!isNew) return;
    i32[word + 1] = spreadHash(hashOf === null ? table.count(head) - 1 : hashOf(key, keyBytes));
    this.order.added(head, capacity, element);
  }

  private countOf(element: number): number {
    return this.memory.i32[(element + ELEMENT_VALUE_OFFSET) >> 2]!;
  }
}
