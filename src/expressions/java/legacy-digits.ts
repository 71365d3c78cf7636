/**
 * The decimal digits of a binary floating-point number as the JVM finds them up to JDK 18 (jdk.internal.math.FloatingDecimal):
 * digit generation after Steele and White with an error bound of half a unit in the last place. It differs from the shortest
 * text: the bound is taken as symmetric, at least two digits are made in scientific form before it is looked at, and its
 * 32-bit and 64-bit variants wrap around.
 */

/** value = significand × 2^(exponent - 52), 2^52 ≤ significand < 2^53. */
export interface Unpacked {
  readonly significand: bigint;
  readonly exponent: number;
  /** Bits of the significand that the format has at this magnitude: 53 or 24, fewer for subnormal numbers. */
  readonly precisionBits: number;
}

/** 0.digits × 10^exponent */
export interface Digits {
  readonly digits: string;
  readonly exponent: number;
}

const EXPONENT_EASY_MAX = 62;
const EXPONENT_EASY_MIN = -21;
/** 5^0 to 5^26, which fit 64 bits. */
const FIVE_POWER_BITS = Array.from({ length: 27 }, (_, n) => bitLength(5n ** BigInt(n)));

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Bits that 5^n is taken to have: exact for the powers that a table holds, three each for the others. */
function fivePowerBits(n: number): number {
  return FIVE_POWER_BITS[n] ?? n * 3;
}

export function legacyDigits({ significand, exponent, precisionBits }: Unpacked): Digits {
  const trailingZeroes = bitLength(significand & -significand) - 1;
  const significantBits = 53 - trailingZeroes;
  const fractionBits = Math.max(0, significantBits - exponent - 1);
  const isEasy = exponent <= EXPONENT_EASY_MAX && exponent >= EXPONENT_EASY_MIN;
  if (isEasy && fractionBits === 0) return integerDigits(significand, exponent, precisionBits);
  return generateDigits(significand >> BigInt(trailingZeroes), significantBits, exponent, precisionBits);
}

/** A whole number below 2^63: all its digits, less those that the precision does not reach. */
function integerDigits(significand: bigint, exponent: number, precisionBits: number): Digits {
  const beyond = exponent > precisionBits ? exponent - precisionBits - 1 : 0;
  const dropped = beyond > 1 ? Math.floor(beyond * Math.log10(2)) : 0;
  let value = exponent >= 52 ? significand << BigInt(exponent - 52) : significand >> BigInt(52 - exponent);
  if (dropped > 0) {
    const unit = 10n ** BigInt(dropped);
    value = value / unit + (value % unit >= unit / 2n ? 1n : 0n);
  }
  const digits = value.toString();
  return { digits: digits.replace(/0+$/, ''), exponent: digits.length + dropped };
}

