/** GREATEST and LEAST (Flink: generateGreatestLeast): NULL when any value is; compared as Java objects, so NaN is greatest and -0.0 < 0.0. */
import { physicalOf } from '../../columnar/types.js';
import { implicitCast } from '../cast/cast.js';
import { emitGuarded, emitResultVariables } from '../emit-helpers.js';
import { type FuzzType, type ScalarFunction } from '../function.js';
import { isNumber } from '../numbers/number-types.js';
import { type SqlValue } from '../sql-value.js';
import { checkComparable, compareDoubles, comparisonFormula, compareValues } from './comparison.js';

const TYPES: readonly FuzzType[] = [
  'TINYINT',
  'INT',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'STRING',
  'DATE',
  'TIMESTAMP',
];

function extreme(name: 'GREATEST' | 'LEAST'): ScalarFunction {
  const operator = name === 'GREATEST' ? '<' : '>';
  return {
    names: [name],
    check(call, plan) {
      for (const operand of call.operands) {
        const refusal = isNumber(call.type.kind)
          ? implicitCast.check(operand.type, call.type, plan)
          : checkComparable(operand.type, call.type);
        if (refusal !== null) return refusal;
      }
      return null;
    },
    emit(call, context) {
      const { code } = context;
      const raw = call.operands.map((operand) => context.emit(operand));
      const values = isNumber(call.type.kind)
        ? raw.map((value) => implicitCast.emit(value, call.type, context, false))
        : raw;
      return emitGuarded(context, call.type, values, () => {
        const [first, ...others] = values;
        const best = emitResultVariables(code, call.type, 0);
        if (first) best.assign(first);
        for (const value of others) {
          const isFloat = ['float32', 'float64'].includes(physicalOf(call.type));
          const better = isFloat
            ? `${code.constant(compareDoubles)}(${best.value.terms[0]}, ${value.terms[0]}) ${operator} 0`
            : comparisonFormula(operator, best.value, value, context);
          code.if(better, () => best.assign(value));
        }
        return { terms: best.value.terms };
      });
    },
    reference(call, context): SqlValue {
      const values = call.operands.map((operand) => {
        const value = context.evaluate(operand);
        return isNumber(call.type.kind) ? implicitCast.reference(value, operand.type, call.type, context.plan) : value;
      });
      if (values.includes(null)) return null;
      return values.reduce((best, value) => {
        if (best === null || value === null) return null;
        const isFloat = call.type.kind === 'FLOAT' || call.type.kind === 'DOUBLE';
        const isBetter = isFloat
          ? compareDoubles(best as number, value as number) * (operator === '<' ? 1 : -1) < 0
          : compareValues(operator, best, call.type, value, call.type);
        return isBetter ? value : best;
      });
    },
    templates: TYPES.flatMap((type) => [
      { sql: `${name}($0, $1)`, operands: [type, type], result: type },
      { sql: `${name}($0, $1, $2)`, operands: [type, type, type], result: type },
    ]),
  };
}

export const greatest = extreme('GREATEST');
export const least = extreme('LEAST');
