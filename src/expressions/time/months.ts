/** Adding and subtracting months (DateTimeUtils.addMonths, subtractMonths), over days and over milliseconds. */
import { EPOCH_JULIAN, floorMod, julianDate, MILLIS_PER_DAY, unixDate } from './calendar.js';

const DAY = BigInt(MILLIS_PER_DAY);

/** `addMonths(int date, int m)`: the day is cut to the month's last. */
export function addMonthsToDate(days: number, months: number): number {
  const { year, month, day } = julianDate((days + EPOCH_JULIAN) | 0);
  const sum = (month + months) | 0;
  const inYear = floorMod(sum, 12);
  const shifted = (year + Math.floor(sum / 12)) | 0;
  const newYear = inYear === 0 ? shifted - 1 : shifted;
  const newMonth = inYear === 0 ? 12 : inYear;
  return unixDate(newYear, newMonth, Math.min(day, lastDay(newYear, newMonth)));
}

/** `y % 4 == 0` in Java is true for negative years as well. */
function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `addMonths(long timestamp, int m)`. */
export function addMonthsToMillis(milliseconds: bigint, months: number): bigint {
  const ofDay = ((milliseconds % DAY) + DAY) % DAY;
  const days = Number(BigInt.asIntN(32, (milliseconds - ofDay) / DAY));
  return BigInt(addMonthsToDate(days, months)) * DAY + ofDay;
}

/** `subtractMonths(int date0, int date1)`: whole months from date1 to date0. */
export function subtractMonthsOfDates(date0: number, date1: number): number {
  if (date0 < date1) return -subtractMonthsOfDates(date1, date0) | 0;
  let months = Math.trunc(((date0 - date1) | 0) / 31);
  for (;;) {
    if (addMonthsToDate(date1, months) >= date0) return months;
    if (addMonthsToDate(date1, months + 1) > date0) return months;
    months++;
  }
}

/** `subtractMonths(long t0, long t1)`: a part of a day counts only on the last day. */
export function subtractMonthsOfMillis(t0: bigint, t1: bigint): number {
  const millis0 = ((t0 % DAY) + DAY) % DAY;
  const millis1 = ((t1 % DAY) + DAY) % DAY;
  const date0 = Number(BigInt.asIntN(32, (t0 - millis0) / DAY));
  const date1 = Number(BigInt.asIntN(32, (t1 - millis1) / DAY));
  const months = subtractMonthsOfDates(date0, date1);
  return addMonthsToDate(date1, months) === date0 && millis0 < millis1 ? months - 1 : months;
}
