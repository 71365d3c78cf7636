/** Text to numbers as the JDK's parse methods read it, which is wider than JSON: signs, other scripts' digits, `1.5d`, NaN. */
import { powerOfTen } from '../../../expressions/numbers/decimals.js';
import { floatFromText } from '../../../expressions/numbers/float-text.js';
import { DecodeError } from './decode-error.js';

/** String.trim: all up to the blank, not Unicode's white space. */
export function trimJava(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (start < end && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

const DECIMAL_DIGIT = /^\p{Nd}$/u;

/** Character.digit(unit, 10) of a UTF-16 unit; -1 when it is none. Digits of a script lie in blocks of ten. */
function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  if (unit < 0x80 || !isOtherDigit(unit)) return -1;
  let value = 0;
  while (value < 9 && isOtherDigit(unit - value - 1)) value++;
  return value;
}

function isOtherDigit(unit: number): boolean {
  return DECIMAL_DIGIT.test(String.fromCharCode(unit));
}

/** The same text with every digit in ASCII, for BigDecimal, which takes other digits too. */
function asciiDigits(text: string): string {
  let ascii = '';
  for (let i = 0; i < text.length; i++) {
    const digit = digitOf(text.charCodeAt(i));
    ascii += digit < 0 ? text[i]! : String(digit);
  }
  return ascii;
}

/** Long.parseLong and its narrower kin: `bits` 8, 16, 32 or 64. */
export function parseInteger(text: string, bits: number): bigint {
  const match = /^[+-]?(.+)$/su.exec(text);
  const digits = asciiDigits(match?.[1] ?? '');
  if (!/^[0-9]+$/.test(digits)) throw new DecodeError(`no integer: ${text}`);
  const value = text.startsWith('-') ? -BigInt(digits) : BigInt(digits);
  if (BigInt.asIntN(bits, value) !== value) throw new DecodeError(`out of range: ${text}`);
  return value;
}

const DECIMAL_FLOAT = /^([+-]?)(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)[dDfF]?$/;
const HEX_FLOAT = /^([+-]?)0[xX]([0-9a-fA-F]+\.?|[0-9a-fA-F]*\.[0-9a-fA-F]+)[pP]([+-]?\d+)[dDfF]?$/;

/** Double.parseDouble. */
export function parseDouble(text: string): number {
  return parseFloating(text, Number, (mantissa, exponent) => roundBinary(mantissa, exponent, 53, -1074, 1024));
}

/** Float.parseFloat: rounded once, to 24 bits. */
export function parseFloat32(text: string): number {
  return parseFloating(text, floatFromText, (mantissa, exponent) => roundBinary(mantissa, exponent, 24, -149, 128));
}

function parseFloating(
  text: string,
  fromDecimal: (text: string) => number,
  fromBinary: (mantissa: bigint, exponent: number) => number,
): number {
  const trimmed = trimJava(text);
  const decimal = DECIMAL_FLOAT.exec(trimmed);
  if (decimal) {
    const value = fromDecimal(decimal[2]!);
    return decimal[1] === '-' ? -value : value;
  }
  const word = /^([+-]?)(NaN|Infinity)$/.exec(trimmed);
  if (word) return Number(word[2] === 'NaN' ? 'NaN' : `${word[1]}Infinity`);
  const hex = HEX_FLOAT.exec(trimmed);
  if (!hex) throw new DecodeError(`no number: ${text}`);
  const [whole, fraction = ''] = hex[2]!.split('.');
  const value = fromBinary(BigInt(`0x${whole}${fraction}`), Number(hex[3]) - fraction.length * 4);
  return hex[1] === '-' ? -value : value;
}

/** mantissa · 2^exponent rounded half to even to `precision` bits, with the least exponent `minimum`. */
function roundBinary(mantissa: bigint, exponent: number, precision: number, minimum: number, limit: number): number {
  if (mantissa === 0n) return 0;
  const bits = mantissa.toString(2).length;
  if (bits + exponent > limit) return Infinity;
  const drop = Math.max(bits - precision, minimum - exponent);
  if (drop <= 0) return Number(mantissa) * 2 ** exponent;
  if (drop > bits + 1) return 0;
  const shift = BigInt(drop);
  let kept = mantissa >> shift;
  const rest = mantissa - (kept << shift);
  const half = 1n << (shift - 1n);
  if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  // 2 ** of a subnormal exponent is exact, and so is the product.
  const value = Number(kept) * 2 ** (exponent + drop);
  return value >= 2 ** limit ? Infinity : value;
}

/** An unscaled value and a scale, as java.math.BigDecimal. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** Digits of an exponent that BigDecimal reads at most, leading zeros apart. */
const EXPONENT_DIGITS_MAX = 10;

/** new BigDecimal(text). */
export function parseBigDecimal(text: string): Decimal {
  const match = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?)(\d+))?$/.exec(asciiDigits(text));
  if (!match) throw new DecodeError(`no decimal number: ${text}`);
  const [, sign, whole = '', tail, onlyTail, exponentSign, exponentDigits = '0'] = match;
  const fraction = tail ?? onlyTail ?? '';
  const exponentText = exponentDigits.replace(/^0+(?=.)/, '');
  if (exponentText.length > EXPONENT_DIGITS_MAX) throw new DecodeError(`too many exponent digits: ${text}`);
  const exponent = Number(exponentText) * (exponentSign === '-' ? -1 : 1);
  const scale = fraction.length - exponent;
  if (Math.abs(exponent) > 2147483647 || scale > 2147483647 || scale < -2147483648) {
    throw new DecodeError(`scale out of range: ${text}`);
  }
  const unscaled = BigInt(whole + fraction);
  return { unscaled: sign === '-' ? -unscaled : unscaled, scale };
}

