/**
 * Dates, times and timestamps as the formatters of Flink's TimeFormats read them (java.time.format.DateTimeFormatter):
 *
 *   DATE       ISO_LOCAL_DATE, strict
 *   TIME       HH:mm:ss and a fraction of 0 to 9 digits, also after an hour 24
 *   TIMESTAMP  SQL: ISO_LOCAL_DATE, a blank, the time above, resolved smartly: 02-31 is the last of February, 24:00:00 the
 *              next day. ISO-8601: ISO_LOCAL_DATE_TIME, strict, seconds optional, a small t as well
 *   _LTZ       SQL: as above and Z. ISO-8601: T and Z as they stand, smart
 */
import type { TimestampValue } from '../../../expressions/sql-value.js';
import { daysOfMonth, epochDays, MILLIS_PER_DAY } from '../../../expressions/time/calendar.js';
import { DecodeError } from './decode-error.js';

/** 4 digits, or a sign and up to 10 (EXCEEDS_PAD: a plus only and always beyond four digits). */
const DATE = String.raw`([+-]?\d{4,10})-(\d\d)-(\d\d)`;
const SQL_TIME = String.raw`(\d\d):(\d\d):(\d\d)(?:\.(\d{0,9}))?`;
const ISO_TIME = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{0,9}))?)?`;

const PATTERNS = {
  date: new RegExp(`^${DATE}$`),
  time: new RegExp(`^${SQL_TIME}$`),
  sql: new RegExp(`^${DATE} ${SQL_TIME}$`),
  sqlZoned: new RegExp(`^${DATE} ${SQL_TIME}Z$`),
  iso: new RegExp(`^${DATE}[Tt]${ISO_TIME}$`),
  isoZoned: new RegExp(`^${DATE}T${ISO_TIME}Z$`),
} as const;

const YEAR_MAX = 999_999_999;
const NANOS_PER_MILLI = 1_000_000;

function match(text: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(text);
  if (found === null) throw new DecodeError(`text could not be parsed: ${text}`);
  return found;
}

/** Days since the epoch, an INT of Java: years far out wrap. */
export function parseDateText(text: string): number {
  const [, year, month, day] = match(text, PATTERNS.date);
  return dayOf(year!, Number(month), Number(day), true) | 0;
}

/** Milliseconds of the day, whole seconds. */
export function parseTimeText(text: string): number {
  const [, hour, minute, second, fraction] = match(text, PATTERNS.time);
  const time = timeOf(hour!, minute!, second!, fraction, false);
  return Math.trunc(time.millis / 1000) * 1000;
}

export function parseTimestampText(text: string, format: 'SQL' | 'ISO-8601', zoned: boolean): TimestampValue {
  const pattern = format === 'SQL' ? (zoned ? 'sqlZoned' : 'sql') : zoned ? 'isoZoned' : 'iso';
  const [, year, month, day, hour, minute, second, fraction] = match(text, PATTERNS[pattern]);
  const strict = pattern === 'iso';
  const days = dayOf(year!, Number(month), Number(day), strict);
  const time = timeOf(hour!, minute!, second ?? '0', fraction, strict);
  return {
    // Far beyond the calendar of most, Flink's long wraps.
    milliseconds: BigInt.asIntN(64, BigInt(days + time.days) * BigInt(MILLIS_PER_DAY) + BigInt(time.millis)),
    nanos: time.nanos,
  };
}

function dayOf(yearText: string, month: number, day: number, strict: boolean): number {
  const digits = yearText.replace(/^[+-]/, '').length;
  const signed = digits !== yearText.length;
  if (digits > 4 && !signed) throw new DecodeError('a year of more than four digits needs a sign');
  if (digits === 4 && yearText.startsWith('+')) throw new DecodeError('a year of four digits has no plus sign');
  if (/^-0+$/.test(yearText)) throw new DecodeError('there is no year minus zero');
  const year = Number(yearText);
  if (Math.abs(year) > YEAR_MAX || month < 1 || month > 12 || day < 1 || day > 31) {
    throw new DecodeError('a part of the date is out of range');
  }
  const length = daysOfMonth(year, month);
  if (day > length && strict) throw new DecodeError('there is no such day');
  return epochDays(year, month, Math.min(day, length));
}

interface TimeParts {
  readonly days: number;
  readonly millis: number;
  readonly nanos: number;
}

function timeOf(
  hour: string,
  minute: string,
  second: string,
  fraction: string | undefined,
  strict: boolean,
): TimeParts {
  const nanosOfSecond = Number((fraction ?? '').padEnd(9, '0'));
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (h === 24 && m === 0 && s === 0 && nanosOfSecond === 0 && !strict) return { days: 1, millis: 0, nanos: 0 };
  if (h > 23 || m > 59 || s > 59) throw new DecodeError('a part of the time is out of range');
  return {
    days: 0,
    millis: ((h * 60 + m) * 60 + s) * 1000 + Math.floor(nanosOfSecond / NANOS_PER_MILLI),
    nanos: nanosOfSecond % NANOS_PER_MILLI,
  };
}
