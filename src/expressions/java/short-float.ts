/** The text of a FLOAT that JavaScript can find by itself; floats from 10^-3 to 10^7 that are not whole and no power of two. */
import { isShortest } from './legacy-digits.js';

const EXPONENT_BIAS = 127;
const FRACTION_BITS = 23;
/** A float needs no more. */
const DIGITS_MAX = 9;

const bits = new DataView(new ArrayBuffer(4));

/**
 * The shortest decimal that reads back as the float, the closest of them, or undefined when that is not plain to see: then the
 * digits have to be generated. `legacy`: also when the JVM up to 18 may write another one.
 */
export function shortFloatText(value: number, legacy: boolean): string | undefined {
  bits.setFloat32(0, Math.abs(value));
  const raw = bits.getUint32(0);
  const fraction = raw & 0x7fffff;
  if (fraction === 0) return undefined;
  const exponent = (raw >>> FRACTION_BITS) - EXPONENT_BIAS;
  if (legacy) {
    const trailingZeroes = 53 - 1 - FRACTION_BITS + (31 - Math.clz32(fraction & -fraction));
    if (!isShortest(Math.abs(value) / 2 ** exponent, trailingZeroes, exponent, FRACTION_BITS + 1)) return undefined;
  }
  const halfUlp = 2 ** (exponent - FRACTION_BITS - 1);
  for (let count = 1; count <= DIGITS_MAX; count++) {
    const text = value.toPrecision(count);
    const distance = Math.abs(Number(text) - value);
    if (distance > halfUlp) continue;
    // Half way to the next float, or so close to it that a double does not tell; half way between two decimals.
    if (distance === halfUlp || isHalfWay(value, count)) return undefined;
    return text;
  }
  return undefined;
}

/** The value has one digit more than `count`, a five. */
function isHalfWay(value: number, count: number): boolean {
  const longer = value.toPrecision(count + 1);
  return longer.endsWith('5') && Number(longer) === value;
}
