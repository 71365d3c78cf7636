import { get, put } from './lists';

/** Rows of a rows batch: where each starts and ends. Refuses rows that overlap, are misaligned or shorter than their fixed part. */
export function placeInput(
  offsets: usize,
  rows: usize,
  rowsBytes: u32,
  count: u32,
  fixedBytes: u32,
  bases: usize,
  limits: usize,
): i32 {
  let start: u32 = get(offsets, 0);
  if (start != 0) return 0;
  for (let i: u32 = 0; i < count; i++) {
    const end = get(offsets, i + 1);
    if (end < start || end - start < fixedBytes || end > rowsBytes || (end & 7) != 0) return i;
    put(bases, i, <u32>rows + start);
    put(limits, i, <u32>rows + end);
    start = end;
  }
  return -1;
}

/** Row kinds of rows; returns the bitwise or of all, so that 0 says that all rows are inserts. */
export function readKinds(bases: usize, count: u32, out: usize): u32 {
  let any: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const kind = load<u8>(get(bases, i));
    store<u8>(out + i, kind);
    any |= kind;
  }
  return any;
}

/** Null bytes of a field: `bit` counts from the start of the row. A NULL parent (0: none is) has only NULL fields. */
export function readRowNulls(bases: usize, count: u32, bit: u32, parentNulls: usize, out: usize): void {
  const byteOffset = bit >> 3;
  const shift: u8 = <u8>(bit & 7);
  if (parentNulls == 0) {
    for (let i: u32 = 0; i < count; i++) store<u8>(out + i, (load<u8>(get(bases, i) + byteOffset) >> shift) & 1);
    return;
  }
  for (let i: u32 = 0; i < count; i++) {
    const isNull = load<u8>(parentNulls + i) != 0;
    store<u8>(out + i, isNull ? 1 : (load<u8>(get(bases, i) + byteOffset) >> shift) & 1);
  }
}

export function readBool(slots: usize, slotOffset: u32, count: u32, nulls: usize, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    store<u8>(out + i, load<u8>(get(slots, i) + slotOffset) != 0 ? 1 : 0);
  }
}

export function read8(slots: usize, slotOffset: u32, count: u32, nulls: usize, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    put(out, i, <u32>(<i32>load<i8>(get(slots, i) + slotOffset)));
  }
}

export function read16(slots: usize, slotOffset: u32, count: u32, nulls: usize, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    put(out, i, <u32>(<i32>load<i16>(get(slots, i) + slotOffset)));
  }
}

/** Also FLOAT: bits are copied, NaN payloads included. */
export function read32(slots: usize, slotOffset: u32, count: u32, nulls: usize, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    put(out, i, load<u32>(get(slots, i) + slotOffset));
  }
}

/** Also DOUBLE and TIMESTAMP(0..3). */
export function read64(slots: usize, slotOffset: u32, count: u32, nulls: usize, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    store<u64>(out + ((<usize>i) << 3), load<u64>(get(slots, i) + slotOffset));
  }
}

/** TIMESTAMP(4..9): the slot holds (u32 nanosecondOfMillisecond, u32 offset of the milliseconds). */
export function readTimestamps(
  bases: usize,
  limits: usize,
  slots: usize,
  slotOffset: u32,
  count: u32,
  nulls: usize,
  out: usize,
  outNanos: usize,
): i32 {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    const slot = get(slots, i) + slotOffset;
    const nanos = load<u32>(slot);
    const start = <u64>get(bases, i) + load<u32>(slot, 4);
    if (nanos > 999999 || start + 8 > <u64>get(limits, i)) return i;
    store<u64>(out + ((<usize>i) << 3), load<u64>(<usize>start));
    put(outNanos, i, nanos);
  }
  return -1;
}

/** Strings and binaries become views: into the slot itself, or into the variable-length part. */
export function readViews(
  bases: usize,
  limits: usize,
  slots: usize,
  slotOffset: u32,
  count: u32,
  nulls: usize,
  out: usize,
): i32 {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    const slot = get(slots, i) + slotOffset;
    const word = load<u64>(slot);
    const view = out + ((<usize>i) << 3);
    if (<i64>word < 0) {
      const byteLength = <u32>(word >> 56) & 0x7f;
      if (byteLength > 7) return i;
      store<u64>(view, (<u64>byteLength << 32) | <u64>slot);
      continue;
    }
    const start = <u64>get(bases, i) + (word >> 32);
    const byteLength = word & 0xffffffff;
    if (start + byteLength > <u64>get(limits, i)) return i;
    store<u64>(view, (byteLength << 32) | start);
  }
  return -1;
}