/** floor of an estimate of log10, in double arithmetic; may be one too high, which the first digit shows. */
function estimateExponent(fraction: number, exponent: number): number {
  return Math.floor((fraction - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981);
}

/**
 * value = numerator / denominator × 10^decimalExponent, and half a unit in the last place = bound / denominator, as powers of two
 * and five; and the bits that the JVM takes numerator and ten denominators to have.
 */
interface Scale {
  readonly decimalExponent: number;
  readonly numerator5: number;
  readonly denominator5: number;
  readonly numerator2: number;
  readonly denominator2: number;
  readonly bound2: number;
  readonly denominatorBits: number;
  /** Width of the arithmetic: 32 or 64 bits, or undefined when it takes more. */
  readonly width: 32 | 64 | undefined;
}

/** `fraction`: the significand as a number from 1 to 2. */
function scaleOf(fraction: number, significantBits: number, exponent: number, precisionBits: number): Scale {
  const fractionBits = Math.max(0, significantBits - exponent - 1);
  const decimalExponent = estimateExponent(fraction, exponent);
  const numerator5 = Math.max(0, -decimalExponent);
  const denominator5 = Math.max(0, decimalExponent);
  let numerator2 = numerator5 + fractionBits + exponent;
  let denominator2 = denominator5 + fractionBits;
  let bound2 = numerator2 - precisionBits;
  numerator2 -= significantBits - 1;
  const common = Math.min(numerator2, denominator2);
  numerator2 -= common;
  denominator2 -= common;
  bound2 -= common;
  // The next number below a power of two is only half as far away.
  if (significantBits === 1) bound2 -= 1;
  if (bound2 < 0) {
    numerator2 -= bound2;
    denominator2 -= bound2;
    bound2 = 0;
  }
  const numeratorBits = significantBits + numerator2 + fivePowerBits(numerator5);
  const denominatorBits = denominator2 + 1 + fivePowerBits(denominator5 + 1);
  const widest = Math.max(numeratorBits, denominatorBits);
  const width = widest < 32 ? 32 : widest < 64 ? 64 : undefined;
  return { decimalExponent, numerator5, denominator5, numerator2, denominator2, bound2, denominatorBits, width };
}

/**
 * True when the digits are the shortest ones for sure. Only for numbers from 10^-3 to 10^7 that are not whole: there no decimal of
 * 17 digits (9 for a float) is half way between two of them, and scientific form does not ask for a second digit. It must not be a
 * power of two, whose bound is asymmetric, and the sum of rest and bound must not wrap around.
 */
export function isShortest(fraction: number, trailingZeroes: number, exponent: number, precisionBits: number): boolean {
  const significantBits = 53 - trailingZeroes;
  if (significantBits === 1) return false;
  const { width, denominatorBits } = scaleOf(fraction, significantBits, exponent, precisionBits);
  return width === undefined || denominatorBits < width - 1;
}

function generateDigits(significand: bigint, significantBits: number, exponent: number, precisionBits: number): Digits {
  const fraction = Number(significand) / 2 ** (significantBits - 1);
  const scale = scaleOf(fraction, significantBits, exponent, precisionBits);
  const { numerator5, denominator5, width } = scale;
  return roundedDigits(
    {
      rest: scaled(significand, numerator5, scale.numerator2, width),
      denominator: scaled(1n, denominator5, scale.denominator2, width),
      bound: scaled(1n, numerator5, scale.bound2, width),
      width,
    },
    scale.decimalExponent,
  );
}

function scaled(value: bigint, fives: number, twos: number, width: number | undefined): bigint {
  const product = (value * 5n ** BigInt(fives)) << BigInt(twos);
  return width === undefined ? product : BigInt.asIntN(width, product);
}

interface Generator {
  rest: bigint;
  bound: bigint;
  readonly denominator: bigint;
  /** Bits that the JVM calculates with, or undefined: as many as it takes. */
  readonly width: number | undefined;
}

function roundedDigits(generator: Generator, estimatedExponent: number): Digits {
  const { width, denominator } = generator;
  const wrap = (value: bigint): bigint => (width === undefined ? value : BigInt.asIntN(width, value));
  const ten = wrap(denominator * 10n);
  let exponent = estimatedExponent;
  let digits = '';
  let low = false;
  let high = false;

  const nextDigit = (isFirst: boolean): bigint => {
    const quotient = generator.rest / denominator;
    generator.rest = wrap(10n * (generator.rest % denominator));
    generator.bound = wrap(generator.bound * 10n);
    if (!isFirst && width !== undefined && generator.bound <= 0n) {
      // It wrapped around, so it exceeds any rest.
      low = true;
      high = true;
    } else {
      const sum = wrap(generator.rest + generator.bound);
      low = generator.rest < generator.bound;
      high = width === undefined ? sum >= ten : sum > ten;
    }
    return quotient;
  };

  const first = nextDigit(true);
  if (first === 0n && !high) exponent--;
  else digits += first;
  if (exponent < -3 || exponent >= 8) {
    low = false;
    high = false;
  }
  while (!low && !high) digits += nextDigit(false);

  if (high && shouldRoundUp(low, wrap(generator.rest * 2n - ten), digits)) {
    const rounded = (BigInt(digits) + 1n).toString().padStart(digits.length, '0');
    // 9…9 becomes 10…0, of which the JVM keeps as many digits as it had.
    if (rounded.length > digits.length) return { digits: rounded.slice(0, digits.length), exponent: exponent + 2 };
    return { digits: rounded, exponent: exponent + 1 };
  }
  return { digits, exponent: exponent + 1 };
}

/** Half way: to the even digit. */
function shouldRoundUp(low: boolean, beyondHalf: bigint, digits: string): boolean {
  if (!low) return true;
  if (beyondHalf === 0n) return Number(digits[digits.length - 1]) % 2 === 1;
  return beyondHalf > 0n;
}
