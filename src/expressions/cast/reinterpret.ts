/** Reinterpret, which the planner puts around time arithmetic: the same number under another type (Flink: generateReinterpret). */
import { physicalOf } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { isIdentityCast } from './identity.js';

/** TIMESTAMPDIFF in months: an int becomes a long. */
function isMonthsAsBigint(call: CallExpression): boolean {
  return call.operands[0]?.type.kind === 'INTERVAL_YEAR_MONTH' && call.type.kind === 'BIGINT';
}

export const reinterpret: ScalarFunction = {
  names: ['REINTERPRET'],
  check(call) {
    const [operand] = call.operands;
    if (!operand) return 'Reinterpret without an operand';
    if (isIdentityCast(operand.type, call.type) || isMonthsAsBigint(call)) return null;
    const same = physicalOf(operand.type) === physicalOf(call.type);
    return same &&
      ['int32', 'int64'].includes(physicalOf(call.type)) &&
      operand.type.kind !== 'DECIMAL' &&
      call.type.kind !== 'DECIMAL'
      ? null
      : `Reinterpret of ${operand.type.kind} as ${call.type.kind} is not implemented`;
  },
  emit(call, context) {
    const [operand] = call.operands;
    assert(operand !== undefined, 'Reinterpret has no operand');
    const value = context.emit(operand);
    if (!isMonthsAsBigint(call)) return { ...value, type: call.type };
    return { ...value, type: call.type, terms: [context.code.local(`BigInt(${value.terms[0]})`)] };
  },
  reference(call, context) {
    const [operand] = call.operands;
    assert(operand !== undefined, 'Reinterpret has no operand');
    const value = context.evaluate(operand);
    return isMonthsAsBigint(call) && value !== null ? BigInt(value as number) : value;
  },
  templates: [],
};
