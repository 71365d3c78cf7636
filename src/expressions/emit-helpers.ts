/** The two shapes that most emitters have: a total formula, and a guarded call of a helper function. */
import { anyNull, NEVER_NULL, type Value } from '../codegen/value.js';
import { physicalOf, type LogicalType } from '../columnar/types.js';
import { type Code } from '../codegen/code.js';
import { type CallExpression } from './expression.js';
import { type EmitContext, type ReferenceContext } from './function.js';
import { type SqlValue } from './sql-value.js';

/** The values of all operands, computed here in order, as Flink does before it looks at NULLs. */
export function emitOperands(call: CallExpression, context: EmitContext): Value[] {
  return call.operands.map((operand) => context.emit(operand));
}

/**
 * NULL when an operand is; otherwise `formulas`, one for each term of the result. They are computed under NULL too: they must
 * neither throw nor read memory.
 */
export function emitTotal(
  context: EmitContext,
  type: LogicalType,
  operands: readonly Value[],
  formulas: readonly string[],
): Value {
  const isNull = context.code.local(anyNull(operands), 'n');
  return { type, isNull, terms: formulas.map((formula) => context.code.local(formula)) };
}

/** Initial values of the terms of a variable, by physical form. */
export function emptyTerms(type: LogicalType): string[] {
  const physical = physicalOf(type);
  switch (physical) {
    case 'bool':
      return ['false'];
    case 'int32':
    case 'float32':
    case 'float64':
      return ['0'];
    case 'int64':
      return ['0n'];
    case 'int128':
      return ['0n', '0n'];
    case 'timestamp':
      return ['0n', '0'];
    case 'view':
    case 'list':
    case 'map':
      return ['0', '0'];
    case 'row':
      return ['0'];
    case 'null':
      return [];
  }
}

/** Variables for a result that is assigned in branches. */
export interface ResultVariables {
  readonly value: Value;
  /** Statements that give them this value. */
  assign(value: Value): void;
}

/**
 * A value of variables as constants, once all branches have assigned them: bigints are cut to the 64 bits that they have, or V8 would
 * keep them on its heap from here on.
 */
export function settled(code: Code, value: Value): Value {
  const isBigint = (index: number): boolean => {
    const physical = physicalOf(value.type);
    return physical === 'int64' || physical === 'int128' || (physical === 'timestamp' && index === 0);
  };
  return {
    ...value,
    terms: value.terms.map((term, index) => (isBigint(index) ? code.local(`BigInt.asIntN(64, ${term})`) : term)),
  };
}

/** NULL unless assigned. */
export function emitResultVariables(code: Code, type: LogicalType, initiallyNull: 0 | 1 = 1): ResultVariables {
  const isNull = code.variable(String(initiallyNull), 'n');
  const terms = emptyTerms(type).map((initial) => code.variable(initial));
  return {
    value: { type, isNull, terms },
    assign(value: Value): void {
      code.line(`${isNull} = ${value.isNull};`);
      terms.forEach((term, index) => {
        const from = value.terms[index];
        if (from !== undefined) code.line(`${term} = ${from};`);
      });
    },
  };
}

/**
 * `body` runs only when no operand is NULL, and gives the terms of the result; its statements may throw, call and read memory.
 * `isNull` may come back with them when the function itself can answer NULL.
 */
export function emitGuarded(
  context: EmitContext,
  type: LogicalType,
  operands: readonly Value[],
  body: () => { readonly terms: readonly string[]; readonly isNull?: string },
): Value {
  const { code } = context;
  const guard = code.local(anyNull(operands), 'n');
  const result = emitResultVariables(code, type);
  let nullable = false;
  const emitBody = (): void => {
    const { terms, isNull = NEVER_NULL } = body();
    nullable = isNull !== NEVER_NULL;
    result.assign({ type, isNull, terms });
  };
  if (guard === NEVER_NULL) emitInline(code, emitBody);
  else code.if(`${guard} === 0`, emitBody);
  return settled(code, {
    ...result.value,
    isNull: nullable || guard !== NEVER_NULL ? result.value.isNull : NEVER_NULL,
  });
}

function emitInline(code: Code, body: () => void): void {
  code.block('{', body);
}

/** How a helper answers; see EvaluationRuntime. `nullable`: it may set rt.isNull. */
export interface HelperOptions {
  readonly nullable?: boolean;
}

/**
 * NULL when an operand is; otherwise the result of `helper(rt, ...terms, ...extra)`, where `terms` are those of all operands in
 * order and `extra` are constants of the query.
 */
export function emitHelperCall(
  context: EmitContext,
  type: LogicalType,
  operands: readonly Value[],
  helper: (...args: never[]) => unknown,
  options: HelperOptions & { readonly extra?: readonly unknown[] } = {},
): Value {
  const { code } = context;
  return emitGuarded(context, type, operands, () => {
    const args = [
      'rt',
      ...operands.flatMap((operand) => operand.terms),
      ...(options.extra ?? []).map((value) => code.constant(value)),
    ];
    const first = code.local(`${code.constant(helper)}(${args.join(', ')})`);
    const terms = [first, ...secondTerms(code, type)];
    if (!options.nullable) return { terms };
    const isNull = code.local('rt.isNull', 'n');
    code.if(isNull, () => code.line('rt.isNull = 0;'));
    return { terms, isNull };
  });
}

function secondTerms(code: Code, type: LogicalType): string[] {
  switch (physicalOf(type)) {
    case 'view':
      return [code.local('rt.length')];
    case 'timestamp':
      return [code.local('rt.nanos')];
    case 'int128':
      return [code.local('rt.high')];
    default:
      return [];
  }
}

/** For reference versions: NULL when an operand is, otherwise `compute` of the operands' values. */
export function strictReference(
  compute: (values: readonly Exclude<SqlValue, null>[], call: CallExpression, context: ReferenceContext) => SqlValue,
): (call: CallExpression, context: ReferenceContext) => SqlValue {
  return (call, context) => {
    const values = call.operands.map((operand) =>
      operand.kind === 'symbol' || operand.kind === 'sarg' ? null : context.evaluate(operand),
    );
    const hasNull = values.some(
      (value, index) =>
        value === null && call.operands[index]?.kind !== 'symbol' && call.operands[index]?.kind !== 'sarg',
    );
    return hasNull ? null : compute(values as Exclude<SqlValue, null>[], call, context);
  };
}
