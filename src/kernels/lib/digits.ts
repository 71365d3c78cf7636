// Decimal digits of unsigned numbers, as text.

/** "00" to "99", 200 bytes. */
const PAIRS: usize = memory.data<u8>([
  48, 48, 48, 49, 48, 50, 48, 51, 48, 52, 48, 53, 48, 54, 48, 55, 48, 56, 48, 57, 49, 48, 49, 49, 49, 50, 49, 51, 49, 52,
  49, 53, 49, 54, 49, 55, 49, 56, 49, 57, 50, 48, 50, 49, 50, 50, 50, 51, 50, 52, 50, 53, 50, 54, 50, 55, 50, 56, 50, 57,
  51, 48, 51, 49, 51, 50, 51, 51, 51, 52, 51, 53, 51, 54, 51, 55, 51, 56, 51, 57, 52, 48, 52, 49, 52, 50, 52, 51, 52, 52,
  52, 53, 52, 54, 52, 55, 52, 56, 52, 57, 53, 48, 53, 49, 53, 50, 53, 51, 53, 52, 53, 53, 53, 54, 53, 55, 53, 56, 53, 57,
  54, 48, 54, 49, 54, 50, 54, 51, 54, 52, 54, 53, 54, 54, 54, 55, 54, 56, 54, 57, 55, 48, 55, 49, 55, 50, 55, 51, 55, 52,
  55, 53, 55, 54, 55, 55, 55, 56, 55, 57, 56, 48, 56, 49, 56, 50, 56, 51, 56, 52, 56, 53, 56, 54, 56, 55, 56, 56, 56, 57,
  57, 48, 57, 49, 57, 50, 57, 51, 57, 52, 57, 53, 57, 54, 57, 55, 57, 56, 57, 57,
]);

/** The two digits of a number below 100, as they lie in memory. */
// @ts-ignore: decorator
@inline
export function pair(value: u32): u16 {
  return load<u16>(PAIRS + ((<usize>value) << 1));
}

/** Writes exactly `width` digits (1 to 9) of a number that has no more. */
// @ts-ignore: decorator
@inline
export function writePadded(out: usize, value: u32, width: u32): usize {
  let rest = value;
  let at = out + width;
  while (at >= out + 2) {
    const quotient = rest / 100;
    at -= 2;
    store<u16>(at, pair(rest - quotient * 100));
    rest = quotient;
  }
  if (at > out) store<u8>(out, <u8>(48 + rest));
  return out + width;
}

/** The eight digits of a number below 10^8, one a byte, the first in the lowest: three steps halve the lanes, without a loop. */
// @ts-ignore: decorator
@inline
function eightDigits(value: u32): u64 {
  const high = value / 10000;
  const fours = <u64>high | (<u64>(value - high * 10000) << 32);
  const hundreds = ((fours * 10486) >> 20) & 0x0000007f0000007f;
  const twos = hundreds | ((fours - hundreds * 100) << 16);
  const tens = ((twos * 103) >> 10) & 0x000f000f000f000f;
  return tens | ((twos - tens * 10) << 8);
}

const ASCII_ZEROES: u64 = 0x3030303030303030;

// @ts-ignore: decorator
@inline
function writeEight(out: usize, value: u32): usize {
  store<u64>(out, eightDigits(value) | ASCII_ZEROES);
  return out + 8;
}

/** 10^0 to 10^8. */
const POWERS: usize = memory.data<u32>([1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000]);

/**
 * Digits of a number below 10^8, at least one. From the bits and not from the digits, so that what is written next does not wait
 * for those.
 */
// @ts-ignore: decorator
@inline
function shortDigitCount(value: u32): u32 {
  // 1233 / 4096 is a little more than log10(2).
  const estimate = ((32 - <u32>clz<u32>(value | 1)) * 1233) >> 12;
  return estimate + (value >= load<u32>(POWERS + ((<usize>estimate) << 2)) ? 1 : 0);
}

/** A number below 10^8, without leading zeroes; eight bytes are written. */
// @ts-ignore: decorator
@inline
function writeShort(out: usize, value: u32): usize {
  const count = value == 0 ? 1 : shortDigitCount(value);
  store<u64>(out, (eightDigits(value) | ASCII_ZEROES) >> ((8 - count) << 3));
  return out + count;
}

const HUNDRED_MILLION: u64 = 100000000;

export function writeU32(out: usize, value: u32): usize {
  return writeU64(out, <u64>value);
}

/** Up to 7 bytes more than the digits are written. */
export function writeU64(out: usize, value: u64): usize {
  if (value < HUNDRED_MILLION) return writeShort(out, <u32>value);
  const high = value / HUNDRED_MILLION;
  const low = <u32>(value - high * HUNDRED_MILLION);
  if (high < HUNDRED_MILLION) return writeEight(writeShort(out, <u32>high), low);
  const top = high / HUNDRED_MILLION;
  const middle = <u32>(high - top * HUNDRED_MILLION);
  return writeEight(writeEight(writeShort(out, <u32>top), middle), low);
}

export function writeI64(out: usize, value: i64): usize {
  if (value >= 0) return writeU64(out, <u64>value);
  store<u8>(out, 0x2d);
  return writeU64(out + 1, <u64>(0 - value));
}

/** Digits of an unsigned 128-bit number: nine at a time, by long division of four 32-bit limbs. At most 39 bytes. */
export function writeU128(out: usize, low: u64, high: u64): usize {
  if (high == 0) return writeU64(out, low);
  const BILLION: u64 = 1000000000;
  let limb3 = high >> 32;
  let limb2 = high & 0xffffffff;
  let limb1 = low >> 32;
  let limb0 = low & 0xffffffff;
  let rest = limb3 % BILLION;
  limb3 /= BILLION;
  rest = (rest << 32) | limb2;
  limb2 = rest / BILLION;
  rest = ((rest % BILLION) << 32) | limb1;
  limb1 = rest / BILLION;
  rest = ((rest % BILLION) << 32) | limb0;
  limb0 = rest / BILLION;
  const nine = <u32>(rest % BILLION);
  return writePadded(writeU128(out, (limb1 << 32) | limb0, (limb3 << 32) | limb2), nine, 9);
}
