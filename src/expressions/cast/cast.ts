/** CAST and TRY_CAST (Flink: ScalarOperatorGens.generateCast, CastRuleProvider): the first rule that applies. */
import { assert, ErrorCode, SlipstreamError } from '../../errors.js';
import { type LogicalType } from '../../columnar/types.js';
import { type CallExpression } from '../expression.js';
import { type Value } from '../../codegen/value.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';
import { type EmitContext, type ScalarFunction } from '../function.js';
import { type SqlValue } from '../sql-value.js';
import { type CastRule } from './cast-rule.js';
import { CAST_RULES } from './cast-rules.js';
import { CAST_TEMPLATES } from './cast-templates.js';
import { identityCast } from './identity.js';

const LEGACY_CAST = 'table.exec.legacy-cast-behaviour';

const LEGACY_REASON = `${LEGACY_CAST} is on: the old casts are not implemented`;

function isLegacy(plan: PlanContext): boolean {
  return (plan.config.get(LEGACY_CAST) ?? 'DISABLED').toUpperCase() !== 'DISABLED';
}

function ruleFor(from: LogicalType, to: LogicalType): CastRule | undefined {
  return CAST_RULES.find((rule) => rule.applies(from, to));
}

function typesOf(call: CallExpression): { from: LogicalType; to: LogicalType } {
  const [operand] = call.operands;
  assert(operand !== undefined, 'CAST has no operand');
  return { from: operand.type, to: call.type };
}

/** A cast that Flink's code generation puts in by itself, such as that of a CASE branch to the result's type. */
export const implicitCast = {
  check(from: LogicalType, to: LogicalType, plan: PlanContext): Refusal {
    const rule = ruleFor(from, to);
    if (rule !== identityCast && isLegacy(plan)) return LEGACY_REASON;
    return rule ? rule.check(from, to, plan) : `cast from ${from.kind} to ${to.kind} is not implemented`;
  },
  emit(value: Value, to: LogicalType, context: EmitContext, nullOnFailure: boolean): Value {
    const rule = ruleFor(value.type, to);
    assert(rule !== undefined, `a cast from ${value.type.kind} to ${to.kind} was accepted`);
    return { ...rule.emit(value, to, context, nullOnFailure && rule.canFail(value.type, to)), type: to };
  },
  reference(value: SqlValue, from: LogicalType, to: LogicalType, plan: PlanContext): SqlValue {
    const rule = ruleFor(from, to);
    assert(rule !== undefined, `a cast from ${from.kind} to ${to.kind} was accepted`);
    return value === null ? null : rule.reference(value, from, to, plan);
  },
};

export const cast: ScalarFunction = {
  names: ['CAST', 'TRY_CAST'],
  check(call, plan) {
    if (isLegacy(plan)) return LEGACY_REASON;
    const { from, to } = typesOf(call);
    const rule = ruleFor(from, to);
    if (!rule) return `cast from ${from.kind} to ${to.kind} is not implemented`;
    return rule.check(from, to, plan);
  },
  emit(call, context) {
    const { from, to } = typesOf(call);
    const rule = ruleFor(from, to);
    const [operand] = call.operands;
    assert(rule !== undefined && operand !== undefined, `a cast from ${from.kind} to ${to.kind} was accepted`);
    const nullOnFailure = call.function === 'TRY_CAST' && rule.canFail(from, to);
    return { ...rule.emit(context.emit(operand), to, context, nullOnFailure), type: to };
  },
  reference(call, context) {
    const { from, to } = typesOf(call);
    const rule = ruleFor(from, to);
    const [operand] = call.operands;
    assert(rule !== undefined && operand !== undefined, `a cast from ${from.kind} to ${to.kind} was accepted`);
    const value = context.evaluate(operand);
    if (value === null) return null;
    if (call.function !== 'TRY_CAST' || !rule.canFail(from, to)) return rule.reference(value, from, to, context.plan);
    try {
      return rule.reference(value, from, to, context.plan);
    } catch (error) {
      if (error instanceof SlipstreamError && error.code === ErrorCode.evaluationFailed) return null;
      throw error;
    }
  },
  templates: CAST_TEMPLATES,
};
