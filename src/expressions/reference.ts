/** The slow, plain evaluation of expressions through the reference versions of the functions: for tests. */
import { type PlanContext } from '../operators/operator.js';
import { assert } from '../errors.js';
import { type Expression } from './expression.js';
import { functionOf } from './registry.js';
import { type SqlValue } from './sql-value.js';

/** The value for one row of the input's columns; throws what Flink throws. */
export function evaluateReference(expression: Expression, row: readonly SqlValue[], plan: PlanContext): SqlValue {
  const context = { plan, evaluate: (inner: Expression): SqlValue => evaluateReference(inner, row, plan) };
  switch (expression.kind) {
    case 'input':
      return row[expression.index] ?? null;
    case 'literal':
      return expression.value;
    case 'field': {
      const source = context.evaluate(expression.source) as readonly SqlValue[] | null;
      return source?.[expression.index] ?? null;
    }
    case 'call': {
      const implementation = functionOf(expression);
      assert(implementation !== undefined, `function ${expression.function} is not registered`);
      return implementation.reference(expression, context);
    }
    case 'symbol':
    case 'sarg':
      throw new Error(`${expression.kind} has no value of its own`);
  }
}
