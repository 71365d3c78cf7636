/**
 * Casts to and from DECIMAL (Flink: DecimalToDecimalCastRule, NumericPrimitiveToDecimalCastRule, DecimalToNumericPrimitiveCastRule;
 * DecimalDataUtils). To DECIMAL: HALF_UP, too many digits are NULL. To integers: truncated to a long, then cut to width.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { assert, javaError } from '../../errors.js';
import { type LogicalType, type TypeOf } from '../../columnar/types.js';
import { type PlanContext } from '../../operators/operator.js';
import { type CastRule } from '../cast/cast-rule.js';
import { emitGuarded, emitTotal } from '../emit-helpers.js';
import { type EmitContext } from '../function.js';
import { doubleToString } from '../java/double-to-string.js';
import { numberTextVersion, type NumberTextVersion } from '../java/number-text.js';
import { conversion, convertNumber } from './conversions.js';
import { decimalFromWide, isCompact, termsOfWide, wideOf, type DecimalType } from './decimal-emit.js';
import { decimalText, fitsPrecision, parseDecimal, powerOfTen, rescaleHalfUp } from './decimals.js';
import { asDecimalType, isInteger, isPrimitiveNumber } from './number-types.js';

/** The exact decimal of an integer, or the DECIMAL itself: an operand of decimal arithmetic. */
export function decimalOperand(value: Value, context: EmitContext): { type: DecimalType; value: Value } {
  const type = asDecimalType(value.type);
  assert(type !== null, `${value.type.kind} is no exact number`);
  if (value.type.kind === 'DECIMAL') return { type, value };
  const [x = '0'] = value.terms;
  const term = value.type.kind === 'BIGINT' ? x : context.code.local(`BigInt(${x})`);
  return { type, value: { type, isNull: value.isNull, terms: [term] } };
}

function combineNulls(context: EmitContext, left: string, right: string): string {
  if (left === NEVER_NULL) return right;
  return right === NEVER_NULL ? left : context.code.local(`${left} | ${right}`, 'n');
}

/** From an integer or a DECIMAL. */
export function emitToDecimal(operand: Value, to: DecimalType, context: EmitContext): Value {
  const { type, value } = decimalOperand(operand, context);
  if (operand.type.kind === 'DECIMAL' && type.scale === to.scale && to.precision > 18 && !isCompact(type)) {
    return widened(value, type, to, context);
  }
  const exact = { text: wideOf(value), digits: type.precision, scale: type.scale, is64: value.terms.length === 1 };
  const { terms, isNull } = decimalFromWide(context.code, to, exact);
  return { type: to, terms, isNull: combineNulls(context, value.isNull, isNull) };
}

/** Two halves stay as they are; fewer digits than before are looked at only when the number leaves 64 bits. */
function widened(value: Value, from: DecimalType, to: DecimalType, context: EmitContext): Value {
  if (to.precision >= from.precision) return { ...value, type: to };
  const { code } = context;
  const [low = '0n', high = '0n'] = value.terms;
  const isNull = code.variable(value.isNull, 'n');
  code.if(`${high} !== BigInt.asIntN(64, ${low} >> 63n)`, () => {
    const wide = code.local(wideOf(value));
    const limit = powerOfTen(to.precision);
    code.line(`if (${wide} >= ${code.constant(limit)} || ${wide} <= ${code.constant(-limit)}) ${isNull} = 1;`);
  });
  return { ...value, type: to, isNull };
}

export function toDecimal(unscaled: bigint, scale: number, to: DecimalType): bigint | null {
  const rescaled = rescaleHalfUp(unscaled, scale, to.scale);
  return fitsPrecision(rescaled, to.precision) ? rescaled : null;
}

