/** Reinterpret, which the planner puts around time arithmetic: the same number under another type (Flink: generateReinterpret). */
import { physicalOf } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { type ScalarFunction } from '../function.js';
import { isIdentityCast } from './identity.js';

export const reinterpret: ScalarFunction = {
  names: ['REINTERPRET'],
  check(call) {
    const [operand] = call.operands;
    if (!operand) return 'Reinterpret without an operand';
    if (isIdentityCast(operand.type, call.type)) return null;
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
    return { ...context.emit(operand), type: call.type };
  },
  reference(call, context) {
    const [operand] = call.operands;
    assert(operand !== undefined, 'Reinterpret has no operand');
    return context.evaluate(operand);
  },
  templates: [],
};
