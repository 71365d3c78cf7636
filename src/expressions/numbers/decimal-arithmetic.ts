/**
 * + - * / % of DECIMAL, mixed with integers (Flink: ScalarOperatorGens.generateDecimalBinaryArithmeticOperator, DecimalDataUtils). Exact,
 * then HALF_UP to the declared type; too many digits are NULL.
 */
import { type Code } from '../../codegen/code.js';
import { type Value } from '../../codegen/value.js';
import { assert, javaError } from '../../errors.js';
import { emitGuarded, emitTotal, settled } from '../emit-helpers.js';
import { type EmitContext } from '../function.js';
import { decimalOperand, toDecimal } from './cast-decimals.js';
import {
  decimalFromWide,
  isCompact,
  rescaledWide,
  termsOfWide,
  wide,
  wideOf,
  type DecimalType,
  type Wide,
} from './decimal-emit.js';
import { powerOfTen } from './decimals.js';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/** MathContext(38, HALF_UP), DecimalDataUtils.MC_DIVIDE. */
const DIVIDE_DIGITS = 38;

export function emitDecimalArithmetic(
  operator: ArithmeticOperator,
  type: DecimalType,
  leftValue: Value,
  rightValue: Value,
  context: EmitContext,
): Value {
  const { code } = context;
  const left = decimalOperand(leftValue, context);
  const right = decimalOperand(rightValue, context);
  if (operator === '/' || operator === '%') return emitDivision(operator, type, left, right, context);
  const scale = operator === '*' ? left.type.scale + right.type.scale : Math.max(left.type.scale, right.type.scale);
  const digits =
    operator === '*'
      ? left.type.precision + right.type.precision
      : Math.max(left.type.precision + scale - left.type.scale, right.type.precision + scale - right.type.scale) + 1;
  if (!isCompact(type) && type.scale === scale && type.precision >= digits) {
    return emitWithSmallBranch(operator, type, left, right, context);
  }
  const exact = (): Wide =>
    exactWide(
      code,
      operator,
      wideOperand(code, left, scale, operator),
      wideOperand(code, right, scale, operator),
      digits,
      scale,
    );
  if (digits <= 18) {
    const { terms, isNull } = decimalFromWide(code, type, exact());
    return { ...emitTotal(context, type, [left.value, right.value, { type, isNull, terms: [] }], []), terms };
  }
  return emitGuarded(context, type, [left.value, right.value], () => decimalFromWide(code, type, exact()));
}

interface Operand {
  readonly type: DecimalType;
  readonly value: Value;
}

function wideOperand(code: Code, operand: Operand, scale: number, operator: ArithmeticOperator): Wide {
  const { precision } = operand.type;
  const own: Wide = {
    text: wideOf(operand.value),
    digits: precision,
    scale: operand.type.scale,
    is64: operand.value.terms.length === 1,
  };
  return operator === '*' ? own : rescaledWide(code, own, scale);
}

function exactWide(
  code: Code,
  operator: ArithmeticOperator,
  left: Wide,
  right: Wide,
  digits: number,
  scale: number,
): Wide {
  return wide(code, `${left.text} ${operator} ${right.text}`, digits, scale);
}

/**
 * The result has two halves and needs neither rounding nor a check. When both numbers are small enough at run time, all happens in 64
 * bits: prices times a rate, for instance.
 */
function emitWithSmallBranch(
  operator: ArithmeticOperator,
  type: DecimalType,
  left: Operand,
  right: Operand,
  context: EmitContext,
): Value {
  const { code } = context;
  const low = code.variable('0n');
  const high = code.variable('0n');
  const isNull = emitTotal(context, type, [left.value, right.value], []).isNull;
  const assign = (result: Pick<Wide, 'text' | 'is64'>): void => {
    const [first = '0n', second = '0n'] = termsOfWide(code, type, result);
    code.line(`${low} = ${first};`);
    code.line(`${high} = ${second};`);
  };
  const limits = smallLimits(operator, type.scale, left, right, context);
  const small = [isSmall(code, left.value, limits.left), isSmall(code, right.value, limits.right)].filter(
    (condition) => condition !== 'true',
  );
  code.if(
    small.join(' && ') || 'true',
    () => {
      const factorLeft = scaleFactor(code, operator, left, type.scale);
      const factorRight = scaleFactor(code, operator, right, type.scale);
      const formula = `${left.value.terms[0]}${factorLeft} ${operator} ${right.value.terms[0]}${factorRight}`;
      assign({ text: code.local(`BigInt.asIntN(64, ${formula})`), is64: true });
    },
    () => {
      const operands = [left, right].map((operand) => wideOperand(code, operand, type.scale, operator));
      assign({ text: code.local(`${operands[0]?.text} ${operator} ${operands[1]?.text}`), is64: false });
    },
  );
  return settled(code, { type, isNull, terms: [low, high] });
}

function scaleFactor(code: Code, operator: ArithmeticOperator, operand: Operand, scale: number): string {
  if (operator === '*' || operand.type.scale === scale) return '';
  return ` * ${code.constant(powerOfTen(scale - operand.type.scale))}`;
}

