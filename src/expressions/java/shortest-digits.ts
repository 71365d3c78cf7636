/**
 * The decimal digits of a binary floating-point number as its text is specified since JDK 19 (Double.toString): of all decimals
 * that read back as the number, those with the fewest digits, but at least two; of these the closest to it.
 */
import { type Digits, type Unpacked } from './legacy-digits.js';

/** Both ends of the interval of decimals that read back as the number, as exact fractions over a common denominator. */
interface Interval {
  readonly low: bigint;
  readonly value: bigint;
  readonly high: bigint;
  readonly denominator: bigint;
  /** The ends themselves read back as the number when its significand is even. */
  readonly closed: boolean;
}

function intervalOf({ significand, exponent, precisionBits }: Unpacked, exponentMin: number): Interval {
  // In units of a quarter of the distance to the next number.
  const shift = BigInt(53 - precisionBits);
  const ulp = significand >> shift;
  const isPowerOfTwo = significand === 1n << 52n && exponent > exponentMin;
  const unit = exponent - precisionBits + 1 - 2;
  const scale = unit >= 0 ? 1n << BigInt(unit) : 1n;
  return {
    value: ulp * 4n * scale,
    high: (ulp * 4n + 2n) * scale,
    low: (ulp * 4n - (isPowerOfTwo ? 1n : 2n)) * scale,
    denominator: unit >= 0 ? 1n : 1n << BigInt(-unit),
    closed: ulp % 2n === 0n,
  };
}

/** `exponentMin`: that of the smallest normal number, -1022 or -126. */
export function shortestDigits(unpacked: Unpacked, exponentMin: number): Digits {
  const interval = intervalOf(unpacked, exponentMin);
  let exponent = Math.ceil((unpacked.exponent + 1) * Math.log10(2)) + 1;
  while (interval.value * power(-exponent + 1) < interval.denominator * power(exponent - 1)) exponent--;
  for (let count = 1; ; count++) {
    if (closestWithin(interval, exponent, count) === undefined) continue;
    const found = closestWithin(interval, exponent, Math.max(count, 2))!;
    const digits = found.toString();
    return {
      digits: digits.replace(/0+$/, ''),
      exponent: exponent + digits.length - Math.max(count, 2),
    };
  }
}

function power(exponent: number): bigint {
  return exponent > 0 ? 10n ** BigInt(exponent) : 1n;
}

/** The closest integer n, such that n × 10^(exponent - count) lies in the interval. */
function closestWithin(interval: Interval, exponent: number, count: number): bigint | undefined {
  const up = power(count - exponent);
  const down = interval.denominator * power(exponent - count);
  const floor = (interval.value * up) / down;
  const lies = (n: bigint): boolean => {
    const scaled = n * down;
    return interval.closed
      ? scaled >= interval.low * up && scaled <= interval.high * up
      : scaled > interval.low * up && scaled < interval.high * up;
  };
  const below = lies(floor);
  const above = lies(floor + 1n);
  if (!below || !above) return below ? floor : above ? floor + 1n : undefined;
  const toFloor = interval.value * up - floor * down;
  const toNext = (floor + 1n) * down - interval.value * up;
  if (toFloor === toNext) return floor % 2n === 0n ? floor : floor + 1n;
  return toFloor < toNext ? floor : floor + 1n;
}