/**
 * BigDecimal computes the power of ten to change the scale. Beyond 10^646456993 it throws; from some hundred million digits on it
 * depends on the heap whether it comes to that. We take all of these for a failure.
 */
const POWER_MAX = 100_000_000;
/** Beyond this the outcome is known without the power. */
const POWER_COMPUTED_MAX = 2000;

/** DecimalData.fromBigDecimal: the unscaled value at the column's scale, HALF_UP; `null` when it has too many digits. */
export function decimalColumnValue(value: Decimal, precision: number, scale: number): bigint | null {
  if (value.unscaled === 0n) return 0n;
  const raise = scale - value.scale;
  if (Math.abs(raise) > POWER_MAX) throw new DecodeError('decimal out of the range of BigDecimal');
  if (raise > POWER_COMPUTED_MAX) return null;
  const unscaled = raise >= 0 ? value.unscaled * powerOfTen(raise) : dropDigits(value.unscaled, -raise);
  const limit = powerOfTen(precision);
  return unscaled < limit && unscaled > -limit ? unscaled : null;
}

function dropDigits(unscaled: bigint, digits: number): bigint {
  if (digits > POWER_COMPUTED_MAX + 1000) return 0n;
  const power = powerOfTen(digits);
  const magnitude = unscaled < 0n ? -unscaled : unscaled;
  const rounded = (magnitude * 2n + power) / (power * 2n);
  return unscaled < 0n ? -rounded : rounded;
}

/** BigDecimal.stripTrailingZeros. */
export function stripTrailingZeros(value: Decimal): Decimal {
  if (value.unscaled === 0n) return { unscaled: 0n, scale: 0 };
  const digits = value.unscaled.toString();
  const zeros = digits.length - digits.replace(/0+$/, '').length;
  // Java leaves the number as it is when its scale would overflow.
  if (zeros === 0 || value.scale - zeros < -2147483648) return value;
  return { unscaled: value.unscaled / powerOfTen(zeros), scale: value.scale - zeros };
}

/** BigDecimal.toString: scientific when the scale is negative or the number far below one. */
export function bigDecimalText(value: Decimal): string {
  const negative = value.unscaled < 0n;
  const sign = negative ? '-' : '';
  const digits = (negative ? -value.unscaled : value.unscaled).toString();
  if (value.scale === 0) return sign + digits;
  const adjusted = digits.length - 1 - value.scale;
  if (value.scale > 0 && adjusted >= -6) {
    const padded = digits.padStart(value.scale + 1, '0');
    const point = padded.length - value.scale;
    return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const exponent = adjusted === 0 ? '' : `E${adjusted > 0 ? '+' : ''}${adjusted}`;
  return sign + digits[0] + fraction + exponent;
}

/** The whole part of a double in the range of `bits`, whose ends are compared as doubles: 2^63 becomes the greatest long. */
export function truncatedDouble(value: number, bits: number): bigint {
  const max = 2n ** BigInt(bits - 1) - 1n;
  // Not (a ≤ b): NaN fails too.
  if (!(value >= -(2 ** (bits - 1)) && value <= Number(max))) throw new DecodeError(`out of range: ${value}`);
  const whole = BigInt(Math.trunc(value));
  return whole > max ? max : whole;
}

/** The whole part of a decimal that lies in the range of `bits`. */
export function truncatedDecimal(value: Decimal, bits: number): bigint {
  if (value.unscaled === 0n) return 0n;
  const digits = value.unscaled.toString().length;
  if (digits - value.scale > 25) throw new DecodeError('decimal out of range');
  if (value.scale > digits) return 0n;
  const power = powerOfTen(Math.abs(value.scale));
  const scaled = value.scale >= 0 ? value.unscaled : value.unscaled * power;
  const divisor = value.scale >= 0 ? power : 1n;
  const max = (2n ** BigInt(bits - 1) - 1n) * divisor;
  if (scaled > max || scaled < -max - divisor) throw new DecodeError('decimal out of range');
  return scaled / divisor;
}
