/**
 * JSON_ARRAYAGG: Flink's JsonArrayAggFunction, over values that are JSON already (the planner puts JSON_STRING around them). They are neither read nor
 * changed. A NULL is the text `null`, or nothing with ABSENT ON NULL.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { type OrderedList, OrderedValues } from '../ordered-values.js';
import { STRING } from './types.js';

const ABSENT = 'JSON_ARRAYAGG_ABSENT_ON_NULL';
const [COMMA, OPEN, CLOSE] = [0x2c, 0x5b, 0x5d];

export const jsonArrayAgg: AggregateFunction = {
  names: ['JSON_ARRAYAGG_NULL_ON_NULL', ABSENT],
  ignoresNulls: (call) => call.function === ABSENT,
  hasDataViews: true,
  expiresDataViews: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'JSON_ARRAYAGG takes one column';
    return type.kind === 'VARCHAR' ? null : `JSON_ARRAYAGG of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const values = new OrderedValues(layout, call.needsRetraction);
    const takesNulls = call.function !== ABSENT;
    return {
      accumulatorTypes: [STRING],
      createAccumulator: () => undefined,
      accumulate(context, [arg]) {
        emitItem(context, arg!, takesNulls, (item) => values.emitAdd(context, item));
      },
      // Flink takes the text `null` out even when none was put in.
      retract: (context, [arg]) => emitItem(context, arg!, true, (item) => values.emitRemove(context, item)),
      value({ code }) {
        const list = values.emitList(code);
        values.emitPrune(code);
        const pointer = code.local(`${code.constant(arrayText)}(rt, ${list}, ${values.head})`);
        return { type: STRING, isNull: NEVER_NULL, terms: [pointer, code.local('rt.length')] };
      },
    };
  },
};

function emitItem(context: EmitContext, arg: Value, takesNulls: boolean, emit: (item: Value) => void): void {
  const { code, runtime } = context;
  const nullText = code.constant(runtime.intern(new TextEncoder().encode('null')));
  const emitNull = takesNulls ? (): void => emit({ ...arg, isNull: NEVER_NULL, terms: [nullText, '4'] }) : undefined;
  code.if(`${arg.isNull} === 0`, () => emit({ ...arg, isNull: NEVER_NULL }), emitNull);
}

function arrayText(rt: EvaluationRuntime, list: OrderedList, head: number): number {
  const { u8 } = rt.memory;
  let byteLength = 2 + Math.max(0, list.count(head) - 1);
  for (let element = list.first(head); element !== 0; element = list.next(element))
    byteLength += list.byteLength(element);
  const pointer = rt.allocate(byteLength);
  let at = pointer;
  u8[at++] = OPEN;
  for (let element = list.first(head); element !== 0; element = list.next(element)) {
    if (element !== list.first(head)) u8[at++] = COMMA;
    const [value, valueBytes] = [list.pointer(element), list.byteLength(element)];
    u8.copyWithin(at, value, value + valueBytes);
    at += valueBytes;
  }
  u8[at] = CLOSE;
  rt.length = byteLength;
  return pointer;
}
