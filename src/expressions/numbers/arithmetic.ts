/** Binary arithmetic of numbers (Flink: ScalarOperatorGens.generateBinaryArithmeticOperator): types from the plan, Java's operators. */
import { type Value } from '../../codegen/value.js';
import { type LogicalType } from '../../columnar/types.js';
import { assert, javaError } from '../../errors.js';
import { type Refusal } from '../../operators/operator.js';
import { emitGuarded, emitOperands, emitTotal } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type EmitContext, type FuzzType, type ReferenceContext, type SqlTemplate } from '../function.js';
import { type SqlValue } from '../sql-value.js';
import { castFromDecimal, doubleFromDecimal } from './cast-decimals.js';
import { conversion, convertNumber } from './conversions.js';
import { decimalArithmetic, emitDecimalArithmetic, type ArithmeticOperator } from './decimal-arithmetic.js';
import { wrapInteger } from './integers.js';
import {
  asDecimalType,
  isInteger,
  isNumber,
  isPrimitiveNumber,
  promote,
  type PrimitiveNumberKind,
} from './number-types.js';

export function isNumericCall(call: CallExpression): boolean {
  return isNumber(call.type.kind) && call.operands.every((operand) => isNumber(operand.type.kind));
}

export function checkArithmetic(call: CallExpression): Refusal {
  const kinds = call.operands.map((operand) => operand.type.kind);
  if (!isNumericCall(call)) return `${call.function} of ${kinds.join(' and ')} is not implemented`;
  if (call.type.kind === 'DECIMAL') {
    if (kinds.some((kind) => kind === 'FLOAT' || kind === 'DOUBLE'))
      return 'DECIMAL arithmetic with a FLOAT or DOUBLE is not implemented';
    return null;
  }
  const isFraction = call.type.kind === 'FLOAT' || call.type.kind === 'DOUBLE';
  if (kinds.includes('DECIMAL') && !(isFraction && '+-*/'.includes(call.function))) {
    return `${call.function} of a DECIMAL as ${call.type.kind} is not implemented`;
  }
  return null;
}

/** In which primitive type the operation happens: that of the result, but the dividend of a remainder keeps its width. */
function operationKind(operator: ArithmeticOperator, call: CallExpression): PrimitiveNumberKind {
  const [left] = call.operands;
  const result = call.type.kind;
  assert(isPrimitiveNumber(result), `expected a number, found ${result}`);
  if (operator === '%' && isInteger(result))
    return left?.type.kind === 'BIGINT' ? 'BIGINT' : promote(result, 'TINYINT');
  return result;
}

export function emitArithmetic(operator: ArithmeticOperator, call: CallExpression, context: EmitContext): Value {
  const operands = emitOperands(call, context);
  const [left, right] = operands;
  assert(left !== undefined && right !== undefined, `${operator} needs two operands`);
  if (call.type.kind === 'DECIMAL') return emitDecimalArithmetic(operator, call.type, left, right, context);
  const kind = operationKind(operator, call);
  const result = call.type.kind as PrimitiveNumberKind;
  // A remainder's divisor is cut to the result's type first.
  const [a = '0', b = '0'] = [
    convert(context, left, kind),
    operator === '%'
      ? convertTerm(context, convert(context, right, result), result, kind)
      : convert(context, right, kind),
  ];
  const isDivision = operator === '/' || operator === '%';
  if (isDivision && isInteger(kind)) {
    return emitGuarded(context, call.type, operands, () => {
      const zero = kind === 'BIGINT' ? '0n' : '0';
      context.code.line(`if (${b} === ${zero}) ${context.code.constant(throwDivisionByZero)}();`);
      return { terms: [convertTerm(context, operation(operator, kind, a, b), kind, result)] };
    });
  }
  return emitTotal(context, call.type, operands, [convertTerm(context, operation(operator, kind, a, b), kind, result)]);
}

