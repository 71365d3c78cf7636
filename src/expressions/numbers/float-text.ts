/** Decimal text → float, rounded once (Float.parseFloat, BigDecimal.floatValue), not through double. */
import { parseDecimal, powerOfTen } from './decimals.js';

const float32 = new Float32Array(1);
const bits32 = new Int32Array(float32.buffer);

/**
 * `text` is plain or scientific decimal text. Rounding to double first goes wrong only when the double lies exactly half-way
 * between two floats and the text does not: then the text decides.
 */
export function floatFromText(text: string): number {
  const asDouble = Number(text);
  const rounded = Math.fround(asDouble);
  if (!Number.isFinite(asDouble) || asDouble === rounded) return rounded;
  const other = neighbour(rounded, asDouble > rounded);
  if (!isMiddle(asDouble, rounded, other)) return rounded;
  const { unscaled, scale } = parseDecimal(text);
  const order = compareWithDouble(unscaled, scale, asDouble);
  if (order === 0) return rounded;
  return order > 0 ? Math.max(rounded, other) : Math.min(rounded, other);
}

function neighbour(value: number, up: boolean): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return up ? 1.401298464324817e-45 : -1.401298464324817e-45;
  float32[0] = value;
  bits32[0] = (bits32[0] ?? 0) + (value > 0 === up ? 1 : -1);
  return float32[0];
}

/** Differences of neighbouring floats and the double between them are exact; at the top, the next float counts as 2^128. */
function isMiddle(between: number, a: number, b: number): boolean {
  const finite = (x: number): number => (Number.isFinite(x) ? x : Math.sign(x) * 2 ** 128);
  const low = Number.isFinite(a) ? a : finite(a);
  const high =
    Number.isFinite(a) && Number.isFinite(b)
      ? b
      : Number.isFinite(a)
        ? finite(b)
        : Math.sign(a) * 3.4028234663852886e38;
  return Math.abs(between - low) === Math.abs(high - between);
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
