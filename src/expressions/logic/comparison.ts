/**
 * How two values compare (Flink: ScalarOperatorGens.generateComparison). Numbers as Java's primitives: NaN is unequal to all, -0.0 equals
 * 0.0. With a DECIMAL: exactly, or by Double.compare. Strings and binaries by unsigned bytes. The order of booleans is false, true.
 */
import { type Value } from '../../codegen/value.js';
import { physicalOf, type LogicalType } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { stringKernels } from '../../kernels/strings.js';
import { type EmitContext } from '../function.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { conversion, convertNumber } from '../numbers/conversions.js';
import { doubleFromDecimal } from '../numbers/cast-decimals.js';
import { wideOf, type DecimalType } from '../numbers/decimal-emit.js';
import { powerOfTen } from '../numbers/decimals.js';
import {
  asDecimalType,
  isNumber,
  isPrimitiveNumber,
  promote,
  type PrimitiveNumberKind,
} from '../numbers/number-types.js';

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

const TEXT = ['CHAR', 'VARCHAR'];
const BINARY = ['BINARY', 'VARBINARY'];
const SAME_KIND = ['BOOLEAN', 'DATE', 'TIME', 'INTERVAL_YEAR_MONTH', 'INTERVAL_DAY_TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ'];

/** Null when the two types can be compared here, else the reason. */
export function checkComparable(left: LogicalType, right: LogicalType): string | null {
  if (isNumber(left.kind) && isNumber(right.kind)) return null;
  for (const family of [TEXT, BINARY]) if (family.includes(left.kind) && family.includes(right.kind)) return null;
  if (left.kind === right.kind && SAME_KIND.includes(left.kind)) return null;
  return `comparison of ${left.kind} and ${right.kind} is not implemented`;
}

/** A JavaScript condition; both values must not be NULL when `readsMemory` is true of their type. */
export function comparisonFormula(
  operator: ComparisonOperator,
  left: Value,
  right: Value,
  context: EmitContext,
): string {
  const js = { '=': '===', '<>': '!==', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }[operator];
  if (isNumber(left.type.kind) && isNumber(right.type.kind)) return numberFormula(js, left, right, context);
  const [a = '0', a2 = '0'] = left.terms;
  const [b = '0', b2 = '0'] = right.terms;
  switch (physicalOf(left.type)) {
    case 'bool':
      return operator === '=' || operator === '<>' ? `${a} ${js} ${b}` : `(${a} ? 1 : 0) ${js} (${b} ? 1 : 0)`;
    case 'view': {
      const { equals, compare } = stringKernels(context.runtime.memory);
      const args = `${a}, ${a2}, ${b}, ${b2}`;
      if (operator === '=' || operator === '<>') {
        const isEqual = `(${a2} === ${b2} && ${context.code.constant(equals)}(${args}) !== 0)`;
        return operator === '=' ? isEqual : `!${isEqual}`;
      }
      return `${context.code.constant(compare)}(${args}) ${js} 0`;
    }
    case 'timestamp':
      return timestampFormula(operator, a, a2, b, b2);
    default:
      return `${a} ${js} ${b}`;
  }
}

/** Whether comparing reads through pointers, which are undefined under NULL. */
export function comparisonReadsMemory(type: LogicalType): boolean {
  return physicalOf(type) === 'view';
}

function timestampFormula(operator: ComparisonOperator, a: string, a2: string, b: string, b2: string): string {
  if (operator === '=') return `(${a} === ${b} && ${a2} === ${b2})`;
  if (operator === '<>') return `(${a} !== ${b} || ${a2} !== ${b2})`;
  const strict = operator.startsWith('<') ? '<' : '>';
  return `(${a} ${strict} ${b} || ${a} === ${b} && ${a2} ${operator} ${b2})`;
}

function numberFormula(js: string, left: Value, right: Value, context: EmitContext): string {
  const { code, runtime } = context;
  const kinds = [left.type.kind, right.type.kind];
  if (!kinds.includes('DECIMAL')) {
    const kind = promote(left.type.kind as PrimitiveNumberKind, right.type.kind as PrimitiveNumberKind);
    const [a, b] = [left, right].map((value) =>
      code.local(conversion(code, runtime, value.terms[0] ?? '0', value.type.kind as PrimitiveNumberKind, kind)),
    );
    return `${a} ${js} ${b}`;
  }
  if (kinds.includes('FLOAT') || kinds.includes('DOUBLE')) {
    const [a, b] = [left, right].map((value) => doubleTerm(value, context));
    return `${code.constant(compareDoubles)}(${a}, ${b}) ${js} 0`;
  }
  const [a, b] = alignedWides(left, right, context);
  return `${a} ${js} ${b}`;
}

