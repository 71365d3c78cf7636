// Dates and times as Flink's formats write them. Whatever resolving would move (02-31, 24:00:00) is REFUSED.
import { daysFromDate, monthLength } from './calendar';
import { REFUSED } from './json-text';

/** Of the text that was parsed last. */
export let parsedMillis: i64 = 0;
export let parsedDays: i32 = 0;
/** Of the timestamp that was parsed last: without its seconds. */
export let parsedMinuteMillis: i64 = 0;
/** Within the millisecond. */
export let parsedNanos: i32 = 0;

/** 32 or 84: what stands between date and time. */
let dateTimeSeparator: u32 = 32;

// The day that was parsed last: consecutive records mostly share it.
let cachedDateHead: u64 = 0;
let cachedDateTail: u16 = 0;
let cachedDays: i32 = 0;

const POWERS_OF_TEN_U32 = memory.data<u32>([1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000]);

export function setDateTimeSeparator(byte: u32): void {
  dateTimeSeparator = byte;
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
export function parseDate(at: u32): u32 {
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

/** `HH:mm:ss` and one to nine digits of a fraction: milliseconds in parsedMillis, the rest in parsedNanos. */
// @ts-ignore: decorator
@inline
export function parseTimeOfDay(at: u32): u32 {
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
  parsedMillis = millis as i64;
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
  const nanos = fraction * load<u32>(POWERS_OF_TEN_U32 + ((9 - digits) << 2));
  parsedMillis = (wholeMillis + nanos / 1000000) as i64;
  parsedNanos = (nanos % 1000000) as i32;
  return at;
}

/** `zoned`: a Z before the closing quote (TIMESTAMP_LTZ). */
// @ts-ignore: decorator
@inline
export function parseTimestamp(at: u32, zoned: bool): u32 {
  at = parseDate(at);
  if (at == REFUSED || load<u8>(at) != dateTimeSeparator) return REFUSED;
  at = parseTimeOfDay(at + 1);
  if (at == REFUSED) return REFUSED;
  if (zoned) {
    if (load<u8>(at) != 90) return REFUSED;
    at++;
  }
  if (load<u8>(at) != 34) return REFUSED;
  const dayMillis = (parsedDays as i64) * 86400000;
  parsedMinuteMillis = dayMillis + (parsedMillis - (parsedMillis % 60000));
  parsedMillis += dayMillis;
  return at + 1;
}
