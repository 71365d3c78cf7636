/**
 * EXTRACT(unit FROM x), which YEAR, HOUR and their like become (Flink: ExtractCallGen, DateTimeUtils.extractFromDate and
 * convertExtract). Divisions truncate towards zero, so that before 1970 the fields are negative or a day late: Flink's own.
 */
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { emitHelperCall, emitTotal, strictReference } from '../emit-helpers.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type TypeKind } from '../../columnar/types.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { DATE_UNITS, extractDateUnit, isDateUnit, type DateUnit } from './extract-unit.js';
import { truncatedDays } from './calendar.js';
import { checkSessionZone, sessionOffsetMs } from './session-zone.js';

/** Milliseconds (or months, or days) to the next larger unit, and to the unit itself. */
interface Fraction {
  readonly modulus: bigint;
  readonly divisor: bigint;
}

const TIME_FRACTIONS: Readonly<Record<string, Fraction>> = {
  HOUR: { modulus: 86_400_000n, divisor: 3_600_000n },
  MINUTE: { modulus: 3_600_000n, divisor: 60_000n },
  SECOND: { modulus: 60_000n, divisor: 1000n },
  MILLISECOND: { modulus: 1000n, divisor: 1n },
};

function unitOf(call: CallExpression): string {
  const [unit] = call.operands;
  return unit?.kind === 'symbol' ? unit.value : '';
}

const SUPPORTED_UNITS: Partial<Record<TypeKind, readonly string[]>> = {
  TIMESTAMP: [...DATE_UNITS, 'EPOCH', ...Object.keys(TIME_FRACTIONS), 'MICROSECOND', 'NANOSECOND'],
  TIMESTAMP_LTZ: [...DATE_UNITS, 'EPOCH', ...Object.keys(TIME_FRACTIONS), 'MICROSECOND', 'NANOSECOND'],
  DATE: [...DATE_UNITS, 'EPOCH'],
  TIME: Object.keys(TIME_FRACTIONS),
  INTERVAL_DAY_TIME: ['DAY', ...Object.keys(TIME_FRACTIONS)],
  INTERVAL_YEAR_MONTH: ['YEAR', 'MONTH'],
};

function dateUnit(_rt: EvaluationRuntime, days: number, unit: DateUnit): bigint {
  return BigInt(extractDateUnit(unit, days));
}

function timestampDateUnit(
  _rt: EvaluationRuntime,
  milliseconds: bigint,
  _nanos: number,
  unit: DateUnit,
  offsetMs: bigint,
  last: LastDay,
): bigint {
  const days = truncatedDays(offsetMs === 0n ? milliseconds : milliseconds + offsetMs);
  if (days !== last.days) {
    last.days = days;
    last.value = BigInt(extractDateUnit(unit, days));
  }
  return last.value;
}

/** Rows of a stream lie close together: the field of the last row's day. */
class LastDay {
  days = NaN;
  value = 0n;
}

/** The formula over a bigint (milliseconds, months or days) and the nanoseconds of a timestamp. */
function formula(kind: TypeKind, unit: string, value: string, nanos: string): string {
  const wrap = (text: string): string => `BigInt.asIntN(64, ${text})`;
  if (kind === 'INTERVAL_YEAR_MONTH') return unit === 'YEAR' ? wrap(`${value} / 12n`) : wrap(`${value} % 12n`);
  switch (unit) {
    case 'EPOCH':
      return kind === 'DATE' ? wrap(`${value} * 86400n`) : wrap(`${value} / 1000n`);
    case 'DAY':
      return wrap(`${value} / 86400000n`);
    case 'MICROSECOND':
      return wrap(`${value} % 1000n * 1000n + BigInt(Math.trunc(${nanos} / 1000))`);
    case 'NANOSECOND':
      return wrap(`${value} % 1000n * 1000000n + BigInt(${nanos})`);
    default: {
      const { modulus, divisor } = TIME_FRACTIONS[unit] ?? { modulus: 1n, divisor: 1n };
      const rest = wrap(`${value} % ${modulus}n`);
      return divisor === 1n ? rest : wrap(`${rest} / ${divisor}n`);
    }
  }
}

