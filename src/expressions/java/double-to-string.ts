/** java.lang.Double.toString. */
import { isShortest, legacyDigits, type Unpacked } from './legacy-digits.js';
import { type NumberTextVersion, textOfDigits } from './number-text.js';
import { shortestDigits } from './shortest-digits.js';

const EXPONENT_MIN = -1022;
const bits = new DataView(new ArrayBuffer(8));

export function doubleToString(value: number, version: NumberTextVersion): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const negative = value < 0 || Object.is(value, -0);
  if (value === 0) return negative ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  // Both versions write small whole numbers with all their digits.
  if (magnitude < 1e7 && Number.isInteger(value)) return `${value}.0`;
  if (magnitude >= 1e-3 && magnitude < 1e7 && isJavaScriptText(magnitude, version)) return String(value);
  const unpacked = unpackDouble(magnitude);
  const { digits, exponent } = version === 'legacy' ? legacyDigits(unpacked) : shortestDigits(unpacked, EXPONENT_MIN);
  return textOfDigits(negative, digits, exponent);
}

/** JavaScript writes the shortest text too, and in this range (numbers that are not whole, 10^-3 to 10^7) it looks the same. */
function isJavaScriptText(magnitude: number, version: NumberTextVersion): boolean {
  bits.setFloat64(0, magnitude);
  const low = bits.getUint32(4);
  const high = bits.getUint32(0);
  const fractionHigh = high & 0xfffff;
  if (low === 0 && fractionHigh === 0) return false;
  if (version === 'shortest') return true;
  const trailingZeroes = low !== 0 ? trailingZeroes32(low) : 32 + trailingZeroes32(fractionHigh);
  const exponent = (high >>> 20) - 1023;
  return isShortest(magnitude / 2 ** exponent, trailingZeroes, exponent, 53);
}

function trailingZeroes32(value: number): number {
  return 31 - Math.clz32(value & -value);
}

function unpackDouble(magnitude: number): Unpacked {
  bits.setFloat64(0, magnitude);
  const raw = bits.getBigUint64(0);
  const fraction = raw & 0xfffffffffffffn;
  const biased = Number(raw >> 52n);
  if (biased > 0) return { significand: fraction | (1n << 52n), exponent: biased - 1023, precisionBits: 53 };
  const precisionBits = fraction.toString(2).length;
  return {
    significand: fraction << BigInt(53 - precisionBits),
    exponent: EXPONENT_MIN - (53 - precisionBits),
    precisionBits,
  };
}
