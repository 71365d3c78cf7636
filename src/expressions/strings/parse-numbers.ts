/** Text → numbers and booleans as Flink casts it (BinaryStringDataUtil, java.lang.Double.parseDouble, java.math.BigDecimal). */
import { javaError } from '../../errors.js';
import { fitsPrecision, rescaleHalfUp } from '../numbers/decimals.js';
import { floatFromText } from '../numbers/float-text.js';
import { trimJava } from './java-trim.js';

const NUMBER_FORMAT = 'java.lang.NumberFormatException';

function numberFormat(text: string, reason: string): Error {
  return javaError(NUMBER_FORMAT, `For input string: '${text}'. ${reason}`);
}

/** BinaryStringDataUtil.toLong, toInt …: a fraction is checked and dropped. `text` is trimmed already. */
export function parseInteger(text: string, bits: 8 | 16 | 32 | 64): bigint {
  if (text === '') throw numberFormat(text, 'Input is empty.');
  const signed = text.startsWith('-') || text.startsWith('+');
  const rest = signed ? text.slice(1) : text;
  if (rest === '') throw numberFormat(text, 'Input has only positive or negative symbol.');
  const [whole = '', fraction] = splitAtPoint(rest);
  const value = accumulate(text, whole, bits === 64 ? 64 : 32);
  if (fraction !== undefined && !/^[0-9]*$/.test(fraction)) throw numberFormat(text, 'Invalid character found.');
  const result = text.startsWith('-') ? value : -value;
  if (BigInt.asIntN(bits === 64 ? 64 : 32, result) !== result || BigInt.asIntN(bits, result) !== result) {
    throw numberFormat(text, 'Overflow.');
  }
  return result;
}

function splitAtPoint(text: string): [string, string | undefined] {
  const at = text.indexOf('.');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The negated value of the digits, digit by digit: whichever comes first, overflow or a character that is none. */
function accumulate(text: string, digits: string, bits: 32 | 64): bigint {
  const min = -(2n ** BigInt(bits - 1));
  let negated = 0n;
  for (const digit of digits) {
    if (digit < '0' || digit > '9') throw numberFormat(text, 'Invalid character found.');
    if (negated < min / 10n) throw numberFormat(text, 'Overflow.');
    negated = negated * 10n - BigInt(digit);
    if (negated < min) throw numberFormat(text, 'Overflow.');
  }
  return negated;
}

/** StringDataUtil.toBoolean; not trimmed. */
export function parseBoolean(text: string): boolean {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (['t', 'true', 'y', 'yes', '1'].includes(lower)) return true;
  if (['f', 'false', 'n', 'no', '0'].includes(lower)) return false;
  throw javaError('org.apache.flink.table.api.TableException', `Cannot parse '${text}' as BOOLEAN.`);
}

/** Decimal text that parseDouble takes, its type suffix apart; and what it takes beside. */
const FLOATING = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?=[fFdD]?$)/;
const MULTIPLE_POINTS = /^[+-]?[0-9]*\.[0-9]*\./;
const HEXADECIMAL = /^[+-]?0[xX][0-9A-Fa-f.]*[pP]/;

function parseFloating(text: string, parse: (decimal: string) => number): number {
  const trimmed = trimJava(text);
  if (trimmed === '') throw javaError(NUMBER_FORMAT, 'empty String');
  const special = /^([+-]?)(NaN|Infinity)$/.exec(trimmed);
  if (special) return special[2] === 'NaN' ? NaN : special[1] === '-' ? -Infinity : Infinity;
  const decimal = FLOATING.exec(trimmed)?.[0];
  if (decimal !== undefined) return parse(decimal);
  if (HEXADECIMAL.test(trimmed)) {
    throw javaError('java.lang.UnsupportedOperationException', `hexadecimal number '${trimmed}' is not implemented`);
  }
  if (MULTIPLE_POINTS.test(trimmed)) throw javaError(NUMBER_FORMAT, 'multiple points');
  throw javaError(NUMBER_FORMAT, `For input string: "${trimmed}"`);
}

export function parseDouble(text: string): number {
  return parseFloating(text, Number);
}

export function parseFloat32(text: string): number {
  return parseFloating(text, floatFromText);
}

/** DecimalDataUtils.MAX_COMPACT_PRECISION. */
const COMPACT_PRECISION_MAX = 18;
/** Beyond it every number that is not zero overflows or vanishes, whatever its digits. */
const EXPONENT_SEEN_MAX = 1000;

/**
 * BinaryStringDataUtil.toDecimal: the unscaled value. Short text has a parser of its own, with its own leniencies; it reads `bytes`,
 * the text with one unit a byte.
 */
export function parseDecimalText(text: string, bytes: string, precision: number, scale: number): bigint {
  const isLong = precision > COMPACT_PRECISION_MAX || bytes.length > COMPACT_PRECISION_MAX;
  const unscaled = isLong ? parseLongDecimal(text, precision, scale) : parseShortDecimal(bytes, precision, scale);
  if (unscaled === null) throw numberFormat(text, 'Overflow.');
  return unscaled;
}

function isBlank(unit: string | undefined): boolean {
  return unit === ' ' || unit === '\n' || unit === '\t';
}

