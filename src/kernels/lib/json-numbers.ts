// JSON numbers. What needs more than 64 bits, a rounding or Java's own grammar is REFUSED.
import { REFUSED } from './json-text';

/** The integer that was parsed last. */
export let parsedLong: i64 = 0;
let parsedNegative: bool = false;
let parsedExponent: i32 = 0;

const POWERS_OF_TEN_I64 = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
  10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
]);
const POWERS_OF_TEN_F64 = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
  1e22,
]);

/** A JSON integer of at most 18 digits, or of 19 that fit. */
// @ts-ignore: decorator
@inline
export function parseLong(at: u32): u32 {
  const negative = load<u8>(at) == 45;
  if (negative) at++;
  const start = at;
  // Eight digits at a time.
  let word = load<u64>(at);
  let other = (word & 0xf0f0f0f0f0f0f0f0) ^ 0x3030303030303030;
  other |= ((word + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) ^ 0x3030303030303030;
  let value: u64;
  if (other != 0) {
    const digits = (ctz(other) >> 3) as u32;
    if (digits == 0) return REFUSED;
    word <<= (8 - digits) << 3;
    value = eightDigits(word & 0x0f0f0f0f0f0f0f0f);
    at += digits;
  } else {
    value = eightDigits(word & 0x0f0f0f0f0f0f0f0f);
    at += 8;
    while (true) {
      const digit: u32 = (load<u8>(at) as u32) - 48;
      if (digit > 9) break;
      // Wraps only beyond 19 digits, which are refused below.
      value = value * 10 + digit;
      at++;
    }
  }
  const digits = at - start;
  const byte: u32 = load<u8>(at);
  if (byte == 46 || (byte | 32) == 101 || digits > 19) return REFUSED;
  // Jackson knows no leading zero. Of 19 digits the greatest does not overflow 64 unsigned bits.
  if (digits > 1 && load<u8>(start) == 48) return REFUSED;
  if (digits == 19 && value > 0x7fffffffffffffff) return REFUSED;
  parsedLong = negative ? -(value as i64) : (value as i64);
  return at;
}

/** By the number of digits times 8: the least integer that needs as many. Without digits there is none. */
export const LEAST_OF_DIGITS = memory.data<u64>([0xffffffffffffffff, 0, 10, 100, 1000, 10000, 100000, 1000000]);
/** Eight zeros as text. */
export const ZEROS: u64 = 0x3030303030303030;

/** `word` is a text xor ZEROS. The lowest bit that is set is in the first byte that was no digit. */
// @ts-ignore: decorator
@inline
export function nonDigits(word: u64): u64 {
  return (word | (word + 0x0606060606060606)) & 0xf0f0f0f0f0f0f0f0;
}

/** Decimal value of eight digits (0 to 9, not their text), first digit in the lowest byte. */
// @ts-ignore: decorator
@inline
export function eightDigits(word: u64): u64 {
  word = (word * 2561) >> 8;
  word = ((word & 0x00ff00ff00ff00ff) * 6553601) >> 16;
  return ((word & 0x0000ffff0000ffff) * 42949672960001) >> 32;
}

/**
 * A JSON number of at most 18 digits: the digits as an integer in parsedLong (without the sign, which is in parsedNegative),
 * and the power of ten that goes with it in parsedExponent.
 */
function parseNumber(at: u32): u32 {
  parsedNegative = load<u8>(at) == 45;
  if (parsedNegative) at++;
  const start = at;
  let value: u64 = 0;
  let digit: u32;
  while ((digit = (load<u8>(at) as u32) - 48) < 10) {
    value = value * 10 + digit;
    at++;
  }
  let digits = at - start;
  if (digits == 0 || (digits > 1 && load<u8>(start) == 48)) return REFUSED;
  let exponent: i32 = 0;
  if (load<u8>(at) == 46) {
    const fraction = ++at;
    while ((digit = (load<u8>(at) as u32) - 48) < 10) {
      value = value * 10 + digit;
      at++;
    }
    if (at == fraction) return REFUSED;
    digits += at - fraction;
    exponent = -((at - fraction) as i32);
  }
  if (digits > 18) return REFUSED;
  if (((load<u8>(at) as u32) | 32) == 101) {
    at++;
    let sign: u32 = load<u8>(at);
    if (sign == 43 || sign == 45) at++;
    const first = at;
    let power: i32 = 0;
    while ((digit = (load<u8>(at) as u32) - 48) < 10 && at - first < 4) {
      power = power * 10 + digit;
      at++;
    }
    if (at == first || at - first == 4) return REFUSED;
    exponent += sign == 45 ? -power : power;
  }
  parsedLong = value as i64;
  parsedExponent = exponent;
  return at;
}

/** Exact when digits and power of ten are exact doubles: one rounding, in the division or multiplication. */
export function parseDouble(at: u32, target: u32): u32 {
  at = parseNumber(at);
  if (at == REFUSED) return REFUSED;
  const exponent = parsedExponent;
  if (parsedLong > 9007199254740992 || exponent < -22 || exponent > 22) return REFUSED;
  let value = parsedLong as f64;
  if (exponent < 0) value /= load<f64>(POWERS_OF_TEN_F64 + ((-exponent as u32) << 3));
  else value *= load<f64>(POWERS_OF_TEN_F64 + ((exponent as u32) << 3));
  store<f64>(target, parsedNegative ? -value : value);
  return at;
}

/** As parseDouble, in the width of a float: 24 bits of digits, powers up to 10^10. */
export function parseFloat32(at: u32, target: u32): u32 {
  at = parseNumber(at);
  if (at == REFUSED) return REFUSED;
  const exponent = parsedExponent;
  if (parsedLong > 16777216 || exponent < -10 || exponent > 10) return REFUSED;
  let value = parsedLong as f32;
  if (exponent < 0) value /= load<f64>(POWERS_OF_TEN_F64 + ((-exponent as u32) << 3)) as f32;
  else value *= load<f64>(POWERS_OF_TEN_F64 + ((exponent as u32) << 3)) as f32;
  store<f32>(target, parsedNegative ? -value : value);
  return at;
}

/** A number that needs no rounding and fits the precision; `limit` is 10^precision, at most 10^18. `wide`: 128 bits. */
export function parseDecimal(at: u32, scale: i32, limit: u64, target: u32, wide: bool): u32 {
  at = parseNumber(at);
  if (at == REFUSED) return REFUSED;
  const shift = scale + parsedExponent;
  if (shift < 0 || shift > 18) return REFUSED;
  const digits = parsedLong as u64;
  const power = load<u64>(POWERS_OF_TEN_I64 + ((shift as u32) << 3));
  // Conservative: no overflow of 64 bits, and below the limit.
  if (digits >= limit || (digits != 0 && power > limit / digits)) return REFUSED;
  const unscaled = digits * power;
  if (unscaled >= limit) return REFUSED;
  const value = parsedNegative ? -(unscaled as i64) : (unscaled as i64);
  store<i64>(target, value);
  if (wide) store<i64>(target, value >> 63, 8);
  return at;
}