/** DECIMAL(19..38): a big-endian two's complement number of at most 16 bytes becomes (u64 low, i64 high). */
export function readDecimals(
  bases: usize,
  limits: usize,
  slots: usize,
  slotOffset: u32,
  count: u32,
  nulls: usize,
  out: usize,
): i32 {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    const slot = get(slots, i) + slotOffset;
    const byteLength = load<u32>(slot);
    const start = <u64>get(bases, i) + load<u32>(slot, 4);
    if (byteLength == 0 || byteLength > 16 || start + byteLength > <u64>get(limits, i)) return i;
    let low: u64 = <u64>(<i64>load<i8>(<usize>start));
    let high: u64 = <u64>(<i64>low >> 63);
    for (let b: u32 = 1; b < byteLength; b++) {
      high = (high << 8) | (low >> 56);
      low = (low << 8) | <u64>load<u8>(<usize>start + b);
    }
    const value = out + ((<usize>i) << 4);
    store<u64>(value, low);
    store<u64>(value, high, 8);
  }
  return -1;
}

/** Nested rows, arrays and maps: where each starts and ends; at least `bytesMin` long. Under a NULL both are undefined. */
export function readContainers(
  bases: usize,
  limits: usize,
  slots: usize,
  slotOffset: u32,
  count: u32,
  nulls: usize,
  bytesMin: u32,
  outBases: usize,
  outLimits: usize,
): i32 {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    const slot = get(slots, i) + slotOffset;
    const byteLength = load<u32>(slot);
    const start = <u64>get(bases, i) + load<u32>(slot, 4);
    const end = start + byteLength;
    if (byteLength < bytesMin || end > <u64>get(limits, i)) return i;
    put(outBases, i, <u32>start);
    put(outLimits, i, <u32>end);
  }
  return -1;
}

/** Splits maps into their arrays of keys and of values. */
export function splitMaps(
  bases: usize,
  limits: usize,
  count: u32,
  nulls: usize,
  keyLimits: usize,
  keyBases: usize,
  valueBases: usize,
): i32 {
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    const base = get(bases, i);
    const values = <u64>base + 4 + load<u32>(base);
    if (values < <u64>base + 8 || values + 4 > <u64>get(limits, i)) return i;
    if (load<u32>(base, 4) != load<u32>(<usize>values)) return i;
    put(keyBases, i, base + 4);
    put(keyLimits, i, <u32>values);
    put(valueBases, i, <u32>values);
  }
  return -1;
}

// @ts-ignore: decorator
@inline
function arrayHeaderBytes(count: u32): u32 {
  return 4 + ((count + 31) >> 5) * 4;
}

/** (start, count) of each array; returns how many elements there are in all, or -1 - index of an array that is cut off. */
export function readLists(
  bases: usize,
  limits: usize,
  count: u32,
  nulls: usize,
  elementBytes: u32,
  out: usize,
): i32 {
  let total: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const list = out + ((<usize>i) << 3);
    if (load<u8>(nulls + i)) {
      store<u64>(list, total);
      continue;
    }
    const base = get(bases, i);
    const elements = <u64>load<u32>(base);
    const fixed = 4 + ((elements + 31) >> 5) * 4 + elements * elementBytes;
    if (<u64>base + fixed > <u64>get(limits, i)) return -1 - <i32>i;
    store<u64>(list, (elements << 32) | total);
    total += elements;
    if (total > 0x7fffffff) return -1 - <i32>i;
  }
  return <i32>total;
}

/** For each element of the arrays: slot, container and whether it is NULL. */
export function expandArrays(
  lists: usize,
  bases: usize,
  limits: usize,
  count: u32,
  nulls: usize,
  elementBytes: u32,
  outSlots: usize,
  outBases: usize,
  outLimits: usize,
  outNulls: usize,
): void {
  let element: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(nulls + i)) continue;
    const base = get(bases, i);
    const limit = get(limits, i);
    const elements = load<u32>(lists + ((<usize>i) << 3), 4);
    let slot = base + arrayHeaderBytes(elements);
    for (let k: u32 = 0; k < elements; k++) {
      put(outSlots, element, slot);
      put(outBases, element, base);
      put(outLimits, element, limit);
      store<u8>(outNulls + element, (load<u8>(base + 4 + (k >> 3)) >> <u8>(k & 7)) & 1);
      slot += elementBytes;
      element++;
    }
  }
}
