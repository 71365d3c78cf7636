// DATE, TIME and TIMESTAMP as java.time's ISO formatters write them.
import { pair, writePadded, writeU64 } from './digits';

const MS_PER_DAY: i64 = 86400000;

/** The date that was written last, since most rows of a batch are of one day. Years 0 to 9999, ten bytes. */
let cachedDay: i64 = i64.MIN_VALUE;
const CACHED_TEXT: usize = memory.data(16);

/** ISO_LOCAL_DATE: at least four digits of year, a sign before years that need more or are negative. */
export function writeDate(out: usize, epochDay: i64): usize {
  if (epochDay == cachedDay) {
    store<u64>(out, load<u64>(CACHED_TEXT));
    store<u16>(out, load<u16>(CACHED_TEXT, 8), 8);
    return out + 10;
  }
  // Days since 0000-03-01, in eras of 400 years (146097 days); a year starts in March, so that the leap day is its last.
  const shifted = epochDay + 719468;
  const era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const dayOfEra = <u32>(shifted - era * 146097);
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const monthFromMarch = (5 * dayOfYear + 2) / 153;
  const day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = <i64>yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const end = writeMonthAndDay(writeYear(out, year), month, day);
  if (year >= 0 && year <= 9999) {
    store<u64>(CACHED_TEXT, load<u64>(out));
    store<u16>(CACHED_TEXT, load<u16>(out, 8), 8);
    cachedDay = epochDay;
  }
  return end;
}

function writeYear(out: usize, year: i64): usize {
  let at = out;
  let magnitude = year;
  if (year < 0) {
    store<u8>(at++, 0x2d);
    magnitude = -year;
  } else if (year > 9999) store<u8>(at++, 0x2b);
  return magnitude <= 9999 ? writePadded(at, <u32>magnitude, 4) : writeU64(at, <u64>magnitude);
}

function writeMonthAndDay(out: usize, month: u32, day: u32): usize {
  store<u8>(out, 0x2d);
  store<u16>(out, pair(month), 1);
  store<u8>(out, 0x2d, 3);
  store<u16>(out, pair(day), 4);
  return out + 6;
}

/** HH:mm:ss */
export function writeTime(out: usize, secondOfDay: u32): usize {
  const minuteOfDay = secondOfDay / 60;
  const hour = minuteOfDay / 60;
  store<u16>(out, pair(hour));
  store<u8>(out, 0x3a, 2);
  store<u16>(out, pair(minuteOfDay - hour * 60), 3);
  store<u8>(out, 0x3a, 5);
  store<u16>(out, pair(secondOfDay - minuteOfDay * 60), 6);
  return out + 8;
}

/** As many digits as the fraction needs, none when it is zero. */
function writeFraction(out: usize, msOfSecond: u32, nanos: u32): usize {
  if ((msOfSecond | nanos) == 0) return out;
  store<u8>(out, 0x2e);
  const hundreds = msOfSecond / 100;
  const below = msOfSecond - hundreds * 100;
  store<u8>(out, <u8>(0x30 + hundreds), 1);
  store<u16>(out, pair(below), 2);
  if (nanos != 0) return writeNanos(out + 4, nanos);
  if (below == 0) return out + 2;
  return below % 10 == 0 ? out + 3 : out + 4;
}

function writeNanos(out: usize, nanos: u32): usize {
  let end = writePadded(out, nanos, 6);
  while (load<u8>(end - 1) == 0x30) end--;
  return end;
}

/** The day of the timestamp at hand. */
let day: i64 = 0;
/** The day of the last timestamp: most of a batch are of one day, and 64-bit division is slow. */
let lastDay: i64 = 0;
let lastDayStartMs: i64 = 0;

/** TimestampData.toLocalDateTime: the day is an int, and wraps like one. */
export function writeTimestamp(out: usize, timestampMs: i64, nanos: u32, separator: u8): usize {
  const msOfDay = toDayAndTime(timestampMs);
  return writeDayAndTime(out, <i64>(<i32>day), msOfDay, nanos, separator);
}

/** TimestampData.toInstant at UTC: the day does not wrap. With the closing Z. */
export function writeInstant(out: usize, timestampMs: i64, nanos: u32, separator: u8): usize {
  const msOfDay = toDayAndTime(timestampMs);
  const end = writeDayAndTime(out, day, msOfDay, nanos, separator);
  store<u8>(end, 0x5a);
  return end + 1;
}

/** Sets `day`; returns the milliseconds of the day. */
// @ts-ignore: decorator
@inline
function toDayAndTime(timestampMs: i64): u32 {
  const sinceLast = timestampMs - lastDayStartMs;
  if (timestampMs < lastDayStartMs || <u64>sinceLast >= <u64>MS_PER_DAY) return divideIntoDays(timestampMs);
  day = lastDay;
  return <u32>sinceLast;
}

function divideIntoDays(timestampMs: i64): u32 {
  day = timestampMs / MS_PER_DAY;
  let time = timestampMs % MS_PER_DAY;
  if (time < 0) {
    day--;
    time += MS_PER_DAY;
  }
  const startMs = timestampMs - time;
  // The first day of all begins before the smallest timestamp.
  if (startMs <= timestampMs) {
    lastDay = day;
    lastDayStartMs = startMs;
  }
  return <u32>time;
}

function writeDayAndTime(out: usize, day: i64, msOfDay: u32, nanos: u32, separator: u8): usize {
  let at = writeDate(out, day);
  store<u8>(at, separator);
  const second = msOfDay / 1000;
  at = writeTime(at + 1, second);
  return writeFraction(at, msOfDay - second * 1000, nanos);
}
