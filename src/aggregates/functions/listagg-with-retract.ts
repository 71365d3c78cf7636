/**
 * LISTAGG of rows that may be taken back: Flink's ListAggWithRetractAggFunction and ListAggWsWithRetractAggFunction. The oldest equal value goes.
 */
import { NEVER_NULL } from '../../codegen/value.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { emitResultVariables, settled } from '../../expressions/emit-helpers.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { MergedValues } from '../merged-values.js';
import { type OrderedList } from '../ordered-values.js';
import { PARTIAL_TYPE } from '../partial-bytes.js';
import { emitUnlessNull } from '../value-calls.js';
import { checkListagg, emitComma } from './listagg.js';
import { STRING } from './types.js';

export const listaggWithRetract: AggregateFunction = {
  names: ['LISTAGG'],
  applies: (call) => call.needsRetraction,
  ignoresNulls: true,
  hasConstants: true,
  hasDataViews: true,
  expiresDataViews: true,
  hasPartials: true,
  check: checkListagg,
  create(call, layout) {
    // A comma until the first value comes, which nobody sees.
    const separator = call.argIndexes.length > 1 ? layout.slot(STRING, false) : null;
    const merged = new MergedValues(layout, STRING, { canRemove: true, separator, skipsEmpty: separator !== null });
    const { values } = merged;
    return {
      accumulatorTypes: [PARTIAL_TYPE],
      createAccumulator: (context) => separator?.store(context.code, emitComma(context)),
      accumulate(context, [arg, argSeparator]) {
        emitUnlessNull(context, arg!, () => {
          if (argSeparator) separator?.store(context.code, argSeparator);
          merged.emitAdd(context, { ...arg!, isNull: NEVER_NULL });
        });
      },
      retract(context, [arg, argSeparator]) {
        emitUnlessNull(context, arg!, () => {
          if (argSeparator) separator?.store(context.code, argSeparator);
          merged.emitRemove(context, { ...arg!, isNull: NEVER_NULL });
        });
      },
      merge: (context, [partial]) => merged.emitMerge(context, partial!),
      fields: (context) => [merged.emitField(context)],
      value(context) {
        const { code } = context;
        const list = values.emitList(code);
        values.emitPrune(code);
        const result = emitResultVariables(code, STRING);
        code.if(`${list}.count(${values.head}) !== 0`, () => {
          const { terms } = separator?.load(code) ?? emitComma(context);
          const pointer = code.local(`${code.constant(join)}(rt, ${list}, ${values.head}, ${terms.join(', ')})`);
          result.assign({ type: STRING, isNull: NEVER_NULL, terms: [pointer, code.local('rt.length')] });
        });
        return settled(code, result.value);
      },
    };
  },
};

/** All values, with the separator between them, in the arena. */
function join(
  rt: EvaluationRuntime,
  list: OrderedList,
  head: number,
  separator: number,
  separatorBytes: number,
): number {
  const { u8 } = rt.memory;
  let byteLength = (list.count(head) - 1) * separatorBytes;
  for (let element = list.first(head); element !== 0; element = list.next(element))
    byteLength += list.byteLength(element);
  const pointer = rt.allocate(byteLength);
  let at = pointer;
  for (let element = list.first(head); element !== 0; element = list.next(element)) {
    if (element !== list.first(head)) {
      u8.copyWithin(at, separator, separator + separatorBytes);
      at += separatorBytes;
    }
    const [value, valueBytes] = [list.pointer(element), list.byteLength(element)];
    u8.copyWithin(at, value, value + valueBytes);
    at += valueBytes;
  }
  rt.length = byteLength;
  return pointer;
}
