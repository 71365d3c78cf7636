// JSON records → columns. Driven by tables that src/formats/json/decode/kernel-table.ts lays out (offsets of both must agree).
//
//   object table   0 u32 fieldCount · 4 u32 fields · 8 u32 hash slots · 12 u32 hash mask
//   hash slots     u32 each: field index + 1, 0 = free; linear probing from hash & mask
//   field, 96 bytes
//      0 u32 name        4 u32 nameLength      8 u32 kind          12 u32 patternLength, 0 = never predicted
//     16 u32 nulls      20 u32 data           24 u32 aux           28 u32 child object table
//     32 u32 seen       36 i32 parameter      40 u32 headMask      44 u32 tailMask
//     48 16 bytes: the pattern `"name":`, head    64 16 bytes: its next 16    80 i64 limit
//     88 u32 elements   92 u32 capacity
//   A field of kind LIST: `child` is the entry of its elements, `elements` how many there are so far in this batch, `capacity`
//   how many have room; CAPACITY_UNREAD: nobody reads them, all go to the first place. Of kind MAP: `child` is the entry of the
//   keys, behind it that of the values; `elements` and `capacity` count pairs.
//
// The kernel takes a record only when it is well-formed JSON in plain UTF-8 whose every value has the usual token for its
// column. Then Flink's and Jackson's peculiarities (counting of matched keys, positions after an error, leniencies) cannot
// show, and what it writes is what Flink reads. Everything else it leaves to the reference decoder: `decode` returns early.
import { equalBytes } from './lib/bytes';
import { parseDecimal, parseDouble, parsedLong, parseFloat32, parseLong } from './lib/json-numbers';
import {
  isSpace,
  NAME_BYTES_MAX,
  parsedLength,
  parsedStart,
  parseName,
  parseScalarText,
  parseString,
  REFUSED,
  setTop,
  skipSpace,
  skipValue,
  top,
} from './lib/json-text';
import {
  parseDate,
  parsedDays,
  parsedMillis,
  parsedNanos,
  parseTimeOfDay,
  parseTimestamp,
  setDateTimeSeparator,
} from './lib/json-times';
import { hashBytes } from './lib/murmur';

const FIELD_BYTES: u32 = 96;

const enum Kind {
  STRING = 1,
  INT64 = 2,
  INT32 = 3,
  TIMESTAMP = 4,
  ROW = 5,
  BOOLEAN = 6,
  DOUBLE = 7,
  FLOAT = 8,
  DECIMAL64 = 9,
  DECIMAL128 = 10,
  DATE = 11,
  TIME = 12,
  /** Only JSON null is taken; any other value is for the reference decoder. */
  OTHER = 13,
  LIST = 14,
  MAP = 15,
}

const CAPACITY_UNREAD: u32 = 0xffffffff;

let row: u32 = 0;
/** Set when the elements of a list had no room: the batch must be decoded again with more. */
let listFull: bool = false;
/** Marks the fields of the object at hand as seen. A value met again after 2^32 objects only costs a detour. */
let epoch: u32 = 0;
let failOnMissing: bool = false;

export function configure(failOnMissingField: u32, isoTimestamps: u32): void {
  failOnMissing = failOnMissingField != 0;
  setDateTimeSeparator(isoTimestamps != 0 ? 84 : 32);
}

export function rowAfter(): u32 {
  return row;
}

export function topAfter(): u32 {
  return top;
}

export function isListFull(): bool {
  return listFull;
}

/**
 * Decodes records from `from` on, to rows from `firstRow` on, until one is not for the kernel or `to` is reached; returns
 * its index. `recordOfRow` gets the record index of each row. Unescaped strings go to `firstTop`.
 * 32 bytes behind the values have been set to quotes, so that no scan runs away.
 */
export function decode(
  from: u32,
  to: u32,
  firstRow: u32,
  firstTop: u32,
  offsets: u32,
  values: u32,
  nulls: u32,
  table: u32,
  recordOfRow: u32,
): u32 {
  row = firstRow;
  setTop(firstTop);
  listFull = false;
  pairsOpen = 0;
  for (let record = from; record < to; record++) {
    const start = load<u32>(offsets + (record << 2));
    const end = load<u32>(offsets + (record << 2), 4);
    // No value and an empty one: no row, no error.
    if (start == end || (nulls != 0 && load<u8>(nulls + record) != 0)) continue;
    let at = skipSpace(values + start);
    if (load<u8>(at) != 123) return record;
    at = parseObject(at + 1, table, row);
    // Behind the end of the object Flink does not look, before the end of the record it must lie.
    if (at == REFUSED || at > values + end) return record;
    store<u32>(recordOfRow + (row << 2), record);
    row++;
  }
  return to;
}

