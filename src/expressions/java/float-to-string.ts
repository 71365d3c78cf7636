/** java.lang.Float.toString. */
import { legacyDigits, type Unpacked } from './legacy-digits.js';
import { type NumberTextVersion, textOfDigits } from './number-text.js';
import { shortFloatText } from './short-float.js';
import { shortestDigits } from './shortest-digits.js';

const EXPONENT_MIN = -126;
const bits = new DataView(new ArrayBuffer(4));

/** `value` is a float: Math.fround(value) is the value. */
export function floatToString(value: number, version: NumberTextVersion): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const negative = value < 0 || Object.is(value, -0);
  if (value === 0) return negative ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  if (magnitude < 1e7 && Number.isInteger(value)) return `${value}.0`;
  if (magnitude >= 1e-3 && magnitude < 1e7) {
    const text = shortFloatText(value, version === 'legacy');
    if (text !== undefined) return text;
  }
  const unpacked = unpackFloat(magnitude);
  const { digits, exponent } = version === 'legacy' ? legacyDigits(unpacked) : shortestDigits(unpacked, EXPONENT_MIN);
  return textOfDigits(negative, digits, exponent);
}

function unpackFloat(magnitude: number): Unpacked {
  bits.setFloat32(0, magnitude);
  const raw = bits.getUint32(0);
  const fraction = raw & 0x7fffff;
  const biased = raw >>> 23;
  if (biased > 0) {
    return { significand: BigInt(fraction | 0x800000) << 29n, exponent: biased - 127, precisionBits: 24 };
  }
  const precisionBits = 32 - Math.clz32(fraction);
  return {
    significand: BigInt(fraction) << BigInt(53 - precisionBits),
    exponent: EXPONENT_MIN - (24 - precisionBits),
    precisionBits,
  };
}