/** BigDecimal.valueOf(double): the digits that Double.toString prints. */
export function decimalFromDouble(value: number, to: DecimalType, version: NumberTextVersion): bigint | null {
  if (!Number.isFinite(value)) {
    const first = Number.isNaN(value) ? 'N' : 'I';
    throw javaError(
      'java.lang.NumberFormatException',
      `Character ${first} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    );
  }
  const { unscaled, scale } = parseDecimal(doubleToString(value, version));
  return toDecimal(unscaled, scale, to);
}

/** DecimalDataUtils.doubleValue: up to 18 digits a division of doubles, above that correctly rounded. */
export function doubleFromDecimal(unscaled: bigint, type: DecimalType): number {
  if (isCompact(type)) return Number(unscaled) / 10 ** type.scale;
  return Number(decimalText(unscaled, type.scale));
}

export function longFromDecimal(unscaled: bigint, scale: number): bigint {
  return BigInt.asIntN(64, unscaled / powerOfTen(scale));
}

function decimalOf(type: LogicalType): TypeOf<'DECIMAL'> {
  assert(type.kind === 'DECIMAL', `expected DECIMAL, found ${type.kind}`);
  return type;
}

export function textVersion(plan: PlanContext): NumberTextVersion | undefined {
  return numberTextVersion(plan.jvm.specificationVersion);
}

export const castToDecimal: CastRule = {
  applies: (from, to) => to.kind === 'DECIMAL' && (from.kind === 'DECIMAL' || isPrimitiveNumber(from.kind)),
  check(from, _to, plan) {
    if ((from.kind === 'FLOAT' || from.kind === 'DOUBLE') && textVersion(plan) === undefined) {
      return `how Java ${plan.jvm.specificationVersion} prints a DOUBLE is not known`;
    }
    return null;
  },
  canFail: () => false,
  emit(operand, to, context) {
    const target = decimalOf(to);
    const { kind } = operand.type;
    if (kind === 'DECIMAL' || isInteger(kind)) return emitToDecimal(operand, target, context);
    const { code } = context;
    return emitGuarded(context, to, [operand], () => {
      const helper = code.constant(decimalFromDouble);
      const version = code.constant(textVersion(context.plan));
      const wide = code.local(`${helper}(${operand.terms[0]}, ${code.constant(target)}, ${version})`);
      const isNull = code.local(`${wide} === null ? 1 : 0`, 'n');
      const text = code.local(`${isNull} ? 0n : ${wide}`);
      return { terms: termsOfWide(code, target, { text, is64: false }), isNull };
    });
  },
  reference(value, from, to, plan) {
    const target = decimalOf(to);
    if (from.kind === 'DECIMAL') return toDecimal(value as bigint, from.scale, target);
    if (from.kind === 'FLOAT' || from.kind === 'DOUBLE') {
      return decimalFromDouble(value as number, target, textVersion(plan) ?? 'shortest');
    }
    return toDecimal(BigInt(value as number | bigint), 0, target);
  },
};

export const castFromDecimal: CastRule = {
  applies: (from, to) => from.kind === 'DECIMAL' && isPrimitiveNumber(to.kind),
  check: () => null,
  canFail: () => false,
  emit(operand, to, context) {
    const { code, runtime } = context;
    const from = decimalOf(operand.type);
    const wide = wideOf(operand);
    assert(isPrimitiveNumber(to.kind), `expected a number, found ${to.kind}`);
    if (isInteger(to.kind)) {
      const whole = from.scale === 0 ? wide : `${wide} / ${code.constant(powerOfTen(from.scale))}`;
      const long = code.local(`BigInt.asIntN(64, ${whole})`);
      return emitTotal(context, to, [operand], [conversion(code, runtime, long, 'BIGINT', to.kind)]);
    }
    const double = isCompact(from)
      ? `(${conversion(code, runtime, wide, 'BIGINT', 'DOUBLE')} / ${10 ** from.scale})`
      : `${code.constant(doubleFromDecimal)}(${wide}, ${code.constant(from)})`;
    return emitTotal(context, to, [operand], [to.kind === 'FLOAT' ? `Math.fround(${double})` : double]);
  },
  reference(value, from, to) {
    const type = decimalOf(from);
    assert(isPrimitiveNumber(to.kind), `expected a number, found ${to.kind}`);
    if (isInteger(to.kind)) return convertNumber(longFromDecimal(value as bigint, type.scale), 'BIGINT', to.kind);
    return convertNumber(doubleFromDecimal(value as bigint, type), 'DOUBLE', to.kind);
  },
};
