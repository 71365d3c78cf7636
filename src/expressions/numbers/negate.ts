/** Unary minus and plus of numbers and intervals (Flink: generateUnaryArithmeticOperator). */
import { assert } from '../../errors.js';
import { type LogicalType } from '../../columnar/types.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type FuzzType, type ScalarFunction } from '../function.js';
import { emitDecimalNegation } from './decimal-arithmetic.js';
import { wrapInteger, wrapValue } from './integers.js';
import { isInteger, isNumber } from './number-types.js';

const INTERVALS = ['INTERVAL_YEAR_MONTH', 'INTERVAL_DAY_TIME'];
const TYPES: readonly FuzzType[] = ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'];

function isUnary(call: CallExpression): boolean {
  const kind = call.operands[0]?.type.kind;
  return call.operands.length === 1 && kind !== undefined && (isNumber(kind) || INTERVALS.includes(kind));
}

function widthOf(type: LogicalType): 'TINYINT' | 'SMALLINT' | 'INTEGER' | 'BIGINT' | null {
  if (isInteger(type.kind)) return type.kind;
  if (type.kind === 'INTERVAL_YEAR_MONTH') return 'INTEGER';
  return type.kind === 'INTERVAL_DAY_TIME' ? 'BIGINT' : null;
}

export const negate: ScalarFunction = {
  names: ['-'],
  applies: isUnary,
  check(call) {
    return call.operands[0]?.type.kind === call.type.kind ? null : 'a minus that changes the type is not implemented';
  },
  emit(call, context) {
    const [operand] = emitOperands(call, context);
    assert(operand !== undefined, '- has no operand');
    if (call.type.kind === 'DECIMAL') return emitDecimalNegation(operand, call.type, context);
    const x = operand.terms[0] ?? '0';
    const width = widthOf(call.type);
    const formula =
      width === null ? `-${x}` : width === 'BIGINT' ? `BigInt.asIntN(64, -${x})` : wrapInteger(width, `-${x}`);
    return emitTotal(context, call.type, [operand], [formula]);
  },
  reference: strictReference(([value], call) => {
    if (call.type.kind === 'DECIMAL') return -(value as bigint);
    const width = widthOf(call.type);
    return width === null ? -(value as number) : wrapValue(width, -BigInt(value as number | bigint));
  }),
  templates: TYPES.map((type) => ({ sql: '(-$0)', operands: [type], result: type })),
};

export const unaryPlus: ScalarFunction = {
  names: ['+'],
  applies: isUnary,
  check: negate.check,
  emit(call, context) {
    const [operand] = emitOperands(call, context);
    assert(operand !== undefined, '+ has no operand');
    return { ...operand, type: call.type };
  },
  reference: strictReference(([value]) => value ?? null),
  templates: TYPES.map((type) => ({ sql: '(+$0)', operands: [type], result: type })),
};