function convert(context: EmitContext, value: Value, to: PrimitiveNumberKind): string {
  if (value.type.kind === 'DECIMAL')
    return castFromDecimal.emit(value, { kind: to, nullable: true }, context, false).terms[0] ?? '0';
  assert(isPrimitiveNumber(value.type.kind), `expected a number, found ${value.type.kind}`);
  return convertTerm(context, value.terms[0] ?? '0', value.type.kind, to);
}

function convertTerm(context: EmitContext, term: string, from: PrimitiveNumberKind, to: PrimitiveNumberKind): string {
  const { code } = context;
  const name = code.local(term);
  return code.local(conversion(code, context.runtime, name, from, to));
}

function operation(operator: ArithmeticOperator, kind: PrimitiveNumberKind, a: string, b: string): string {
  switch (kind) {
    case 'DOUBLE':
      return `${a} ${operator} ${b}`;
    case 'FLOAT':
      return `Math.fround(${a} ${operator} ${b})`;
    case 'BIGINT':
      return `BigInt.asIntN(64, ${a} ${operator} ${b})`;
    default:
      return operator === '*' && kind === 'INTEGER'
        ? `Math.imul(${a}, ${b})`
        : wrapInteger(kind, `${a} ${operator} ${b}`);
  }
}

export function throwDivisionByZero(): never {
  throw javaError('java.lang.ArithmeticException', '/ by zero');
}

export function arithmeticReference(
  operator: ArithmeticOperator,
): (call: CallExpression, context: ReferenceContext) => SqlValue {
  return (call, context) => {
    const [leftNode, rightNode] = call.operands;
    assert(leftNode !== undefined && rightNode !== undefined, `${operator} needs two operands`);
    const left = context.evaluate(leftNode) as number | bigint | null;
    const right = context.evaluate(rightNode) as number | bigint | null;
    if (left === null || right === null) return null;
    if (call.type.kind === 'DECIMAL') {
      const [typeA, typeB] = [asDecimalType(leftNode.type), asDecimalType(rightNode.type)];
      assert(typeA !== null && typeB !== null, 'expected exact numbers');
      return decimalArithmetic(operator, BigInt(left), typeA.scale, BigInt(right), typeB.scale, call.type);
    }
    const result = call.type.kind as PrimitiveNumberKind;
    if (isInteger(result)) return integerReference(operator, left, right, rightNode.type, result);
    const a = fractionOf(left, leftNode.type, result);
    const b = fractionOf(right, rightNode.type, result);
    const exact = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b }[operator];
    return result === 'FLOAT' ? Math.fround(exact) : exact;
  };
}

function fractionOf(value: number | bigint, type: LogicalType, to: PrimitiveNumberKind): number {
  if (type.kind === 'DECIMAL') return Number(convertNumber(doubleFromDecimal(value as bigint, type), 'DOUBLE', to));
  return Number(convertNumber(value, type.kind as PrimitiveNumberKind, to));
}

/** In whole numbers of any size, cut to the width at the end: modulo 2^n it is all the same, and quotients only shrink. */
function integerReference(
  operator: ArithmeticOperator,
  left: number | bigint,
  right: number | bigint,
  rightType: LogicalType,
  result: PrimitiveNumberKind,
): SqlValue {
  const a = BigInt(left);
  const b = BigInt(convertNumber(right, rightType.kind as PrimitiveNumberKind, result));
  if ((operator === '/' || operator === '%') && b === 0n) throwDivisionByZero();
  const exact =
    operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : operator === '/' ? a / b : a % b;
  return convertNumber(BigInt.asIntN(64, exact), 'BIGINT', result);
}

const NUMBER_TYPES: readonly FuzzType[] = ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'];

/** `$0 op $1` over all pairs of types; the planner says which it takes and what comes out. */
export function arithmeticTemplates(sql: string, types: readonly FuzzType[] = NUMBER_TYPES): SqlTemplate[] {
  return types.flatMap((left, index) =>
    types.map((right, other) => ({ sql, operands: [left, right], result: types[Math.max(index, other)] ?? left })),
  );
}
