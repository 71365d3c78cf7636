/**
 * FROM_UNIXTIME(seconds [, pattern]) (Flink: DateTimeUtils.formatUnixTimestamp with SimpleDateFormat), for patterns of digits alone.
 * SimpleDateFormat counts years of an era in the Julian calendar before 1582-10-15.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type Refusal } from '../../operators/operator.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { encodeJavaText } from '../strings/java-text.js';
import { constantText, isInt, operandAt } from '../strings/operands.js';
import { writeText } from '../strings/text-runtime.js';
import { civilDate, floorDays, floorMillisOfDay, type CivilDate } from './calendar.js';
import { checkSessionZone, sessionOffsetMs } from './session-zone.js';

const DEFAULT_PATTERN = 'yyyy-MM-dd HH:mm:ss';
/** Languages whose digits are ASCII and whose calendar is Gregorian in the JVM. */
const PLAIN_LANGUAGES = new Set('en de fr es it pt nl sv da nb fi pl cs sk hu ro tr ru uk ja ko zh'.split(' '));
/** Days since the epoch of 1582-10-15. */
const GREGORIAN_DAY_FIRST = -141_427;

interface Piece {
  readonly letter: string;
  readonly count: number;
  readonly text: string;
}

/** Letters and texts of a pattern; a string says why it is refused. */
function piecesOf(pattern: string): readonly Piece[] | string {
  const pieces: Piece[] = [];
  const regex = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g;
  for (const match of pattern.matchAll(regex)) {
    const [text, quoted, letter] = match;
    if (quoted !== undefined)
      pieces.push({ letter: '', count: 0, text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else if (letter === undefined) {
      if (text === "'") return `pattern '${pattern}' has a quote without an end`;
      pieces.push({ letter: '', count: 0, text });
    } else if (!'yMdHms'.includes(letter) || (letter === 'M' && text.length > 2)) {
      return `pattern '${pattern}': ${text} is not implemented`;
    } else pieces.push({ letter, count: text.length, text });
  }
  return pieces;
}

function patternOf(call: CallExpression): string | undefined {
  return call.operands.length === 1 ? DEFAULT_PATTERN : constantText(call.operands[1]);
}

/** The date in GregorianCalendar's mixed calendar. */
function mixedDate(days: number): CivilDate {
  if (days >= GREGORIAN_DAY_FIRST) return civilDate(days);
  // From 0000-03-01 of the Julian calendar, in cycles of four years.
  const shifted = days + 719_470;
  const cycle = Math.floor(shifted / 1461);
  const dayOfCycle = shifted - cycle * 1461;
  const yearOfCycle = Math.min(Math.floor(dayOfCycle / 365), 3);
  const dayOfYear = dayOfCycle - yearOfCycle * 365;
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { year: cycle * 4 + yearOfCycle + (month <= 2 ? 1 : 0), month, day };
}

function formatSeconds(seconds: bigint, pieces: readonly Piece[], offsetMs: bigint): string {
  // Long arithmetic of Java: unixtime * 1000.
  const local = BigInt.asIntN(64, seconds * 1000n) + offsetMs;
  const date = mixedDate(floorDays(local));
  const millisOfDay = floorMillisOfDay(local);
  const year = date.year >= 1 ? date.year : 1 - date.year;
  const values: Readonly<Record<string, number>> = {
    y: year,
    M: date.month,
    d: date.day,
    H: Math.floor(millisOfDay / 3_600_000),
    m: Math.floor(millisOfDay / 60_000) % 60,
    s: Math.floor(millisOfDay / 1000) % 60,
  };
  return pieces
    .map(({ letter, count, text }) => {
      if (letter === '') return text;
      const value = values[letter] ?? 0;
      return letter === 'y' && count === 2 ? String(value % 100).padStart(2, '0') : String(value).padStart(count, '0');
    })
    .join('');
}

function fromUnixtime(
  rt: EvaluationRuntime,
  seconds: number | bigint,
  pieces: readonly Piece[],
  offsetMs: bigint,
): number {
  return writeText(rt, formatSeconds(BigInt(seconds), pieces, offsetMs));
}

function checkCall(call: CallExpression): Refusal {
  const kind = call.operands[0]?.type.kind;
  if (kind !== 'BIGINT' && !isInt(call.operands[0])) return `FROM_UNIXTIME of ${kind} is not implemented`;
  const pattern = patternOf(call);
  if (pattern === undefined) return 'only constant patterns are implemented';
  const pieces = piecesOf(pattern);
  return typeof pieces === 'string' ? pieces : null;
}

function acceptedPieces(call: CallExpression): readonly Piece[] {
  const pieces = piecesOf(patternOf(call) ?? '');
  if (typeof pieces === 'string') throw new Error(pieces);
  return pieces;
}

export const fromUnixtimeFunction: ScalarFunction = {
  names: ['FROM_UNIXTIME'],
  check(call, plan) {
    const [language = '', ...rest] = plan.jvm.locale.split(/[-_]/);
    if (!PLAIN_LANGUAGES.has(language) || rest.includes('u'))
      return `the digits of locale ${plan.jvm.locale} are not known`;
    return checkCall(call) ?? checkSessionZone(plan);
  },
  emit: (call, context) =>
    emitHelperCall(context, call.type, [context.emit(operandAt(call, 0))], fromUnixtime, {
      extra: [acceptedPieces(call), BigInt(sessionOffsetMs(context.plan))],
    }),
  reference: strictReference(([seconds], call, context) =>
    encodeJavaText(
      formatSeconds(BigInt(seconds as number | bigint), acceptedPieces(call), BigInt(sessionOffsetMs(context.plan))),
    ),
  ),
  templates: [
    { sql: 'FROM_UNIXTIME($0)', operands: ['INT'], result: 'STRING' },
    { sql: 'FROM_UNIXTIME($0)', operands: ['BIGINT'], result: 'STRING' },
    { sql: 'FROM_UNIXTIME($0, $1)', operands: ['BIGINT', ["'yyyy-MM-dd'", "'yy/M/d H:m:s'"]], result: 'STRING' },
  ],
};
