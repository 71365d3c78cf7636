/**
 * + and - of dates, times, timestamps and intervals, and interval * number (Flink: ScalarOperatorGens.generateTemporalPlusMinus).
 * TIMESTAMPADD and TIMESTAMPDIFF arrive as these.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type Value } from '../../codegen/value.js';
import { type TypeKind } from '../../columnar/types.js';
import { javaError } from '../../errors.js';
import { emitHelperCall, emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type EmitContext, type ScalarFunction } from '../function.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { addMonthsToDate, addMonthsToMillis, subtractMonthsOfDates, subtractMonthsOfMillis } from './months.js';

const DAY = 86_400_000n;
const INTERVALS: readonly TypeKind[] = ['INTERVAL_DAY_TIME', 'INTERVAL_YEAR_MONTH'];
const POINTS: readonly TypeKind[] = ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ'];
const INTEGERS: readonly TypeKind[] = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

/** One combination: value → value, in the forms of SqlValue. */
type Combine = (left: SqlValue, right: SqlValue) => SqlValue;

function toIntExact(value: bigint): number {
  if (BigInt.asIntN(32, value) !== value) throw javaError('java.lang.ArithmeticException', 'integer overflow');
  return Number(value);
}

function wrap(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** Milliseconds of a DATE or TIMESTAMP; DATE * 86400000L is a long in Java. */
function millis(value: SqlValue): bigint {
  return typeof value === 'number' ? BigInt(value) * DAY : (value as TimestampValue).milliseconds;
}

/** Undefined: not implemented. `sign` is 1 or -1. */
function combination(call: CallExpression): Combine | undefined {
  const [left, right] = call.operands.map((operand) => operand.type.kind);
  if (left === undefined || right === undefined || call.operands.length !== 2) return undefined;
  if (call.function === '*') return product(left, right);
  const sign = call.function === '-' ? -1 : 1;
  if (INTERVALS.includes(left) && left === right) {
    return left === 'INTERVAL_DAY_TIME'
      ? (l, r) => wrap((l as bigint) + BigInt(sign) * (r as bigint))
      : (l, r) => ((l as number) + sign * (r as number)) | 0;
  }
  if (right === 'INTERVAL_DAY_TIME') return plusMillis(left, call.type.kind, BigInt(sign));
  if (right === 'INTERVAL_YEAR_MONTH') return plusMonths(left, sign);
  return sign < 0 && POINTS.includes(left) && POINTS.includes(right)
    ? difference(left, right, call.type.kind)
    : undefined;
}

function product(left: TypeKind, right: TypeKind): Combine | undefined {
  const interval = INTERVALS.find((kind) => kind === left || kind === right);
  const factor = interval === left ? right : left;
  if (!INTEGERS.includes(factor)) return undefined;
  if (interval === 'INTERVAL_DAY_TIME') return (l, r) => wrap(BigInt(l as bigint) * BigInt(r as bigint));
  return (l, r) => Math.imul(toInt(l), toInt(r));
}

/** numericCasting to int. */
function toInt(value: SqlValue): number {
  return Number(BigInt.asIntN(32, BigInt(value as number | bigint)));
}

function plusMillis(left: TypeKind, result: TypeKind, sign: bigint): Combine | undefined {
  switch (left) {
    case 'DATE':
      if (result === 'DATE') return (l, r) => ((l as number) + Number(sign) * toIntExact((r as bigint) / DAY)) | 0;
      return (l, r) => ({ milliseconds: wrap(millis(l) + sign * (r as bigint)), nanos: 0 });
    case 'TIME':
      return (l, r) => toIntExact((BigInt(l as number) + DAY + sign * BigInt(toIntExact((r as bigint) % DAY))) % DAY);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return (l, r) => {
        const { milliseconds, nanos } = l as TimestampValue;
        return { milliseconds: wrap(milliseconds + sign * (r as bigint)), nanos };
      };
    default:
      return undefined;
  }
}

function plusMonths(left: TypeKind, sign: number): Combine | undefined {
  switch (left) {
    case 'DATE':
      return (l, r) => addMonthsToDate(l as number, (sign * (r as number)) | 0);
    case 'TIME':
      return (l) => l;
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return (l, r) => {
        const { milliseconds, nanos } = l as TimestampValue;
        return { milliseconds: addMonthsToMillis(milliseconds, (sign * (r as number)) | 0), nanos };
      };
    default:
      return undefined;
  }
}

function difference(left: TypeKind, right: TypeKind, result: TypeKind): Combine | undefined {
  if (left === 'TIME' || right === 'TIME') return undefined;
  if ((left === 'TIMESTAMP_LTZ' || right === 'TIMESTAMP_LTZ') && left !== right) return undefined;
  if (result === 'INTERVAL_DAY_TIME') return (l, r) => wrap(millis(l) - millis(r));
  if (result !== 'INTERVAL_YEAR_MONTH') return undefined;
  if (left === 'DATE' && right === 'DATE') return (l, r) => subtractMonthsOfDates(l as number, r as number);
  return (l, r) => subtractMonthsOfMillis(millis(l), millis(r));
}

/** Formulas for what is hot: shifting a timestamp, and differences of timestamps. */
function totalFormulas(call: CallExpression, left: Value, right: Value): string[] | undefined {
  const isTimestamp = (value: Value): boolean => value.type.kind === 'TIMESTAMP' || value.type.kind === 'TIMESTAMP_LTZ';
  const [l = '0n', nanos = '0'] = left.terms;
  const [r = '0n'] = right.terms;
  if (call.function === '*' || !isTimestamp(left)) return undefined;
  if (right.type.kind === 'INTERVAL_DAY_TIME') return [`BigInt.asIntN(64, ${l} ${call.function} ${r})`, nanos];
  if (isTimestamp(right) && call.type.kind === 'INTERVAL_DAY_TIME') return [`BigInt.asIntN(64, ${l} - ${r})`];
  return undefined;
}

function emit(call: CallExpression, context: EmitContext): Value {
  const operands = emitOperands(call, context);
  const [left, right] = operands;
  const combine = combination(call);
  if (!left || !right || !combine) throw new Error(`${call.function} was accepted`);
  const formulas = totalFormulas(call, left, right);
  if (formulas) return emitTotal(context, call.type, operands, formulas);
  const leftTerms = left.terms.length;
  return emitHelperCall(context, call.type, operands, (rt: EvaluationRuntime, ...terms: readonly SqlValue[]) => {
    const result = combine(valueOf(terms.slice(0, leftTerms)), valueOf(terms.slice(leftTerms)));
    if (typeof result !== 'object' || result === null || !('milliseconds' in result)) return result;
    rt.nanos = result.nanos;
    return result.milliseconds;
  });
}

/** One term is the value; two are a timestamp. */
function valueOf(terms: readonly SqlValue[]): SqlValue {
  const [first = null, second] = terms;
  return second === undefined ? first : { milliseconds: first as bigint, nanos: second as number };
}

const SHIFT_UNITS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'MONTH', 'YEAR'] as const;
const UNITS = ["INTERVAL '4' SECOND", "INTERVAL '1' DAY", "INTERVAL '1' MONTH", "INTERVAL '-13' MONTH"] as const;