export const extract: ScalarFunction = {
  names: ['EXTRACT'],
  check(call, plan) {
    const kind = call.operands[1]?.type.kind ?? 'NULL';
    const unit = unitOf(call);
    if (!SUPPORTED_UNITS[kind]?.includes(unit)) return `unit ${unit} of ${kind} is not implemented`;
    return kind === 'TIMESTAMP_LTZ' ? checkSessionZone(plan) : null;
  },
  emit(call, context) {
    const [, operand] = call.operands;
    if (!operand) throw new Error('EXTRACT has no operand');
    const kind = operand.type.kind;
    const unit = unitOf(call);
    const value = context.emit(operand);
    const offsetMs = kind === 'TIMESTAMP_LTZ' ? BigInt(sessionOffsetMs(context.plan)) : 0n;
    if (isDateUnit(unit) && kind === 'DATE') {
      return emitHelperCall(context, call.type, [value], dateUnit, { extra: [unit] });
    }
    if (isDateUnit(unit) && (kind === 'TIMESTAMP' || kind === 'TIMESTAMP_LTZ')) {
      return emitHelperCall(context, call.type, [value], timestampDateUnit, { extra: [unit, offsetMs, new LastDay()] });
    }
    const [first = '0n', nanos = '0'] = value.terms;
    const isNumber = kind === 'DATE' || kind === 'TIME' || kind === 'INTERVAL_YEAR_MONTH';
    const whole = isNumber
      ? `BigInt(${first})`
      : offsetMs === 0n
        ? first
        : `BigInt.asIntN(64, ${first} + ${offsetMs}n)`;
    return emitTotal(context, call.type, [value], [formula(kind, unit, whole, nanos)]);
  },
  reference: (call, context) =>
    strictReference(([value]) => reference(value, call, sessionOffsetMs(context.plan)))(
      { ...call, operands: call.operands.slice(1) },
      context,
    ),
  templates: [
    ...(['TIMESTAMP', 'TIMESTAMP_LTZ', 'DATE'] as const).map((type) => ({
      sql: 'EXTRACT($1 FROM $0)',
      operands: [type, [...DATE_UNITS, 'EPOCH']],
      result: 'BIGINT' as const,
    })),
    ...(['TIMESTAMP', 'TIMESTAMP_LTZ', 'TIME'] as const).map((type) => ({
      sql: 'EXTRACT($1 FROM $0)',
      operands: [type, Object.keys(TIME_FRACTIONS)],
      result: 'BIGINT' as const,
    })),
    { sql: 'EXTRACT($1 FROM $0)', operands: ['TIMESTAMP', ['MICROSECOND', 'NANOSECOND']], result: 'BIGINT' },
  ],
};

function reference(value: SqlValue | undefined, call: CallExpression, offsetMs: number): SqlValue {
  const kind = call.operands[1]?.type.kind ?? 'NULL';
  const unit = unitOf(call);
  const isTimestamp = kind === 'TIMESTAMP' || kind === 'TIMESTAMP_LTZ';
  const nanos = isTimestamp ? (value as TimestampValue).nanos : 0;
  const local = isTimestamp
    ? (value as TimestampValue).milliseconds + (kind === 'TIMESTAMP_LTZ' ? BigInt(offsetMs) : 0n)
    : BigInt(value as number | bigint);
  if (kind === 'INTERVAL_YEAR_MONTH') return unit === 'YEAR' ? local / 12n : local % 12n;
  if (isDateUnit(unit) && kind !== 'INTERVAL_DAY_TIME') {
    const days = isTimestamp ? Number(BigInt.asIntN(32, local / 86_400_000n)) : Number(local);
    return BigInt(extractDateUnit(unit, days));
  }
  switch (unit) {
    case 'DAY':
      return local / 86_400_000n;
    case 'EPOCH':
      return kind === 'DATE' ? local * 86_400n : local / 1000n;
    case 'MICROSECOND':
      return (local % 1000n) * 1000n + BigInt(Math.floor(nanos / 1000));
    case 'NANOSECOND':
      return (local % 1000n) * 1_000_000n + BigInt(nanos);
    default: {
      const { modulus, divisor } = TIME_FRACTIONS[unit] ?? { modulus: 1n, divisor: 1n };
      return (local % modulus) / divisor;
    }
  }
}
