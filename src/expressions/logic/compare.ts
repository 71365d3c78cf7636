/** = <> < <= > >=: NULL when a side is (Flink: generateEquals, generateComparison). */
import { assert } from '../../errors.js';
import { emitGuarded, emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type FuzzType, type ScalarFunction, type SqlTemplate } from '../function.js';
import {
  checkComparable,
  comparisonFormula,
  comparisonReadsMemory,
  compareValues,
  type ComparisonOperator,
} from './comparison.js';

const NUMBERS: readonly FuzzType[] = ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'];
const OTHERS: readonly FuzzType[] = ['BOOLEAN', 'STRING', 'BYTES', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ'];

function templatesOf(operator: ComparisonOperator): SqlTemplate[] {
  const pairs = [...NUMBERS.flatMap((a) => NUMBERS.map((b) => [a, b] as const)), ...OTHERS.map((a) => [a, a] as const)];
  return pairs.map((operands) => ({ sql: `($0 ${operator} $1)`, operands, result: 'BOOLEAN' }));
}

function comparison(operator: ComparisonOperator): ScalarFunction {
  return {
    names: [operator],
    check(call) {
      const [left, right] = call.operands;
      assert(left !== undefined && right !== undefined, `${operator} needs two operands`);
      return checkComparable(left.type, right.type);
    },
    emit(call, context) {
      const operands = emitOperands(call, context);
      const [left, right] = operands;
      assert(left !== undefined && right !== undefined, `${operator} needs two operands`);
      if (!comparisonReadsMemory(left.type)) {
        return emitTotal(context, call.type, operands, [comparisonFormula(operator, left, right, context)]);
      }
      return emitGuarded(context, call.type, operands, () => ({
        terms: [context.code.local(comparisonFormula(operator, left, right, context))],
      }));
    },
    reference: strictReference(([left, right], call) => {
      const [leftNode, rightNode] = call.operands;
      assert(leftNode !== undefined && rightNode !== undefined, `${operator} needs two operands`);
      assert(left !== undefined && right !== undefined, `${operator} needs two values`);
      return compareValues(operator, left, leftNode.type, right, rightNode.type);
    }),
    templates: templatesOf(operator),
  };
}

export const equals = comparison('=');
export const greaterThan = comparison('>');
export const greaterThanOrEqual = comparison('>=');
export const lessThan = comparison('<');
export const lessThanOrEqual = comparison('<=');
export const notEquals = comparison('<>');