/** `at` is behind the brace; values go to `index` of the columns. */
function parseObject(at: u32, table: u32, index: u32): u32 {
  const count = load<u32>(table);
  const fields = load<u32>(table, 4);
  const mark = ++epoch;
  let matched: u32 = 0;
  let next = fields;
  const last = fields + count * FIELD_BYTES;

  at = skipSpace(at);
  if (load<u8>(at) == 125) return failOnMissing && count > 0 ? REFUSED : at + 1;
  while (true) {
    let field: u32 = 0;
    if (next < last) {
      const head = load<u32>(next, 40);
      const headSame = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(next, 48))) as u32;
      if ((headSame & head) == head) {
        const length = load<u32>(next, 12);
        if (length <= 16 || tailMatches(at, next, length)) {
          field = next;
          at += length;
        }
      }
    }
    if (field == 0) {
      at = parseName(at);
      if (at == REFUSED) return REFUSED;
      field = findField(table, fields, count, next, parsedStart, parsedLength);
    }
    if (load<u8>(at) <= 32) at = skipSpace(at);
    if (field != 0) {
      // A key that comes twice: Flink counts it twice.
      if (load<u32>(field, 32) == mark) return REFUSED;
      store<u32>(field, mark, 32);
      next = field + FIELD_BYTES;
      matched++;
      at = parseValue(at, field, index);
    } else {
      at = skipValue(at, 0);
    }
    if (at == REFUSED) return REFUSED;
    let byte: u32 = load<u8>(at);
    if (byte <= 32) {
      at = skipSpace(at);
      byte = load<u8>(at);
    }
    at++;
    if (byte == 44) {
      if (load<u8>(at) != 34) at = skipSpace(at);
      continue;
    }
    if (byte != 125) return REFUSED;
    return failOnMissing && matched < count ? REFUSED : at;
  }
}

/** Patterns of 17 bytes and more, whose first 16 match; 0 is the length of a name that is never predicted. */
function tailMatches(at: u32, field: u32, length: u32): bool {
  const tail = load<u32>(field, 44);
  const tailSame = i8x16.bitmask(i8x16.eq(v128.load(at, 16), v128.load(field, 64))) as u32;
  if ((tailSame & tail) != tail) return false;
  if (length <= 32) return true;
  // Name bytes from 31 on: the pattern is one byte ahead of the name. First the name: what lies behind may not be ours to read.
  const nameLength = load<u32>(field, 4);
  if (nameLength > 31 && !equalBytes(at + 32, load<u32>(field) + 31, nameLength - 31)) return false;
  return load<u16>(at + 1 + nameLength) == 0x3a22;
}

function findField(table: u32, fields: u32, count: u32, next: u32, name: u32, nameLength: u32): u32 {
  // Missing fields are more usual than a wild order: a few steps ahead first.
  const last = fields + count * FIELD_BYTES;
  for (let i = 0, field = next; i < 4 && field < last; i++, field += FIELD_BYTES) {
    if (load<u32>(field, 4) == nameLength && equalBytes(load<u32>(field), name, nameLength)) return field;
  }
  const slots = load<u32>(table, 8);
  const mask = load<u32>(table, 12);
  let slot = hashName(name, nameLength) & mask;
  while (true) {
    const index = load<u32>(slots + (slot << 2));
    if (index == 0) return 0;
    const field = fields + (index - 1) * FIELD_BYTES;
    if (load<u32>(field, 4) == nameLength && equalBytes(load<u32>(field), name, nameLength)) return field;
    slot = (slot + 1) & mask;
  }
}

/** Exported so that the table is built with the same hash: FNV-1a over at most the last 16 bytes. */
export function hashName(name: u32, nameLength: u32): u32 {
  let hash: u32 = 0x811c9dc5 ^ nameLength;
  for (let i = nameLength > 16 ? nameLength - 16 : 0; i < nameLength; i++) {
    hash = (hash ^ load<u8>(name + i)) * 0x01000193;
  }
  return hash ^ (hash >> 15);
}

/** A value of a column at `index`. Columns start as NULL, so NULL needs no write, and what is refused stays NULL. */
// @ts-ignore: decorator
@inline
function parseValue(at: u32, field: u32, index: u32): u32 {
  const byte: u32 = load<u8>(at);
  if (byte == 110) return load<u32>(at) == 0x6c6c756e ? at + 4 : REFUSED;
  const nulls = load<u32>(field, 16) + index;
  switch (load<u32>(field, 8)) {
    case Kind.STRING: {
      at = byte == 34 ? parseString(at + 1) : parseScalarText(at, byte, load<i32>(field, 36) != 0);
      const view = load<u32>(field, 20) + (index << 3);
      store<u32>(view, parsedStart);
      store<u32>(view, parsedLength, 4);
      break;
    }
    case Kind.INT64: {
      at = byte == 34 ? behindQuote(parseLong(at + 1)) : parseLong(at);
      store<i64>(load<u32>(field, 20) + (index << 3), parsedLong);
      break;
    }
    case Kind.TIMESTAMP: {
      if (byte != 34) return REFUSED;
      at = parseTimestamp(at + 1, load<i32>(field, 36) != 0);
      store<i64>(load<u32>(field, 20) + (index << 3), parsedMillis);
      store<i32>(load<u32>(field, 24) + (index << 2), parsedNanos);
      break;
    }
    case Kind.ROW: {
      if (byte != 123) return REFUSED;
      at = parseObject(at + 1, load<u32>(field, 28), index);
      break;
    }
    default:
      at = parseRareValue(at, field, byte, index);
  }
  store<u8>(nulls, at == REFUSED ? 1 : 0);
  return at;
}

