/**
 * ROUND and TRUNCATE to a literal number of digits (Flink: SqlFunctionUtils.sround, struncate). FLOAT and DOUBLE go through the decimal
 * digits that Java prints, as BigDecimal.valueOf does; NaN and infinities fail.
 */
import { type Value } from '../../codegen/value.js';
import { assert, javaError } from '../../errors.js';
import { type LogicalType } from '../../columnar/types.js';
import { type Refusal } from '../../operators/operator.js';
import { emitGuarded, emitTotal } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type EmitContext, type FuzzType, type ScalarFunction } from '../function.js';
import { doubleToString } from '../java/double-to-string.js';
import { type NumberTextVersion } from '../java/number-text.js';
import { type SqlValue } from '../sql-value.js';
import { decimalFromDouble, textVersion } from './cast-decimals.js';
import { termsOfWide, wideOf, type DecimalType } from './decimal-emit.js';
import { decimalText, divideHalfUp, fitsPrecision, parseDecimal, powerOfTen } from './decimals.js';
import { floatFromText } from './float-text.js';
import { wrapValue } from './integers.js';
import { isInteger, isNumber } from './number-types.js';

type Mode = 'ROUND' | 'TRUNCATE';

/** Beyond, BigDecimal's own limits would have to be followed. */
const DIGITS_MAX = 400;

/** Null when they are not a literal. */
function digitsOf(call: CallExpression): number | null {
  const [, digits] = call.operands;
  if (!digits) return 0;
  return digits.kind === 'literal' && typeof digits.value === 'number' ? digits.value : null;
}

/** A number with `scale` decimals cut to `digits` of them, which may be negative; the result is at `max(digits, 0)`, or as it was. */
export function cutDecimals(
  unscaled: bigint,
  scale: number,
  digits: number,
  mode: Mode,
): { unscaled: bigint; scale: number } {
  if (digits >= scale) return { unscaled, scale };
  const factor = powerOfTen(scale - digits);
  const cut = mode === 'ROUND' ? divideHalfUp(unscaled, factor) : unscaled / factor;
  return digits >= 0 ? { unscaled: cut, scale: digits } : { unscaled: cut * powerOfTen(-digits), scale: 0 };
}

function cutInteger(value: number | bigint, type: LogicalType, digits: number, mode: Mode): number | bigint {
  return wrapValue(type.kind, cutDecimals(BigInt(value), 0, digits, mode).unscaled);
}

/** TRUNCATE of fractions goes through DECIMAL(38, 18); what does not fit it is a null pointer in Flink. */
const TRUNCATE_TYPE: DecimalType = { kind: 'DECIMAL', nullable: true, precision: 38, scale: 18 };

export function cutDouble(
  value: number,
  isFloat: boolean,
  digits: number,
  mode: Mode,
  version: NumberTextVersion,
): number {
  let exact: { unscaled: bigint; scale: number };
  if (mode === 'ROUND') {
    // For the exception alone.
    if (!Number.isFinite(value)) decimalFromDouble(value, TRUNCATE_TYPE, version);
    exact = parseDecimal(doubleToString(value, version));
    if (exact.scale < 0) exact = { unscaled: exact.unscaled * powerOfTen(-exact.scale), scale: 0 };
  } else {
    const decimal = decimalFromDouble(value, TRUNCATE_TYPE, version);
    if (decimal === null) {
      throw javaError(
        'java.lang.NullPointerException',
        'Cannot invoke "org.apache.flink.table.data.DecimalData.scale()" because "b0" is null',
      );
    }
    exact = { unscaled: decimal, scale: TRUNCATE_TYPE.scale };
  }
  const cut = cutDecimals(exact.unscaled, exact.scale, digits, mode);
  const text = decimalText(cut.unscaled, cut.scale);
  if (!isFloat) return Number(text);
  return mode === 'ROUND' ? floatFromText(text) : Math.fround(Number(text));
}

/** Null when it has too many digits. */
export function cutDecimal(unscaled: bigint, type: DecimalType, digits: number, mode: Mode): bigint | null {
  if (digits >= type.scale) return unscaled;
  const precision =
    digits < 0 ? Math.min(38, 1 + type.precision - type.scale) : 1 + type.precision - type.scale + digits;
  const cut = cutDecimals(unscaled, type.scale, digits, mode).unscaled;
  return fitsPrecision(cut, precision) ? cut : null;
}

