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
import { daysFromDate, monthLength } from './lib/calendar';
import { equalBytes } from './lib/bytes';
import { hashBytes } from './lib/murmur';
import { isValidUtf8 } from './lib/utf8';

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

/** Depth of values that no column names. Jackson's own limit is 1000. */
const SKIP_DEPTH_MAX: i32 = 64;
/** Jackson refuses names beyond 50000 bytes, numbers beyond 1000, strings beyond 20 million characters. */
const NAME_BYTES_MAX: u32 = 4096;
const NUMBER_BYTES_MAX: u32 = 256;
const STRING_BYTES_MAX: u32 = 8 << 20;

const CAPACITY_UNREAD: u32 = 0xffffffff;

/** A position that no record reaches: "this record is not for the kernel". Positions of values are always greater. */
const REFUSED: u32 = 0;

let row: u32 = 0;
/** Where the next unescaped string goes. */
let top: u32 = 0;
/** Set when the elements of a list had no room: the batch must be decoded again with more. */
let listFull: bool = false;
/** Marks the fields of the object at hand as seen. A value met again after 2^32 objects only costs a detour. */
let epoch: u32 = 0;
let failOnMissing: bool = false;
/** 32 or 84: what stands between date and time. */
let dateTimeSeparator: u32 = 32;

// Results of the parsers below, which return the position behind what they read.
let parsedLong: i64 = 0;
let parsedDigits: u32 = 0;
let parsedNegative: bool = false;
let parsedStart: u32 = 0;
let parsedLength: u32 = 0;
let parsedDays: i32 = 0;
let parsedNanos: i32 = 0;

// The day that was parsed last: consecutive records mostly share it.
let cachedDateHead: u64 = 0;
let cachedDateTail: u16 = 0;
let cachedDays: i32 = 0;

const POWERS_OF_TEN_I64 = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
  10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
]);
const POWERS_OF_TEN_F64 = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
  1e22,
]);

