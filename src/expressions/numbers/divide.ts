/** Division of numbers: integers truncate and fail on zero, FLOAT and DOUBLE do not; DECIMAL rounds to 38 digits, then to its type. */
import { type ScalarFunction } from '../function.js';
import {
  arithmeticReference,
  arithmeticTemplates,
  checkArithmetic,
  emitArithmetic,
  isNumericCall,
} from './arithmetic.js';

export const divide: ScalarFunction = {
  names: ['/', '/INT'],
  applies: (call) => call.operands.length === 2 && isNumericCall(call),
  check: checkArithmetic,
  emit: (call, context) => emitArithmetic('/', call, context),
  reference: arithmeticReference('/'),
  templates: arithmeticTemplates('($0 / $1)'),
};
