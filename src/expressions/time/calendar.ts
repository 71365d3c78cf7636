/**
 * Days, milliseconds and civil dates. Two calendars, because Flink uses two: java.time's (proleptic Gregorian, any year) and
 * Calcite's Julian day formulas of DateTimeUtils, which truncate towards zero and so go wrong before the year -4800.
 */

export const MILLIS_PER_DAY = 86_400_000;
export const MILLIS_PER_HOUR = 3_600_000;
export const MILLIS_PER_MINUTE = 60_000;
export const MILLIS_PER_SECOND = 1000;
/** DateTimeUtils.EPOCH_JULIAN: the Julian day of 1970-01-01. */
export const EPOCH_JULIAN = 2_440_588;
const DAY = 86_400_000n;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

/** Days since the epoch, rounded down. */
export function floorDays(milliseconds: bigint): number {
  const approximate = Number(milliseconds);
  if (Number.isSafeInteger(approximate)) return Math.floor(approximate / MILLIS_PER_DAY);
  const quotient = milliseconds / DAY;
  return Number(milliseconds % DAY < 0n ? quotient - 1n : quotient);
}

/** Milliseconds of the day, 0 to 86399999. */
export function floorMillisOfDay(milliseconds: bigint): number {
  const approximate = Number(milliseconds);
  const rest = Number.isSafeInteger(approximate) ? approximate % MILLIS_PER_DAY : Number(milliseconds % DAY);
  return rest < 0 ? rest + MILLIS_PER_DAY : rest + 0;
}

/** Java's `(int) (milliseconds / MILLIS_PER_DAY)`: rounded towards zero, cut to 32 bits. */
export function truncatedDays(milliseconds: bigint): number {
  const approximate = Number(milliseconds);
  if (Number.isSafeInteger(approximate)) return Math.trunc(approximate / MILLIS_PER_DAY) | 0;
  return Number(BigInt.asIntN(32, milliseconds / DAY));
}

/** java.time.LocalDate.ofEpochDay. */
export function civilDate(epochDays: number): CivilDate {
  // Days from 0000-03-01, so that the leap day is the last of a year, in cycles of 400 years.
  const shifted = epochDays + 719_468;
  const cycle = Math.floor(shifted / 146_097);
  const dayOfCycle = shifted - cycle * 146_097;
  const yearOfCycle = Math.floor(
    (dayOfCycle - Math.floor(dayOfCycle / 1460) + Math.floor(dayOfCycle / 36_524) - Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month, day };
}

/** java.time.LocalDate.toEpochDay. */
export function epochDays(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(shiftedYear / 400);
  const yearOfCycle = shiftedYear - cycle * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfCycle = yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * 146_097 + dayOfCycle - 719_468;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function quotient(dividend: number, divisor: number): number {
  return Math.trunc(dividend / divisor);
}

/** The date of a Julian day as DateTimeUtils computes it (julianToLocalDate, julianExtract, julianToString). */
export function julianDate(julian: number): CivilDate {
  const j = (julian + 32_044) | 0;
  const g = quotient(j, 146_097);
  const dg = j % 146_097;
  const c = quotient((quotient(dg, 36_524) + 1) * 3, 4);
  const dc = dg - c * 36_524;
  const b = quotient(dc, 1461);
  const db = dc % 1461;
  const a = quotient((quotient(db, 365) + 1) * 3, 4);
  const da = db - a * 365;
  const y = g * 400 + c * 100 + b * 4 + a;
  const m = quotient(da * 5 + 308, 153) - 2;
  const d = da - quotient((m + 4) * 153, 5) + 122;
  return { year: y - 4800 + quotient(m + 2, 12), month: ((m + 2) % 12) + 1, day: d + 1 };
}

/** DateTimeUtils.ymdToJulian. */
export function julianDay(year: number, month: number, day: number): number {
  const a = quotient(14 - month, 12);
  const y = (year + 4800 - a) | 0;
  const m = month + 12 * a - 3;
  return (
    (day +
      quotient(153 * m + 2, 5) +
      Math.imul(365, y) +
      quotient(y, 4) -
      quotient(y, 100) +
      quotient(y, 400) -
      32_045) |
    0
  );
}

/** DateTimeUtils.ymdToUnixDate: days since the epoch. */
export function unixDate(year: number, month: number, day: number): number {
  return (julianDay(year, month, day) - EPOCH_JULIAN) | 0;
}

/** Java's Math.floorMod. */
export function floorMod(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return rest < 0 ? rest + divisor : rest + 0;
}
