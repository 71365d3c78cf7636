/**
 * FIRST_VALUE and LAST_VALUE of rows that are never taken back: Flink's FirstValueAggFunction and LastValueAggFunction. NULLs are passed over.
 *
 * BYTES are never taken back: FirstValueWithRetractAggFunction compares them by Java's equals, by which an array equals itself alone, whatever the state's map
 * has found.
 */
import { type AggregateFunction } from '../aggregate-function.js';
import { emitUnlessNull } from '../value-calls.js';
import { isOfBytes, valueRefusal } from './types.js';

export const firstLastValue: AggregateFunction = {
  names: ['FIRST_VALUE', 'LAST_VALUE'],
  applies: (call) => !call.needsRetraction || isOfBytes(call),
  ignoresNulls: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return `${call.function} takes one column`;
    return valueRefusal(call, type);
  },
  create(call, layout) {
    const type = { ...call.argTypes[0]!, nullable: true };
    const slot = layout.slot(type, true);
    const isFirst = call.function === 'FIRST_VALUE';
    return {
      accumulatorTypes: [type],
      createAccumulator: ({ code }) => slot.storeNull(code),
      accumulate(context, [arg]) {
        const { code } = context;
        emitUnlessNull(context, arg!, () => {
          const store = (): void => slot.store(code, { ...arg!, isNull: '0' });
          if (isFirst) code.if(`${slot.nullByte} === 1`, store);
          else store();
        });
      },
      value: ({ code }) => slot.load(code),
    };
  },
};
