/** Text → DATE, TIME and TIMESTAMP as Flink casts it (DateTimeUtils.parseDate, parseTime, parseTimestampData). */
import { javaError } from '../../errors.js';
import { type TimestampValue } from '../sql-value.js';
import { trimJava } from '../strings/java-trim.js';
import { daysOfMonth, epochDays, MILLIS_PER_DAY, unixDate } from './calendar.js';
import { parseDateTime, type ParsedDateTime, type ParsePart } from './parse-date-time-pattern.js';

/** FlinkTypeFactory.toLogicalType makes TIME(0) of every TIME(p), whatever the plan says. */
export const TIME_PRECISION = 0;

const DATE_TIME = 'java.time.DateTimeException';

function number(
  field: 'y' | 'M' | 'd' | 'H' | 'm' | 's',
  minWidth: number,
  maxWidth: number,
  sign: 'NORMAL' | 'NOT_NEGATIVE' | 'EXCEEDS_PAD',
): ParsePart {
  return { kind: 'number', field, minWidth, maxWidth, sign, subsequentWidth: 0 };
}

/** `[MM][M]`: two digits or any number of them. */
function oneOrTwo(field: 'M' | 'd' | 'H' | 'm' | 's'): ParsePart[] {
  return [
    { kind: 'optional', parts: [number(field, 2, 2, 'NOT_NEGATIVE')] },
    { kind: 'optional', parts: [number(field, 1, 19, 'NORMAL')] },
  ];
}

function literal(text: string): ParsePart {
  return { kind: 'literal', text };
}

/** DateTimeUtils.DEFAULT_TIMESTAMP_FORMATTER. */
const DEFAULT_FORMAT: readonly ParsePart[] = [
  number('y', 4, 19, 'EXCEEDS_PAD'),
  literal('-'),
  ...oneOrTwo('M'),
  literal('-'),
  ...oneOrTwo('d'),
  {
    kind: 'optional',
    parts: [
      literal(' '),
      ...oneOrTwo('H'),
      literal(':'),
      ...oneOrTwo('m'),
      literal(':'),
      ...oneOrTwo('s'),
      { kind: 'fraction', minWidth: 0, maxWidth: 9, point: true },
    ],
  },
];

/** CAST to TIMESTAMP(precision): the fraction is cut. */
export function parseTimestamp(text: string, precision: number): TimestampValue {
  return timestampOfFields(parseDateTime(DEFAULT_FORMAT, text), precision);
}

/** DateTimeUtils.fromTemporalAccessor and TimestampData.fromLocalDateTime. */
export function timestampOfFields(fields: ParsedDateTime, precision: number): TimestampValue {
  const { year, month, day, hour, minute, second } = fields;
  if (day > daysOfMonth(year, month)) throw javaError(DATE_TIME, invalidDate(year, month, day));
  const nano = fields.nano - (fields.nano % 10 ** (9 - precision));
  const millisOfDay = ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(nano / 1_000_000);
  const milliseconds = BigInt(epochDays(year, month, day)) * BigInt(MILLIS_PER_DAY) + BigInt(millisOfDay);
  return { milliseconds, nanos: nano % 1_000_000 };
}

const MONTH_NAMES = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
];

/** LocalDate.create. */
function invalidDate(year: number, month: number, day: number): string {
  return day === 29
    ? `Invalid date 'February 29' as '${year}' is not a leap year`
    : `Invalid date '${MONTH_NAMES[month - 1]} ${day}'`;
}

/** Digits only (DateTimeUtils.isInteger), then Integer.parseInt. Undefined: no number. */
function wholeNumber(text: string): number | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  if (value > 2147483647) throw javaError('java.lang.NumberFormatException', `For input string: "${text}"`);
  return value;
}

/** Days since the epoch; `null` when Flink says that it is no date. */
export function parseDateOrNull(text: string): number | null {
  const space = text.indexOf(' ');
  const date = space > 0 ? text.slice(0, space) : text;
  const parts = splitDate(date);
  const numbers: number[] = [];
  for (const part of parts) {
    const value = wholeNumber(trimJava(part));
    if (value === undefined) return null;
    numbers.push(value);
  }
  const [year = 0, month = 1, day = 1] = numbers;
  return isDate(year, month, day) ? unixDate(year, month, day) : null;
}

