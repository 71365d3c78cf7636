/**
 * Parses date-times as java.time.format.DateTimeFormatter does with its default (SMART) resolver: the parts of
 * DateTimeFormatterBuilder that Flink's default format and the accepted patterns use. Port of the behaviour of
 * NumberPrinterParser, FractionPrinterParser, CompositePrinterParser, Parsed and IsoChronology, for ISO dates and local times.
 */
import { javaError } from '../../errors.js';
import { daysOfMonth, type CivilDate } from './calendar.js';
import { type PatternPart } from './date-time-pattern.js';

export type ParseField = 'y' | 'u' | 'M' | 'd' | 'H' | 'm' | 's' | 'n';

export type ParsePart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'optional'; readonly parts: readonly ParsePart[] }
  | {
      readonly kind: 'number';
      readonly field: ParseField;
      readonly minWidth: number;
      readonly maxWidth: number;
      readonly sign: 'NORMAL' | 'NOT_NEGATIVE' | 'EXCEEDS_PAD';
      /** Digits that adjacent numbers of fixed width behind it take; -1: it is of fixed width itself. */
      readonly subsequentWidth: number;
    }
  /** Nanosecond of the second, as a fraction. */
  | { readonly kind: 'fraction'; readonly minWidth: number; readonly maxWidth: number; readonly point: boolean };

const DATE_TIME_PARSE = 'java.time.format.DateTimeParseException';
const DATE_TIME = 'java.time.DateTimeException';

/** The fields that DateTimeUtils.fromTemporalAccessor asks for, with its defaults. */
export interface ParsedDateTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nano: number;
}

/** Part of a pattern → parse part, with adjacent numbers marked; undefined for what is not implemented. */
export function parsePartsOf(parts: readonly PatternPart[]): readonly ParsePart[] | undefined {
  const result: ParsePart[] = [];
  /** Index of the number at which a run of adjacent numbers began. */
  let active = -1;
  for (const part of parts) {
    if (part.kind === 'literal') {
      result.push(part);
      active = -1;
      continue;
    }
    const next = parsePartOf(part);
    if (next === undefined) return undefined;
    const isFixed = next.kind === 'fraction' || (next.minWidth === next.maxWidth && next.sign === 'NOT_NEGATIVE');
    const base = result[active];
    if (base?.kind === 'number' && isFixed) {
      const width = next.maxWidth;
      result[active] = { ...base, subsequentWidth: Math.max(base.subsequentWidth, 0) + width };
      result.push(next.kind === 'number' ? { ...next, subsequentWidth: -1 } : next);
    } else {
      if (base?.kind === 'number') result[active] = { ...base, subsequentWidth: -1 };
      active = result.length;
      result.push(next);
    }
  }
  return result;
}

function parsePartOf(
  part: Exclude<PatternPart, { kind: 'literal' }>,
): Exclude<ParsePart, { kind: 'literal' | 'optional' }> | undefined {
  if (part.kind === 'fraction') return { kind: 'fraction', minWidth: part.width, maxWidth: part.width, point: false };
  if (part.kind !== 'number') return undefined;
  const { field, minWidth, maxWidth, sign } = part;
  if (!'yuMdHms'.includes(field)) return undefined;
  return { kind: 'number', field: field as ParseField, minWidth, maxWidth, sign, subsequentWidth: 0 };
}

type Fields = ReadonlyMap<ParseField, bigint>;

/** What a part came to: the position behind it and the fields so far, or where it failed. */
type Step = { readonly at: number; readonly fields: Fields } | { readonly errorAt: number };

function parseParts(parts: readonly ParsePart[], text: string, start: number, fields: Fields): Step {
  let step: { at: number; fields: Fields } = { at: start, fields };
  for (const part of parts) {
    const next = parsePart(part, text, step.at, step.fields);
    if ('errorAt' in next) return next;
    step = next;
  }
  return step;
}

function parsePart(part: ParsePart, text: string, at: number, fields: Fields): Step {
  switch (part.kind) {
    case 'literal':
      return text.startsWith(part.text, at) ? { at: at + part.text.length, fields } : { errorAt: at };
    case 'optional': {
      const step = parseParts(part.parts, text, at, fields);
      return 'errorAt' in step ? { at, fields } : step;
    }
    case 'fraction':
      return parseFraction(part, text, at, fields);
    case 'number':
      return parseNumber(part, text, at, fields);
  }
}

