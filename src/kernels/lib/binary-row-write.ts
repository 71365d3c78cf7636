import { at, get, put, roundToWord } from './lists';

export function fill32(list: usize, count: u32, value: u32): void {
  for (let i: u32 = 0; i < count; i++) put(list, i, value);
}

/** Adds the variable-length bytes of strings and binaries to their containers' sizes. */
export function addViewBytes(views: usize, nulls: usize, indexes: usize, owners: usize, count: u32, sizes: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    const byteLength = load<u32>(views + ((<usize>index) << 3), 4);
    if (byteLength <= 7) continue;
    const owner = at(owners, i);
    put(sizes, owner, get(sizes, owner) + roundToWord(byteLength));
  }
}

/** Adds `byteLength` for each value that is not NULL; for all when `nulls` is 0. */
export function addFixedBytes(
  nulls: usize,
  indexes: usize,
  owners: usize,
  count: u32,
  byteLength: u32,
  sizes: usize,
): void {
  for (let i: u32 = 0; i < count; i++) {
    if (nulls != 0 && load<u8>(nulls + at(indexes, i))) continue;
    const owner = at(owners, i);
    put(sizes, owner, get(sizes, owner) + byteLength);
  }
}

/** Adds the sizes of nested containers; `positions` says which value of the parent each of them is. */
export function addContainerBytes(
  containerSizes: usize,
  positions: usize,
  owners: usize,
  count: u32,
  sizes: usize,
): void {
  for (let k: u32 = 0; k < count; k++) {
    const owner = at(owners, get(positions, k));
    put(sizes, owner, get(sizes, owner) + roundToWord(get(containerSizes, k)));
  }
}

/** The values that are not NULL: their index in the column and their position among the `count`. Returns how many. */
export function compact(nulls: usize, indexes: usize, count: u32, outIndexes: usize, outPositions: usize): u32 {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    put(outIndexes, kept, index);
    put(outPositions, kept, i);
    kept++;
  }
  return kept;
}

// @ts-ignore: decorator
@inline
function arrayFixedBytes(count: u32, elementBytes: u32): u32 {
  return roundToWord(4 + ((count + 31) >> 5) * 4 + count * elementBytes);
}

/** Fixed part of each array; returns the number of elements in all. */
export function measureArrays(lists: usize, indexes: usize, count: u32, elementBytes: u32, sizes: usize): u32 {
  let total: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const elements = load<u32>(lists + ((<usize>get(indexes, k)) << 3), 4);
    put(sizes, k, arrayFixedBytes(elements, elementBytes));
    total += elements;
  }
  return total;
}

/** Index in the child column, and container, of each element. */
export function expandLists(lists: usize, indexes: usize, count: u32, outIndexes: usize, outOwners: usize): void {
  let element: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const list = lists + ((<usize>get(indexes, k)) << 3);
    const start = load<u32>(list);
    const elements = load<u32>(list, 4);
    for (let e: u32 = 0; e < elements; e++) {
      put(outIndexes, element, start + e);
      put(outOwners, element, k);
      element++;
    }
  }
}

/** A map is its two arrays and a length before them. */
export function addMapSizes(keySizes: usize, valueSizes: usize, count: u32, sizes: usize): void {
  for (let k: u32 = 0; k < count; k++) put(sizes, k, 4 + get(keySizes, k) + get(valueSizes, k));
}

/** Offsets of rows from their sizes; returns the bytes of all rows, or -1 when they exceed 2 GiB. */
export function offsetsOf(sizes: usize, count: u32, offsets: usize): i32 {
  let total: u64 = 0;
  put(offsets, 0, 0);
  for (let i: u32 = 0; i < count; i++) {
    total += get(sizes, i);
    put(offsets, i + 1, <u32>total);
  }
  return total > 0x7fffffff ? -1 : <i32>total;
}

/** Bases of rows, and their cursors behind the fixed part; zeroes the rows. */
export function placeOutput(
  offsets: usize,
  count: u32,
  rows: usize,
  fixedBytes: u32,
  bases: usize,
  cursors: usize,
): void {
  memory.fill(rows, 0, get(offsets, count));
  for (let i: u32 = 0; i < count; i++) {
    const base = <u32>rows + get(offsets, i);
    put(bases, i, base);
    put(cursors, i, base + fixedBytes);
  }
}