function parseRareValue(at: u32, field: u32, byte: u32, index: u32): u32 {
  const data = load<u32>(field, 20);
  switch (load<u32>(field, 8)) {
    case Kind.INT32: {
      at = byte == 34 ? behindQuote(parseLong(at + 1)) : parseLong(at);
      // `limit` is 128, 32768 or 2^31: both ends in one comparison.
      const limit = load<i64>(field, 80);
      if (((parsedLong + limit) as u64) >= ((limit << 1) as u64)) return REFUSED;
      store<i32>(data + (index << 2), parsedLong as i32);
      return at;
    }
    case Kind.BOOLEAN: {
      if (load<u32>(at) == 0x65757274) {
        store<u8>(data + index, 1);
        return at + 4;
      }
      if (byte == 102 && load<u32>(at, 1) == 0x65736c61) {
        store<u8>(data + index, 0);
        return at + 5;
      }
      return REFUSED;
    }
    case Kind.DOUBLE:
      return byte == 34 ? behindQuote(parseDouble(at + 1, data + (index << 3))) : parseDouble(at, data + (index << 3));
    case Kind.FLOAT:
      return byte == 34 ? behindQuote(parseFloat32(at + 1, data + (index << 2))) : parseFloat32(at, data + (index << 2));
    case Kind.DECIMAL64:
      return parseDecimalColumn(at, field, byte, data + (index << 3), false);
    case Kind.DECIMAL128:
      return parseDecimalColumn(at, field, byte, data + (index << 4), true);
    case Kind.DATE: {
      if (byte != 34) return REFUSED;
      at = parseDate(at + 1);
      if (at == REFUSED || load<u8>(at) != 34) return REFUSED;
      store<i32>(data + (index << 2), parsedDays);
      return at + 1;
    }
    case Kind.TIME: {
      if (byte != 34) return REFUSED;
      at = parseTimeOfDay(at + 1);
      if (at == REFUSED || load<u8>(at) != 34) return REFUSED;
      // The fraction is read and dropped, as Flink does.
      store<i32>(data + (index << 2), ((parsedMillis / 1000) as i32) * 1000);
      return at + 1;
    }
    case Kind.LIST:
      return byte == 91 ? parseList(at + 1, field, data + (index << 3)) : REFUSED;
    case Kind.MAP:
      return byte == 123 ? parseMap(at + 1, field, data + (index << 3)) : REFUSED;
    default:
      return REFUSED;
  }
}

function parseDecimalColumn(at: u32, field: u32, byte: u32, target: u32, wide: bool): u32 {
  const scale = load<i32>(field, 36);
  const limit = load<u64>(field, 80);
  if (byte != 34) return parseDecimal(at, scale, limit, target, wide);
  return behindQuote(parseDecimal(at + 1, scale, limit, target, wide));
}

/** A number in a string: plain ones mean the same, all others (signs, blanks, hexadecimal) are refused by then. */
// @ts-ignore: decorator
@inline
function behindQuote(at: u32): u32 {
  return at != REFUSED && load<u8>(at) == 34 ? at + 1 : REFUSED;
}

/** Pairs of the maps that are open, 16 bytes each: u32 key · u32 keyLength · u32 value · u32 bucket. */
const PAIR_BYTES: u32 = 16;
const PAIRS_MAX: u32 = 512;
const pairs = memory.data(8192, 16);
let pairsOpen: u32 = 0;

/**
 * `at` is behind the brace. Flink collects a map in a java.util.HashMap, whose order is that of its buckets: the object is
 * skimmed first, then its values are read in that order. A key that comes twice is refused.
 */
function parseMap(at: u32, field: u32, target: u32): u32 {
  const first = pairsOpen;
  const end = collectPairs(at);
  const count = pairsOpen - first;
  if (end != REFUSED && !(sortPairs(first, count) && storePairs(first, count, field, target))) {
    pairsOpen = first;
    return REFUSED;
  }
  pairsOpen = first;
  return end;
}

