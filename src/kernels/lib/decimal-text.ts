// java.math.BigDecimal as text.
import { writeU128, writeU32 } from './digits';

/** 39 digits, and what is written and copied beyond them. */
const DIGITS: usize = memory.data(80);

/** Copies up to 15 bytes more than asked for: all targets are followed by more text or by spare room. */
// @ts-ignore: decorator
@inline
function copyDigits(to: usize, from: usize, count: usize): void {
  for (let at: usize = 0; at < count; at += 16) v128.store(to + at, v128.load(from + at));
}

/**
 * BigDecimal.toPlainString, or, when `plain` is false, stripTrailingZeros().toString(): scientific when the stripped scale is
 * negative or the number is below 1E-6. At most 48 bytes.
 */
export function writeDecimal(out: usize, low: u64, high: u64, scale: i32, plain: bool): usize {
  let at = out;
  let magnitudeLow = low;
  let magnitudeHigh = high;
  if (<i64>high < 0) {
    store<u8>(at++, 0x2d);
    magnitudeLow = 0 - low;
    magnitudeHigh = ~high + (low == 0 ? 1 : 0);
  }
  let precision = <i32>(writeU128(DIGITS, magnitudeLow, magnitudeHigh) - DIGITS);
  let stripped = scale;
  if (!plain) {
    if ((magnitudeLow | magnitudeHigh) == 0) {
      store<u8>(at, 0x30);
      return at + 1;
    }
    while (load<u8>(DIGITS + precision - 1) == 0x30) {
      precision--;
      stripped--;
    }
    const adjusted = precision - 1 - stripped;
    if (stripped < 0 || adjusted < -6) return writeScientific(at, precision, adjusted);
  }
  return writeWithPoint(at, precision, stripped);
}

function writeScientific(out: usize, precision: i32, adjusted: i32): usize {
  let at = out;
  store<u8>(at++, load<u8>(DIGITS));
  if (precision > 1) {
    store<u8>(at++, 0x2e);
    copyDigits(at, DIGITS + 1, precision - 1);
    at += precision - 1;
  }
  store<u8>(at, 0x45);
  store<u8>(at, adjusted > 0 ? 0x2b : 0x2d, 1);
  return writeU32(at + 2, <u32>(adjusted > 0 ? adjusted : -adjusted));
}

function writeWithPoint(out: usize, precision: i32, scale: i32): usize {
  let at = out;
  const integerDigits = precision - scale;
  if (integerDigits > 0) {
    copyDigits(at, DIGITS, integerDigits);
    at += integerDigits;
    if (scale == 0) return at;
    store<u8>(at++, 0x2e);
    copyDigits(at, DIGITS + integerDigits, scale);
    return at + scale;
  }
  store<u16>(at, 0x2e30);
  at += 2;
  memory.fill(at, 0x30, -integerDigits);
  at -= integerDigits;
  copyDigits(at, DIGITS, precision);
  return at + precision;
}
