/**
 * MIN and MAX of rows that are never taken back: Flink's MinAggFunction and MaxAggFunction. Compared as `<` and `>` of expressions: a NaN never
 * replaces another value, and a first NaN stays. Flink also plans it where rows are taken back but the value only moves one way; it does
 * not look at those rows.
 */
import { type Value } from '../../codegen/value.js';
import { type LogicalType, type TypeKind } from '../../columnar/types.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AccumulatorSlot } from '../accumulator-slot.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { emitUnlessNull, emitValueCall } from '../value-calls.js';

export const COMPARABLE: readonly TypeKind[] = [
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'BOOLEAN',
  'CHAR',
  'VARCHAR',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMP_LTZ',
];

const BOOLEAN: LogicalType = { kind: 'BOOLEAN', nullable: false };

export const minMax: AggregateFunction = {
  names: ['MIN', 'MAX'],
  applies: (call) => !call.needsRetraction,
  ignoresNulls: true,
  hasPartials: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return `${call.function} takes one column`;
    return COMPARABLE.includes(type.kind) ? null : `${call.function} of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const type = { ...call.argTypes[0]!, nullable: true };
    const slot = layout.slot(type, true);
    const operator = call.function === 'MIN' ? '<' : '>';
    const accumulate = (context: EmitContext, value: Value): void =>
      emitUnlessNull(context, value, () => emitReplace(context, slot, operator, { ...value, isNull: '0' }));
    return {
      accumulatorTypes: [type],
      createAccumulator: ({ code }) => slot.storeNull(code),
      accumulate: (context, [arg]) => accumulate(context, arg!),
      merge: (context, [partial]) => accumulate(context, partial!),
      fields: ({ code }) => [slot.load(code)],
      value: ({ code }) => slot.load(code),
    };
  },
};

function emitReplace(context: EmitContext, slot: AccumulatorSlot, operator: '<' | '>', value: Value): void {
  const { code } = context;
  const old = slot.load(code);
  const replaces = code.variable(`${old.isNull} === 1`);
  code.if(`!${replaces}`, () => {
    const better = emitValueCall(context, operator, BOOLEAN, [value, { ...old, isNull: '0' }]);
    code.line(`${replaces} = ${better.terms[0]};`);
  });
  code.if(replaces, () => slot.store(code, value));
}
