/** JSON text of single values, as RowDataToJsonConverters and Jackson make it; the slow and obvious way. */
import { assertNever } from '../../../columnar/types.js';

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

/**
 * UTF8JsonGenerator: what JSON demands is escaped, and each surrogate, so that characters beyond the basic plane become a pair of
 * escapes; all else is written raw. Hexadecimal digits are upper case.
 */
export function quoted(text: string): string {
  const escaped = text.replace(/["\\\u0000-\u001f\ud800-\udfff]/g, (character) => {
    const short = SHORT_ESCAPES[character];
    if (short !== undefined) return short;
    return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

/** BigDecimal.toPlainString, or stripTrailingZeros().toString(). */
export function decimalText(unscaled: bigint, scale: number, plain: boolean): string {
  const sign = unscaled < 0n ? '-' : '';
  let digits = (unscaled < 0n ? -unscaled : unscaled).toString();
  if (plain) return sign + withPoint(digits, scale);
  if (unscaled === 0n) return '0';
  const zeroes = /0*$/.exec(digits)![0].length;
  digits = digits.slice(0, digits.length - zeroes);
  const stripped = scale - zeroes;
  const adjusted = digits.length - 1 - stripped;
  if (stripped >= 0 && adjusted >= -6) return sign + withPoint(digits, stripped);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${fraction}E${adjusted > 0 ? '+' : ''}${adjusted}`;
}

function withPoint(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

const DAYS_IN_ERA = 146097n;
const YEARS_IN_ERA = 400;

/** LocalDate.ofEpochDay in ISO_LOCAL_DATE. */
export function dateText(epochDay: bigint): string {
  // Days since 0000-03-01; years of an era of 400 start in March.
  const shifted = epochDay + 719468n;
  const era = (shifted >= 0n ? shifted : shifted - DAYS_IN_ERA + 1n) / DAYS_IN_ERA;
  const dayOfEra = Number(shifted - era * DAYS_IN_ERA);
  // The last day of an era is the leap day of its last year.
  let yearOfEra = Math.min(YEARS_IN_ERA - 1, Math.floor(dayOfEra / 365));
  while (daysBefore(yearOfEra) > dayOfEra) yearOfEra--;
  let day = dayOfEra - daysBefore(yearOfEra);
  const monthDays = [31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29];
  let month = 0;
  while (day >= monthDays[month]!) day -= monthDays[month++]!;
  const calendarMonth = month < 10 ? month + 3 : month - 9;
  const year = BigInt(yearOfEra) + era * 400n + (calendarMonth <= 2 ? 1n : 0n);
  return `${yearText(year)}-${twoDigits(calendarMonth)}-${twoDigits(day + 1)}`;
}

function daysBefore(yearOfEra: number): number {
  return yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
}

function yearText(year: bigint): string {
  const magnitude = (year < 0n ? -year : year).toString().padStart(4, '0');
  return (year < 0n ? '-' : year > 9999n ? '+' : '') + magnitude;
}

function twoDigits(value: number): string {
  return value.toString().padStart(2, '0');
}

/** Seconds of the day as HH:mm:ss. */
export function timeText(secondOfDay: number): string {
  return [Math.floor(secondOfDay / 3600), Math.floor(secondOfDay / 60) % 60, secondOfDay % 60].map(twoDigits).join(':');
}

const MS_PER_DAY = 86400000n;

/**
 * TIMESTAMP and TIMESTAMP_LTZ (`instant`: at UTC, with Z). The fraction has the digits it needs, none when it is zero. The day
 * of a TIMESTAMP is a Java int and wraps (TimestampData.toLocalDateTime).
 */
export function timestampText(timestampMs: bigint, nanos: number, separator: string, instant: boolean): string {
  let day = timestampMs / MS_PER_DAY;
  let msOfDay = Number(timestampMs % MS_PER_DAY);
  if (!instant) day = BigInt.asIntN(32, day);
  if (msOfDay < 0) {
    day--;
    msOfDay += Number(MS_PER_DAY);
  }
  if (!instant) day = BigInt.asIntN(32, day);
  const nanoOfSecond = ((msOfDay % 1000) * 1000000 + nanos).toString().padStart(9, '0').replace(/0+$/, '');
  const fraction = nanoOfSecond === '' ? '' : `.${nanoOfSecond}`;
  return dateText(day) + separator + timeText(Math.floor(msOfDay / 1000)) + fraction + (instant ? 'Z' : '');
}

export function dateTimeSeparator(format: 'SQL' | 'ISO-8601'): ' ' | 'T' {
  switch (format) {
    case 'SQL':
      return ' ';
    case 'ISO-8601':
      return 'T';
    default:
      return assertNever(format);
  }
}
