/** The number 0 as a value of any numeric type. */
import { type Value } from '../../codegen/value.js';
import { physicalOf, type LogicalType } from '../../columnar/types.js';
import { type EmitContext } from '../../expressions/function.js';

export function zeroValue({ code }: EmitContext, type: LogicalType): Value {
  const physical = physicalOf(type);
  if (physical !== 'int64' && physical !== 'int128') return { type, isNull: '0', terms: ['0'] };
  const zero = code.constant(0n);
  return { type, isNull: '0', terms: physical === 'int128' ? [zero, zero] : [zero] };
}
