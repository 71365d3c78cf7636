/** DATE, TIME, TIMESTAMP and intervals → text as Flink casts them (DateTimeUtils.format…). */
import { civilDate, EPOCH_JULIAN, julianDate, MILLIS_PER_DAY } from './calendar.js';

const MILLIS = BigInt(MILLIS_PER_DAY);

/** DateTimeUtils.int4: the last four digits; below zero the characters come out below '0', as in Java. */
function int4(value: number): string {
  return [1000, 100, 10, 1].map((place) => String.fromCharCode(0x30 + (Math.trunc(value / place) % 10))).join('');
}

function int2(value: number): string {
  return String.fromCharCode(0x30 + (Math.trunc(value / 10) % 10), 0x30 + (value % 10));
}

export function dateText(days: number): string {
  const { year, month, day } = julianDate((days + EPOCH_JULIAN) | 0);
  return `${int4(year)}-${int2(month)}-${int2(day)}`;
}

/** DateTimeUtils.formatTimestampMillis: the fraction ends with its last digit that is not 0, one digit at least. */
export function timeText(time: number, precision: number): string {
  let rest = time;
  while (rest < 0) rest += MILLIS_PER_DAY;
  const clock = clockText(rest);
  let fraction = '';
  let millis = rest % 1000;
  for (let left = precision; left > 0; left--) {
    fraction += String.fromCharCode(0x30 + Math.trunc(millis / 100));
    millis = (millis % 100) * 10;
    if (millis === 0) break;
  }
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

/** `HH:mm:ss`; hours beyond 99 lose their first digits. */
function clockText(millis: number): string {
  const seconds = Math.trunc(millis / 1000);
  return `${int2(Math.trunc(seconds / 3600))}:${int2(Math.trunc(seconds / 60) % 60)}:${int2(seconds % 60)}`;
}

/** `milliseconds` is local time. */
export function timestampText(milliseconds: bigint, nanos: number, precision: number): string {
  let day = Number(BigInt.asIntN(32, milliseconds / MILLIS));
  let millis = Number(milliseconds % MILLIS);
  if (millis < 0) {
    day -= 1;
    millis += MILLIS_PER_DAY;
  }
  const date = civilDate(day);
  const fraction = ((millis % 1000) * 1_000_000 + nanos).toString().padStart(9, '0').slice(0, precision);
  const text = `${int4(date.year)}-${int2(date.month)}-${int2(date.day)} ${clockText(millis)}`;
  return fraction === '' ? text : `${text}.${fraction}`;
}

export function yearMonthText(months: number): string {
  const magnitude = months < 0 ? -months | 0 : months;
  const rest = String(magnitude % 12);
  return `${months >= 0 ? '+' : '-'}${Math.trunc(magnitude / 12)}-${rest.padStart(2, '0')}`;
}

export function dayTimeText(milliseconds: bigint): string {
  const magnitude = milliseconds < 0n ? BigInt.asIntN(64, -milliseconds) : milliseconds;
  const part = (divisor: bigint, modulus: bigint, width: number): string =>
    String((magnitude / divisor) % modulus).padStart(width, '0');
  const days = BigInt.asIntN(32, magnitude / MILLIS);
  const clock = `${part(3_600_000n, 24n, 2)}:${part(60_000n, 60n, 2)}:${part(1000n, 60n, 2)}.${part(1n, 1000n, 3)}`;
  return `${milliseconds >= 0n ? '+' : '-'}${days} ${clock}`;
}
