/** The number 0 as a value of any numeric type. */
import { type Value } from '../../codegen/value.js';
import { physicalOf, type LogicalType } from '../../columnar/types.js';
import { type EmitContext } from '../../expressions/function.js';
import { type Refusal } from '../../operators/operator.js';

export function zeroValue({ code }: EmitContext, type: LogicalType): Value {
  const physical = physicalOf(type);
  if (physical !== 'int64' && physical !== 'int128') return { type, isNull: '0', terms: ['0'] };
  const zero = code.constant(0n);
  return { type, isNull: '0', terms: physical === 'int128' ? [zero, zero] : [zero] };
}

/** Flink writes the 0 that an accumulator begins with as a literal, and Calcite refuses one without a digit in front of the point. */
export function zeroRefusal(type: LogicalType): Refusal {
  if (type.kind !== 'DECIMAL' || type.scale < type.precision) return null;
  return `Flink cannot make a 0 of DECIMAL(${type.precision}, ${type.scale})`;
}
