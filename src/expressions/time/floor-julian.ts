/** DateTimeUtils.julianDateFloor: a Julian day rounded down or up to a unit, as days since the epoch. */
import { floorMod, unixDate } from './calendar.js';

const UNITS = ['MILLENNIUM', 'CENTURY', 'DECADE', 'YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY'] as const;
export type FlooredUnit = (typeof UNITS)[number];

export function isFlooredUnit(unit: string): unit is FlooredUnit {
  return (UNITS as readonly string[]).includes(unit);
}

/** Java's division of ints; the dividend has wrapped at 32 bits, as years in the millions make it do. */
function quotient(dividend: number, divisor: number): number {
  return Math.trunc((dividend | 0) / divisor);
}

/** The first Julian day of the Gregorian calendar is 2299161. Before it the formula reads the Julian calendar. */
const LAST_JULIAN_CALENDAR_DAY = 2_299_160;

export function roundJulian(unit: FlooredUnit, julian: number, isFloor: boolean): number {
  let b = 0;
  let c = (julian + 32_082) | 0;
  if (julian > LAST_JULIAN_CALENDAR_DAY) {
    const a = (julian + 32_044) | 0;
    b = quotient(4 * a + 3, 146_097);
    c = (a - quotient(b * 146_097, 4)) | 0;
  }
  const d = quotient(4 * c + 3, 1461);
  const e = (c - quotient(1461 * d, 4)) | 0;
  const m = quotient(5 * e + 2, 153);
  const day = (e - quotient(153 * m + 2, 5) + 1) | 0;
  const month = (m + 3 - 12 * quotient(m, 10)) | 0;
  const year = (b * 100 + d - 4800 + quotient(m, 10)) | 0;
  const quarter = quotient(month + 2, 3);
  const isAfterFirst = !isFloor && (month > 1 || day > 1);
  switch (unit) {
    case 'MILLENNIUM':
      return unixDate(1000 * quotient(year + 999, 1000) + (isFloor ? -999 : 1), 1, 1);
    case 'CENTURY':
      return unixDate(100 * quotient(year + 99, 100) + (isFloor ? -99 : 1), 1, 1);
    case 'DECADE':
      return unixDate(10 * (quotient(year, 10) + (isFloor ? 0 : 1)), 1, 1);
    case 'YEAR':
      return unixDate(isAfterFirst ? year + 1 : year, 1, 1);
    case 'QUARTER':
      return unixDate(year, (isAfterFirst ? quarter + 1 : quarter) * 3 - 2, 1);
    case 'MONTH':
      return unixDate(year, !isFloor && day > 1 ? month + 1 : month, 1);
    case 'WEEK': {
      const weekday = floorMod((julian + 1) | 0, 7);
      return (unixDate(year, month, day) - (!isFloor && weekday > 0 ? weekday - 7 : weekday)) | 0;
    }
    case 'DAY':
      return unixDate(year, month, day) + (isFloor ? 0 : 1);
  }
}
