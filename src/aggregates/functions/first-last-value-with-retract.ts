/**
 * FIRST_VALUE and LAST_VALUE of rows that may be taken back: Flink's FirstValueWithRetractAggFunction and LastValueWithRetractAggFunction. They order values by
 * the clock at their arrival and then by arrival, which is arrival while the clock does not step back; of equal values the oldest goes.
 * A value that never came is not taken back.
 */
import { NEVER_NULL } from '../../codegen/value.js';
import { emitResultVariables, settled } from '../../expressions/emit-helpers.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { emitKeyValue } from '../key-bytes.js';
import { OrderedValues } from '../ordered-values.js';
import { emitUnlessNull } from '../value-calls.js';
import { firstLastValueWithTtl } from './first-last-value-with-ttl.js';
import { isOfBytes, valueRefusal } from './types.js';

export const firstLastValueWithRetract: AggregateFunction = {
  names: ['FIRST_VALUE', 'LAST_VALUE'],
  applies: (call) => call.needsRetraction && !isOfBytes(call),
  ignoresNulls: true,
  hasDataViews: true,
  expiresDataViews: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return `${call.function} takes one column`;
    return valueRefusal(call, type);
  },
  create(call, layout) {
    if (layout.ttl !== null) return firstLastValueWithTtl(call, layout, layout.ttl);
    const type = { ...call.argTypes[0]!, nullable: true };
    const values = new OrderedValues(layout, true);
    const end = call.function === 'FIRST_VALUE' ? 'first' : 'last';
    return {
      accumulatorTypes: [type],
      createAccumulator: () => undefined,
      accumulate: (context, [arg]) =>
        emitUnlessNull(context, arg!, () => values.emitAdd(context, { ...arg!, isNull: NEVER_NULL })),
      retract: (context, [arg]) =>
        emitUnlessNull(context, arg!, () => values.emitRemove(context, { ...arg!, isNull: NEVER_NULL })),
      value({ code }) {
        const list = values.emitList(code);
        const element = code.local(`${list}.${end}(${values.head})`, 'e');
        const result = emitResultVariables(code, type);
        code.if(`${element} !== 0`, () => {
          const pointer = code.local(`${list}.pointer(${element})`);
          const byteLength = code.local(`${list}.byteLength(${element})`);
          result.assign(emitKeyValue(code, type, { pointer, byteLength }));
        });
        return settled(code, result.value);
      },
    };
  },
};