export const temporalArithmetic: ScalarFunction = {
  names: ['+', '-', '*'],
  applies: (call) =>
    call.operands.length === 2 &&
    call.operands.some(({ type }) => INTERVALS.includes(type.kind) || POINTS.includes(type.kind)),
  check: (call) =>
    combination(call)
      ? null
      : `${call.function} of ${call.operands.map(({ type }) => type.kind).join(' and ')} is not implemented`,
  emit,
  reference: strictReference(([left = null, right = null], call) => combination(call)?.(left, right) ?? null),
  templates: [
    ...(['TIMESTAMP', 'TIMESTAMP_LTZ', 'DATE'] as const).flatMap((type) =>
      ['+', '-'].map((operator) => ({ sql: `($0 ${operator} $1)`, operands: [type, UNITS], result: type })),
    ),
    { sql: '($0 + $1)', operands: ['TIME', ["INTERVAL '1' HOUR", "INTERVAL '25' HOUR"]], result: 'TIME' },
    { sql: 'TIMESTAMPADD($2, $0, $1)', operands: ['INT', 'TIMESTAMP', SHIFT_UNITS], result: 'TIMESTAMP' },
    { sql: 'TIMESTAMPDIFF($2, $0, $1)', operands: ['TIMESTAMP', 'TIMESTAMP', SHIFT_UNITS], result: 'INT' },
    { sql: 'TIMESTAMPDIFF($2, $0, $1)', operands: ['DATE', 'DATE', SHIFT_UNITS], result: 'INT' },
  ],
};
