/**
 * Columns to JSON texts, one per selected row, as Flink's JsonRowDataSerializationSchema writes them.
 *
 * Driven by a table of nodes, one per field, element, key or value of the row type, that src/formats/json/encode/node-table.ts
 * lays out:
 *
 *    0  u32  form, see below
 *    4  u32  keyPointer      of the text ,"name":  (fields of rows only)
 *    8  u32  keyBytes
 *   12  u32  nulls           this and the next two are the column's buffers, set for each batch
 *   16  u32  data
 *   20  u32  aux
 *   24  u32  children        pointer to consecutive nodes
 *   28  u32  childCount
 *   32  i32  scale           of decimals
 *   36..48                   unused
 */
import { writeDecimal } from './lib/decimal-text';
import { writeI64 } from './lib/digits';
import { sequenceLength, writeBase64, writeString } from './lib/json-text-writer';
import { writeDate, writeInstant, writeTime, writeTimestamp } from './lib/time-text';
import { at as indexAt } from './lib/lists';

const NODE_BYTES: usize = 48;

const FORM_NULL: u32 = 0;
const FORM_BOOL: u32 = 1;
const FORM_INT32: u32 = 2;
const FORM_INT64: u32 = 3;
const FORM_DECIMAL64: u32 = 4;
const FORM_DECIMAL128: u32 = 5;
const FORM_STRING: u32 = 6;
const FORM_BINARY: u32 = 7;
const FORM_DATE: u32 = 8;
const FORM_TIME: u32 = 9;
const FORM_TIMESTAMP: u32 = 10;
const FORM_INSTANT: u32 = 11;
/** Views of finished JSON text. */
const FORM_TEXT: u32 = 12;
const FORM_ROW: u32 = 13;
const FORM_ARRAY: u32 = 14;
const FORM_MAP: u32 = 15;

/** Why a batch stopped. */
const STOP_NONE: u32 = 0;
const STOP_FULL: u32 = 1;
/** Left to the TypeScript encoder: maps with a NULL key, with two equal keys, or with malformed keys; times beyond a day. */
const STOP_RARE: u32 = 2;

/**
 * Room that is kept free behind what was checked: for a value without a length of its own (at most 64 bytes), what vectors write
 * beyond the end, and the closing brackets of everything that is open.
 */
const VALUE_BYTES_MAX: usize = 1024;

let stop: u32 = STOP_NONE;
let limit: usize = 0;
let separator: u8 = 0x20;
let ignoreNulls: bool = false;
let plainDecimals: bool = false;

export function configure(dateTimeSeparator: u32, ignoreNullFields: bool, decimalsPlain: bool): void {
  separator = <u8>dateTimeSeparator;
  ignoreNulls = ignoreNullFields;
  plainDecimals = decimalsPlain;
}

export function stopReason(): u32 {
  return stop;
}

/**
 * Writes rows `from` to `count` behind the ones before them, which begin at `out`, not beyond `outEnd`, and sets their offsets;
 * offsets[from] is given. Returns the index of the first row that was not written; when it is not `count`, `stopReason` says why.
 */
export function encode(
  root: usize,
  indexes: usize,
  from: u32,
  count: u32,
  out: usize,
  outEnd: usize,
  offsets: usize,
): u32 {
  stop = STOP_NONE;
  limit = outEnd - VALUE_BYTES_MAX;
  let to = out + load<u32>(offsets + ((<usize>from) << 2));
  for (let i = from; i < count; i++) {
    to = writeRow(root, indexAt(indexes, i), to);
    if (to == STOPPED) return i;
    store<u32>(offsets + ((<usize>i + 1) << 2), <u32>(to - out));
  }
  return count;
}

// @ts-ignore: decorator
@inline
function fits(to: usize, byteLength: u32): bool {
  return to + byteLength <= limit;
}

/** `bytesEach` times a length may exceed 32 bits. */
// @ts-ignore: decorator
@inline
function fitsText(to: usize, byteLength: u32, bytesEach: u64): bool {
  return <u64>to + <u64>byteLength * bytesEach <= <u64>limit;
}

