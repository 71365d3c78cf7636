/** DECIMAL arithmetic on unscaled bigints, as java.math.BigDecimal and Flink's DecimalDataUtils do it. */

export const DECIMAL_PRECISION_MAX = 38;

const POWERS_OF_TEN: bigint[] = [1n];

export function powerOfTen(exponent: number): bigint {
  for (let next = POWERS_OF_TEN.length; next <= exponent; next++) POWERS_OF_TEN.push(10n ** BigInt(next));
  return POWERS_OF_TEN[exponent] ?? 1n;
}

/** Plain or scientific decimal text; throws on anything else. */
export function parseDecimal(text: string): { unscaled: bigint; scale: number } {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match || (match[2] ?? '') + (match[3] ?? '') === '') throw new Error(`expected a decimal number, found ${text}`);
  const fraction = match[3] ?? '';
  const unscaled = BigInt((match[2] ?? '') + fraction);
  return { unscaled: match[1] === '-' ? -unscaled : unscaled, scale: fraction.length - Number(match[4] ?? 0) };
}

/** Quotient rounded half away from zero (RoundingMode.HALF_UP); the divisor is positive. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  if (twice < divisor) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** The same number at another scale, HALF_UP. */
export function rescaleHalfUp(unscaled: bigint, fromScale: number, toScale: number): bigint {
  if (toScale >= fromScale) return unscaled * powerOfTen(toScale - fromScale);
  return divideHalfUp(unscaled, powerOfTen(fromScale - toScale));
}

/** Whether the unscaled value has at most `precision` digits. */
export function fitsPrecision(unscaled: bigint, precision: number): boolean {
  const limit = powerOfTen(precision);
  return unscaled < limit && unscaled > -limit;
}

/** Plain text, as BigDecimal.toPlainString. */
export function decimalText(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return unscaled < 0n ? `-${text}` : text;
}
