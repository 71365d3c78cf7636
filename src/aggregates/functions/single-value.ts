/** SINGLE_VALUE, which scalar subqueries become: Flink's SingleValueAggFunction. A second row fails the job, and so does taking back one of several. */
import { ALWAYS_NULL } from '../../codegen/value.js';
import { javaError } from '../../errors.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { COMPARABLE } from './min-max.js';
import { INTEGER } from './types.js';

export const singleValue: AggregateFunction = {
  names: ['SINGLE_VALUE'],
  ignoresNulls: false,
  hasPartials: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'SINGLE_VALUE takes one column';
    return COMPARABLE.includes(type.kind) ? null : `SINGLE_VALUE of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const type = { ...call.argTypes[0]!, nullable: true };
    const slot = layout.slot(type, true);
    const count = layout.slot(INTEGER, false);
    const fail = ({ code }: EmitContext, condition: string): void =>
      code.line(`if (${condition}) ${code.constant(failOfMany)}();`);
    return {
      accumulatorTypes: [type, INTEGER],
      createAccumulator({ code }) {
        slot.storeNull(code);
        code.line(`${count.place} = 0;`);
      },
      accumulate(context, [arg]) {
        const { code } = context;
        fail(context, `${count.place} > 0`);
        if (arg!.isNull === ALWAYS_NULL) slot.storeNull(code);
        else {
          code.if(
            `${arg!.isNull} === 1`,
            () => slot.storeNull(code),
            () => slot.store(code, { ...arg!, isNull: '0' }),
          );
        }
        code.line(`${count.place}++;`);
      },
      retract(context) {
        const { code } = context;
        fail(context, `${count.place} !== 1 && ${count.place} !== 0`);
        slot.storeNull(code);
        code.line(`${count.place}--;`);
      },
      merge(context, [partial, partialCount]) {
        const { code } = context;
        const other = code.variable(partialCount!.terms[0]!);
        const sum = code.variable(`(${count.place} + ${other}) | 0`);
        fail(context, `${sum} > 1`);
        const isKept = `${sum} !== 0 || ${count.place} === 0 || ${other} > 0`;
        code.if(
          `(${isKept}) && ${partial!.isNull} !== 1`,
          () => slot.store(code, { ...partial!, isNull: '0' }),
          () => slot.storeNull(code),
        );
        code.line(`${count.place} = ${sum};`);
      },
      fields: ({ code }) => [slot.load(code), count.load(code)],
      value: ({ code }) => slot.load(code),
    };
  },
};

function failOfMany(): never {
  throw javaError(
    'org.apache.flink.table.api.TableRuntimeException',
    'SingleValueAggFunction received more than one element.',
  );
}
