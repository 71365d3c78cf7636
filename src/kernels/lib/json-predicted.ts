// The members of a JSON object that come as they came in the record before.
import { eightDigits, LEAST_OF_DIGITS, nonDigits, ZEROS } from './json-numbers';
import {
  AUX,
  CHILD,
  DATA,
  FIELDS,
  FIELD_BYTES,
  FIELD_COUNT,
  FIRST_LINK,
  KIND,
  Kind,
  LIMIT,
  MASK,
  MINUTE,
  MINUTE_MILLIS,
  MINUTE_TAIL,
  NEXT_LINK,
  NULLS,
  PARAMETER,
  PARENT_LINK,
  PATTERN,
  PATTERN_LENGTH,
  REQUIRED,
  SEEN,
  TABLE,
} from './json-table';
import { plainStringEnd, REFUSED, STRING_BYTES_MAX } from './json-text';

// Where parsePredicted stopped: the link that did not hold (null: the object is done), or the field whose value it did not take.
export let openLink: u32 = 0;
export let openField: u32 = 0;

/**
 * Members that come as predicted, with values as they are usual, up to the end of the object. Objects of ROW columns are
 * read in the same loop: their tables keep where to go on behind them. It calls nothing, so that all is in registers; the
 * compiler would turn some of its nested `if` into arithmetic, and that is longer on the way from one position to the next.
 */
export function parsePredicted(at: u32, link: u32, mark: u32, index: u32): u32 {
  let field: u32 = 0;
  while (true) {
    const mask = load<u32>(link, MASK);
    const same = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(link, PATTERN))) as u32;
    if ((same & mask) != mask) {
      field = 0;
      if (load<u8>(at) != 125) break;
      const table = load<u32>(link, TABLE);
      link = load<u32>(table, PARENT_LINK);
      if (load<u32>(table, REQUIRED) != 0) {
        if (!allSeen(table, mark)) {
          at = REFUSED;
          link = 0;
          break;
        }
      }
      at++;
      if (link == 0) break;
      continue;
    }
    const length = load<u32>(link, PATTERN_LENGTH);
    if (length > 16) {
      const tail = i8x16.eq(v128.load(at + length - 16), v128.load(link + length, PATTERN - 16));
      if (i8x16.bitmask(tail) != 0xffff) {
        field = 0;
        break;
      }
    }
    field = load<u32>(link);
    // A key that comes twice: Flink counts it twice.
    if (load<u32>(field, SEEN) == mark) break;
    at += length;
    const byte: u32 = load<u8>(at);
    if (byte == 110) {
      if (load<u32>(at) != 0x6c6c756e) break;
      at += 4;
    } else {
      const kind: u32 = load<u32>(field, KIND);
      if (kind == Kind.STRING) {
        if (byte != 34) break;
        const end = plainStringEnd(at + 1);
        if (load<u8>(end) != 34) break;
        const length = end - at - 1;
        if (length > STRING_BYTES_MAX) break;
        const view = load<u32>(field, DATA) + (index << 3);
        store<u32>(view, at + 1);
        store<u32>(view, length, 4);
        at = end + 1;
      } else if (kind <= <u32>Kind.INT32) {
        let head = load<u64>(at);
        if (byte == 45) head = load<u64>(++at);
        head ^= ZEROS;
        const headOther = nonDigits(head);
        let value: u64;
        if (headOther != 0) {
          const zeros = ctz(headOther);
          const bits = zeros & 56;
          value = eightDigits(head << (0 - bits));
          if (value < load<u64>(LEAST_OF_DIGITS + (bits as u32))) break;
          if (load<u8>(at - 1) == 45) value = 0 - value;
          at += (zeros as u32) >> 3;
        } else {
          if ((head & 0xff) == 0) break;
          value = eightDigits(head);
          const start = at;
          at += 8;
          let digit: u32;
          while ((digit = (load<u8>(at) as u32) - 48) <= 9) {
            value = value * 10 + digit;
            at++;
          }
          if (at - start > 18) {
            at = start;
            break;
          }
          if (load<u8>(start - 1) == 45) value = 0 - value;
        }
        const signed = value as i64;
        if (load<u32>(field, KIND) == Kind.INT64) {
          store<i64>(load<u32>(field, DATA) + (index << 3), signed);
        } else {
          const limit = load<i64>(field, LIMIT);
          if (((signed + limit) as u64) >= ((limit << 1) as u64)) {
            at = REFUSED;
            link = 0;
            break;
          }
          store<i32>(load<u32>(field, DATA) + (index << 2), signed as i32);
        }
      } else if (kind == Kind.TIMESTAMP) {
        // In the minute of the one before, with milliseconds.
        if (byte != 34) break;
        if (i8x16.bitmask(i8x16.eq(v128.load(at, 1), v128.load(field, MINUTE))) != 0xffff) break;
        const digits = load<u64>(at, 17) ^ load<u64>(field, MINUTE_TAIL);
        if (((digits | (digits + 0x0006060600060a00)) & 0xfff0f0f0fff0f0ff) != 0) break;
        if (load<u32>(field, PARAMETER) != 0) {
          if (load<u8>(at, 25) != 34) break;
          at++;
        }
        const millis =
          ((digits >> 8) & 15) * 10000 +
          ((digits >> 16) & 15) * 1000 +
          ((digits >> 32) & 15) * 100 +
          ((digits >> 40) & 15) * 10 +
          (digits >> 48);
        store<i64>(load<u32>(field, DATA) + (index << 3), load<i64>(field, MINUTE_MILLIS) + (millis as i64));
        store<i32>(load<u32>(field, AUX) + (index << 2), 0);
        at += 25;
      } else if (kind == Kind.ROW) {
        if (byte != 123) break;
        const child = load<u32>(field, CHILD);
        store<u32>(child, field + NEXT_LINK, PARENT_LINK);
        store<u32>(field, mark, SEEN);
        store<u8>(load<u32>(field, NULLS) + index, 0);
        link = child + FIRST_LINK;
        continue;
      } else {
        break;
      }
      store<u8>(load<u32>(field, NULLS) + index, 0);
    }
    store<u32>(field, mark, SEEN);
    link = field + NEXT_LINK;
  }
  openLink = link;
  openField = field;
  return at;
}

// @ts-ignore: decorator
@inline
function allSeen(table: u32, mark: u32): bool {
  const fields = load<u32>(table, FIELDS);
  const last = fields + load<u32>(table, FIELD_COUNT) * FIELD_BYTES;
  for (let field = fields; field < last; field += FIELD_BYTES) {
    if (load<u32>(field, SEEN) != mark) return false;
  }
  return true;
}
