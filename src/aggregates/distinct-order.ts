/**
 * The map of DISTINCT of a bundle in the order of Flink's MapView on heap, a java.util.HashMap: local values are merged one by one into the maps of others,
 * and sums of floats, texts that are joined and lists depend on the order. An element has its hash code behind what the calls keep; NULL is a key as
 * others are, with the hash code 0.
 *
 * Flink sends the entries in the order of the map, and whoever receives them puts them into a new one (ExternalSerializer, MapMapConverter): what is
 * sent here has the order of that one already.
 */
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { type LogicalType } from '../columnar/types.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../state/element-table.js';
import { JavaHashTable, spreadHash, type CompareIds } from '../state/java-hash-table.js';
import { StateMapOrder } from '../state/state-map-order.js';
import { type AggregateCall } from './aggregate-call.js';
import { compareIdsOf, hashCodeOf, type HashCodeOf } from './java-hash-codes.js';
import { cutNanos, ENTRY_HEADER_BYTES, losesNanos, padded, putPadded, TIMESTAMP_BYTES } from './partial-bytes.js';
import { orderOfSent, type SentEntries } from './sent-map.js';

/** Of the hash code, behind what calls keep in an element's value. */
export const ORDER_BYTES = 8;
/** Sums of more digits than a DECIMAL has begin anew, and depend on the order: 10^10 different values of 28 digits do not get there. */
const UNORDERED_SUM_DIGITS_MAX = 28;
const UNORDERED: readonly string[] = ['COUNT', 'SUM', 'AVG', '$SUM0', 'SUM0', 'MIN', 'MAX'];

/**
 * The result depends on the order of the values; also that of MIN and MAX, which never get rid of a first NaN, and that of a SUM of a NOT NULL column,
 * which begins anew behind a NULL that a decoder has put there.
 */
export function dependsOnOrder(call: AggregateCall): boolean {
  if (call.function === 'COUNT') return false;
  const [type] = call.argTypes;
  return (
    (call.function === 'SUM' && type?.nullable === false) ||
    !UNORDERED.includes(call.function ?? '') ||
    type?.kind === 'FLOAT' ||
    type?.kind === 'DOUBLE' ||
    (type?.kind === 'DECIMAL' && type.precision > UNORDERED_SUM_DIGITS_MAX)
  );
}

/** Called from loops; `capacity` is the address of the capacity of the map's table. */
export class DistinctOrder {
  private readonly order: StateMapOrder;
  /** The map that is made of what is sent. */
  private readonly copy: JavaHashTable;
  private readonly sent: SentEntries;
  private readonly hashOf: HashCodeOf;
  private readonly hashOffset: number;
  private readonly cutsNanos: boolean;

  /**
   * @param isNull a key is that of NULL
   * @param countsBytes of what the calls keep
   */
  constructor(
    private readonly table: ElementTable,
    type: LogicalType,
    private readonly isNull: (key: number, keyBytes: number) => boolean,
    countsBytes: number,
  ) {
    const { memory } = table;
    const compare = this.withNulls(compareIdsOf(memory, table, type));
    this.hashOffset = ELEMENT_VALUE_OFFSET + countsBytes;
    this.order = new StateMapOrder(memory, table, this.hashOffset, compare, false);
    this.copy = new JavaHashTable(compare);
    this.hashOf = hashCodeOf(memory, type);
    this.cutsNanos = losesNanos(type);
    this.sent = {
      table,
      hash: (element) => this.order.hash(element),
      hashAt: (key, keyBytes) => this.hash(key, keyBytes),
      isCut: (key, keyBytes) => this.cutsNanos && !isNull(key, keyBytes),
      takeValue: (first, element) =>
        memory.u8.copyWithin(first + ELEMENT_VALUE_OFFSET, element + ELEMENT_VALUE_OFFSET, element + this.hashOffset),
    };
  }

  findOrCreate(head: number, capacity: number, key: number, keyBytes: number): number {
    const { table, order } = this;
    order.open(head, capacity);
    const element = table.findOrCreate(head, key, keyBytes);
    if (table.created) {
      table.memory.i32[(element + this.hashOffset) >> 2] = this.hash(key, keyBytes);
      order.added(head, capacity, element);
    }
    return element;
  }

  remove(head: number, capacity: number, element: number): void {
    this.order.removed(head, capacity, element);
    this.table.remove(head, element);
  }

  /** The elements in order, as many as the head has; until the next call. */
  ordered(head: number, capacity: number): Uint32Array {
    this.order.open(head, capacity);
    return this.order.ordered(head, capacity);
  }

  /** As a partial result (partial-bytes.ts), whose byte length is the runtime's. The map is not used any more. */
  write(rt: EvaluationRuntime, head: number, capacity: number): number {
    const { table, cutsNanos } = this;
    const { u8, u32 } = table.memory;
    const valueBytes = table.keyOffset - ELEMENT_VALUE_OFFSET;
    const elements = orderOfSent(rt, this.copy, this.sent, this.ordered(head, capacity).subarray(0, table.count(head)));
    let byteLength = 0;
    for (const element of elements) byteLength += ENTRY_HEADER_BYTES + valueBytes + padded(table.keyBytes(element));
    rt.length = byteLength;
    if (byteLength === 0) return 0;
    const start = rt.allocate(byteLength);
    let at = start;
    for (const element of elements) {
      const keyBytes = table.keyBytes(element);
      u32[at >> 2] = keyBytes;
      u32[(at >> 2) + 1] = 0;
      const value = at + ENTRY_HEADER_BYTES;
      at = putPadded(u8, value, element + ELEMENT_VALUE_OFFSET, valueBytes + keyBytes);
      if (cutsNanos && keyBytes === TIMESTAMP_BYTES) cutNanos(u32, value + valueBytes);
    }
    return start;
  }

  private hash(key: number, keyBytes: number): number {
    return this.isNull(key, keyBytes) ? 0 : spreadHash(this.hashOf(key, keyBytes));
  }

  /** HashMap.tieBreakOrder: System.identityHashCode of null is 0, and that of others is not. */
  private withNulls(compare: CompareIds): CompareIds {
    const { table, isNull } = this;
    const isNullKey = (element: number): boolean => isNull(table.keyPointer(element), table.keyBytes(element));
    return (a, b) => (isNullKey(a) ? -1 : isNullKey(b) ? 1 : compare(a, b));
  }
}
