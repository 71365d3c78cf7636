/**
 * LISTAGG of rows that are never taken back: Flink's declarative ListAggFunction, one string that grows. NULLs are passed over; of none the result
 * is NULL. The separator is a literal of the query.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type LogicalType } from '../../columnar/types.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AccumulatorSlot } from '../accumulator-slot.js';
import { type AggregateCall } from '../aggregate-call.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { type Refusal } from '../../operators/operator.js';
import { emitByNull, emitUnlessNull } from '../value-calls.js';
import { STRING } from './types.js';

/** Of the separator, where the query names none. */
export const COMMA: LogicalType = { kind: 'CHAR', nullable: false, length: 1 };

export const listagg: AggregateFunction = {
  names: ['LISTAGG'],
  applies: (call) => !call.needsRetraction,
  ignoresNulls: true,
  hasConstants: true,
  hasPartials: true,
  check: checkListagg,
  create(_call, layout) {
    const separator = layout.slot(STRING, true);
    const text = layout.slot(STRING, true);
    return {
      accumulatorTypes: [STRING, STRING],
      createAccumulator(context) {
        separator.store(context.code, emitComma(context));
        text.storeNull(context.code);
      },
      accumulate(context, [arg, argSeparator]) {
        const own = argSeparator ?? emitComma(context);
        if (argSeparator) separator.store(context.code, argSeparator);
        emitByNull(
          context,
          arg!,
          () => emitAppend(context, text, own, { ...arg!, isNull: NEVER_NULL }),
          () => text.storeNull(context.code),
        );
      },
      merge(context, [otherSeparator, other]) {
        separator.store(context.code, otherSeparator!);
        emitUnlessNull(context, other!, () =>
          emitAppend(context, text, otherSeparator!, { ...other!, isNull: NEVER_NULL }),
        );
      },
      fields: ({ code }) => [separator.load(code), text.load(code)],
      value: ({ code }) => text.load(code),
    };
  },
};

export function checkListagg(call: AggregateCall): Refusal {
  const [type, separator] = call.argTypes;
  if (type === undefined || call.argIndexes.length > 2) return 'LISTAGG takes a column and a separator';
  const isText = ({ kind }: LogicalType): boolean => kind === 'CHAR' || kind === 'VARCHAR';
  if (!isText(type)) return `LISTAGG of ${type.kind} is not implemented`;
  if (separator === undefined) return null;
  return isText(separator) && !separator.nullable ? null : 'a separator of LISTAGG that may be NULL is not implemented';
}

export function emitComma({ code, runtime }: EmitContext): Value {
  const pointer = code.constant(runtime.intern(new TextEncoder().encode(',')));
  return { type: COMMA, isNull: NEVER_NULL, terms: [pointer, '1'] };
}

function emitAppend(context: EmitContext, text: AccumulatorSlot, separator: Value, value: Value): void {
  const { code } = context;
  const old = text.load(code);
  code.if(
    `${old.isNull} === 1`,
    () => text.store(code, value),
    () => {
      const parts = [old, separator, value].flatMap(({ terms }) => terms);
      const pointer = code.local(`${code.constant(concatenate)}(rt, ${parts.join(', ')})`);
      text.store(code, { ...value, terms: [pointer, code.local('rt.length')] });
    },
  );
}

/** Three strings behind each other in the arena. */
function concatenate(
  rt: EvaluationRuntime,
  a: number,
  aBytes: number,
  b: number,
  bBytes: number,
  c: number,
  cBytes: number,
): number {
  const { u8 } = rt.memory;
  const byteLength = aBytes + bBytes + cBytes;
  const pointer = rt.allocate(byteLength);
  u8.copyWithin(pointer, a, a + aBytes);
  u8.copyWithin(pointer + aBytes, b, b + bBytes);
  u8.copyWithin(pointer + aBytes + bBytes, c, c + cBytes);
  rt.length = byteLength;
  return pointer;
}
