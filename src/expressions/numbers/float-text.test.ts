import fc from 'fast-check';
import { expect, test } from 'vitest';
import { floatFromText, splitDouble } from './float-text.js';

/** The decimal text of a double, all its digits. */
function exactText(double: number): string {
  const { mantissa, exponent } = splitDouble(double);
  if (exponent >= 0) return (mantissa << BigInt(exponent)).toString();
  // 2^-e = 5^e / 10^e
  return `${mantissa * 5n ** BigInt(-exponent)}e${exponent}`;
}

const float32 = new Float32Array(1);
const bits32 = new Int32Array(float32.buffer);

function nextFloat(value: number): number {
  float32[0] = value;
  bits32[0] = (bits32[0] ?? 0) + 1;
  return float32[0];
}

test('the text decides on which side of the middle of two floats it lies', () => {
  fc.assert(
    fc.property(
      fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(1e-40), max: Math.fround(1e38) }),
      (low) => {
        const high = nextFloat(low);
        const middle = exactText((low + high) / 2);
        const [digits = '', exponent = '0'] = middle.split('e');
        const above = `${digits}000001e${Number(exponent) - 6}`;
        const below = `${BigInt(digits) * 1000000n - 1n}e${Number(exponent) - 6}`;
        expect(floatFromText(above)).toBe(high);
        expect(floatFromText(below)).toBe(low);
        expect(floatFromText(`-${above}`)).toBe(-high);
        expect(floatFromText(middle)).toBe(Math.fround((low + high) / 2));
      },
    ),
  );
});

test('the largest float, and the middle above it', () => {
  const middle = exactText(2 ** 128 - 2 ** 103);
  expect(floatFromText(middle)).toBe(Infinity);
  expect(floatFromText(`${BigInt(middle) - 1n}`)).toBe(3.4028234663852886e38);
  expect(floatFromText(`-${BigInt(middle) - 1n}`)).toBe(-3.4028234663852886e38);
  expect(floatFromText(`${BigInt(middle) + 1n}`)).toBe(Infinity);
});
