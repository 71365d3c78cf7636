// JSON records → columns. Driven by the tables of lib/json-table.ts.
//
// The kernel takes a record only when it is well-formed JSON in plain UTF-8 whose every value has the usual token for its
// column. Then Flink's and Jackson's peculiarities (counting of matched keys, positions after an error, leniencies) cannot
// show, and what it writes is what Flink reads. Everything else it leaves to the reference decoder: `decode` returns early.
import { parseDecimal, parseDouble, parsedLong, parseFloat32, parseLong } from './lib/json-numbers';
import { closePairs, collectPairs, PAIR_BYTES, pairs, pairsOpen, sortPairs } from './lib/json-pairs';
import { openField, openLink, parsePredicted } from './lib/json-predicted';
import {
  AUX,
  CAPACITY,
  CAPACITY_UNREAD,
  CHILD,
  DATA,
  ELEMENTS,
  FIELDS,
  FIELD_BYTES,
  FIRST_LINK,
  KIND,
  Kind,
  LIMIT,
  MINUTE,
  MINUTE_MILLIS,
  NEXT_LINK,
  NULLS,
  OPEN_LINK,
  PARAMETER,
  PARENT_LINK,
  SEEN,
  TABLE,
  findField,
  predict,
} from './lib/json-table';
import {
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
  parsedMinuteMillis,
  parsedNanos,
  parseTimeOfDay,
  parseTimestamp,
  setDateTimeSeparator,
} from './lib/json-times';

export { hashName } from './lib/json-table';

let row: u32 = 0;
/** Set when the elements of a list had no room: the batch must be decoded again with more. */
let listFull: bool = false;
/** Marks the fields of the objects at hand as seen. A value met again after 2^32 objects only costs a detour. */
let epoch: u32 = 0;

export function configure(isoTimestamps: u32): void {
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
  setTop(firstTop);
  listFull = false;
  closePairs(0);
  let index = firstRow;
  let record = from;
  for (; record < to; record++) {
    const start = load<u32>(offsets + (record << 2));
    const end = load<u32>(offsets + (record << 2), 4);
    // No value and an empty one: no row, no error.
    if (start == end) continue;
    if (nulls != 0) {
      if (load<u8>(nulls + record) != 0) continue;
    }
    let at = values + start;
    if (load<u8>(at) != 123) {
      at = skipSpace(at);
      if (load<u8>(at) != 123) break;
    }
    at = parseObject(at, table, index);
    // Behind the end of the object Flink does not look, before the end of the record it must lie.
    if (at - 1 >= values + end) break;
    store<u32>(recordOfRow + (index << 2), record);
    index++;
  }
  row = index;
  return record;
}

/** Where parseMember goes on. */
let memberLink: u32 = 0;

/** `at` is at the brace; values go to `index` of the columns. */
// @ts-ignore: decorator
@inline
function parseObject(at: u32, root: u32, index: u32): u32 {
  const mark = ++epoch;
  store<u32>(root, 0, PARENT_LINK);
  at = parsePredicted(at, root + FIRST_LINK, mark, index);
  while (openLink != 0) {
    at = parseMember(at, openField, openLink, mark, index);
    if (at == REFUSED) break;
    at = parsePredicted(at, memberLink, mark, index);
  }
  return at;
}

/**
 * A member that was not predicted, from what stands before it, or else the value of `field`; the link behind it is left in
 * memberLink. What comes is expected to come again: this field behind the one before it, spelled as it is, with its spaces.
 */
function parseMember(at: u32, field: u32, link: u32, mark: u32, index: u32): u32 {
  at = skipSpace(at);
  if (field == 0) {
    const table = load<u32>(link, TABLE);
    const first = link == table + FIRST_LINK;
    const start = at;
    const byte: u32 = load<u8>(at);
    if (first) {
      memberLink = table + OPEN_LINK;
      at = skipSpace(at + 1);
      if (load<u8>(at) == 125) return at;
    } else {
      memberLink = link;
      if (byte != 44) return byte == 125 ? at : REFUSED;
      at = skipSpace(at + 1);
    }
    at = parseName(at);
    if (at == REFUSED) return REFUSED;
    const fields = load<u32>(table, FIELDS);
    const near = link - table <= OPEN_LINK ? fields : link - NEXT_LINK + FIELD_BYTES;
    field = findField(table, fields, near, parsedStart, parsedLength);
    at = skipSpace(at);
    if (field == 0) return skipValue(at, 0);
    predict(link, field, start, at - start);
  } else if (load<u8>(at - 1) == 45) {
    // parsePredicted looked behind the sign.
    at--;
  }
  if (load<u32>(field, SEEN) == mark) return REFUSED;
  store<u32>(field, mark, SEEN);
  at = parseValue(at, field, index);
  memberLink = field + NEXT_LINK;
  return at;
}