export function writeKinds(kinds: usize, indexes: usize, count: u32, bases: usize): void {
  for (let i: u32 = 0; i < count; i++) store<u8>(get(bases, i), load<u8>(kinds + at(indexes, i)));
}

export function writeRowNulls(nulls: usize, indexes: usize, count: u32, bases: usize, bit: u32): void {
  const byteOffset = bit >> 3;
  const mask: u8 = <u8>(<u32>1 << (bit & 7));
  for (let i: u32 = 0; i < count; i++) {
    if (!load<u8>(nulls + at(indexes, i))) continue;
    const byte = get(bases, i) + byteOffset;
    store<u8>(byte, load<u8>(byte) | mask);
  }
}

export function writeBool(data: usize, nulls: usize, indexes: usize, count: u32, slots: usize, slotOffset: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    store<u8>(get(slots, i) + slotOffset, load<u8>(data + index) != 0 ? 1 : 0);
  }
}

export function write8(data: usize, nulls: usize, indexes: usize, count: u32, slots: usize, slotOffset: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    store<u8>(get(slots, i) + slotOffset, <u8>get(data, index));
  }
}

export function write16(data: usize, nulls: usize, indexes: usize, count: u32, slots: usize, slotOffset: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    store<u16>(get(slots, i) + slotOffset, <u16>get(data, index));
  }
}

export function write32(data: usize, nulls: usize, indexes: usize, count: u32, slots: usize, slotOffset: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    store<u32>(get(slots, i) + slotOffset, get(data, index));
  }
}

export function write64(data: usize, nulls: usize, indexes: usize, count: u32, slots: usize, slotOffset: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    store<u64>(get(slots, i) + slotOffset, load<u64>(data + ((<usize>index) << 3)));
  }
}

/** BinaryArrayWriter.writeFloat: every NaN becomes the one NaN; a row keeps the bits. */
export function writeArrayFloats(data: usize, nulls: usize, indexes: usize, count: u32, slots: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    const bits = get(data, index);
    store<u32>(get(slots, i), (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits);
  }
}

export function writeArrayDoubles(data: usize, nulls: usize, indexes: usize, count: u32, slots: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    const bits = load<u64>(data + ((<usize>index) << 3));
    const isNaN = (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
    store<u64>(get(slots, i), isNaN ? 0x7ff8000000000000 : bits);
  }
}

/** Slot of a value at `cursor`: (low u32, offset from the base). */
// @ts-ignore: decorator
@inline
function setOffset(slot: usize, cursor: u32, base: u32, low: u32): void {
  store<u64>(slot, ((<u64>(cursor - base)) << 32) | <u64>low);
}

/** TIMESTAMP(4..9). `reserve`: a NULL keeps its place, as in writers that Flink generates for keys. */
export function writeTimestamps(
  data: usize,
  aux: usize,
  nulls: usize,
  indexes: usize,
  owners: usize,
  count: u32,
  slots: usize,
  slotOffset: u32,
  bases: usize,
  cursors: usize,
  reserve: bool,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    const isNull = load<u8>(nulls + index) != 0;
    if (isNull && !reserve) continue;
    const owner = at(owners, i);
    const cursor = get(cursors, owner);
    setOffset(get(slots, i) + slotOffset, cursor, get(bases, owner), isNull ? 0 : get(aux, index));
    if (!isNull) store<u64>(cursor, load<u64>(data + ((<usize>index) << 3)));
    put(cursors, owner, cursor + 8);
  }
}

export function writeViews(
  views: usize,
  nulls: usize,
  indexes: usize,
  owners: usize,
  count: u32,
  slots: usize,
  slotOffset: u32,
  bases: usize,
  cursors: usize,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    if (load<u8>(nulls + index)) continue;
    const view = load<u64>(views + ((<usize>index) << 3));
    const pointer = <usize>(view & 0xffffffff);
    const byteLength = <u32>(view >> 32);
    const slot = get(slots, i) + slotOffset;
    if (byteLength <= 7) {
      // 8 bytes may be read at any view: allocations have bytes to spare behind them.
      const mask = ((<u64>1) << (byteLength * 8)) - 1;
      store<u64>(slot, (load<u64>(pointer) & mask) | ((<u64>(0x80 | byteLength)) << 56));
      continue;
    }
    const owner = at(owners, i);
    const cursor = get(cursors, owner);
    setOffset(slot, cursor, get(bases, owner), byteLength);
    if (byteLength <= 16) {
      store<u64>(cursor + byteLength - 8, load<u64>(pointer + byteLength - 8));
      store<u64>(cursor, load<u64>(pointer));
    } else memory.copy(cursor, pointer, byteLength);
    put(cursors, owner, cursor + roundToWord(byteLength));
  }
}

