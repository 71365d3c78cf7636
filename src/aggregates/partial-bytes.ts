/**
 * Maps and lists of accumulators as partial results. Flink sends Java objects; between our fragments each is bytes, whose parts are padded to multiples of 8.
 * A map, behind what else its function keeps:
 *
 *   u32 keyBytes · u32 0 · value · key        one entry behind the other
 *
 * Flink's serializers cut TIMESTAMP(0..3) to milliseconds. Keys that are equal then are one key for whoever receives the map, with the value of the last.
 */
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { type Code } from '../codegen/code.js';
import { NEVER_NULL, type Value } from '../codegen/value.js';
import { LENGTH_MAX, type LogicalType } from '../columnar/types.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../state/element-table.js';
import { HashMapOrder } from '../state/hash-map-order.js';

export const PARTIAL_TYPE: LogicalType = { kind: 'VARBINARY', nullable: true, length: LENGTH_MAX };

export const ENTRY_HEADER_BYTES = 8;
/** TimestampData.isCompact. */
const COMPACT_PRECISION_MAX = 3;
/** In the key bytes of a timestamp, behind its milliseconds. */
const NANOS_OFFSET = 8;
/** Of a timestamp; that of a NULL among the values of DISTINCT is shorter. */
export const TIMESTAMP_BYTES = 12;

/** A partial result, from a call that leaves its address as its result and its byte length in `rt.length`. */
export function emitPartial(code: Code, call: string): Value {
  const pointer = code.local(call);
  return { type: PARTIAL_TYPE, isNull: NEVER_NULL, terms: [pointer, code.local('rt.length')] };
}

/** Values lose what is below milliseconds where Flink serializes them. */
export function losesNanos(type: LogicalType): boolean {
  return (type.kind === 'TIMESTAMP' || type.kind === 'TIMESTAMP_LTZ') && type.precision <= COMPACT_PRECISION_MAX;
}

export function padded(byteLength: number): number {
  return (byteLength + 7) & -8;
}

/** The bytes at a multiple of 8: a copy when they lie elsewhere. */
export function alignedBytes(runtime: EvaluationRuntime, pointer: number, byteLength: number): number {
  if (byteLength === 0 || (pointer & 7) === 0) return pointer;
  const copy = runtime.allocate(byteLength);
  runtime.memory.u8.copyWithin(copy, pointer, pointer + byteLength);
  return copy;
}

/** Copies bytes and pads them with zeroes; returns where the next ones go. */
export function putPadded(u8: Uint8Array, at: number, pointer: number, byteLength: number): number {
  const end = at + padded(byteLength);
  u8.copyWithin(at, pointer, pointer + byteLength);
  u8.fill(0, at + byteLength, end);
  return end;
}

/** The nanoseconds of a timestamp whose key bytes begin here. */
export function cutNanos(u32: Uint32Array, key: number): void {
  u32[(key + NANOS_OFFSET) >> 2] = 0;
}

/** Bytes of all entries of the map that belongs to `head`. */
export function entriesBytes(table: ElementTable, head: number): number {
  const valueBytes = table.keyOffset - ELEMENT_VALUE_OFFSET;
  let byteLength = 0;
  for (let element = table.first(head); element !== 0; element = table.next(element)) {
    byteLength += ENTRY_HEADER_BYTES + valueBytes + padded(table.keyBytes(element));
  }
  return byteLength;
}

/** Writes all entries; elements have no timestamps, as those of a bundle. */
export function putEntries(table: ElementTable, head: number, start: number, cutsNanos: boolean): void {
  const { u8, u32 } = table.memory;
  const valueBytes = table.keyOffset - ELEMENT_VALUE_OFFSET;
  let at = start;
  for (let element = table.first(head); element !== 0; element = table.next(element)) {
    const keyBytes = table.keyBytes(element);
    u32[at >>> 2] = keyBytes;
    u32[(at >>> 2) + 1] = 0;
    const value = at + ENTRY_HEADER_BYTES;
    at = putPadded(u8, value, element + ELEMENT_VALUE_OFFSET, valueBytes + keyBytes);
    if (cutsNanos && keyBytes === TIMESTAMP_BYTES) cutNanos(u32, value + valueBytes);
  }
}

/** Of keys that will be equal without their nanoseconds, takes out all but the last in the order of Flink's map, which is not used any more. */
export function removeCutDuplicates(table: ElementTable, head: number): void {
  const { i64, i32 } = table.memory;
  const elements: number[] = [];
  let hasNanos = false;
  for (let element = table.first(head); element !== 0; element = table.next(element)) {
    if (table.keyBytes(element) !== TIMESTAMP_BYTES) continue;
    elements.push(element);
    hasNanos ||= i32[(table.keyPointer(element) + NANOS_OFFSET) >> 2] !== 0;
  }
  if (!hasNanos) return;
  const hashes = Int32Array.from(elements, (element) => {
    const key = table.keyPointer(element);
    return hashOfTimestamp(i64[key >> 3]!, i32[(key + NANOS_OFFSET) >> 2]!);
  });
  const lastOf = new Map<bigint, number>();
  for (const index of new HashMapOrder().order(hashes, elements.length)) {
    lastOf.set(i64[table.keyPointer(elements[index]!) >> 3]!, elements[index]!);
  }
  for (const element of elements) {
    if (lastOf.get(i64[table.keyPointer(element) >> 3]!) !== element) table.remove(head, element);
  }
}

/** TimestampData.hashCode. */
function hashOfTimestamp(milliseconds: bigint, nanos: number): number {
  const folded = Number(BigInt.asIntN(32, milliseconds)) ^ Number(BigInt.asIntN(32, milliseconds >> 32n));
  return (Math.imul(31, folded) + nanos) | 0;
}
