/**
 * AND and OR of three values (Flink: generateAnd, generateOr): from left to right, two at a time; the right side is not evaluated when the
 * left one decides, and it is when the left one is NULL.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { assert } from '../../errors.js';
import { type CallExpression, type Expression } from '../expression.js';
import { type EmitContext, type ReferenceContext, type ScalarFunction } from '../function.js';
import { type SqlValue } from '../sql-value.js';

/** `decisive` is the value that decides: false for AND, true for OR. */
function emitPair(
  left: Value,
  rightNode: Expression,
  decisive: boolean,
  call: CallExpression,
  context: EmitContext,
): Value {
  const { code } = context;
  const isDecisive = (value: Value): string => (decisive ? `${value.terms[0]}` : `!${value.terms[0]}`);
  const result = code.variable(String(decisive));
  const isNull = code.variable(NEVER_NULL, 'n');
  let nullable = false;
  const decided = left.isNull === NEVER_NULL ? isDecisive(left) : `${left.isNull} === 0 && ${isDecisive(left)}`;
  code.if(`!(${decided})`, () => {
    const right = context.emit(rightNode);
    const rightDecides =
      right.isNull === NEVER_NULL ? isDecisive(right) : `${right.isNull} === 0 && ${isDecisive(right)}`;
    code.if(`!(${rightDecides})`, () => {
      code.line(`${result} = ${!decisive};`);
      nullable = left.isNull !== NEVER_NULL || right.isNull !== NEVER_NULL;
      if (nullable) code.line(`${isNull} = ${left.isNull} | ${right.isNull};`);
    });
  });
  return { type: call.type, isNull: nullable ? isNull : NEVER_NULL, terms: [result] };
}

function emitChain(call: CallExpression, decisive: boolean, context: EmitContext): Value {
  const [first, ...others] = call.operands;
  assert(first !== undefined, `${call.function} has no operands`);
  return others.reduce((left, node) => emitPair(left, node, decisive, call, context), context.emit(first));
}

/** Pairs from the left, as Flink nests them: a NULL so far does not spare the rest. */
function referenceChain(call: CallExpression, decisive: boolean, context: ReferenceContext): SqlValue {
  const [first, ...others] = call.operands;
  assert(first !== undefined, `${call.function} has no operands`);
  return others.reduce<SqlValue>((left, node) => {
    if (left === decisive) return decisive;
    const right = context.evaluate(node);
    if (right === decisive) return decisive;
    return left === null || right === null ? null : !decisive;
  }, context.evaluate(first));
}

function connective(name: 'AND' | 'OR', decisive: boolean): ScalarFunction {
  return {
    names: [name],
    check(call) {
      return call.operands.every((operand) => operand.type.kind === 'BOOLEAN')
        ? null
        : `${name} of other types than BOOLEAN`;
    },
    emit: (call, context) => emitChain(call, decisive, context),
    reference: (call, context) => referenceChain(call, decisive, context),
    templates: [
      { sql: `($0 ${name} $1)`, operands: ['BOOLEAN', 'BOOLEAN'], result: 'BOOLEAN' },
      { sql: `($0 ${name} $1 ${name} $2)`, operands: ['BOOLEAN', 'BOOLEAN', 'BOOLEAN'], result: 'BOOLEAN' },
    ],
  };
}

export const and = connective('AND', false);
export const or = connective('OR', true);
