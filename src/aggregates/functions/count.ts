/** COUNT(*) and COUNT(x): Flink's Count1AggFunction and CountAggFunction. */
import { type Value } from '../../codegen/value.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { emitByNull } from '../value-calls.js';
import { BIGINT } from './types.js';

export const count: AggregateFunction = {
  names: ['COUNT'],
  ignoresNulls: true,
  hasPartials: true,
  check: (call) => (call.argIndexes.length > 1 ? 'COUNT of several columns is not implemented' : null),
  create(_call, layout) {
    const slot = layout.slot(BIGINT, false);
    const add = (context: EmitContext, text: string): void => {
      context.code.line(`${slot.place} = BigInt.asIntN(64, ${slot.place} ${text});`);
    };
    const step = (context: EmitContext, args: readonly Value[], text: string): void => {
      const [arg] = args;
      if (arg)
        emitByNull(context, arg, () => add(context, text), () => add(context, text)); // prettier-ignore
      else add(context, text);
    };
    return {
      accumulatorTypes: [BIGINT],
      createAccumulator: ({ code }) => code.line(`${slot.place} = 0n;`),
      accumulate: (context, args) => step(context, args, '+ 1n'),
      retract: (context, args) => step(context, args, '- 1n'),
      merge: (context, [partial]) => add(context, `+ ${partial?.terms[0]}`),
      fields: ({ code }) => [slot.load(code)],
      value: ({ code }) => slot.load(code),
    };
  },
};