/** DECIMAL(19..38): BigInteger.toByteArray, the shortest big-endian two's complement, in 16 reserved bytes. */
export function writeDecimals(
  data: usize,
  nulls: usize,
  indexes: usize,
  owners: usize,
  count: u32,
  slots: usize,
  slotOffset: u32,
  bases: usize,
  cursors: usize,
  reserve: bool,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const index = at(indexes, i);
    const isNull = load<u8>(nulls + index) != 0;
    if (isNull && !reserve) continue;
    const owner = at(owners, i);
    const cursor = get(cursors, owner);
    let byteLength: u32 = 0;
    if (!isNull) {
      const value = data + ((<usize>index) << 4);
      let low = load<u64>(value);
      let high = load<u64>(value, 8);
      byteLength = twosComplementBytes(low, high);
      for (let b = byteLength; b > 0; b--) {
        store<u8>(cursor + b - 1, <u8>low);
        low = (low >> 8) | (high << 56);
        high = <u64>(<i64>high >> 8);
      }
    }
    setOffset(get(slots, i) + slotOffset, cursor, get(bases, owner), byteLength);
    put(cursors, owner, cursor + 16);
  }
}

function twosComplementBytes(low: u64, high: u64): u32 {
  const sign = <u64>(<i64>high >> 63);
  const magnitudeHigh = high ^ sign;
  const magnitudeLow = low ^ sign;
  const bits = magnitudeHigh != 0 ? 128 - <u32>clz<u64>(magnitudeHigh) : 64 - <u32>clz<u64>(magnitudeLow);
  return (bits >> 3) + 1;
}

/** Places nested rows, arrays and maps at their parents' cursors; returns the bases in `outBases`. */
export function writeContainers(
  containerSizes: usize,
  positions: usize,
  count: u32,
  owners: usize,
  slots: usize,
  slotOffset: u32,
  bases: usize,
  cursors: usize,
  outBases: usize,
): void {
  for (let k: u32 = 0; k < count; k++) {
    const position = get(positions, k);
    const owner = at(owners, position);
    const cursor = get(cursors, owner);
    const byteLength = get(containerSizes, k);
    setOffset(get(slots, position) + slotOffset, cursor, get(bases, owner), byteLength);
    put(outBases, k, cursor);
    put(cursors, owner, cursor + roundToWord(byteLength));
  }
}

export function addTo(list: usize, count: u32, value: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) put(out, i, get(list, i) + value);
}

/** Writes the length of the keys, and tells where keys and values start. */
export function beginMaps(bases: usize, keySizes: usize, count: u32, keyBases: usize, valueBases: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const base = get(bases, k);
    const keyBytes = get(keySizes, k);
    store<u32>(base, keyBytes);
    put(keyBases, k, base + 4);
    put(valueBases, k, base + 4 + keyBytes);
  }
}

/** Counts and null bits of arrays; the slots of their elements, and where their variable-length parts start. */
export function beginArrays(
  bases: usize,
  lists: usize,
  indexes: usize,
  count: u32,
  elementBytes: u32,
  elementNulls: usize,
  outSlots: usize,
  outCursors: usize,
): void {
  let element: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const base = get(bases, k);
    const list = lists + ((<usize>get(indexes, k)) << 3);
    const start = load<u32>(list);
    const elements = load<u32>(list, 4);
    store<u32>(base, elements);
    let slot = base + 4 + ((elements + 31) >> 5) * 4;
    for (let e: u32 = 0; e < elements; e++) {
      put(outSlots, element, slot);
      if (load<u8>(elementNulls + start + e)) {
        const byte = base + 4 + (e >> 3);
        store<u8>(byte, load<u8>(byte) | <u8>(<u32>1 << (e & 7)));
      }
      slot += elementBytes;
      element++;
    }
    put(outCursors, k, base + arrayFixedBytes(elements, elementBytes));
  }
}
