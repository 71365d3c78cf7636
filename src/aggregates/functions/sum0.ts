/**
 * SUM0 (also what the planner makes of COUNT over partial counts): Flink's Sum0AggFunction. Begins at 0; a DECIMAL sum that overflowed stays NULL.
 */
import { type Value } from '../../codegen/value.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { emitUnlessNull, emitValueCall } from '../value-calls.js';
import { isNumber, sumType } from './types.js';
import { zeroRefusal, zeroValue } from './zero.js';

export const sum0: AggregateFunction = {
  names: ['$SUM0', 'SUM0'],
  ignoresNulls: true,
  hasPartials: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'SUM0 takes one column';
    return isNumber(type) ? zeroRefusal(sumType(type)) : `SUM0 of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const type = sumType(call.argTypes[0]!);
    const slot = layout.slot(type, type.kind === 'DECIMAL');
    const step = (context: EmitContext, operator: '+' | '-', arg: Value): void =>
      emitUnlessNull(context, arg, () => {
        const old = slot.load(context.code);
        slot.store(context.code, emitValueCall(context, operator, type, [old, { ...arg, isNull: '0' }]));
      });
    return {
      accumulatorTypes: [type],
      createAccumulator: (context) => slot.store(context.code, zeroValue(context, type)),
      accumulate: (context, [arg]) => step(context, '+', arg!),
      retract: (context, [arg]) => step(context, '-', arg!),
      merge(context, [partial]) {
        slot.store(context.code, emitValueCall(context, '+', type, [slot.load(context.code), partial!]));
      },
      fields: ({ code }) => [slot.load(code)],
      value: ({ code }) => slot.load(code),
    };
  },
};
