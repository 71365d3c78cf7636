/**
 * DECIMAL in generated text. A Wide is an unscaled value as an expression of one bigint; where the digits of the types say that 64 bits
 * suffice, it is kept in 64 bits, which V8 holds in registers. Beyond, bigints of any size are exact and some fifty times slower,
 * so sums and products of numbers that happen to be small take a branch of their own.
 */
import { type Code } from '../../codegen/code.js';
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { DECIMAL_COMPACT_PRECISION_MAX, type TypeOf } from '../../columnar/types.js';
import { divideHalfUp, powerOfTen } from './decimals.js';

export type DecimalType = TypeOf<'DECIMAL'>;

export interface Wide {
  /** One bigint. */
  readonly text: string;
  /** At most so many digits, at this scale. */
  readonly digits: number;
  readonly scale: number;
  /** The bigint is within 64 bits. */
  readonly is64: boolean;
}

export function isCompact(type: DecimalType): boolean {
  return type.precision <= DECIMAL_COMPACT_PRECISION_MAX;
}

/** The unscaled value as one bigint. */
export function wideOf(value: Value): string {
  const [low = '0n', high] = value.terms;
  return high === undefined ? low : `((${high} << 64n) | BigInt.asUintN(64, ${low}))`;
}

/** A wide of these digits; cut to 64 bits, for V8 to see it, when they cannot need more. */
export function wide(code: Code, text: string, digits: number, scale: number): Wide {
  const is64 = digits <= DECIMAL_COMPACT_PRECISION_MAX;
  return { text: code.local(is64 ? `BigInt.asIntN(64, ${text})` : text), digits, scale, is64 };
}

/** Terms of the type for a wide that fits it. */
export function termsOfWide(code: Code, type: DecimalType, { text, is64 }: Pick<Wide, 'text' | 'is64'>): string[] {
  const low = code.local(is64 ? text : `BigInt.asIntN(64, ${text})`);
  if (isCompact(type)) return [low];
  return [low, code.local(is64 ? `BigInt.asIntN(64, ${low} >> 63n)` : `BigInt.asIntN(64, ${text} >> 64n)`)];
}

/** 1 when the number has more than `precision` digits. */
export function overflowOf(code: Code, text: string, precision: number): string {
  const limit = powerOfTen(precision);
  return `(${text} >= ${code.constant(limit)} || ${text} <= ${code.constant(-limit)}) ? 1 : 0`;
}

/** At another scale, HALF_UP. */
export function rescaledWide(code: Code, from: Wide, scale: number): Wide {
  if (scale === from.scale) return from;
  if (scale > from.scale) {
    const factor = code.constant(powerOfTen(scale - from.scale));
    return wide(code, `${from.text} * ${factor}`, from.digits + scale - from.scale, scale);
  }
  const divisor = code.constant(powerOfTen(from.scale - scale));
  // Rounding up may add a digit: 9.5 has two at scale 0.
  const digits = Math.max(from.digits - (from.scale - scale), 0) + 1;
  return wide(code, `${code.constant(divideHalfUp)}(${from.text}, ${divisor})`, digits, scale);
}

/** As Flink's fromBigDecimal: HALF_UP, NULL when the digits are more than the precision. */
export function decimalFromWide(code: Code, type: DecimalType, exact: Wide): { terms: string[]; isNull: string } {
  const rescaled = rescaledWide(code, exact, type.scale);
  if (rescaled.digits <= type.precision) return { terms: termsOfWide(code, type, rescaled), isNull: NEVER_NULL };
  const isNull = code.local(overflowOf(code, rescaled.text, type.precision), 'n');
  return { terms: termsOfWide(code, type, rescaled), isNull };
}