/** What writing functions return instead of where they ended. */
const STOPPED: usize = 0;

function full(): usize {
  stop = STOP_FULL;
  return STOPPED;
}

function rare(): usize {
  stop = STOP_RARE;
  return STOPPED;
}

// @ts-ignore: decorator
@inline
function copyText(to: usize, pointer: usize, byteLength: u32): usize {
  v128.store(to, v128.load(pointer));
  for (let at: usize = 16; at < <usize>byteLength; at += 16) v128.store(to + at, v128.load(pointer + at));
  return to + byteLength;
}

// @ts-ignore: decorator
@inline
function writeNull(to: usize): usize {
  store<u32>(to, 0x6c6c756e);
  return to + 4;
}

function writeRow(row: usize, index: u32, out: usize): usize {
  let to = out;
  let node = <usize>load<u32>(row, 24);
  const end = node + <usize>load<u32>(row, 28) * NODE_BYTES;
  for (; node < end; node += NODE_BYTES) {
    const isNull = load<u8>(<usize>load<u32>(node, 12) + index) != 0;
    if (isNull && ignoreNulls) continue;
    const keyBytes = load<u32>(node, 8);
    if (!fits(to, keyBytes)) return full();
    to = copyText(to, load<u32>(node, 4), keyBytes);
    to = isNull ? writeNull(to) : writeValue(node, index, to);
    if (to == STOPPED) return STOPPED;
  }
  // Each key begins with a comma; the first one's place belongs to the brace.
  if (to == out) to++;
  store<u8>(out, 0x7b);
  store<u8>(to, 0x7d);
  return to + 1;
}

function writeArray(array: usize, index: u32, out: usize): usize {
  const element = <usize>load<u32>(array, 24);
  const nulls = <usize>load<u32>(element, 12);
  const list = <usize>load<u32>(array, 16) + ((<usize>index) << 3);
  const start = load<u32>(list);
  const end = start + load<u32>(list, 4);
  let to = out;
  for (let at = start; at < end; at++) {
    if (!fits(to, 1)) return full();
    store<u8>(to++, 0x2c);
    to = load<u8>(nulls + at) ? writeNull(to) : writeValue(element, at, to);
    if (to == STOPPED) return STOPPED;
  }
  if (to == out) to++;
  store<u8>(out, 0x5b);
  store<u8>(to, 0x5d);
  return to + 1;
}

function writeMap(map: usize, index: u32, out: usize): usize {
  const key = <usize>load<u32>(map, 24);
  const value = key + NODE_BYTES;
  const keyNulls = <usize>load<u32>(key, 12);
  const keyViews = <usize>load<u32>(key, 16);
  const valueNulls = <usize>load<u32>(value, 12);
  const list = <usize>load<u32>(map, 16) + ((<usize>index) << 3);
  const start = load<u32>(list);
  const end = start + load<u32>(list, 4);
  let to = out;
  for (let at = start; at < end; at++) {
    if (load<u8>(keyNulls + at) || !isNewKey(keyViews, start, at)) return rare();
    const view = keyViews + ((<usize>at) << 3);
    const byteLength = load<u32>(view, 4);
    if (!fitsText(to, byteLength, 6)) return full();
    store<u8>(to, 0x2c);
    to = writeString(to + 1, load<u32>(view), byteLength);
    store<u8>(to++, 0x3a);
    if (!fits(to, 0)) return full();
    to = load<u8>(valueNulls + at) ? writeNull(to) : writeValue(value, at, to);
    if (to == STOPPED) return STOPPED;
  }
  if (to == out) to++;
  store<u8>(out, 0x7b);
  store<u8>(to, 0x7d);
  return to + 1;
}