function collectPairs(at: u32): u32 {
  at = skipSpace(at);
  if (load<u8>(at) == 125) return at + 1;
  while (true) {
    if (load<u8>(at) != 34 || pairsOpen == PAIRS_MAX) return REFUSED;
    at = parseString(at + 1);
    if (at == REFUSED || parsedLength > NAME_BYTES_MAX) return REFUSED;
    at = skipSpace(at);
    if (load<u8>(at) != 58) return REFUSED;
    at = skipSpace(at + 1);
    const pair = (pairs as u32) + pairsOpen * PAIR_BYTES;
    store<u32>(pair, parsedStart);
    store<u32>(pair, parsedLength, 4);
    store<u32>(pair, at, 8);
    pairsOpen++;
    at = skipValue(at, 0);
    if (at == REFUSED) return REFUSED;
    at = skipSpace(at);
    const byte: u32 = load<u8>(at++);
    if (byte == 125) return at;
    if (byte != 44) return REFUSED;
    at = skipSpace(at);
  }
}

/** Keys by the lowest four bits of their bucket: in no table of any size a bucket has more. */
const binCounts = memory.data(16, 16);
/** With one more a bucket becomes a tree, or the table grows before its time (HashMap.TREEIFY_THRESHOLD). */
const BIN_MAX: u32 = 8;

/** By bucket, keeping the order within one. False: a key came twice, or too many share a bucket. */
function sortPairs(first: u32, count: u32): bool {
  v128.store(binCounts as u32, i64x2.splat(0));
  let capacity: u32 = 16;
  while (count > (capacity >> 2) * 3) capacity <<= 1;
  const start = (pairs as u32) + first * PAIR_BYTES;
  for (let i: u32 = 0; i < count; i++) {
    const pair = start + i * PAIR_BYTES;
    const key = load<u32>(pair);
    const keyLength = load<u32>(pair, 4);
    const hash = hashBytes(key, keyLength);
    const bucket = (hash ^ (hash >> 16)) & (capacity - 1);
    const bin = (binCounts as u32) + (bucket & 15);
    const inBin: u32 = (load<u8>(bin) as u32) + 1;
    if (inBin > BIN_MAX) return false;
    store<u8>(bin, inBin);
    store<u32>(pair, bucket, 12);
    const moved = v128.load(pair);
    let place = pair;
    while (place > start && load<u32>(place - PAIR_BYTES, 12) > bucket) {
      v128.store(place, v128.load(place - PAIR_BYTES));
      place -= PAIR_BYTES;
    }
    for (let other = place; other > start && load<u32>(other - PAIR_BYTES, 12) == bucket; other -= PAIR_BYTES) {
      const otherKey = load<u32>(other - PAIR_BYTES);
      if (load<u32>(other - PAIR_BYTES, 4) == keyLength && equalBytes(otherKey, key, keyLength)) return false;
    }
    v128.store(place, moved);
  }
  return true;
}

function storePairs(first: u32, count: u32, field: u32, target: u32): bool {
  const key = load<u32>(field, 28);
  const value = key + FIELD_BYTES;
  const capacity = load<u32>(field, 92);
  const start = load<u32>(field, 88);
  const unread = capacity == CAPACITY_UNREAD;
  if (!unread && count > capacity - start) {
    listFull = true;
    return false;
  }
  store<u32>(field, start + count, 88);
  for (let i: u32 = 0; i < count; i++) {
    const pair = (pairs as u32) + (first + i) * PAIR_BYTES;
    const index = unread ? 0 : start + i;
    const view = load<u32>(key, 20) + (index << 3);
    store<u32>(view, load<u32>(pair));
    store<u32>(view, load<u32>(pair, 4), 4);
    store<u8>(load<u32>(key, 16) + index, 0);
    if (parseValue(load<u32>(pair, 8), value, index) == REFUSED) return false;
  }
  store<u32>(target, start);
  store<u32>(target, count, 4);
  return true;
}

/** `at` is behind the bracket. Elements of a record that is refused later stay where they are; nothing refers to them. */
function parseList(at: u32, field: u32, target: u32): u32 {
  const element = load<u32>(field, 28);
  const capacity = load<u32>(field, 92);
  const start = load<u32>(field, 88);
  let next = start;
  at = skipSpace(at);
  if (load<u8>(at) == 93) {
    at++;
  } else {
    while (true) {
      if (next == capacity) {
        listFull = true;
        return REFUSED;
      }
      at = parseValue(at, element, capacity == CAPACITY_UNREAD ? 0 : next);
      next++;
      store<u32>(field, next, 88);
      if (at == REFUSED) return REFUSED;
      at = skipSpace(at);
      const byte: u32 = load<u8>(at++);
      if (byte == 93) break;
      if (byte != 44) return REFUSED;
      at = skipSpace(at);
    }
  }
  store<u32>(target, start);
  store<u32>(target, next - start, 4);
  return at;
}

