// Key rows, their hashes and key groups. A row of one field is 8 bytes of header (row kind, null bit of field 0 in bit 8), the slot, and for
// longer strings the bytes.
import { at, get, put, roundToWord } from './lists';
import { finishFour, hashBytesByWords, hashInt, mixFour } from './murmur';

const NULL_HEADER: u64 = 0x100;

/** KeyGroupRangeAssignment.computeKeyGroupForKeyHash; most jobs have a power of two, and dividing is slow. */
// @ts-ignore: decorator
@inline
export function keyGroupOf(hash: u32, maxParallelism: u32): u32 {
  const mask = maxParallelism - 1;
  return (maxParallelism & mask) == 0 ? hashInt(hash) & mask : hashInt(hash) % maxParallelism;
}

/** Hashes and key groups of rows that are written already. */
export function hashRows(
  offsets: usize,
  rows: u32,
  count: u32,
  maxParallelism: u32,
  hashes: usize,
  keyGroups: usize,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const start = get(offsets, i);
    put(hashes, i, hashBytesByWords(rows + start, get(offsets, i + 1) - start));
  }
  keyGroupsOf(hashes, count, maxParallelism, keyGroups);
}

/**
 * Rows of one field of fixed width: values of `dataBytes` (1, 4 or 8), of which the low `slotBytes` go into the slot, as write8, write16 … of
 * binary-row-write.ts.
 */
export function hashFixed(
  data: usize,
  dataBytes: u32,
  slotBytes: u32,
  nulls: usize,
  selection: usize,
  count: u32,
  maxParallelism: u32,
  offsets: usize,
  rows: u32,
  hashes: usize,
  keyGroups: usize,
): void {
  const mask: u64 = slotBytes == 8 ? u64.MAX_VALUE : ((<u64>1) << (slotBytes << 3)) - 1;
  for (let i: u32 = 0; i < count; i++) {
    const index = at(selection, i);
    const row = rows + (i << 4);
    const isNull = load<u8>(nulls + index) != 0;
    const value =
      dataBytes == 8
        ? load<u64>(data + (index << 3))
        : dataBytes == 4
          ? <u64>load<u32>(data + (index << 2))
          : <u64>load<u8>(data + index);
    store<u64>(row, isNull ? NULL_HEADER : 0);
    store<u64>(row, isNull ? 0 : value & mask, 8);
    put(offsets, i, i << 4);
  }
  put(offsets, count, count << 4);
  hashFourWords(rows, count, hashes);
  keyGroupsOf(hashes, count, maxParallelism, keyGroups);
}

/** Hashes of rows of 16 bytes. Four at a time: up to three more than there are, which is within the slack of both lists. */
function hashFourWords(rows: u32, count: u32, hashes: usize): void {
  for (let i: u32 = 0; i < count; i += 4) {
    const row = rows + (i << 4);
    const a = v128.load(row);
    const b = v128.load(row, 16);
    const c = v128.load(row, 32);
    const d = v128.load(row, 48);
    const lowAb = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const lowCd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const highAb = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
    const highCd = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
    let hash = mixFour(i32x4.splat(42), v128.shuffle<i64>(lowAb, lowCd, 0, 2));
    hash = mixFour(hash, v128.shuffle<i64>(lowAb, lowCd, 1, 3));
    hash = mixFour(hash, v128.shuffle<i64>(highAb, highCd, 0, 2));
    hash = mixFour(hash, v128.shuffle<i64>(highAb, highCd, 1, 3));
    v128.store(hashes + (i << 2), finishFour(v128.xor(hash, i32x4.splat(16))));
  }
}

/** KeyGroupRangeAssignment.computeKeyGroupForKeyHash of each; again up to three more. */
function keyGroupsOf(hashes: usize, count: u32, maxParallelism: u32, keyGroups: usize): void {
  const mask = maxParallelism - 1;
  const isPowerOfTwo = (maxParallelism & mask) == 0;
  const masks = i32x4.splat(mask);
  for (let i: u32 = 0; i < count; i += 4) {
    const mixed = mixFour(i32x4.splat(0), v128.load(hashes + (i << 2)));
    // MathUtils.murmurHash: the absolute value, of the minimum 0. Without its sign bit the minimum is 0 already.
    const positive = v128.and(
      i32x4.abs(finishFour(v128.xor(mixed, i32x4.splat(4)))),
      i32x4.splat(0x7fffffff),
    );
    const target = keyGroups + (i << 2);
    if (isPowerOfTwo) {
      v128.store(target, v128.and(positive, masks));
      continue;
    }
    store<u32>(target, <u32>i32x4.extract_lane(positive, 0) % maxParallelism);
    store<u32>(target, <u32>i32x4.extract_lane(positive, 1) % maxParallelism, 4);
    store<u32>(target, <u32>i32x4.extract_lane(positive, 2) % maxParallelism, 8);
    store<u32>(target, <u32>i32x4.extract_lane(positive, 3) % maxParallelism, 12);
  }
}

/** Bytes of the rows of one string or binary field. */
export function viewRowsBytes(views: usize, nulls: usize, selection: usize, count: u32): u64 {
  let total: u64 = (<u64>count) << 4;
  for (let i: u32 = 0; i < count; i++) {
    const index = at(selection, i);
    const byteLength = load<u32>(views + (index << 3), 4);
    if (byteLength > 7 && !load<u8>(nulls + index)) total += roundToWord(byteLength);
  }
  return total;
}

/** Rows of one string or binary field, into the bytes that `viewRowsBytes` counted. */
export function hashViews(
  views: usize,
  nulls: usize,
  selection: usize,
  count: u32,
  maxParallelism: u32,
  offsets: usize,
  rows: u32,
  hashes: usize,
  keyGroups: usize,
): void {
  let offset: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const index = at(selection, i);
    const row = rows + offset;
    put(offsets, i, offset);
    let rowBytes: u32 = 16;
    if (load<u8>(nulls + index)) {
      store<u64>(row, NULL_HEADER);
      store<u64>(row, 0, 8);
    } else {
      store<u64>(row, 0);
      const source = load<u32>(views + (index << 3));
      const byteLength = load<u32>(views + (index << 3), 4);
      if (byteLength <= 7) {
        // Blocks have bytes to spare behind them, so that all 8 may be read.
        const bits = byteLength << 3;
        const bytes = byteLength == 0 ? 0 : load<u64>(source) & (((<u64>1) << bits) - 1);
        store<u64>(row, bytes | ((<u64>(0x80 | byteLength)) << 56), 8);
      } else {
        const words = roundToWord(byteLength);
        store<u32>(row, byteLength, 8);
        store<u32>(row, 16, 12);
        store<u64>(row + 8 + words, 0);
        copyWords(row + 16, source, byteLength);
        rowBytes += words;
      }
    }
    put(hashes, i, hashBytesByWords(row, rowBytes));
    offset += rowBytes;
  }
  put(offsets, count, offset);
  keyGroupsOf(hashes, count, maxParallelism, keyGroups);
}

// @ts-ignore: decorator
@inline
function copyWords(target: u32, source: u32, byteLength: u32): void {
  const whole = byteLength & ~7;
  for (let k: u32 = 0; k < whole; k += 8) store<u64>(target + k, load<u64>(source + k));
  const rest = byteLength & 7;
  if (rest) store<u64>(target + whole, load<u64>(source + whole) & (((<u64>1) << (rest << 3)) - 1));
}
