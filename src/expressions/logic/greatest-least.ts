/**
 * GREATEST and LEAST (Flink: generateGreatestLeast): NULL when any value is; compared as Java objects, so NaN is greatest and -0.0 < 0.0.
 * Flink casts a DECIMAL to the wider one before it looks whether it is NULL, and fails.
 */
import { anyNull, NEVER_NULL, type Value } from '../../codegen/value.js';
import { physicalOf, type LogicalType } from '../../columnar/types.js';
import { javaError } from '../../errors.js';
import { implicitCast } from '../cast/cast.js';
import { isIdentityCast } from '../cast/identity.js';
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

function failsOnNull(from: LogicalType, to: LogicalType): boolean {
  return from.kind === 'DECIMAL' && !isIdentityCast(from, to);
}

function throwNullCast(): never {
  throw javaError(
    'java.lang.NullPointerException',
    'Cannot invoke "org.apache.flink.table.data.DecimalData.toBigDecimal()" because "dec" is null',
  );
}

function extreme(name: 'GREATEST' | 'LEAST'): ScalarFunction {
  const operator = name === 'GREATEST' ? '<' : '>';
  return {
    names: [name],
    check(call, plan) {
      for (const operand of call.operands) {
        if (operand.type.kind === 'DECIMAL' && call.type.kind !== 'DECIMAL')
          return `${name} of DECIMAL and ${call.type.kind} is not implemented`;
        const refusal = isNumber(call.type.kind)
          ? implicitCast.check(operand.type, call.type, plan)
          : checkComparable(operand.type, call.type);
        if (refusal !== null) return refusal;
      }
      return null;
    },
    emit(call, context) {
      const { code } = context;
      const raw: Value[] = [];
      for (const operand of call.operands) {
        const value = context.emit(operand);
        if (failsOnNull(operand.type, call.type) && value.isNull !== NEVER_NULL) {
          const isFirst = raw.every(({ isNull }) => isNull === NEVER_NULL);
          const condition = isFirst ? `${value.isNull}` : `${value.isNull} && !(${anyNull(raw)})`;
          code.line(`if (${condition}) ${code.constant(throwNullCast)}();`);
        }
        raw.push(value);
      }
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
      let nullBefore = false;
      const values = call.operands.map((operand) => {
        const value = context.evaluate(operand);
        if (value === null && !nullBefore && failsOnNull(operand.type, call.type)) throwNullCast();
        nullBefore ||= value === null;
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