/** No key before it is equal, and it is well-formed: two different malformed keys can become equal. */
function isNewKey(views: usize, start: u32, at: u32): bool {
  const view = views + ((<usize>at) << 3);
  const pointer = <usize>load<u32>(view);
  const byteLength = load<u32>(view, 4);
  const end = pointer + byteLength;
  for (let position = pointer; position < end; ) {
    if (load<u8>(position) < 0x80) position++;
    else {
      const length = sequenceLength(position, end);
      if (length < 0) return false;
      position += length;
    }
  }
  for (let other = start; other < at; other++) {
    const otherView = views + ((<usize>other) << 3);
    if (load<u32>(otherView, 4) == byteLength && memory.compare(load<u32>(otherView), pointer, byteLength) == 0) {
      return false;
    }
  }
  return true;
}

/** `to` fits: a value without a length of its own needs no further look at the limit. */
function writeValue(node: usize, index: u32, to: usize): usize {
  const data = <usize>load<u32>(node, 16);
  const form = load<u32>(node);
  switch (form) {
    case FORM_STRING: {
      const view = data + ((<usize>index) << 3);
      const byteLength = load<u32>(view, 4);
      if (!fitsText(to, byteLength, 6)) return full();
      return writeString(to, load<u32>(view), byteLength);
    }
    case FORM_INT64:
      return writeI64(to, load<i64>(data + ((<usize>index) << 3)));
    case FORM_INT32:
      return writeI64(to, <i64>load<i32>(data + ((<usize>index) << 2)));
    case FORM_TIMESTAMP:
    case FORM_INSTANT:
      return writeQuotedTimestamp(node, index, form, to);
    case FORM_DECIMAL64: {
      const low = load<i64>(data + ((<usize>index) << 3));
      return writeDecimal(to, <u64>low, <u64>(low >> 63), load<i32>(node, 32), plainDecimals);
    }
    case FORM_DECIMAL128: {
      const value = data + ((<usize>index) << 4);
      return writeDecimal(to, load<u64>(value), load<u64>(value, 8), load<i32>(node, 32), plainDecimals);
    }
    case FORM_BOOL:
      if (load<u8>(data + index)) {
        store<u32>(to, 0x65757274);
        return to + 4;
      }
      store<u64>(to, 0x65736c6166);
      return to + 5;
    case FORM_DATE: {
      store<u8>(to, 0x22);
      const end = writeDate(to + 1, <i64>load<i32>(data + ((<usize>index) << 2)));
      store<u8>(end, 0x22);
      return end + 1;
    }
    case FORM_TIME: {
      // LocalTime.ofSecondOfDay(ms / 1000), which refuses what is beyond the day.
      const second = load<i32>(data + ((<usize>index) << 2)) / 1000;
      if (second < 0 || second >= 86400) return rare();
      store<u8>(to, 0x22);
      store<u8>(writeTime(to + 1, second), 0x22);
      return to + 10;
    }
    case FORM_TEXT: {
      const view = data + ((<usize>index) << 3);
      const byteLength = load<u32>(view, 4);
      if (!fitsText(to, byteLength, 1)) return full();
      return copyText(to, load<u32>(view), byteLength);
    }
    case FORM_BINARY: {
      const view = data + ((<usize>index) << 3);
      const byteLength = load<u32>(view, 4);
      if (!fitsText(to, byteLength, 2)) return full();
      return writeBase64(to, load<u32>(view), byteLength);
    }
    case FORM_ROW:
      return writeRow(node, index, to);
    case FORM_ARRAY:
      return writeArray(node, index, to);
    case FORM_MAP:
      return writeMap(node, index, to);
    case FORM_NULL:
    default:
      return writeNull(to);
  }
}

function writeQuotedTimestamp(node: usize, index: u32, form: u32, to: usize): usize {
  const timestampMs = load<i64>(<usize>load<u32>(node, 16) + ((<usize>index) << 3));
  const nanos = load<u32>(<usize>load<u32>(node, 20) + ((<usize>index) << 2));
  store<u8>(to, 0x22);
  const end =
    form == FORM_TIMESTAMP
      ? writeTimestamp(to + 1, timestampMs, nanos, separator)
      : writeInstant(to + 1, timestampMs, nanos, separator);
  store<u8>(end, 0x22);
  return end + 1;
}
