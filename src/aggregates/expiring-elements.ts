/**
 * Elements of maps that expire apart from the accumulators (Flink's TtlMapState): an expired one is as good as a new one, and each write gives an
 * element the time of the batch.
 */
import { type Code } from '../codegen/code.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../state/element-table.js';
import { type TtlClock } from '../state/ttl-clock.js';

/** ElementTable.findOrCreate, where the value of an expired element is zeroes again. Without a TTL none expires. */
export function findOrCreateUnexpired(
  table: ElementTable,
  ttl: TtlClock | null,
  head: number,
  key: number,
  keyBytes: number,
): number {
  const element = table.findOrCreate(head, key, keyBytes);
  if (ttl !== null) resetExpired(table, ttl, element);
  return element;
}

/** Makes the value of an expired element zeroes. */
export function resetExpired(table: ElementTable, ttl: TtlClock, element: number): void {
  const end = element + table.timestampOffset;
  if (ttl.isExpired(end)) table.memory.u32.fill(0, (element + ELEMENT_VALUE_OFFSET) >> 2, end >> 2);
}

/** `element` was written. */
export function emitTouch(code: Code, table: ElementTable, ttl: TtlClock | null, element: string): void {
  if (ttl === null) return;
  code.line(`i64[(${element} + ${table.timestampOffset}) >>> 3] = i64[${code.constant(ttl.word)}];`);
}