/** A value of a column at `index`. Columns start as NULL, so NULL needs no write, and what is refused stays NULL. */
function parseValue(at: u32, field: u32, index: u32): u32 {
  const byte: u32 = load<u8>(at);
  if (byte == 110) return load<u32>(at) == 0x6c6c756e ? at + 4 : REFUSED;
  const nulls = load<u32>(field, NULLS) + index;
  switch (load<u32>(field, KIND)) {
    case Kind.STRING: {
      at = byte == 34 ? parseString(at + 1) : parseScalarText(at, byte, load<i32>(field, PARAMETER) != 0);
      const view = load<u32>(field, DATA) + (index << 3);
      store<u32>(view, parsedStart);
      store<u32>(view, parsedLength, 4);
      break;
    }
    case Kind.INT64: {
      at = byte == 34 ? behindQuote(parseLong(at + 1)) : parseLong(at);
      store<i64>(load<u32>(field, DATA) + (index << 3), parsedLong);
      break;
    }
    case Kind.TIMESTAMP: {
      if (byte != 34) return REFUSED;
      const text = at + 1;
      at = parseTimestamp(text, load<i32>(field, PARAMETER) != 0);
      if (at != REFUSED) {
        v128.store(field, v128.load(text), MINUTE);
        store<i64>(field, parsedMinuteMillis, MINUTE_MILLIS);
      }
      store<i64>(load<u32>(field, DATA) + (index << 3), parsedMillis);
      store<i32>(load<u32>(field, AUX) + (index << 2), parsedNanos);
      break;
    }
    case Kind.ROW: {
      if (byte != 123) return REFUSED;
      at = parseObject(at, load<u32>(field, CHILD), index);
      break;
    }
    default:
      at = parseRareValue(at, field, byte, index);
  }
  store<u8>(nulls, at == REFUSED ? 1 : 0);
  return at;
}

function parseRareValue(at: u32, field: u32, byte: u32, index: u32): u32 {
  const data = load<u32>(field, DATA);
  switch (load<u32>(field, KIND)) {
    case Kind.INT32: {
      at = byte == 34 ? behindQuote(parseLong(at + 1)) : parseLong(at);
      // `limit` is 128, 32768 or 2^31: both ends in one comparison.
      const limit = load<i64>(field, LIMIT);
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
  const scale = load<i32>(field, PARAMETER);
  const limit = load<u64>(field, LIMIT);
  if (byte != 34) return parseDecimal(at, scale, limit, target, wide);
  return behindQuote(parseDecimal(at + 1, scale, limit, target, wide));
}

/** A number in a string: plain ones mean the same, all others (signs, blanks, hexadecimal) are refused by then. */
// @ts-ignore: decorator
@inline
function behindQuote(at: u32): u32 {
  return at != REFUSED && load<u8>(at) == 34 ? at + 1 : REFUSED;
}

/**
 * `at` is behind the brace. Flink collects a map in a java.util.HashMap, whose order is that of its buckets: the object is
 * skimmed first, then its values are read in that order. A key that comes twice is refused.
 */
function parseMap(at: u32, field: u32, target: u32): u32 {
  const first = pairsOpen;
  const end = collectPairs(at);
  const count = pairsOpen - first;
  if (end != REFUSED && !(sortPairs(first, count) && storePairs(first, count, field, target))) {
    closePairs(first);
    return REFUSED;
  }
  closePairs(first);
  return end;
}

function storePairs(first: u32, count: u32, field: u32, target: u32): bool {
  const key = load<u32>(field, CHILD);
  const value = key + FIELD_BYTES;
  const capacity = load<u32>(field, CAPACITY);
  const start = load<u32>(field, ELEMENTS);
  const unread = capacity == CAPACITY_UNREAD;
  if (!unread && count > capacity - start) {
    listFull = true;
    return false;
  }
  store<u32>(field, start + count, ELEMENTS);
  for (let i: u32 = 0; i < count; i++) {
    const pair = (pairs as u32) + (first + i) * PAIR_BYTES;
    const index = unread ? 0 : start + i;
    const view = load<u32>(key, DATA) + (index << 3);
    store<u32>(view, load<u32>(pair));
    store<u32>(view, load<u32>(pair, 4), 4);
    store<u8>(load<u32>(key, NULLS) + index, 0);
    if (parseValue(load<u32>(pair, 8), value, index) == REFUSED) return false;
  }
  store<u32>(target, start);
  store<u32>(target, count, 4);
  return true;
}

/** `at` is behind the bracket. Elements of a record that is refused later stay where they are; nothing refers to them. */
function parseList(at: u32, field: u32, target: u32): u32 {
  const element = load<u32>(field, CHILD);
  const capacity = load<u32>(field, CAPACITY);
  const start = load<u32>(field, ELEMENTS);
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
      store<u32>(field, next, ELEMENTS);
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

