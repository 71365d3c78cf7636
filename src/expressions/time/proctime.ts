/**
 * PROCTIME() as a column (ExprCodeGenerator): a NULL that only says that the column is processing time. What needs the time itself reads
 * the clock when it does, through PROCTIME_MATERIALIZE, which is refused.
 */
import { ALWAYS_NULL } from '../../codegen/value.js';
import { type ScalarFunction } from '../function.js';

export const proctime: ScalarFunction = {
  names: ['PROCTIME'],
  check(call) {
    const isIndicator = call.type.kind === 'TIMESTAMP_LTZ' && call.type.attribute === 'PROCTIME';
    return isIndicator ? null : 'it reads the clock of the task';
  },
  emit: (call) => ({ type: call.type, isNull: ALWAYS_NULL, terms: ['0n', '0'] }),
  reference: () => null,
  templates: [],
};
