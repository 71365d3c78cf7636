/**
 * Typed expressions, as RexNodeJsonSerializer writes them into compiled plans. Frozen data; every type is the plan's own, nothing
 * is inferred here.
 */
import { type LogicalType } from '../columnar/types.js';
import { type SqlValue } from './sql-value.js';

export type Expression =
  InputExpression | LiteralExpression | SymbolExpression | SargExpression | FieldExpression | CallExpression;

/** A column of the input (RexInputRef). */
export interface InputExpression {
  readonly kind: 'input';
  readonly index: number;
  readonly type: LogicalType;
}

export interface LiteralExpression {
  readonly kind: 'literal';
  readonly value: SqlValue;
  readonly type: LogicalType;
}

/** An enum constant of Calcite or Flink, such as TIME_UNIT_RANGE HOUR. */
export interface SymbolExpression {
  readonly kind: 'symbol';
  readonly symbol: string;
  readonly value: string;
  readonly type: LogicalType;
}

/** The right side of SEARCH (Calcite's Sarg): ranges in ascending order. `type` is that of the bounds. */
export interface SargExpression {
  readonly kind: 'sarg';
  readonly ranges: readonly SargRange[];
  readonly nullAs: 'TRUE' | 'FALSE' | 'UNKNOWN';
  readonly type: LogicalType;
}

export interface SargRange {
  readonly lower?: SargBound;
  readonly upper?: SargBound;
}

export interface SargBound {
  readonly value: SqlValue;
  readonly open: boolean;
}

/** A field of a row value (RexFieldAccess). */
export interface FieldExpression {
  readonly kind: 'field';
  readonly source: Expression;
  readonly name: string;
  readonly index: number;
  readonly type: LogicalType;
}

export interface CallExpression {
  readonly kind: 'call';
  /** Flink's name without `$` and version, upper case: `+`, `CASE`, `SUBSTRING`, `IS NOT NULL`; a user's function: `user:NAME`. */
  readonly function: string;
  /** Of the internal name, e.g. 1 in `$SUBSTRING$1`. */
  readonly version: number;
  readonly operands: readonly Expression[];
  readonly type: LogicalType;
}

/** How the expression reads in a refusal, e.g. `EXP($3)`. */
export function describe(expression: Expression): string {
  switch (expression.kind) {
    case 'input':
      return `$${expression.index}`;
    case 'literal':
      return describeLiteral(expression.value);
    case 'symbol':
      return expression.value;
    case 'sarg':
      return 'Sarg';
    case 'field':
      return `${describe(expression.source)}.${expression.name}`;
    case 'call':
      return `${expression.function.replace(/^user:/, '')}(${expression.operands.map(describe).join(', ')})`;
  }
}

function describeLiteral(value: SqlValue): string {
  if (value instanceof Uint8Array) return `'${Buffer.from(value).toString('utf8')}'`;
  if (typeof value === 'object' && value !== null) return 'literal';
  return String(value);
}

const keys = new WeakMap<Expression, string>();

/** Equal for expressions that compute the same: structure, constants and types. */
export function keyOf(expression: Expression): string {
  const known = keys.get(expression);
  if (known !== undefined) return known;
  const key = JSON.stringify(expression, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number' && (Object.is(value, -0) || !Number.isFinite(value)))
      return `number ${Object.is(value, -0) ? '-0' : value}`;
    if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
    return value;
  });
  keys.set(expression, key);
  return key;
}

/** The expression and all below it, parents first. */
export function* walk(expression: Expression): Iterable<Expression> {
  yield expression;
  if (expression.kind === 'field') yield* walk(expression.source);
  if (expression.kind === 'call') for (const operand of expression.operands) yield* walk(operand);
}
