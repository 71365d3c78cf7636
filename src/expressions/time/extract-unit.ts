/** Units of EXTRACT that are computed from the date (DateTimeUtils.julianExtract), from days since the epoch. */
import { EPOCH_JULIAN, floorMod, julianDate, julianDay } from './calendar.js';

export const DATE_UNITS = [
  'YEAR',
  'QUARTER',
  'MONTH',
  'WEEK',
  'DAY',
  'DOW',
  'DOY',
  'ISODOW',
  'ISOYEAR',
  'DECADE',
  'CENTURY',
  'MILLENNIUM',
] as const;

export type DateUnit = (typeof DATE_UNITS)[number];

export function isDateUnit(unit: string): unit is DateUnit {
  return (DATE_UNITS as readonly string[]).includes(unit);
}

export function extractDateUnit(unit: DateUnit, days: number): number {
  const julian = (days + EPOCH_JULIAN) | 0;
  const { year, month, day } = julianDate(julian);
  switch (unit) {
    case 'YEAR':
      return year;
    case 'QUARTER':
      return Math.trunc((month + 2) / 3);
    case 'MONTH':
      return month;
    case 'DAY':
      return day;
    case 'WEEK':
      return isoWeek(julian, year, month, day);
    case 'DOW':
      return floorMod(julian + 1, 7) + 1;
    case 'ISODOW':
      return floorMod(julian, 7) + 1;
    case 'DOY':
      return julian - julianDay(year, 1, 1) + 1;
    case 'ISOYEAR':
      return isoYear(julian, year, month, day);
    case 'DECADE':
      return Math.trunc(year / 10);
    case 'CENTURY':
      return Math.trunc((year > 0 ? year + 99 : year - 99) / 100);
    case 'MILLENNIUM':
      return Math.trunc((year > 0 ? year + 999 : year - 999) / 1000);
  }
}

function isoYear(julian: number, year: number, month: number, day: number): number {
  const week = isoWeek(julian, year, month, day);
  if (week === 1 && month === 12) return year + 1;
  return month === 1 && week > 50 ? year - 1 : year;
}

function firstMondayOfFirstWeek(year: number): number {
  const janFirst = julianDay(year, 1, 1);
  return janFirst + ((11 - floorMod(janFirst + 1, 7)) % 7) - 3;
}

/** DateTimeUtils.getIso8601WeekNumber. */
function isoWeek(julian: number, year: number, month: number, day: number): number {
  const weekday = floorMod(julian, 7) + 1;
  const week = (ofYear: number): number => Math.trunc((julian - firstMondayOfFirstWeek(ofYear)) / 7) + 1;
  if (month === 12 && day > 28) {
    return 31 - day + 4 > 7 - weekday && 31 - day + weekday >= 4 ? week(year) : 1;
  }
  if (month === 1 && day < 5) {
    return 4 - day <= 7 - weekday && day - weekday >= -3 ? 1 : week(year - 1);
  }
  return week(year);
}
