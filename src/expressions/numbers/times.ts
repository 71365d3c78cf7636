/** Multiplication of numbers. */
import { type ScalarFunction } from '../function.js';
import {
  arithmeticReference,
  arithmeticTemplates,
  checkArithmetic,
  emitArithmetic,
  isNumericCall,
} from './arithmetic.js';

export const times: ScalarFunction = {
  names: ['*'],
  applies: (call) => call.operands.length === 2 && isNumericCall(call),
  check: checkArithmetic,
  emit: (call, context) => emitArithmetic('*', call, context),
  reference: arithmeticReference('*'),
  templates: arithmeticTemplates('($0 * $1)'),
};
