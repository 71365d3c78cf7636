import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_TYPES } from '../testing/all-types.js';
import { canonicalFromValue } from '../testing/canonical-values.js';
import { readFunctionPlans } from '../testing/function-plans.js';
import { goldenPlan } from '../testing/golden-expressions.js';
import { randomRows } from '../testing/random-expressions.js';
import { RowEvaluator, thrownText } from '../testing/row-evaluator.js';
import { checkExpression } from './check.js';
import { type Expression } from './expression.js';
import { isDistinctFrom, isNotDistinctFrom } from './logic/distinct-from.js';
import { unaryPlus } from './numbers/negate.js';
import { evaluateReference } from './reference.js';
import { allFunctions, functionOf } from './registry.js';
import { parseExpression } from './rex-parser.js';
import { type SqlValue } from './sql-value.js';

const ROWS = 24;
const RUNS = 4;
/** The planner writes these as other calls. */
const REWRITTEN: readonly unknown[] = [isDistinctFrom, isNotDistinctFrom, unaryPlus];
const plan = goldenPlan();
const evaluator = new RowEvaluator(
  ALL_TYPES.map(({ type }) => type),
  plan,
);
const accepted = readFunctionPlans()
  .map(({ sql, rex }) => ({ sql, expression: parseExpression(rex) }))
  .filter(({ expression }) => checkExpression(expression, plan) === null);

function text(expression: Expression, evaluate: () => SqlValue): string {
  try {
    return JSON.stringify(canonicalFromValue(evaluate(), expression.type));
  } catch (error) {
    return thrownText(error);
  }
}

describe('loops against reference versions', () => {
  test('every function with SQL templates is among the plans', () => {
    const reached = new Set<unknown>();
    const visit = (expression: Expression): void => {
      if (expression.kind === 'field') visit(expression.source);
      if (expression.kind !== 'call') return;
      reached.add(functionOf(expression));
      expression.operands.forEach(visit);
    };
    accepted.forEach(({ expression }) => visit(expression));
    const missing = allFunctions().filter(
      (entry) => entry.templates.length > 0 && !reached.has(entry) && !REWRITTEN.includes(entry),
    );
    // Written anew with SLIPSTREAM_WRITE_GOLDEN=1 npx vitest run src/testing/function-plans-oracle.test.ts
    expect(missing.map(({ names }) => names[0])).toEqual([]);
  });

  test.each([
    { rows: 'with NULLs', nullFree: false },
    { rows: 'without NULLs', nullFree: true },
  ])('the same values and exceptions over random rows $rows', ({ nullFree }) => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const rows = randomRows(seed, ROWS, nullFree);
        for (const { sql, expression } of accepted) {
          const wanted = rows.map((row) => text(expression, () => evaluateReference(expression, row, plan)));
          const program = evaluator.program([expression]);
          const fine = rows.flatMap((_row, index) => (wanted[index]?.startsWith('throws') ? [] : [index]));
          const values = evaluator.evaluate(program, rows, fine);
          for (const index of fine) {
            expect(
              text(expression, () => values.get(index)?.[0] ?? null),
              `${sql}, row ${index}`,
            ).toBe(wanted[index]);
          }
          const first = wanted.find((result) => result.startsWith('throws'));
          if (first === undefined) continue;
          const all = rows.map((_row, index) => index);
          expect(
            text(expression, () => evaluator.evaluate(program, rows, all).size),
            sql,
          ).toBe(first);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
