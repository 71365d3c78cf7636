/** Formats date-times by a parsed pattern, as java.time.format.DateTimeFormatter prints them, into bytes. */
import { civilDate, epochDays, floorDays, floorMillisOfDay, MILLIS_PER_DAY, type CivilDate } from './calendar.js';
import { encodeJavaText } from '../strings/java-text.js';
import { type PatternField, type PatternPart } from './date-time-pattern.js';

/** A local date-time, cut into the parts from which all fields are made. */
export interface DateTimeParts {
  readonly date: CivilDate;
  readonly epochDay: number;
  readonly millisOfDay: number;
  /** 0 to 999999. */
  readonly nanosOfMilli: number;
}

export function dateTimeParts(milliseconds: bigint, nanosOfMilli: number): DateTimeParts {
  const epochDay = floorDays(milliseconds);
  if (epochDay !== lastDay) {
    lastDay = epochDay;
    lastDate = civilDate(epochDay);
  }
  return { date: lastDate, epochDay, millisOfDay: floorMillisOfDay(milliseconds), nanosOfMilli };
}

/** Rows of a stream lie close together: the date of the last day asked for. */
let lastDay = 0;
let lastDate: CivilDate = { year: 1970, month: 1, day: 1 };

/** No field of years beyond this is wider. */
const YEAR_BYTES_MAX = 12;
const ZERO = 0x30;

export class DateTimeFormat {
  /** No text of this format is longer. */
  readonly bytesMax: number;
  /** The text changes at multiples of this only; 0: with every value. */
  readonly granularityMs: number;
  private readonly steps: readonly (PatternPart | Uint8Array)[];

  constructor(parts: readonly PatternPart[]) {
    this.steps = mergeLiterals(parts);
    this.bytesMax = this.steps.reduce((sum, step) => sum + stepBytesMax(step), 0);
    this.granularityMs = Math.min(...parts.map(granularityOf), MILLIS_PER_DAY);
  }

  /** Writes at `at` and returns the end; `bytesMax` bytes must be free. */
  write(bytes: Uint8Array, at: number, value: DateTimeParts): number {
    let end = at;
    for (const step of this.steps) {
      if (step instanceof Uint8Array) {
        // Literals are a few bytes: `set` costs more than the copy.
        for (let index = 0; index < step.length; index++) bytes[end++] = step[index] ?? 0;
      } else if (step.kind === 'number') {
        end = writeNumber(bytes, end, step, fieldOf(step.field, value));
      } else if (step.kind === 'reduced') {
        end = writeDigits(bytes, end, Math.abs(fieldOf(step.field, value)) % 100, 2);
      } else if (step.kind === 'fraction') {
        const nanos = nanoOfSecond(value);
        end = writeDigits(bytes, end, Math.floor(nanos / 10 ** (9 - step.width)), step.width);
      }
    }
    return end;
  }
}

function mergeLiterals(parts: readonly PatternPart[]): (PatternPart | Uint8Array)[] {
  const steps: (PatternPart | Uint8Array)[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') steps.push(encodeJavaText(text));
    text = '';
  };
  for (const part of parts) {
    if (part.kind === 'literal') {
      text += part.text;
    } else {
      flush();
      steps.push(part);
    }
  }
  flush();
  return steps;
}

function stepBytesMax(step: PatternPart | Uint8Array): number {
  if (step instanceof Uint8Array) return step.length;
  if (step.kind === 'fraction') return step.width;
  return step.kind === 'number' ? Math.max(step.minWidth + 1, YEAR_BYTES_MAX + 4) : 2;
}

function granularityOf(part: PatternPart): number {
  if (part.kind === 'literal' || part.kind === 'reduced') return MILLIS_PER_DAY;
  if (part.kind === 'fraction') return 0;
  switch (part.field) {
    case 'H':
    case 'k':
    case 'K':
    case 'h':
      return 3_600_000;
    case 'm':
      return 60_000;
    case 's':
      return 1000;
    case 'A':
    case 'n':
    case 'N':
      return 0;
    default:
      return MILLIS_PER_DAY;
  }
}

function nanoOfSecond(value: DateTimeParts): number {
  return (value.millisOfDay % 1000) * 1_000_000 + value.nanosOfMilli;
}

/** The value of a field; N (nanosecond of the day) is below 2^53. */
function fieldOf(field: PatternField, value: DateTimeParts): number {
  const { date, millisOfDay } = value;
  const hour = Math.floor(millisOfDay / 3_600_000);
  switch (field) {
    case 'u':
      return date.year;
    case 'y':
      return date.year >= 1 ? date.year : 1 - date.year;
    case 'Q':
      return Math.floor((date.month + 2) / 3);
    case 'M':
      return date.month;
    case 'd':
      return date.day;
    case 'D':
      return value.epochDay - epochDays(date.year, 1, 1) + 1;
    case 'H':
      return hour;
    case 'k':
      return hour === 0 ? 24 : hour;
    case 'K':
      return hour % 12;
    case 'h':
      return hour % 12 === 0 ? 12 : hour % 12;
    case 'm':
      return Math.floor(millisOfDay / 60_000) % 60;
    case 's':
      return Math.floor(millisOfDay / 1000) % 60;
    case 'S':
    case 'n':
      return nanoOfSecond(value);
    case 'A':
      return millisOfDay;
    case 'N':
      return millisOfDay * 1_000_000 + value.nanosOfMilli;
  }
}

function writeNumber(
  bytes: Uint8Array,
  at: number,
  part: Extract<PatternPart, { kind: 'number' }>,
  value: number,
): number {
  const magnitude = Math.abs(value);
  let end = at;
  if (value < 0) bytes[end++] = 0x2d;
  else if (part.sign === 'EXCEEDS_PAD' && part.minWidth < 19 && magnitude >= 10 ** part.minWidth) bytes[end++] = 0x2b;
  return writeDigits(bytes, end, magnitude, part.minWidth);
}

function writeTwoDigits(bytes: Uint8Array, at: number, value: number): number {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - tens * 10;
  return at + 2;
}

/** At least `width` digits, zeros in front. */
function writeDigits(bytes: Uint8Array, at: number, value: number, width: number): number {
  if (width === 2 && value < 100) return writeTwoDigits(bytes, at, value);
  if (width === 4 && value < 10_000) {
    const high = (value / 100) | 0;
    return writeTwoDigits(bytes, writeTwoDigits(bytes, at, high), value - high * 100);
  }
  let digits = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
  const end = at + Math.max(digits, width);
  let rest = value;
  for (let place = end - 1; place >= at; place--) {
    const shorter = Math.floor(rest / 10);
    bytes[place] = ZERO + rest - shorter * 10;
    rest = shorter;
  }
  return end;
}