export function configure(failOnMissingField: u32, isoTimestamps: u32): void {
  failOnMissing = failOnMissingField != 0;
  dateTimeSeparator = isoTimestamps != 0 ? 84 : 32;
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
  top = firstTop;
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

// @ts-ignore: decorator
@inline
function isSpace(byte: u32): bool {
  return byte == 32 || byte == 10 || byte == 13 || byte == 9;
}

// @ts-ignore: decorator
@inline
function skipSpace(at: u32): u32 {
  while (isSpace(load<u8>(at))) at++;
  return at;
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
  // Name bytes from 31 on: the pattern is one byte ahead of the name.
  const nameLength = load<u32>(field, 4);
  return (
    load<u16>(at + 1 + nameLength) == 0x3a22 &&
    (nameLength <= 31 || equalBytes(at + 32, load<u32>(field) + 31, nameLength - 31))
  );
}

/** A name and its colon; the name is left in parsedStart and parsedLength. */
function parseName(at: u32): u32 {
  if (load<u8>(at) != 34) return REFUSED;
  const start = at + 1;
  at = stringEnd(start);
  // An escape in a name is rare.
  if (at == REFUSED || load<u8>(at) == 92) return REFUSED;
  parsedStart = start;
  parsedLength = at - start;
  if (parsedLength > NAME_BYTES_MAX) return REFUSED;
  at = skipSpace(at + 1);
  return load<u8>(at) == 58 ? at + 1 : REFUSED;
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

/** Position of the closing quote, or of the first backslash. Bytes on the way are valid UTF-8. Control characters are let in. */
// @ts-ignore: decorator
@inline
function stringEnd(start: u32): u32 {
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  let at = start;
  let block = v128.load(at);
  let stops = i8x16.bitmask(v128.or(i8x16.eq(block, quote), i8x16.eq(block, backslash))) as u32;
  let all = block;
  while (stops == 0) {
    at += 16;
    block = v128.load(at);
    all = v128.or(all, block);
    stops = i8x16.bitmask(v128.or(i8x16.eq(block, quote), i8x16.eq(block, backslash))) as u32;
  }
  at += ctz(stops);
  // Bytes behind the end may set a sign bit, too: that costs a look, not the answer.
  if (i8x16.bitmask(all) != 0 && !isValidUtf8(start, at - start)) return REFUSED;
  return at - start > STRING_BYTES_MAX ? REFUSED : at;
}

/** `at` is behind the opening quote; returns behind the closing one, the view is left in parsedStart and parsedLength. */
// @ts-ignore: decorator
@inline
function parseString(at: u32): u32 {
  const end = stringEnd(at);
  if (end == REFUSED) return REFUSED;
  if (load<u8>(end) == 92) return unescapeString(at, end);
  parsedStart = at;
  parsedLength = end - at;
  return end + 1;
}

/** `first` is at the first backslash. The text is built at `top`; it is never longer than what it comes from. */
function unescapeString(start: u32, first: u32): u32 {
  let out = top;
  memory.copy(out, start, first - start);
  out += first - start;
  let at = first;
  while (true) {
    if (load<u8>(at) == 34) break;
    at = unescapeOne(at + 1, out);
    if (at == REFUSED) return REFUSED;
    out = parsedStart;
    const end = stringEnd(at);
    if (end == REFUSED) return REFUSED;
    memory.copy(out, at, end - at);
    out += end - at;
    at = end;
  }
  if (at - start > STRING_BYTES_MAX) return REFUSED;
  parsedStart = top;
  parsedLength = out - top;
  top = out;
  return at + 1;
}

/** `at` is behind the backslash; the end of the output is left in parsedStart. */
function unescapeOne(at: u32, out: u32): u32 {
  let byte: u32 = load<u8>(at);
  switch (byte) {
    case 34:
    case 47:
    case 92:
      break;
    case 98:
      byte = 8;
      break;
    case 102:
      byte = 12;
      break;
    case 110:
      byte = 10;
      break;
    case 114:
      byte = 13;
      break;
    case 116:
      byte = 9;
      break;
    case 117:
      return unescapeUnicode(at + 1, out);
    default:
      return REFUSED;
  }
  store<u8>(out, byte);
  parsedStart = out + 1;
  return at + 1;
}

function unescapeUnicode(at: u32, out: u32): u32 {
  let code = hex4(at);
  if (code < 0) return REFUSED;
  at += 4;
  if (code >= 0xd800 && code < 0xe000) {
    // Half a pair becomes a question mark in Flink; that is left to the reference decoder.
    if (code >= 0xdc00 || load<u16>(at) != 0x755c) return REFUSED;
    const low = hex4(at + 2);
    if (low < 0xdc00 || low >= 0xe000) return REFUSED;
    at += 6;
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  if (code < 0x80) {
    store<u8>(out++, code);
  } else if (code < 0x800) {
    store<u8>(out++, 0xc0 | (code >> 6));
    store<u8>(out++, 0x80 | (code & 63));
  } else if (code < 0x10000) {
    store<u8>(out++, 0xe0 | (code >> 12));
    store<u8>(out++, 0x80 | ((code >> 6) & 63));
    store<u8>(out++, 0x80 | (code & 63));
  } else {
    store<u8>(out++, 0xf0 | (code >> 18));
    store<u8>(out++, 0x80 | ((code >> 12) & 63));
    store<u8>(out++, 0x80 | ((code >> 6) & 63));
    store<u8>(out++, 0x80 | (code & 63));
  }
  parsedStart = out;
  return at;
}

/** -1: not four hexadecimal digits. */
function hex4(at: u32): i32 {
  let code: i32 = 0;
  for (let i: u32 = 0; i < 4; i++) {
    const byte: u32 = load<u8>(at + i);
    const lower = byte | 32;
    let digit: u32;
    if (byte - 48 < 10) digit = byte - 48;
    else if (lower - 97 < 6) digit = lower - 87;
    else return -1;
    code = (code << 4) | digit;
  }
  return code;
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
      store<i64>(load<u32>(field, 20) + (index << 3), parsedLong);
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
      return byte == 34
        ? behindQuote(parseDecimal(at + 1, field, data + (index << 3), false))
        : parseDecimal(at, field, data + (index << 3), false);
    case Kind.DECIMAL128:
      return byte == 34
        ? behindQuote(parseDecimal(at + 1, field, data + (index << 4), true))
        : parseDecimal(at, field, data + (index << 4), true);
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
      store<i32>(data + (index << 2), ((parsedLong / 1000) as i32) * 1000);
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

/** A number in a string: plain ones mean the same, all others (signs, blanks, hexadecimal) are refused by then. */
// @ts-ignore: decorator
@inline
function behindQuote(at: u32): u32 {
  return at != REFUSED && load<u8>(at) == 34 ? at + 1 : REFUSED;
}

/** A number or boolean in a column of strings is its own text. `numbers`: not from a tree, which spells numbers anew. */
function parseScalarText(at: u32, byte: u32, numbers: bool): u32 {
  let end = REFUSED;
  if (byte == 116) {
    if (load<u32>(at) == 0x65757274) end = at + 4;
  } else if (byte == 102) {
    if (load<u32>(at, 1) == 0x65736c61) end = at + 5;
  } else if (numbers && (byte == 45 || byte - 48 < 10)) {
    end = skipNumber(at);
  }
  parsedStart = at;
  parsedLength = end - at;
  return end;
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

/** A JSON integer of at most 18 digits, or of 19 that fit. */
// @ts-ignore: decorator
@inline
function parseLong(at: u32): u32 {
  const negative = load<u8>(at) == 45;
  if (negative) at++;
  const start = at;
  // Eight digits at a time.
  let word = load<u64>(at);
  let other = (word & 0xf0f0f0f0f0f0f0f0) ^ 0x3030303030303030;
  other |= ((word + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) ^ 0x3030303030303030;
  let value: u64;
  if (other != 0) {
    const digits = (ctz(other) >> 3) as u32;
    if (digits == 0) return REFUSED;
    word <<= (8 - digits) << 3;
    value = eightDigits(word);
    at += digits;
  } else {
    value = eightDigits(word);
    at += 8;
    while (true) {
      const digit: u32 = (load<u8>(at) as u32) - 48;
      if (digit > 9) break;
      // Wraps only beyond 19 digits, which are refused below.
      value = value * 10 + digit;
      at++;
    }
  }
  const digits = at - start;
  const byte: u32 = load<u8>(at);
  if (byte == 46 || (byte | 32) == 101 || digits > 19) return REFUSED;
  // Jackson knows no leading zero. Of 19 digits the greatest does not overflow 64 unsigned bits.
  if (digits > 1 && load<u8>(start) == 48) return REFUSED;
  if (digits == 19 && value > 0x7fffffffffffffff) return REFUSED;
  parsedLong = negative ? -(value as i64) : (value as i64);
  return at;
}

/** Decimal value of eight ASCII digits, first digit in the lowest byte. */
// @ts-ignore: decorator
@inline
function eightDigits(word: u64): u64 {
  word &= 0x0f0f0f0f0f0f0f0f;
  word = (word * 2561) >> 8;
  word = ((word & 0x00ff00ff00ff00ff) * 6553601) >> 16;
  return ((word & 0x0000ffff0000ffff) * 42949672960001) >> 32;
}

/**
 * A JSON number of at most 18 digits: the digits as an integer in parsedLong (without the sign, which is in parsedNegative),
 * and the power of ten that goes with it in parsedNanos.
 */
function parseNumber(at: u32): u32 {
  parsedNegative = load<u8>(at) == 45;
  if (parsedNegative) at++;
  const start = at;
  let value: u64 = 0;
  let digit: u32;
  while ((digit = (load<u8>(at) as u32) - 48) < 10) {
    value = value * 10 + digit;
    at++;
  }
  let digits = at - start;
  if (digits == 0 || (digits > 1 && load<u8>(start) == 48)) return REFUSED;
  let exponent: i32 = 0;
  if (load<u8>(at) == 46) {
    const fraction = ++at;
    while ((digit = (load<u8>(at) as u32) - 48) < 10) {
      value = value * 10 + digit;
      at++;
    }
    if (at == fraction) return REFUSED;
    digits += at - fraction;
    exponent = -((at - fraction) as i32);
  }
  if (digits > 18) return REFUSED;
  if (((load<u8>(at) as u32) | 32) == 101) {
    at++;
    let sign: u32 = load<u8>(at);
    if (sign == 43 || sign == 45) at++;
    const first = at;
    let power: i32 = 0;
    while ((digit = (load<u8>(at) as u32) - 48) < 10 && at - first < 4) {
      power = power * 10 + digit;
      at++;
    }
    if (at == first || at - first == 4) return REFUSED;
    exponent += sign == 45 ? -power : power;
  }
  parsedLong = value as i64;
  parsedNanos = exponent;
  return at;
}

/** Exact when digits and power of ten are exact doubles: one rounding, in the division or multiplication. */
function parseDouble(at: u32, target: u32): u32 {
  at = parseNumber(at);
  if (at == REFUSED) return REFUSED;
  const exponent = parsedNanos;
  if (parsedLong > 9007199254740992 || exponent < -22 || exponent > 22) return REFUSED;
  let value = parsedLong as f64;
  if (exponent < 0) value /= load<f64>(POWERS_OF_TEN_F64 + ((-exponent as u32) << 3));
  else value *= load<f64>(POWERS_OF_TEN_F64 + ((exponent as u32) << 3));
  store<f64>(target, parsedNegative ? -value : value);
  return at;
}

/** As parseDouble, in the width of a float: 24 bits of digits, powers up to 10^10. */
function parseFloat32(at: u32, target: u32): u32 {
  at = parseNumber(at);
  if (at == REFUSED) return REFUSED;
  const exponent = parsedNanos;
  if (parsedLong > 16777216 || exponent < -10 || exponent > 10) return REFUSED;
  let value = parsedLong as f32;
  if (exponent < 0) value /= load<f64>(POWERS_OF_TEN_F64 + ((-exponent as u32) << 3)) as f32;
  else value *= load<f64>(POWERS_OF_TEN_F64 + ((exponent as u32) << 3)) as f32;
  store<f32>(target, parsedNegative ? -value : value);
  return at;
}

/** A number that needs no rounding and fits the precision; `parameter` is the scale, `limit` 10^precision (at most 10^18). */
function parseDecimal(at: u32, field: u32, target: u32, wide: bool): u32 {
  at = parseNumber(at);
  if (at == REFUSED) return REFUSED;
  const shift = load<i32>(field, 36) + parsedNanos;
  if (shift < 0 || shift > 18) return REFUSED;
  const digits = parsedLong as u64;
  const power = load<u64>(POWERS_OF_TEN_I64 + ((shift as u32) << 3));
  // Conservative: no overflow of 64 bits, and below the limit.
  const limit = load<u64>(field, 80);
  if (digits >= limit || (digits != 0 && power > limit / digits)) return REFUSED;
  const unscaled = digits * power;
  if (unscaled >= limit) return REFUSED;
  const value = parsedNegative ? -(unscaled as i64) : (unscaled as i64);
  store<i64>(target, value);
  if (wide) store<i64>(target, value >> 63, 8);
  return at;
}

// @ts-ignore: decorator
@inline
function twoDigits(at: u32): u32 {
  // Anything that is no digit makes the result at least 100.
  const tens = (load<u8>(at) as u32) - 48;
  const ones = (load<u8>(at, 1) as u32) - 48;
  return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

/** `yyyy-MM-dd` of a day that exists, to parsedDays. What SMART resolving would move (02-31) is refused here. */
// @ts-ignore: decorator
@inline
function parseDate(at: u32): u32 {
  const head = load<u64>(at);
  const tail = load<u16>(at, 8);
  if (head == cachedDateHead && tail == cachedDateTail) {
    parsedDays = cachedDays;
    return at + 10;
  }
  return parseNewDate(at, head, tail);
}

function parseNewDate(at: u32, head: u64, tail: u16): u32 {
  const century = twoDigits(at);
  const yearOfCentury = twoDigits(at + 2);
  const month = twoDigits(at + 5);
  const day = twoDigits(at + 8);
  if (century > 99 || yearOfCentury > 99 || month - 1 > 11 || day == 0 || day > 31) return REFUSED;
  if (load<u8>(at, 4) != 45 || load<u8>(at, 7) != 45) return REFUSED;
  const year = (century * 100 + yearOfCentury) as i32;
  if ((day as i32) > monthLength(year, month as i32)) return REFUSED;
  parsedDays = daysFromDate(year, month as i32, day as i32);
  cachedDateHead = head;
  cachedDateTail = tail;
  cachedDays = parsedDays;
  return at + 10;
}

/** `HH:mm:ss` and one to nine digits of a fraction: milliseconds in parsedLong, the rest in parsedNanos. */
// @ts-ignore: decorator
@inline
function parseTimeOfDay(at: u32): u32 {
  // All eight characters at once: what should be a digit becomes its value, what should be a colon becomes 0.
  const word = load<u64>(at) ^ 0x30303a30303a3030;
  if (((word | (word + 0x0606000606000606)) & 0xf0f0fff0f0fff0f0) != 0) return REFUSED;
  const hour = ((word & 0xff) as u32) * 10 + (((word >> 8) & 0xff) as u32);
  const minute = (((word >> 24) & 0xff) as u32) * 10 + (((word >> 32) & 0xff) as u32);
  const second = (((word >> 48) & 0xff) as u32) * 10 + ((word >> 56) as u32);
  if (hour > 23 || minute > 59 || second > 59) return REFUSED;
  let millis = ((hour * 60 + minute) * 60 + second) * 1000;
  at += 8;
  parsedNanos = 0;
  if (load<u8>(at) == 46) {
    const fraction = load<u32>(at) ^ 0x3030302e;
    if (((fraction | (fraction + 0x06060600)) & 0xf0f0f0ff) == 0 && (load<u8>(at, 4) as u32) - 48 > 9) {
      millis += ((fraction >> 8) & 0xff) * 100 + ((fraction >> 16) & 0xff) * 10 + (fraction >> 24);
      at += 4;
    } else {
      return parseFraction(at + 1, millis);
    }
  }
  parsedLong = millis as i64;
  return at;
}

/** Any number of digits from one to nine. */
function parseFraction(at: u32, wholeMillis: u32): u32 {
  const start = at;
  let fraction: u32 = 0;
  let digit: u32;
  while ((digit = (load<u8>(at) as u32) - 48) < 10 && at - start < 9) {
    fraction = fraction * 10 + digit;
    at++;
  }
  const digits = at - start;
  if (digits == 0) return REFUSED;
  const nanos = fraction * (load<u64>(POWERS_OF_TEN_I64 + ((9 - digits) << 3)) as u32);
  parsedLong = (wholeMillis + nanos / 1000000) as i64;
  parsedNanos = (nanos % 1000000) as i32;
  return at;
}

/** `zoned`: a Z before the closing quote (TIMESTAMP_LTZ). */
// @ts-ignore: decorator
@inline
function parseTimestamp(at: u32, zoned: bool): u32 {
  at = parseDate(at);
  if (at == REFUSED || load<u8>(at) != dateTimeSeparator) return REFUSED;
  at = parseTimeOfDay(at + 1);
  if (at == REFUSED) return REFUSED;
  if (zoned) {
    if (load<u8>(at) != 90) return REFUSED;
    at++;
  }
  if (load<u8>(at) != 34) return REFUSED;
  parsedLong += (parsedDays as i64) * 86400000;
  return at + 1;
}

/** Any well-formed value. */
function skipValue(at: u32, depth: i32): u32 {
  const byte: u32 = load<u8>(at);
  if (byte == 34) return skipString(at + 1);
  if (byte == 123 || byte == 91) {
    if (depth == SKIP_DEPTH_MAX) return REFUSED;
    return byte == 123 ? skipObject(at + 1, depth + 1) : skipArray(at + 1, depth + 1);
  }
  if (byte == 45 || byte - 48 < 10) return skipNumber(at);
  const word = load<u32>(at);
  if (word == 0x6c6c756e || word == 0x65757274) return at + 4;
  if (byte == 102 && load<u32>(at, 1) == 0x65736c61) return at + 5;
  return REFUSED;
}

function skipObject(at: u32, depth: i32): u32 {
  at = skipSpace(at);
  if (load<u8>(at) == 125) return at + 1;
  while (true) {
    at = parseName(at);
    if (at == REFUSED) return REFUSED;
    at = skipValue(skipSpace(at), depth);
    if (at == REFUSED) return REFUSED;
    at = skipSpace(at);
    const byte: u32 = load<u8>(at++);
    if (byte == 125) return at;
    if (byte != 44) return REFUSED;
    at = skipSpace(at);
  }
}

function skipArray(at: u32, depth: i32): u32 {
  at = skipSpace(at);
  if (load<u8>(at) == 93) return at + 1;
  while (true) {
    at = skipValue(at, depth);
    if (at == REFUSED) return REFUSED;
    at = skipSpace(at);
    const byte: u32 = load<u8>(at++);
    if (byte == 93) return at;
    if (byte != 44) return REFUSED;
    at = skipSpace(at);
  }
}

function skipString(at: u32): u32 {
  const start = at;
  while (true) {
    at = stringEnd(at);
    if (at == REFUSED || at - start > STRING_BYTES_MAX) return REFUSED;
    if (load<u8>(at) == 34) return at + 1;
    // Nothing is kept: the text goes where the next one will overwrite it.
    at = unescapeOne(at + 1, top);
    if (at == REFUSED) return REFUSED;
  }
}

function skipNumber(at: u32): u32 {
  const start = at;
  if (load<u8>(at) == 45) at++;
  const first = at;
  at = skipDigits(at);
  if (at == first || (at - first > 1 && load<u8>(first) == 48)) return REFUSED;
  if (load<u8>(at) == 46) {
    const fraction = ++at;
    at = skipDigits(at);
    if (at == fraction) return REFUSED;
  }
  if (((load<u8>(at) as u32) | 32) == 101) {
    at++;
    const sign: u32 = load<u8>(at);
    if (sign == 43 || sign == 45) at++;
    const exponent = at;
    at = skipDigits(at);
    if (at == exponent) return REFUSED;
  }
  return at - start > NUMBER_BYTES_MAX ? REFUSED : at;
}

// @ts-ignore: decorator
@inline
function skipDigits(at: u32): u32 {
  while ((load<u8>(at) as u32) - 48 < 10) at++;
  return at;
}
