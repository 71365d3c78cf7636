/** Scalar functions on values that are at hand: what Flink's declarative aggregates are made of. */
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { physicalOf, type LogicalType } from '../columnar/types.js';
import { assert } from '../errors.js';
import { type CallExpression, type Expression } from '../expressions/expression.js';
import { type EmitContext } from '../expressions/function.js';
import { functionOf } from '../expressions/registry.js';

/** `name(values)` of this type, e.g. `+`, with the expressions' own emitters. */
export function emitValueCall(context: EmitContext, name: string, type: LogicalType, values: readonly Value[]): Value {
  const known = new Map<Expression, Value>();
  const operands = values.map((value): Expression => {
    const operand: Expression = { kind: 'input', index: -1, type: value.type };
    known.set(operand, value);
    return operand;
  });
  const call: CallExpression = { kind: 'call', function: name, version: 1, operands, type };
  const implementation = functionOf(call);
  assert(implementation !== undefined, `no function ${name}`);
  return implementation.emit(call, {
    ...context,
    emit: (expression) => known.get(expression) ?? context.emit(expression),
  });
}

/** The value itself when it lies as the type does, otherwise cast. */
export function emitCast(context: EmitContext, type: LogicalType, value: Value): Value {
  return value.type.kind === type.kind && value.type.kind !== 'DECIMAL'
    ? value
    : emitValueCall(context, 'CAST', type, [value]);
}

/**
 * Decoders put NULL into NOT NULL columns. Flink's generated code does not ask whether such a value is NULL (ScalarOperatorGens.generateIsNull): it goes on
 * with one, and what is computed of it is NULL. Only a DECIMAL, and what is not read as a primitive or a string, is asked.
 */
export function takesNullForValue(type: LogicalType): boolean {
  return !type.nullable && !['decimal', 'nested'].includes(familyOf(type));
}

function familyOf(type: LogicalType): string {
  if (type.kind === 'DECIMAL') return 'decimal';
  return ['list', 'map', 'row'].includes(physicalOf(type)) ? 'nested' : 'plain';
}

/** `body` where a value is not NULL; `onNull` where it is one and Flink does not see it. */
export function emitByNull(context: EmitContext, value: Value, body: () => void, onNull: () => void): void {
  const { code } = context;
  if (value.isNull === NEVER_NULL || !takesNullForValue(value.type)) emitUnlessNull(context, value, body);
  else if (value.isNull === ALWAYS_NULL) code.block('{', onNull);
  else code.if(`${value.isNull} === 0`, body, onNull);
}

/** Runs `body` where a value is not NULL. */
export function emitUnlessNull(context: EmitContext, value: Value, body: () => void): void {
  const { code } = context;
  if (value.isNull === '0') code.block('{', body);
  else code.if(`${value.isNull} === 0`, body);
}
