// Key rows, their hashes and key groups. A row of one field is 8 bytes of header (row kind, null bit of field 0 in bit 8), the slot, and for
// longer strings the bytes.
import { at, get, put, roundToWord } from './lists';
import { hashBytesByWords, hashInt } from './murmur';

const NULL_HEADER: u64 = 0x100;

// @ts-ignore: decorator
@inline
function putHash(row: u32, byteLength: u32, i: u32, maxParallelism: u32, hashes: usize, keyGroups: usize): void {
  const hash = hashBytesByWords(row, byteLength);
  put(hashes, i, hash);
  put(keyGroups, i, hashInt(hash) % maxParallelism);
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
    putHash(rows + start, get(offsets, i + 1) - start, i, maxParallelism, hashes, keyGroups);
  }
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
    put(offsets, i, i << 4);
    if (load<u8>(nulls + index)) {
      store<u64>(row, NULL_HEADER);
      store<u64>(row, 0, 8);
    } else {
      store<u64>(row, 0);
      const value =
        dataBytes == 8
          ? load<u64>(data + (index << 3))
          : dataBytes == 4
            ? <u64>load<u32>(data + (index << 2))
            : <u64>load<u8>(data + index);
      store<u64>(row, value & mask, 8);
    }
    putHash(row, 16, i, maxParallelism, hashes, keyGroups);
  }
  put(offsets, count, count << 4);
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
    putHash(row, rowBytes, i, maxParallelism, hashes, keyGroups);
    offset += rowBytes;
  }
  put(offsets, count, offset);
}

// @ts-ignore: decorator
@inline
function copyWords(target: u32, source: u32, byteLength: u32): void {
  const whole = byteLength & ~7;
  for (let k: u32 = 0; k < whole; k += 8) store<u64>(target + k, load<u64>(source + k));
  const rest = byteLength & 7;
  if (rest) store<u64>(target + whole, load<u64>(source + whole) & (((<u64>1) << (rest << 3)) - 1));
}
