/**
 * SUM: Flink's SumAggFunction and SumWithRetractAggFunction. Integers wrap at their width at each step, FLOAT is rounded at each step,
 * DOUBLE is added in the order of arrival; a DECIMAL sum that overflows is NULL, and the next value begins anew.
 */
import { type Code } from '../../codegen/code.js';
import { type Value } from '../../codegen/value.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AccumulatorSlot } from '../accumulator-slot.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { emitByNull, emitCast, emitUnlessNull, emitValueCall } from '../value-calls.js';
import { BIGINT, isInteger, isNumber, sumType } from './types.js';
import { zeroValue } from './zero.js';

export const sum: AggregateFunction = {
  names: ['SUM'],
  ignoresNulls: true,
  hasPartials: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'SUM takes one column';
    return isNumber(type) ? null : `SUM of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const type = sumType(call.argTypes[0]!);
    const slot = layout.slot(type, true);
    const count = call.needsRetraction ? layout.slot(BIGINT, false) : null;
    const addCount = ({ code }: EmitContext, text: string): void => {
      if (count) code.line(`${count.place} = BigInt.asIntN(64, ${count.place} ${text});`);
    };
    const emitNoSum = (code: Code): void => {
      slot.store(code, { type, isNull: '1', terms: [] });
      if (isInteger(type)) code.line(`${slot.place} = ${type.kind === 'BIGINT' ? '0n' : '0'};`);
    };
    /** NULL and a number is NULL; the next value begins anew. */
    const forget = (context: EmitContext, text: string): void => {
      emitNoSum(context.code);
      addCount(context, text);
    };
    return {
      accumulatorTypes: count ? [type, BIGINT] : [type],
      createAccumulator({ code }) {
        emitNoSum(code);
        if (count) code.line(`${count.place} = 0n;`);
      },
      accumulate(context, [arg]) {
        emitByNull(
          context,
          arg!,
          () => {
            emitStep(context, '+', slot, arg!);
            addCount(context, '+ 1n');
          },
          () => forget(context, '+ 1n'),
        );
      },
      retract(context, [arg]) {
        emitByNull(
          context,
          arg!,
          () => {
            emitStep(context, '-', slot, arg!);
            addCount(context, '- 1n');
          },
          () => forget(context, '- 1n'),
        );
      },
      merge(context, [partial, partialCount]) {
        emitUnlessNull(context, partial!, () => emitStep(context, '+', slot, partial!));
        if (partialCount) addCount(context, `+ ${partialCount.terms[0]}`);
      },
      fields: ({ code }) => [slot, ...(count ? [count] : [])].map((field) => field.load(code)),
      value({ code }) {
        const value = slot.load(code);
        return count ? { ...value, isNull: code.local(`${count.place} === 0n ? 1 : ${value.isNull}`, 'n') } : value;
      },
    };
  },
};

/** The first value is taken as it is: 0.0 + -0.0 would not be -0.0. To an integer it is added all the same, for a NULL sum of integers is 0 in memory. */
function emitStep(context: EmitContext, operator: '+' | '-', slot: AccumulatorSlot, arg: Value): void {
  const { code } = context;
  const { type } = slot;
  const notNull: Value = { ...arg, isNull: '0' };
  const old = slot.load(code);
  if (isInteger(type)) {
    slot.store(code, emitValueCall(context, operator, type, [{ ...old, isNull: '0' }, notNull]));
    return;
  }
  code.if(
    `${old.isNull} === 1`,
    () => {
      const first =
        operator === '+'
          ? emitCast(context, type, notNull)
          : emitValueCall(context, '-', type, [zeroValue(context, type), notNull]);
      slot.store(code, first);
    },
    () => slot.store(code, emitValueCall(context, operator, type, [{ ...old, isNull: '0' }, notNull])),
  );
}
