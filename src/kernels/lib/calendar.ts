// The proleptic ISO calendar, as java.time.LocalDate counts it.

/** Days since 1970-01-01 of a valid date. */
export function daysFromDate(year: i32, month: i32, day: i32): i32 {
  // Years start in March, so that the leap day is the last of its year.
  const shifted = month <= 2 ? year - 1 : year;
  const era = (shifted >= 0 ? shifted : shifted - 399) / 400;
  const yearOfEra = shifted - era * 400;
  const dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

export function monthLength(year: i32, month: i32): i32 {
  if (month == 2) return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}
