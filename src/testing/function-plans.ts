/**
 * One plan of every SQL template of the registry over the all-types table, as stock Flink plans it: the expressions of the property tests,
 * which compare loops with reference versions and need no JVM. Written by function-plans-oracle.test.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parsePlanJson } from '../expressions/plan-json.js';
import { allFunctions } from '../expressions/registry.js';
import { type FuzzType, type SqlTemplate } from '../expressions/function.js';
import { ALL_TYPES } from './all-types.js';
import { expressionOracle } from './expression-oracle.js';

export interface FunctionPlan {
  readonly sql: string;
  /** RexNode JSON. */
  readonly rex: unknown;
}

const FILE = new URL('golden/function-plans.json', import.meta.url);
const BATCH = 30;

export function readFunctionPlans(): readonly FunctionPlan[] {
  return parsePlanJson(readFileSync(FILE, 'utf8')) as FunctionPlan[];
}

/** The n-th column of the type, in turn, or the n-th of the given texts. */
function operandText(operand: FuzzType | readonly string[], turn: number): string {
  const choices =
    typeof operand === 'string'
      ? ALL_TYPES.filter(({ fuzzType }) => fuzzType === operand).map(({ name }) => `t.${name}`)
      : operand;
  return choices[turn % choices.length] ?? 'NULL';
}

function instantiate(template: SqlTemplate, turn: number): string {
  return template.sql.replace(/\$(\d)/g, (_text, index: string) =>
    operandText(template.operands[Number(index)] ?? [], turn + Number(index)),
  );
}

/** The planner refuses some pairs of types; those are left out. */
export async function deriveFunctionPlans(): Promise<FunctionPlan[]> {
  const expressions = allFunctions().flatMap(({ templates }) => templates.map(instantiate));
  return planExpressions(expressions);
}

export async function planExpressions(expressions: readonly string[]): Promise<FunctionPlan[]> {
  const plans: FunctionPlan[] = [];
  for (let at = 0; at < expressions.length; at += BATCH) plans.push(...(await plan(expressions.slice(at, at + BATCH))));
  return plans;
}

async function plan(expressions: readonly string[]): Promise<FunctionPlan[]> {
  const answer = await expressionOracle().ask({
    columns: ALL_TYPES.map(({ name, sqlType }) => [name, sqlType]),
    rows: [],
    expressions,
  });
  if ('results' in answer) {
    const projection = answer.calc['projection'] as readonly unknown[];
    return expressions.map((sql, index) => ({ sql, rex: projection[index] }));
  }
  if (expressions.length === 1) return [];
  const middle = expressions.length >> 1;
  return [...(await plan(expressions.slice(0, middle))), ...(await plan(expressions.slice(middle)))];
}

export function writeFunctionPlans(plans: readonly FunctionPlan[]): void {
  const lines = plans.map((one) =>
    JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? `bigint ${value}` : value)).replace(
      /"bigint (-?\d+)"/g,
      '$1',
    ),
  );
  writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`);
}
