/** Writes expressions into a loop's text: columns and literals here, calls by the registry. */
import { emitLoad } from '../codegen/column-access.js';
import { type Code } from '../codegen/code.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { NEVER_NULL, type Value } from '../codegen/value.js';
import { assert } from '../errors.js';
import { keyOf, type CallExpression, type Expression, type FieldExpression } from './expression.js';
import { type EmitContext } from './function.js';
import { asPart, partsOfRow } from './nested/constructors.js';
import { functionOf } from './registry.js';
import { literalValue } from './literal-value.js';

export function emitContext(code: Code, runtime: EvaluationRuntime): EmitContext {
  const context: EmitContext = {
    code,
    runtime,
    plan: runtime.plan,
    emit(expression: Expression): Value {
      const key = keyOf(expression);
      return code.recall(key) ?? code.remember(key, emitNew(expression, context));
    },
  };
  return context;
}

function emitNew(expression: Expression, context: EmitContext): Value {
  switch (expression.kind) {
    case 'input':
      return emitLoad(context.code, context.code.input([expression.index], expression.type));
    case 'literal':
      return literalValue(context, expression.value, expression.type);
    case 'field':
      return emitField(expression, context);
    case 'call':
      return emitCall(expression, context);
    case 'symbol':
    case 'sarg':
      throw new Error(`${expression.kind} has no value of its own`);
  }
}

function emitCall(call: CallExpression, context: EmitContext): Value {
  const implementation = functionOf(call);
  assert(implementation !== undefined, `function ${call.function} was accepted and is not registered`);
  return implementation.emit(call, context);
}

/** The field's own NULL, or the row's: what lies under a NULL row is undefined. */
function emitField(field: FieldExpression, context: EmitContext): Value {
  const { code } = context;
  const parts = partsOfRow(field.source);
  if (parts) return emitFieldOfParts(field, parts, context);
  const row = context.emit(field.source);
  assert(row.source !== undefined, `field ${field.name} of a row that is no column`);
  const index = row.terms[0] ?? 'r';
  const loaded = emitLoad(code, code.child(row.source, field.index, field.type), index);
  if (row.isNull === NEVER_NULL) return loaded;
  const isNull = loaded.isNull === NEVER_NULL ? row.isNull : code.local(`${row.isNull} | ${loaded.isNull}`, 'n');
  return { ...loaded, isNull };
}

/** The whole row is evaluated, as in Flink, which writes it into binary form first. */
function emitFieldOfParts(field: FieldExpression, parts: readonly Expression[], context: EmitContext): Value {
  const value = parts.map((part) => context.emit(part))[field.index];
  assert(value !== undefined, `no field ${field.name}`);
  return asPart(value, field.type);
}
