/** Remainder of numbers: the sign is that of the dividend; exact for DECIMAL. */
import { type ScalarFunction } from '../function.js';
import {
  arithmeticReference,
  arithmeticTemplates,
  checkArithmetic,
  emitArithmetic,
  isNumericCall,
} from './arithmetic.js';

export const modulo: ScalarFunction = {
  names: ['MOD', '%'],
  applies: (call) => call.operands.length === 2 && isNumericCall(call),
  check: checkArithmetic,
  emit: (call, context) => emitArithmetic('%', call, context),
  reference: arithmeticReference('%'),
  templates: arithmeticTemplates('MOD($0, $1)', ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'DECIMAL']),
};