function isDigit(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '0' && unit <= '9';
}

function parseNumber(part: Extract<ParsePart, { kind: 'number' }>, text: string, start: number, fields: Fields): Step {
  let at = start;
  if (at === text.length) return { errorAt: at };
  const sign = text[at];
  if (sign === '+' || sign === '-') {
    // SignStyle.parse, strict: NORMAL takes a minus, EXCEEDS_PAD both, NOT_NEGATIVE neither.
    const accepts = part.sign === 'EXCEEDS_PAD' || (part.sign === 'NORMAL' && sign === '-');
    if (!accepts) return { errorAt: at };
    at++;
  }
  const minEnd = at + part.minWidth;
  if (minEnd > text.length) return { errorAt: at };
  let width = part.maxWidth + Math.max(part.subsequentWidth, 0);
  let end = digitsEnd(text, at, width);
  if (end < minEnd) return { errorAt: at };
  if (part.subsequentWidth > 0) {
    width = Math.max(part.minWidth, end - at - part.subsequentWidth);
    end = digitsEnd(text, at, width);
    if (end < minEnd) return { errorAt: at };
  }
  let value = BigInt(text.slice(at, end) || '0');
  if (sign === '-') {
    if (value === 0n) return { errorAt: at - 1 };
    value = -value;
  } else if (part.sign === 'EXCEEDS_PAD') {
    const exceeds = end - at > part.minWidth;
    if (sign === '+' && !exceeds) return { errorAt: at - 1 };
    if (sign !== '+' && exceeds) return { errorAt: at };
  }
  if (value >= 2n ** 63n || value < -(2n ** 63n)) {
    value /= 10n;
    end--;
  }
  return withField(fields, part.field, value, at, end);
}

function digitsEnd(text: string, start: number, width: number): number {
  let end = start;
  while (end < text.length && end < start + width && isDigit(text[end])) end++;
  return end;
}

/** DateTimeParseContext.setParsedField: a field that was parsed before must agree. */
function withField(fields: Fields, field: ParseField, value: bigint, errorAt: number, at: number): Step {
  const known = fields.get(field);
  if (known !== undefined && known !== value) return { errorAt };
  return { at, fields: new Map(fields).set(field, value) };
}

function parseFraction(
  part: Extract<ParsePart, { kind: 'fraction' }>,
  text: string,
  start: number,
  fields: Fields,
): Step {
  let at = start;
  const missing = (): Step => (part.minWidth > 0 ? { errorAt: at } : { at, fields });
  if (at === text.length) return missing();
  if (part.point) {
    if (text[at] !== '.') return missing();
    at++;
  }
  if (at + part.minWidth > text.length) return { errorAt: at };
  const end = digitsEnd(text, at, part.maxWidth);
  if (end < at + part.minWidth) return { errorAt: at };
  return withField(fields, 'n', BigInt(text.slice(at, end).padEnd(9, '0')), at, end);
}

/** Text in messages is cut (DateTimeFormatter.createError). */
function abbreviated(text: string): string {
  return text.length > 64 ? `${text.slice(0, 64)}...` : text;
}

/** DateTimeFormatter.parse and the fields of the result; throws DateTimeParseException, or DateTimeException for a field out of range. */
export function parseDateTime(parts: readonly ParsePart[], text: string): ParsedDateTime {
  const step = parseParts(parts, text, 0, new Map());
  if ('errorAt' in step) {
    throw javaError(DATE_TIME_PARSE, `Text '${abbreviated(text)}' could not be parsed at index ${step.errorAt}`);
  }
  if (step.at < text.length) {
    throw javaError(
      DATE_TIME_PARSE,
      `Text '${abbreviated(text)}' could not be parsed, unparsed text found at index ${step.at}`,
    );
  }
  return resolve(step.fields, text);
}

