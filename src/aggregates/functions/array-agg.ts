/**
 * ARRAY_AGG: Flink's ArrayAggFunction. NULLs are elements unless IGNORE NULLS; of no elements the result is NULL.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { type WorkerMemory } from '../../columnar/memory.js';
import { childTypes, type LogicalType } from '../../columnar/types.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { MergedValues } from '../merged-values.js';
import { comparePackedOf } from '../nested-values.js';
import { type OrderedList } from '../ordered-values.js';
import { PARTIAL_TYPE } from '../partial-bytes.js';
import { GrowingColumn, type ResultElements } from '../result-elements.js';
import { emitUnlessNull } from '../value-calls.js';
import { valueRefusal } from './types.js';

export const arrayAgg: AggregateFunction = {
  names: ['ARRAY_AGG'],
  ignoresNulls: (call) => call.ignoreNulls,
  hasPartials: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'ARRAY_AGG takes one column';
    return valueRefusal(call, type);
  },
  create(call, layout) {
    const { type } = call;
    const merged = new MergedValues(layout, childTypes(type)[0]!, {
      canRemove: call.needsRetraction,
      inAccumulator: true,
      skipsEmpty: true,
    });
    const { values } = merged;
    const elements = new ArrayElements(layout.memory, type, call.unpacked?.argTypes[0]);
    const step = (context: EmitContext, arg: Value, emit: (value: Value) => void): void => {
      if (call.ignoreNulls) emitUnlessNull(context, arg, () => emit({ ...arg, isNull: NEVER_NULL }));
      else emit(arg);
    };
    return {
      accumulatorTypes: [PARTIAL_TYPE],
      resultElements: elements,
      createAccumulator: () => undefined,
      accumulate: (context, [arg]) => step(context, arg!, (value) => merged.emitAdd(context, value)),
      retract: (context, [arg]) => step(context, arg!, (value) => merged.emitRemove(context, value)),
      merge: (context, [partial]) => merged.emitMerge(context, partial!),
      fields: (context) => [merged.emitField(context)],
      value({ code }) {
        const list = values.emitList(code);
        const count = code.local(`${list}.count(${values.head})`);
        const start = code.local(`${code.constant(elements)}.add(${list}, ${values.head})`);
        return { type, isNull: code.local(`${count} === 0 ? 1 : 0`, 'n'), terms: [start, count] };
      },
    };
  },
};

class ArrayElements implements ResultElements {
  readonly children: readonly [GrowingColumn];

  /** @param nestedType of the elements, where they are packed */
  constructor(memory: WorkerMemory, type: LogicalType, nestedType: LogicalType | undefined) {
    this.children = [new GrowingColumn(memory, childTypes(type)[0]!, comparePackedOf(memory, nestedType))];
  }

  /** Returns where the values of the list start among the elements. */
  add(list: OrderedList, head: number): number {
    const [column] = this.children;
    const start = column.length;
    for (let element = list.first(head); element !== 0; element = list.next(element)) {
      if (list.isNull(element) !== 0) column.addNull();
      else column.addKey(list.pointer(element), list.byteLength(element));
    }
    return start;
  }

  differs(startA: number, countA: number, startB: number, countB: number): boolean {
    if (countA !== countB) return true;
    const [column] = this.children;
    for (let index = 0; index < countA; index++) if (!column.isSame(startA + index, startB + index)) return true;
    return false;
  }
}
