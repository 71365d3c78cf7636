/** IS [NOT] DISTINCT FROM: as <> and =, with NULL as a value (Flink: generateIsDistinctFrom, generateIsNotDistinctFrom). */
import { NEVER_NULL } from '../../codegen/value.js';
import { assert } from '../../errors.js';
import { emitOperands } from '../emit-helpers.js';
import { type FuzzType, type ScalarFunction } from '../function.js';
import { checkComparable, comparisonFormula, compareValues } from './comparison.js';

const TYPES: readonly FuzzType[] = ['BOOLEAN', 'INT', 'BIGINT', 'DOUBLE', 'DECIMAL', 'STRING', 'DATE', 'TIMESTAMP'];

function distinctFrom(name: string, whenDistinct: boolean): ScalarFunction {
  return {
    names: [name],
    check(call) {
      const [left, right] = call.operands;
      assert(left !== undefined && right !== undefined, `${name} needs two operands`);
      return checkComparable(left.type, right.type);
    },
    emit(call, context) {
      const { code } = context;
      const [left, right] = emitOperands(call, context);
      assert(left !== undefined && right !== undefined, `${name} needs two operands`);
      const result = code.variable('false');
      const compare = (): void => {
        code.line(`${result} = ${comparisonFormula(whenDistinct ? '<>' : '=', left, right, context)};`);
      };
      // With NaN on both sides <> is true, and so it is distinct from itself.
      if (left.isNull === NEVER_NULL && right.isNull === NEVER_NULL) code.block('{', compare);
      else {
        const nulls = code.local(`${left.isNull} + ${right.isNull}`, 'n');
        code.if(`${nulls} === 0`, compare, () => code.line(`${result} = ${nulls} === ${whenDistinct ? 1 : 2};`));
      }
      return { type: call.type, isNull: NEVER_NULL, terms: [result] };
    },
    reference(call, context) {
      const [leftNode, rightNode] = call.operands;
      assert(leftNode !== undefined && rightNode !== undefined, `${name} needs two operands`);
      const left = context.evaluate(leftNode);
      const right = context.evaluate(rightNode);
      if (left === null || right === null) return ((left === null) !== (right === null)) === whenDistinct;
      return compareValues(whenDistinct ? '<>' : '=', left, leftNode.type, right, rightNode.type);
    },
    templates: TYPES.map((type) => ({ sql: `($0 ${name} $1)`, operands: [type, type], result: 'BOOLEAN' })),
  };
}

export const isDistinctFrom = distinctFrom('IS DISTINCT FROM', true);
export const isNotDistinctFrom = distinctFrom('IS NOT DISTINCT FROM', false);
