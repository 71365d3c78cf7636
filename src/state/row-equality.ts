/**
 * Flink's generated RecordEqualiser on rows that come from state and from an exchange: both are BinaryRowData, and those are compared byte by
 * byte, row kind included. NaNs are the same when their bits are, and -0.0 is not 0.0.
 */

/** Whether the bytes from `start` to `limit` are at `other` too; all multiples of 4. */
export function isSameBytes(u32: Uint32Array, other: number, start: number, limit: number): boolean {
  const difference = (other >> 2) - (start >> 2);
  const end = limit >> 2;
  for (let word = start >> 2; word < end; word++) {
    if (u32[word] !== u32[word + difference]) return false;
  }
  return true;
}
