/**
 * java.sql.Timestamp.valueOf and java.sql.Date.valueOf, to which TO_TIMESTAMP turns when the text does not have the given format. They
 * carry days and hours that are too many over into the next month, in the JVM's default zone.
 */
import { javaError } from '../../errors.js';
import { trimJava } from '../strings/java-trim.js';
import { civilDate, daysOfMonth, epochDays, floorMod } from './calendar.js';
import { type ParsedDateTime } from './parse-date-time-pattern.js';

/** Integer.parseInt of a part; undefined where it throws. */
function parseInt32(text: string): number | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return value > 2147483647 || value < -2147483648 ? undefined : value;
}

/** Null for what is no timestamp (IllegalArgumentException). For a JVM whose default zone is a fixed offset. */
export function parseLenient(text: string): ParsedDateTime | null {
  const trimmed = trimJava(text);
  const space = trimmed.indexOf(' ');
  const date = parseDatePart(space < 0 ? trimmed : trimmed.slice(0, space));
  if (date === null) return null;
  const time = space < 0 ? [0, 0, 0, 0] : parseTimePart(trimmed.slice(space + 1));
  if (time === null) return null;
  const [hour = 0, minute = 0, second = 0, nano = 0] = time;
  const seconds = hour * 3600 + minute * 60 + second;
  const days = Math.floor(seconds / 86_400);
  const ofDay = seconds - days * 86_400;
  return {
    ...carryDays(date, days),
    hour: Math.floor(ofDay / 3600),
    minute: Math.floor(ofDay / 60) % 60,
    second: ofDay % 60,
    nano,
  };
}

interface DatePart {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** `yyyy-[m]m-[d]d`, a day up to 31 in every month. */
function parseDatePart(text: string): DatePart | null {
  const match = /^(.{4})-([^-]{1,2})-(.{1,2})$/s.exec(text);
  if (!match) return null;
  const [year, month, day] = [match[1], match[2], match[3]].map((part) => parseInt32(part ?? ''));
  if (year === undefined || month === undefined || day === undefined) return null;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : null;
}

/** `h:m:s[.f…]`; the numbers may be any. */
function parseTimePart(text: string): readonly number[] | null {
  const colon1 = text.indexOf(':');
  const colon2 = text.indexOf(':', colon1 + 1);
  if (colon1 < 0 || colon2 < 0 || colon2 >= text.length - 1) return null;
  const period = text.indexOf('.', colon2 + 1);
  const secondsEnd = period < 0 ? text.length : period;
  const parts = [text.slice(0, colon1), text.slice(colon1 + 1, colon2), text.slice(colon2 + 1, secondsEnd)].map(
    parseInt32,
  );
  const [hour, minute, second] = parts;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  if (period < 0) return [hour, minute, second, 0];
  const fraction = text.slice(period + 1);
  if (!/^[0-9]{1,9}$/.test(fraction)) return null;
  return [hour, minute, second, Number(fraction.padEnd(9, '0'))];
}

const GREGORIAN_YEAR_FIRST = 1583;

/** The date `days` later, after days beyond the month's end have moved into the next; Julian calendar before 1582. */
function carryDays(date: DatePart, days: number): DatePart {
  if (date.year >= GREGORIAN_YEAR_FIRST) {
    const { year, month, day } = civilDate(epochDays(date.year, date.month, 1) + date.day - 1 + days);
    return { year, month, day };
  }
  if (days === 0 && date.day <= julianMonthDays(date.year, date.month)) {
    if (date.day > daysOfMonth(date.year, date.month) && date.year !== 1582) {
      throw javaError('java.time.DateTimeException', `Invalid date 'FEBRUARY 29' as '${date.year}' is not a leap year`);
    }
    // The days that the change of calendars left out.
    if (date.year === 1582 && date.month === 10 && date.day > 4 && date.day < 15)
      return { ...date, day: date.day + 10 };
    // Date.getYear counts the years before Christ forward.
    return date.year >= 1 ? date : { ...date, year: 1 - date.year };
  }
  throw javaError(
    'java.lang.UnsupportedOperationException',
    `TO_TIMESTAMP of the year ${date.year} in the Julian calendar is not implemented`,
  );
}

function julianMonthDays(year: number, month: number): number {
  return month === 2 && floorMod(year, 4) === 0 ? 29 : daysOfMonth(year, month);
}
