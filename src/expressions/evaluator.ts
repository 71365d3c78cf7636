/** Writes expressions into a loop's text: columns and literals here, calls by the registry. */
import { emitLoad } from '../codegen/column-access.js';
import { type Code } from '../codegen/code.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { physicalOf, type LogicalType } from '../columnar/types.js';
import { assert } from '../errors.js';
import { keyOf, type CallExpression, type Expression, type FieldExpression } from './expression.js';
import { emptyTerms } from './emit-helpers.js';
import { type EmitContext } from './function.js';
import { functionOf } from './registry.js';
import { type SqlValue, type TimestampValue } from './sql-value.js';

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
  const row = context.emit(field.source);
  assert(row.source !== undefined, `field ${field.name} of a row that is no column`);
  const index = row.terms[0] ?? 'r';
  const loaded = emitLoad(code, code.child(row.source, field.index, field.type), index);
  if (row.isNull === NEVER_NULL) return loaded;
  const isNull = loaded.isNull === NEVER_NULL ? row.isNull : code.local(`${row.isNull} | ${loaded.isNull}`, 'n');
  return { ...loaded, isNull };
}

/** Small numbers stand in the text as names of constants too: equal shapes share one compiled loop. */
export function literalValue(context: EmitContext, value: SqlValue, type: LogicalType): Value {
  if (value === null) return { type, isNull: ALWAYS_NULL, terms: emptyTerms(type) };
  const { code } = context;
  const terms = literalTerms(context, value, type).map((term) =>
    typeof term === 'boolean' ? String(term) : code.constant(term),
  );
  return { type, isNull: NEVER_NULL, terms };
}

function literalTerms(context: EmitContext, value: Exclude<SqlValue, null>, type: LogicalType): readonly unknown[] {
  switch (physicalOf(type)) {
    case 'view': {
      const bytes = value as Uint8Array;
      return [context.runtime.intern(bytes), bytes.length];
    }
    case 'timestamp': {
      const timestamp = value as TimestampValue;
      return [timestamp.milliseconds, timestamp.nanos];
    }
    case 'int128': {
      const unscaled = value as bigint;
      return [BigInt.asIntN(64, unscaled), unscaled >> 64n];
    }
    default:
      return [value];
  }
}