function check(call: CallExpression, version: NumberTextVersion | undefined): Refusal {
  const [operand] = call.operands;
  const digits = digitsOf(call);
  if (call.function === 'TRUNCATE' && (operand?.type.kind === 'TINYINT' || operand?.type.kind === 'SMALLINT')) {
    return `Flink's generated code for TRUNCATE of ${operand.type.kind} does not compile`;
  }
  if (digits === null) return `${call.function} to a computed number of digits is not implemented`;
  if (Math.abs(digits) > DIGITS_MAX) return `${call.function} to ${digits} digits is not implemented`;
  if (!operand || !isNumber(operand.type.kind) || operand.type.kind !== call.type.kind) {
    return `${call.function} of ${operand?.type.kind} as ${call.type.kind} is not implemented`;
  }
  if (operand.type.kind === 'DECIMAL' && call.type.kind === 'DECIMAL') {
    const scale = digits >= operand.type.scale ? operand.type.scale : Math.max(digits, 0);
    return scale === call.type.scale ? null : `${call.function} to another scale than the type's is not implemented`;
  }
  return isInteger(operand.type.kind) || version !== undefined ? null : 'how this Java prints a DOUBLE is not known';
}

function emitCut(call: CallExpression, mode: Mode, context: EmitContext): Value {
  const { code } = context;
  const [operandNode, digitsNode] = call.operands;
  const digits = digitsOf(call);
  assert(operandNode !== undefined && digits !== null, `${mode} was accepted`);
  const operand = context.emit(operandNode);
  // A NULL literal for the digits.
  if (digitsNode?.kind === 'literal' && digitsNode.value === null)
    return emitTotal(context, call.type, [operand, context.emit(digitsNode)], []);
  if (isInteger(call.type.kind) && digits >= 0) return { ...operand, type: call.type };
  if (operand.type.kind === 'DECIMAL' && call.type.kind === 'DECIMAL') {
    const [from, to] = [operand.type, call.type];
    if (digits >= from.scale) return { ...operand, type: to };
    return emitGuarded(context, to, [operand], () => {
      const args = [wideOf(operand), code.constant(from), code.constant(digits), code.constant(mode)];
      const cut = code.local(`${code.constant(cutDecimal)}(${args.join(', ')})`);
      const isNull = code.local(`${cut} === null ? 1 : 0`, 'n');
      return { isNull, terms: termsOfWide(code, to, { text: code.local(`${isNull} ? 0n : ${cut}`), is64: false }) };
    });
  }
  return emitGuarded(context, call.type, [operand], () => {
    const helper = isInteger(call.type.kind)
      ? `${code.constant(cutInteger)}(${operand.terms[0]}, ${code.constant(call.type)}, ${code.constant(digits)}, ${code.constant(mode)})`
      : `${code.constant(cutDouble)}(${operand.terms[0]}, ${call.type.kind === 'FLOAT'}, ${code.constant(digits)}, ${code.constant(mode)}, ${code.constant(textVersion(context.plan))})`;
    return { terms: [code.local(helper)] };
  });
}

const TYPES: readonly FuzzType[] = ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'];
const DIGITS = ['-3', '-1', '0', '1', '2', '5'];

function rounding(mode: Mode): ScalarFunction {
  return {
    names: [mode],
    check: (call, plan) => check(call, textVersion(plan)),
    emit: (call, context) => emitCut(call, mode, context),
    reference(call, context): SqlValue {
      const [operandNode] = call.operands;
      const digits = digitsOf(call);
      assert(operandNode !== undefined && digits !== null, `${mode} was accepted`);
      const value = context.evaluate(operandNode);
      if (value === null) return null;
      if (isInteger(call.type.kind)) return cutInteger(value as number | bigint, call.type, digits, mode);
      if (operandNode.type.kind === 'DECIMAL') return cutDecimal(value as bigint, operandNode.type, digits, mode);
      return cutDouble(
        value as number,
        call.type.kind === 'FLOAT',
        digits,
        mode,
        textVersion(context.plan) ?? 'shortest',
      );
    },
    templates: TYPES.filter((type) => mode === 'ROUND' || (type !== 'TINYINT' && type !== 'SMALLINT')).flatMap(
      (type) => [
        { sql: `${mode}($0)`, operands: [type], result: type },
        { sql: `${mode}($0, $1)`, operands: [type, DIGITS], result: type },
      ],
    ),
  };
}

export const round = rounding('ROUND');
export const truncate = rounding('TRUNCATE');