/** toBigPrecisionDecimal. */
function parseLongDecimal(text: string, precision: number, scale: number): bigint | null {
  const trimmed = /[^ \n\t]/.test(text) ? text.replace(/^[ \n\t]+|[ \n\t]+$/g, '') : text;
  const { unscaled, scale: from } = parseBigDecimal(trimmed);
  if (unscaled === 0n) return 0n;
  const digits = unscaled.toString().replace('-', '').length;
  if (digits - from > EXPONENT_SEEN_MAX) return null;
  if (digits - from < -EXPONENT_SEEN_MAX) return 0n;
  const rescaled = rescaleHalfUp(unscaled, from, scale);
  return fitsPrecision(rescaled, precision) ? rescaled : null;
}

/** new BigDecimal(char[]), with its messages. */
function parseBigDecimal(text: string): { unscaled: bigint; scale: number } {
  const fail = (message: string): Error => javaError(NUMBER_FORMAT, message);
  const signed = text.startsWith('-') || text.startsWith('+');
  const body = signed ? text.slice(1) : text;
  let digits = '';
  let scale = 0;
  let hasPoint = false;
  for (let at = 0; at < body.length; at++) {
    const unit = body[at] ?? '';
    const digit = digitOf(unit);
    if (digit !== undefined) {
      digits += digit;
      if (hasPoint) scale++;
    } else if (unit === '.') {
      if (hasPoint) throw fail('Character array contains more than one decimal point.');
      hasPoint = true;
    } else if (unit === 'e' || unit === 'E') {
      scale -= parseExponent(body.slice(at + 1), fail);
      break;
    } else {
      throw fail(
        body.length <= COMPACT_PRECISION_MAX
          ? `Character ${unit} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`
          : 'Character array is missing "e" notation exponential mark.',
      );
    }
  }
  if (digits === '') throw fail('No digits found.');
  if (Math.abs(scale) > 2147483647) throw fail('Exponent overflow.');
  const magnitude = BigInt(digits);
  return { unscaled: text.startsWith('-') ? -magnitude : magnitude, scale };
}

/**
 * Character.digit of one UTF-16 unit, as a digit of ours: BigDecimal takes the decimal digits of every script. Each script has its
 * ten in a row, from a code that ends in 0 or in 6.
 */
function digitOf(unit: string): string | undefined {
  if (unit >= '0' && unit <= '9') return unit;
  if (!/^\p{Nd}$/u.test(unit)) return undefined;
  const code = unit.charCodeAt(0);
  const low = code & 0xf;
  return String(/^\p{Nd}$/u.test(String.fromCharCode(code - low)) ? low : low - 6);
}

function parseExponent(text: string, fail: (message: string) => Error): number {
  const digits = Array.from(text.replace(/^[+-]/, ''), (unit) => digitOf(unit) ?? unit).join('');
  if (digits === '') throw fail('No exponent digits.');
  const significant = digits.length > 10 ? digits.replace(/^0+(?=.{10})/, '') : digits;
  if (significant.length > 10) throw fail('Too many nonzero exponent digits.');
  if (!/^[0-9]+$/.test(significant)) throw fail('Not a digit.');
  return text.startsWith('-') ? -Number(significant) : Number(significant);
}

/** DecimalDataUtils.power10 looks into a table of 19 entries. */
function tablePower(exponent: number): bigint {
  if (exponent >= 0 && exponent <= COMPACT_PRECISION_MAX) return 10n ** BigInt(exponent);
  throw javaError('java.lang.ArrayIndexOutOfBoundsException', `Index ${exponent} out of bounds for length 19`);
}

/** toDecimalFromBytes, step by step; null is an overflow or nonsense alike. */
function parseShortDecimal(text: string, precision: number, scale: number): bigint | null {
  let at = 0;
  while (isBlank(text[at])) at++;
  if (at === text.length) return null;
  const negative = text[at] === '-';
  if (negative || text[at] === '+') {
    at++;
    if (at === text.length) return null;
  }
  let digits = '';
  let point = -1;
  let unit = '';
  while (at < text.length) {
    unit = text[at++] ?? '';
    if (unit >= '0' && unit <= '9') digits += unit;
    else if (unit !== '.') break;
    else if (point >= 0) return null;
    else point = digits.length;
  }
  let exponent = (point < 0 ? digits.length : point) - digits.length;
  if ((unit === 'e' || unit === 'E') && at < text.length) {
    const parsed = shortExponent(text, at);
    if (parsed === null) return null;
    exponent += parsed.exponent;
    at = parsed.at;
  }
  // Whatever ended the digits is forgiven; only what follows it must be blank.
  for (; at < text.length; at++) if (!isBlank(text[at])) return null;
  const magnitude = BigInt(digits === '' ? '0' : digits);
  const significand = negative ? -magnitude : magnitude;
  const change = exponent + scale;
  if (digits.length + change > precision) return null;
  if (change >= 0) return significand * tablePower(change);
  const half = tablePower(-change - 1) * (negative ? -5n : 5n);
  return (significand + half) / tablePower(-change);
}

function shortExponent(text: string, start: number): { exponent: number; at: number } | null {
  let at = start;
  const negative = text[at] === '-';
  if (negative || text[at] === '+') {
    at++;
    if (at === text.length) return null;
  }
  let exponent = 0;
  while (at < text.length) {
    const unit = text[at++] ?? '';
    if (unit < '0' || unit > '9') break;
    if (exponent < 40) exponent = exponent * 10 + Number(unit);
  }
  return { exponent: negative ? -exponent : exponent, at };
}
