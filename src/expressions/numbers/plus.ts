/** Addition of numbers: integers wrap at their width, FLOAT rounds at each step, DECIMAL is exact or NULL. */
import { type ScalarFunction } from '../function.js';
import {
  arithmeticReference,
  arithmeticTemplates,
  checkArithmetic,
  emitArithmetic,
  isNumericCall,
} from './arithmetic.js';

export const plus: ScalarFunction = {
  names: ['+'],
  applies: (call) => call.operands.length === 2 && isNumericCall(call),
  check: checkArithmetic,
  emit: (call, context) => emitArithmetic('+', call, context),
  reference: arithmeticReference('+'),
  templates: arithmeticTemplates('($0 + $1)'),
};