/** Magnitudes up to which the operation stays within 64 bits. */
function smallLimits(
  operator: ArithmeticOperator,
  scale: number,
  left: Operand,
  right: Operand,
  context: EmitContext,
): { left: bigint; right: bigint } {
  if (operator !== '*') {
    const limit = (operand: Operand): bigint => 2n ** 62n / powerOfTen(scale - operand.type.scale);
    return { left: limit(left), right: limit(right) };
  }
  const max = 2n ** 63n - 1n;
  const fixed = [left, right].map((operand) => context.code.constantValue(operand.value.terms[0] ?? ''));
  if (typeof fixed[1] === 'bigint' && fixed[1] !== 0n) return { left: max / magnitude(fixed[1]), right: max };
  if (typeof fixed[0] === 'bigint' && fixed[0] !== 0n) return { left: max, right: max / magnitude(fixed[0]) };
  return { left: 2n ** 31n, right: 2n ** 31n };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function isSmall(code: Code, value: Value, limit: bigint): string {
  const [low = '0n', high] = value.terms;
  if (typeof code.constantValue(low) === 'bigint' && (high === undefined || limit === 2n ** 63n - 1n)) return 'true';
  const range = `${low} <= ${code.constant(limit)} && ${low} >= ${code.constant(-limit)}`;
  return high === undefined ? range : `${high} === BigInt.asIntN(64, ${low} >> 63n) && ${range}`;
}

function emitDivision(
  operator: '/' | '%',
  type: DecimalType,
  left: Operand,
  right: Operand,
  context: EmitContext,
): Value {
  const { code } = context;
  return emitGuarded(context, type, [left.value, right.value], () => {
    const helper = code.constant(operator === '/' ? divideDecimals : remainderOfDecimals);
    const args = [wideOf(left.value), left.type.scale, wideOf(right.value), right.type.scale, code.constant(type)];
    const result = code.local(`${helper}(${args.join(', ')})`);
    const isNull = code.local(`${result} === null ? 1 : 0`, 'n');
    return { terms: termsOfWide(code, type, { text: code.local(`${isNull} ? 0n : ${result}`), is64: false }), isNull };
  });
}

function checkDivisor(dividend: bigint, divisor: bigint): void {
  if (divisor !== 0n) return;
  throw javaError('java.lang.ArithmeticException', dividend === 0n ? 'Division undefined' : 'Division by zero');
}

/** Digits of the magnitude; 0 has one. */
function digitCount(value: bigint): number {
  return magnitude(value).toString().length;
}

/** The exact power of ten by which the dividend must grow for a quotient of `digits` digits. */
function quotientShift(dividend: bigint, divisor: bigint, digits: number): number {
  const shift = Math.max(digits - (digitCount(dividend) - digitCount(divisor)), 0);
  return magnitude(dividend) * powerOfTen(shift) >= magnitude(divisor) * powerOfTen(digits) ? shift - 1 : shift;
}

/** BigDecimal.divide with 38 digits HALF_UP, then HALF_UP once more to the type; null when the digits are too many. */
export function divideDecimals(a: bigint, scaleA: number, b: bigint, scaleB: number, type: DecimalType): bigint | null {
  checkDivisor(a, b);
  if (a === 0n) return 0n;
  const shift = quotientShift(a, b, DIVIDE_DIGITS);
  const dividend = shift >= 0 ? a * powerOfTen(shift) : a;
  const divisor = shift >= 0 ? b : b * powerOfTen(-shift);
  let quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (magnitude(remainder) * 2n >= magnitude(divisor)) quotient += a < 0n === b < 0n ? 1n : -1n;
  return fromBigDecimal(quotient, scaleA - scaleB + shift, type);
}

function fromBigDecimal(unscaled: bigint, scale: number, type: DecimalType): bigint | null {
  return scale >= 0 ? toDecimal(unscaled, scale, type) : toDecimal(unscaled * powerOfTen(-scale), 0, type);
}

/** BigDecimal.remainder with 38 digits: impossible when the whole quotient needs more. */
export function remainderOfDecimals(
  a: bigint,
  scaleA: number,
  b: bigint,
  scaleB: number,
  type: DecimalType,
): bigint | null {
  checkDivisor(a, b);
  const scale = Math.max(scaleA, scaleB);
  const dividend = a * powerOfTen(scale - scaleA);
  const divisor = b * powerOfTen(scale - scaleB);
  const quotient = magnitude(dividend / divisor);
  const excess = quotient.toString().length - DIVIDE_DIGITS;
  if (excess > 0) {
    // The quotient cut to 38 digits, down: what is left of the dividend must be less than the divisor.
    const cut = (quotient / powerOfTen(excess)) * powerOfTen(excess);
    if (magnitude(dividend) - cut * magnitude(divisor) >= magnitude(divisor)) {
      throw javaError('java.lang.ArithmeticException', 'Division impossible');
    }
  }
  return toDecimal(dividend % divisor, scale, type);
}

/** The same, for plain values. */
export function decimalArithmetic(
  operator: ArithmeticOperator,
  a: bigint,
  scaleA: number,
  b: bigint,
  scaleB: number,
  type: DecimalType,
): bigint | null {
  const scale = Math.max(scaleA, scaleB);
  switch (operator) {
    case '+':
      return toDecimal(a * powerOfTen(scale - scaleA) + b * powerOfTen(scale - scaleB), scale, type);
    case '-':
      return toDecimal(a * powerOfTen(scale - scaleA) - b * powerOfTen(scale - scaleB), scale, type);
    case '*':
      return toDecimal(a * b, scaleA + scaleB, type);
    case '/':
      return divideDecimals(a, scaleA, b, scaleB, type);
    case '%':
      return remainderOfDecimals(a, scaleA, b, scaleB, type);
  }
}

/** DecimalDataUtils.negate never overflows: the digits stay. */
export function emitDecimalNegation(value: Value, type: DecimalType, context: EmitContext): Value {
  const { code } = context;
  const digits = type.precision;
  assert(value.type.kind === 'DECIMAL', `expected DECIMAL, found ${value.type.kind}`);
  const negated = wide(code, `-${wideOf(value)}`, digits, type.scale);
  return { type, isNull: value.isNull, terms: termsOfWide(code, type, negated) };
}
