/** Decimal text → float, rounded once (Float.parseFloat, BigDecimal.floatValue), not through double. */
import { parseDecimal, powerOfTen } from './decimals.js';

const float32 = new Float32Array(1);
const bits32 = new Int32Array(float32.buffer);

const FLOAT_MAX = 3.4028234663852886e38;
/** Half-way between the greatest float and the next one, which would be 2^128. */
const TIE_AT_THE_TOP = 2 ** 128 - 2 ** 103;

/**
 * `text` is plain or scientific decimal text. Rounding to double first goes wrong only when the double lies exactly half-way
 * between two floats and the text does not: then the text decides.
 */
export function floatFromText(text: string): number {
  const asDouble = Number(text);
  const rounded = Math.fround(asDouble);
  const other = otherSideOfTie(asDouble, rounded);
  if (other === null) return rounded;
  const { unscaled, scale } = parseDecimal(text);
  const order = compareWithDouble(unscaled, scale, asDouble);
  if (order === 0) return rounded;
  return order > 0 ? Math.max(rounded, other) : Math.min(rounded, other);
}

/** The float that is as near to the double as `rounded` is; null when none is. */
function otherSideOfTie(double: number, rounded: number): number | null {
  if (Math.abs(double) === TIE_AT_THE_TOP) return Math.sign(double) * FLOAT_MAX;
  if (!Number.isFinite(rounded) || double === rounded) return null;
  const other = neighbour(rounded, double > rounded);
  return (rounded + other) / 2 === double ? other : null;
}

function neighbour(value: number, up: boolean): number {
  if (value === 0) return up ? 1.401298464324817e-45 : -1.401298464324817e-45;
  float32[0] = value;
  bits32[0] = (bits32[0] ?? 0) + (value > 0 === up ? 1 : -1);
  return float32[0];
}

/** Sign of (unscaled · 10^-scale − double), exactly. */
function compareWithDouble(unscaled: bigint, scale: number, double: number): number {
  const { mantissa, exponent } = splitDouble(double);
  let left = unscaled;
  let right = mantissa;
  if (scale > 0) right *= powerOfTen(scale);
  else left *= powerOfTen(-scale);
  if (exponent >= 0) right <<= BigInt(exponent);
  else left <<= BigInt(-exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** double = mantissa · 2^exponent, both whole. */
export function splitDouble(double: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: double < 0 ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1075 };
}