/** At the first two hyphens. */
function splitDate(date: string): string[] {
  const first = date.indexOf('-');
  if (first < 0) return [date];
  const second = date.indexOf('-', first + 1);
  if (second < 0) return [date.slice(0, first), date.slice(first + 1)];
  return [date.slice(0, first), date.slice(first + 1, second), date.slice(second + 1)];
}

/** DateTimeUtils.isIllegalDate, which answers true for a date. The 31st is checked, the 30th of February by the 28 or 29. */
function isDate(year: number, month: number, day: number): boolean {
  return year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

export function parseDate(text: string): number {
  const days = parseDateOrNull(text);
  if (days === null) throw javaError(DATE_TIME, `For input string: '${text}'.`);
  return days;
}

/** Java's substring, with its exception: a zone may stand before the colons. */
function substring(text: string, begin: number, end: number): string {
  if (begin < 0 || begin > end || end > text.length) {
    throw javaError('java.lang.StringIndexOutOfBoundsException', `begin ${begin}, end ${end}, length ${text.length}`);
  }
  return text.slice(begin, end);
}

/** Milliseconds of the day, possibly shifted out of it by a zone; null: no time. */
export function parseTimeOrNull(text: string): number | null {
  const number = (begin: number, end: number): number | undefined => wholeNumber(trimJava(substring(text, begin, end)));
  const minus = text.indexOf('-');
  const zoneAt = minus >= 0 ? minus : text.indexOf('+');
  // As in Flink, the sign of a zone is added for a minus too when there is none before it: its operator starts at -1.
  const sign = minus >= 0 ? -1 : 1;
  const end = zoneAt < 0 ? text.length : zoneAt;
  let zone: readonly [number, number] = [0, 0];
  const colon1 = text.indexOf(':');
  if (zoneAt >= 0) {
    const colon3 = text.indexOf(':', zoneAt);
    const hours = number(zoneAt + 1, colon3 < 0 ? text.length : colon3);
    if (hours === undefined) return null;
    const minutes = colon3 < 0 ? 0 : number(colon3 + 1, text.length);
    if (minutes === undefined) return null;
    zone = [hours, minutes];
  }
  const fields = timeFields(text, colon1, end, number);
  if (fields === null) return null;
  const [hour, minute, second, milli] = fields;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const total =
    Math.imul((hour + sign * zone[0]) | 0, 3_600_000) +
    Math.imul((minute + sign * zone[1]) | 0, 60_000) +
    second * 1000 +
    milli;
  return total | 0;
}

function timeFields(
  text: string,
  colon1: number,
  end: number,
  number: (begin: number, end: number) => number | undefined,
): readonly [number, number, number, number] | null {
  const hour = number(0, colon1 < 0 ? end : colon1);
  if (hour === undefined) return null;
  if (colon1 < 0) return [hour, 0, 0, 0];
  const colon2 = text.indexOf(':', colon1 + 1);
  const minute = number(colon1 + 1, colon2 < 0 ? end : colon2);
  if (minute === undefined) return null;
  if (colon2 < 0) return [hour, minute, 0, 0];
  const dot = text.indexOf('.', colon2);
  const second = number(colon2 + 1, dot < 0 ? end : dot);
  if (second === undefined) return null;
  return [hour, minute, second, dot < 0 ? 0 : milliseconds(trimJava(substring(text, dot + 1, end)))];
}

/** DateTimeUtils.parseFraction: three digits, rounded by the fourth; what is no digit counts as 0. */
function milliseconds(fraction: string): number {
  const digit = (index: number): number => (/[0-9]/.test(fraction[index] ?? '') ? Number(fraction[index]) : 0);
  const rounding = fraction.length > 3 && (fraction[3] ?? '') >= '5' ? 1 : 0;
  return digit(0) * 100 + digit(1) * 10 + digit(2) + rounding;
}

export function parseTime(text: string, precision: number): number {
  const time = parseTimeOrNull(text);
  if (time === null) {
    throw javaError(
      DATE_TIME,
      `Invalid time format: '${text}'. Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59`,
    );
  }
  return truncateTime(time, precision);
}

/** DateTimeUtils.applyTimePrecisionTruncation. */
export function truncateTime(time: number, precision: number): number {
  const unit = precision < 3 ? 10 ** (3 - precision) : 1;
  return Math.trunc(time / unit) * unit + 0;
}