function doubleTerm(value: Value, context: EmitContext): string {
  const { code } = context;
  if (value.type.kind !== 'DECIMAL') return value.terms[0] ?? '0';
  return `${code.constant(doubleFromDecimal)}(${wideOf(value)}, ${code.constant(value.type)})`;
}

/** Both as unscaled values at the larger scale. */
function alignedWides(left: Value, right: Value, context: EmitContext): string[] {
  const { code } = context;
  const types = [left, right].map((value) => asDecimalType(value.type));
  const scale = Math.max(...types.map((type) => type?.scale ?? 0));
  return [left, right].map((value, index) => {
    const type = types[index];
    assert(type !== null && type !== undefined, `${value.type.kind} is no exact number`);
    const own =
      value.type.kind === 'DECIMAL' || value.type.kind === 'BIGINT' ? wideOf(value) : `BigInt(${value.terms[0]})`;
    if (type.scale === scale) return code.local(own);
    const product = `${own} * ${code.constant(powerOfTen(scale - type.scale))}`;
    return code.local(type.precision + scale - type.scale <= 18 ? `BigInt.asIntN(64, ${product})` : product);
  });
}

/** java.lang.Double.compare: NaN is greatest and equal to itself, -0.0 is less than 0.0. */
export function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b && a !== 0) return 0;
  const rank = (x: number): number => (Number.isNaN(x) ? 2 : Object.is(x, -0) ? 0 : 1);
  return rank(a) - rank(b);
}

/** The comparison of plain values that are not NULL. */
export function compareValues(
  operator: ComparisonOperator,
  left: Exclude<SqlValue, null>,
  leftType: LogicalType,
  right: Exclude<SqlValue, null>,
  rightType: LogicalType,
): boolean {
  const holds = (order: number): boolean =>
    ({ '=': order === 0, '<>': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 })[
      operator
    ];
  if (isPrimitiveNumber(leftType.kind) && isPrimitiveNumber(rightType.kind)) {
    const kind = promote(leftType.kind, rightType.kind);
    const a = convertNumber(left as number | bigint, leftType.kind, kind);
    const b = convertNumber(right as number | bigint, rightType.kind, kind);
    return { '=': a === b, '<>': a !== b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[operator];
  }
  return holds(orderOf(left, leftType, right, rightType));
}

function orderOf(
  left: Exclude<SqlValue, null>,
  leftType: LogicalType,
  right: Exclude<SqlValue, null>,
  rightType: LogicalType,
): number {
  if (isNumber(leftType.kind) && isNumber(rightType.kind)) return decimalOrder(left, leftType, right, rightType);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (typeof left === 'object' && 'milliseconds' in left) {
    const other = right as TimestampValue;
    return order(left.milliseconds, other.milliseconds) || order(left.nanos, other.nanos);
  }
  if (typeof left === 'boolean') return Number(left) - Number(right);
  return order(left as number | bigint, right as number | bigint);
}

function decimalOrder(left: SqlValue, leftType: LogicalType, right: SqlValue, rightType: LogicalType): number {
  const [a, b] = [
    { value: left, type: leftType },
    { value: right, type: rightType },
  ].map(({ value, type }) => ({ value, type, exact: asDecimalType(type) }));
  if (!a?.exact || !b?.exact) {
    const double = (side: typeof a): number =>
      side?.type.kind === 'DECIMAL'
        ? doubleFromDecimal(side.value as bigint, side.type as DecimalType)
        : Number(side?.value);
    return compareDoubles(double(a), double(b));
  }
  const scale = Math.max(a.exact.scale, b.exact.scale);
  return order(
    BigInt(a.value as number | bigint) * powerOfTen(scale - a.exact.scale),
    BigInt(b.value as number | bigint) * powerOfTen(scale - b.exact.scale),
  );
}

function order<T extends number | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