interface FieldRange {
  readonly name: string;
  readonly min: bigint;
  readonly max: bigint;
  readonly text: string;
}
const RANGES: Readonly<Record<ParseField, FieldRange>> = {
  y: { name: 'YearOfEra', min: 1n, max: 1_000_000_000n, text: '1 - 999999999/1000000000' },
  u: { name: 'Year', min: -999_999_999n, max: 999_999_999n, text: '-999999999 - 999999999' },
  M: { name: 'MonthOfYear', min: 1n, max: 12n, text: '1 - 12' },
  d: { name: 'DayOfMonth', min: 1n, max: 31n, text: '1 - 28/31' },
  H: { name: 'HourOfDay', min: 0n, max: 23n, text: '0 - 23' },
  m: { name: 'MinuteOfHour', min: 0n, max: 59n, text: '0 - 59' },
  s: { name: 'SecondOfMinute', min: 0n, max: 59n, text: '0 - 59' },
  n: { name: 'NanoOfSecond', min: 0n, max: 999_999_999n, text: '0 - 999999999' },
};

function outOfRange(field: ParseField, value: bigint): string | undefined {
  const range = RANGES[field];
  if (value >= range.min && value <= range.max) return undefined;
  return `Invalid value for ${range.name} (valid values ${range.text}): ${value}`;
}

/** Parsed.resolve with ResolverStyle.SMART, then the fields that Flink reads. */
function resolve(parsed: Fields, text: string): ParsedDateTime {
  const fail = (message: string): Error =>
    javaErrorWithCause(`Text '${abbreviated(text)}' could not be parsed: ${message}`, message);
  const check = (field: ParseField, value: bigint): number => {
    const message = outOfRange(field, value);
    if (message !== undefined) throw fail(message);
    return Number(value);
  };
  const yearOfEra = parsed.get('y');
  if (yearOfEra !== undefined) check('y', yearOfEra);
  const year = parsed.get('u') ?? yearOfEra;
  const [month, day] = [parsed.get('M'), parsed.get('d')];
  let date: CivilDate | undefined;
  if (year !== undefined && month !== undefined && day !== undefined) {
    const checked = { year: check('u', year), month: check('M', month), day: check('d', day) };
    date = { ...checked, day: Math.min(checked.day, daysOfMonth(checked.year, checked.month)) };
  }
  const time = resolveTime(parsed, check);
  if (time.nextDay && date) date = nextDay(date);
  const read = (field: ParseField, fallback: number): number => readField(field, parsed, fallback);
  return {
    year: date?.year ?? (year === undefined ? 1970 : readYear(year)),
    month: date?.month ?? read('M', 1),
    day: date?.day ?? read('d', 1),
    hour: time.hour,
    minute: time.minute,
    second: time.second,
    nano: time.nano,
  };
}

interface ResolvedTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nano: number;
  /** It was 24:00, the end of the day. */
  readonly nextDay: boolean;
}

function resolveTime(parsed: Fields, check: (field: ParseField, value: bigint) => number): ResolvedTime {
  const [hour, minute, second, nano] = (['H', 'm', 's', 'n'] as const).map((field) => parsed.get(field));
  const isGap =
    (minute === undefined && (second !== undefined || nano !== undefined)) ||
    (minute !== undefined && second === undefined && nano !== undefined);
  // In the order in which Parsed.resolveTime checks them.
  const checked = { minute: check('m', minute ?? 0n), nano: check('n', nano ?? 0n) };
  if (hour === 24n && !isGap && !minute && !second && !nano) return { hour: 0, second: 0, ...checked, nextDay: true };
  return { hour: check('H', hour ?? 0n), second: check('s', second ?? 0n), ...checked, nextDay: false };
}

function nextDay({ year, month, day }: CivilDate): CivilDate {
  if (day < daysOfMonth(year, month)) return { year, month, day: day + 1 };
  return month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
}

/** TemporalAccessor.get of a field that no date was made of: its range is checked only here. */
function readField(field: ParseField, parsed: Fields, fallback: number): number {
  const value = parsed.get(field);
  if (value === undefined) return fallback;
  const message = outOfRange(field, value);
  if (message !== undefined) throw javaError(DATE_TIME, message);
  return Number(value);
}

function readYear(year: bigint): number {
  const message = outOfRange('u', year);
  if (message !== undefined) throw javaError(DATE_TIME, message);
  return Number(year);
}

function javaErrorWithCause(message: string, cause: string): Error {
  return javaError(DATE_TIME_PARSE, message, { className: DATE_TIME, message: cause });
}
