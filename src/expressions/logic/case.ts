/**
 * CASE (Flink: generateIfElse) and IF (IfCallGen): the conditions in order, only the branch that is taken, cast to the result's type. A NULL
 * condition is false.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { physicalOf } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { implicitCast } from '../cast/cast.js';
import { emitResultVariables, settled, type ResultVariables } from '../emit-helpers.js';
import { type CallExpression, type Expression } from '../expression.js';
import {
  type EmitContext,
  type FuzzType,
  type ReferenceContext,
  type ScalarFunction,
  type SqlTemplate,
} from '../function.js';
import { type SqlValue } from '../sql-value.js';

const NESTED = ['list', 'map', 'row'];

export function checkBranches(call: CallExpression, branches: readonly Expression[], plan: PlanContext): Refusal {
  if (NESTED.includes(physicalOf(call.type)))
    return `a choice between values of type ${call.type.kind} is not implemented`;
  for (const branch of branches) {
    const refusal = branch.type.kind === 'NULL' ? null : implicitCast.check(branch.type, call.type, plan);
    if (refusal !== null) return refusal;
  }
  return null;
}

function castBranch(value: Value, call: CallExpression, context: EmitContext): Value {
  if (value.type.kind === 'NULL') return { type: call.type, isNull: '1', terms: [] };
  // generateIfElse casts its branches as TRY_CAST does.
  return implicitCast.emit(value, call.type, context, call.function === 'CASE');
}

export function conditionText(condition: Value): string {
  return condition.isNull === NEVER_NULL
    ? `${condition.terms[0]}`
    : `${condition.isNull} === 0 && ${condition.terms[0]}`;
}

function emitBranches(
  operands: readonly Expression[],
  call: CallExpression,
  result: ResultVariables,
  context: EmitContext,
): boolean {
  const [first, then, ...others] = operands;
  assert(first !== undefined, `${call.function} has no operands`);
  if (then === undefined) {
    const value = castBranch(context.emit(first), call, context);
    result.assign(value);
    return value.isNull !== NEVER_NULL;
  }
  const condition = context.emit(first);
  let nullable = false;
  context.code.if(
    conditionText(condition),
    () => {
      const value = castBranch(context.emit(then), call, context);
      result.assign(value);
      nullable = value.isNull !== NEVER_NULL;
    },
    () => {
      nullable = emitBranches(others, call, result, context) || nullable;
    },
  );
  return nullable;
}

function referenceBranches(operands: readonly Expression[], call: CallExpression, context: ReferenceContext): SqlValue {
  const [first, then, ...others] = operands;
  assert(first !== undefined, `${call.function} has no operands`);
  if (then !== undefined && context.evaluate(first) !== true) return referenceBranches(others, call, context);
  const branch = then ?? first;
  const value = context.evaluate(branch);
  return branch.type.kind === 'NULL' ? null : implicitCast.reference(value, branch.type, call.type, context.plan);
}

const TYPES: readonly FuzzType[] = [
  'BOOLEAN',
  'INT',
  'BIGINT',
  'DOUBLE',
  'DECIMAL',
  'STRING',
  'BYTES',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMP_LTZ',
];
const MIXED: readonly (readonly [FuzzType, FuzzType])[] = [
  ['TINYINT', 'INT'],
  ['INT', 'BIGINT'],
  ['BIGINT', 'DOUBLE'],
  ['INT', 'DECIMAL'],
  ['FLOAT', 'DOUBLE'],
];

function choice(
  name: 'CASE' | 'IF',
  template: (types: readonly [FuzzType, FuzzType]) => SqlTemplate[],
): ScalarFunction {
  return {
    names: [name],
    check(call, plan) {
      const branches = call.operands.filter((_operand, index) => index % 2 === 1 || index === call.operands.length - 1);
      return checkBranches(call, branches, plan);
    },
    emit(call, context) {
      const result = emitResultVariables(context.code, call.type);
      const nullable = emitBranches(call.operands, call, result, context);
      return settled(context.code, nullable ? result.value : { ...result.value, isNull: NEVER_NULL });
    },
    reference: (call, context) => referenceBranches(call.operands, call, context),
    templates: [...TYPES.map((type) => [type, type] as const), ...MIXED].flatMap(template),
  };
}

export const caseWhen = choice('CASE', ([a, b]) => [
  { sql: '(CASE WHEN $0 THEN $1 ELSE $2 END)', operands: ['BOOLEAN', a, b], result: b },
  { sql: '(CASE WHEN $0 THEN $1 WHEN $2 THEN $3 END)', operands: ['BOOLEAN', a, 'BOOLEAN', b], result: b },
  { sql: 'NULLIF($0, $1)', operands: [a, b], result: a },
]);

export const ifThenElse = choice('IF', ([a, b]) => [{ sql: 'IF($0, $1, $2)', operands: ['BOOLEAN', a, b], result: b }]);
