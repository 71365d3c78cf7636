/**
 * AVG: Flink's AvgAggFunction. Integers are summed in a BIGINT and divided with the remainder cut off; FLOAT is summed in a DOUBLE; a DECIMAL sum that
 * overflowed stays NULL. The quotient of DECIMALs has 38 digits, then the result's scale.
 */
import { type Value } from '../../codegen/value.js';
import { type LogicalType } from '../../columnar/types.js';
import { emitResultVariables, settled } from '../../expressions/emit-helpers.js';
import { type EmitContext } from '../../expressions/function.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { emitByNull, emitCast, emitValueCall, takesNullForValue } from '../value-calls.js';
import { BIGINT, decimal, DOUBLE, isNumber } from './types.js';
import { zeroRefusal, zeroValue } from './zero.js';

const QUOTIENT_SCALE_MIN = 6;

/** Added to the count of an average whose sum has become NULL: no group has as many rows. */
const SUM_LOST = 2n ** 60n;

/** Either may have lost its sum. */
function addCounts(a: bigint, b: bigint): bigint {
  const isLost = (count: bigint): boolean => count >= SUM_LOST / 2n;
  return isLost(a) && isLost(b) ? a + b - SUM_LOST : a + b;
}

export const avg: AggregateFunction = {
  names: ['AVG'],
  ignoresNulls: true,
  hasPartials: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return 'AVG takes one column';
    return isNumber(type) ? zeroRefusal(avgSumType(type)) : `AVG of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const type = avgSumType(call.argTypes[0]!);
    const sum = layout.slot(type, type.kind === 'DECIMAL');
    const count = layout.slot(BIGINT, false);
    const addCount = ({ code }: EmitContext, text: string): void => {
      code.line(`${count.place} = BigInt.asIntN(64, ${count.place} ${text});`);
    };
    const losesSum = takesNullForValue(call.argTypes[0]!);
    const step = (context: EmitContext, operator: '+' | '-', arg: Value): void => {
      const add = (): void => {
        const operands = [sum.load(context.code), { ...arg, isNull: '0' }];
        sum.store(context.code, emitValueCall(context, operator, type, operands));
        addCount(context, `${operator} 1n`);
      };
      // A sum with NULL is NULL, and stays so.
      emitByNull(context, arg, add, () =>
        context.code.line(`${count.place} = ${context.code.constant(addCounts)}(${count.place}, ${SUM_LOST}n);`),
      );
    };
    return {
      accumulatorTypes: [type, BIGINT],
      createAccumulator(context) {
        sum.store(context.code, zeroValue(context, type));
        context.code.line(`${count.place} = 0n;`);
      },
      accumulate: (context, [arg]) => step(context, '+', arg!),
      retract: (context, [arg]) => step(context, '-', arg!),
      merge(context, [partial, partialCount]) {
        sum.store(context.code, emitValueCall(context, '+', type, [sum.load(context.code), partial!]));
        if (!losesSum) addCount(context, `+ ${partialCount!.terms[0]}`);
        else {
          const { code } = context;
          code.line(`${count.place} = ${code.constant(addCounts)}(${count.place}, ${partialCount!.terms[0]});`);
        }
      },
      fields: ({ code }) => [sum.load(code), count.load(code)],
      value: (context) => emitQuotient(context, call.type, sum.load(context.code), count.load(context.code), losesSum),
    };
  },
};

/** Sum types of AvgAggFunction's subclasses. */
function avgSumType(type: LogicalType): LogicalType {
  if (type.kind === 'DECIMAL') return decimal(type.scale);
  return type.kind === 'FLOAT' || type.kind === 'DOUBLE' ? DOUBLE : BIGINT;
}

function emitQuotient(
  context: EmitContext,
  resultType: LogicalType,
  sum: Value,
  count: Value,
  losesSum: boolean,
): Value {
  const { code } = context;
  const result = emitResultVariables(code, { ...resultType, nullable: true });
  const isThere = losesSum ? ` && ${count.terms[0]} < ${SUM_LOST / 2n}n` : '';
  code.if(`${count.terms[0]} !== 0n${isThere}`, () => {
    const quotient = emitValueCall(context, '/', quotientType(sum.type), [sum, count]);
    result.assign(emitCast(context, resultType, quotient));
  });
  return settled(code, result.value);
}

/** LogicalTypeMerging.findDivisionDecimalType of DECIMAL(38, s) and DECIMAL(19, 0), which a BIGINT counts as. */
function quotientType(type: LogicalType): LogicalType {
  return type.kind === 'DECIMAL' ? decimal(Math.max(QUOTIENT_SCALE_MIN, type.scale)) : { ...type, nullable: true };
}
