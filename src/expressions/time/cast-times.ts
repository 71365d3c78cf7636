/**
 * Casts among DATE, TIME, TIMESTAMP and TIMESTAMP_LTZ (Flink: TimestampToTimestampCastRule, TimestampToDateCastRule,
 * TimestampToTimeCastRule, DateToTimestampCastRule, TimeToTimestampCastRule). A TIMESTAMP before 1970 loses a day, or gives a
 * negative time, because Flink divides towards zero.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type LogicalType } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { type PlanContext } from '../../operators/operator.js';
import { type CastRule } from '../cast/cast-rule.js';
import { emitHelperCall } from '../emit-helpers.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { civilDate, floorDays, floorMillisOfDay, truncatedDays, unixDate } from './calendar.js';
import { TIME_PRECISION, truncateTime } from './parse-times.js';
import { checkSessionZone, sessionOffsetMs } from './session-zone.js';

const TIMES = ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_LTZ'];
const DAY = 86_400_000n;

type Convert = (milliseconds: bigint, nanos: number) => SqlValue;

function isTimestamp(type: LogicalType): type is Extract<LogicalType, { kind: 'TIMESTAMP' | 'TIMESTAMP_LTZ' }> {
  return type.kind === 'TIMESTAMP' || type.kind === 'TIMESTAMP_LTZ';
}

/** DateTimeUtils.truncate. It looks at the digits of the nanosecond without its zeros in front, and cuts when they are more. */
export function truncateTimestamp(milliseconds: bigint, nanos: number, precision: number): TimestampValue {
  const millisOfSecond = Number(((milliseconds % 1000n) + 1000n) % 1000n);
  if (String(millisOfSecond * 1_000_000 + nanos).length <= precision) return { milliseconds, nanos };
  if (precision <= 3) {
    const unit = 10n ** BigInt(3 - precision);
    return { milliseconds: (milliseconds / unit) * unit, nanos: 0 };
  }
  const unit = 10 ** (9 - precision);
  return { milliseconds, nanos: Math.trunc(nanos / unit) * unit };
}

/** From a timestamp. */
function converter(from: LogicalType, to: LogicalType, plan: PlanContext): Convert {
  const offsetMs = BigInt(sessionOffsetMs(plan));
  assert(isTimestamp(from), `cast from ${from.kind}`);
  if (to.kind === 'DATE') {
    if (from.kind === 'TIMESTAMP') return (milliseconds) => truncatedDays(milliseconds);
    return (milliseconds) => localUnixDate(milliseconds + offsetMs);
  }
  if (to.kind === 'TIME') {
    if (from.kind === 'TIMESTAMP') return (milliseconds) => truncateTime(Number(milliseconds % DAY), TIME_PRECISION);
    return (milliseconds) => truncateTime(floorMillisOfDay(milliseconds + offsetMs), TIME_PRECISION);
  }
  assert(isTimestamp(to), `cast to ${to.kind}`);
  const shift = from.kind === to.kind ? 0n : from.kind === 'TIMESTAMP' ? -offsetMs : offsetMs;
  const isAttribute =
    from.kind === 'TIMESTAMP' && to.kind === 'TIMESTAMP' && (from.attribute ?? to.attribute) !== undefined;
  const precision = isAttribute ? 3 : to.precision;
  if (from.precision <= precision) return (milliseconds, nanos) => ({ milliseconds: milliseconds + shift, nanos });
  return (milliseconds, nanos) => truncateTimestamp(milliseconds + shift, nanos, precision);
}

/** DateTimeUtils.toInternal(LocalDate): through the Julian day formulas, which go wrong before the year -4800. */
function localUnixDate(milliseconds: bigint): number {
  const { year, month, day } = civilDate(floorDays(milliseconds));
  return unixDate(year, month, day);
}

/** Milliseconds of the timestamp that a DATE or TIME becomes. */
function millisecondsOf(value: number, from: LogicalType, to: LogicalType, plan: PlanContext): bigint {
  const local = from.kind === 'DATE' ? BigInt(value) * DAY : BigInt(value);
  return to.kind === 'TIMESTAMP_LTZ' ? local - BigInt(sessionOffsetMs(plan)) : local;
}

function helperFor(to: LogicalType, convert: Convert): (...args: never[]) => unknown {
  if (!isTimestamp(to))
    return (_rt: EvaluationRuntime, milliseconds: bigint, nanos: number) => convert(milliseconds, nanos);
  return (rt: EvaluationRuntime, milliseconds: bigint, nanos: number) => {
    const converted = convert(milliseconds, nanos) as TimestampValue;
    rt.nanos = converted.nanos;
    return converted.milliseconds;
  };
}

export const castTimes: CastRule = {
  applies: (from, to) => TIMES.includes(from.kind) && TIMES.includes(to.kind) && (isTimestamp(from) || isTimestamp(to)),
  check: (from, to, plan) =>
    from.kind !== to.kind && (from.kind === 'TIMESTAMP_LTZ' || to.kind === 'TIMESTAMP_LTZ')
      ? checkSessionZone(plan)
      : null,
  canFail: () => false,
  emit(operand, to, context) {
    const { type: from } = operand;
    const { plan } = context;
    if (isTimestamp(from)) {
      return emitHelperCall(context, to, [operand], helperFor(to, converter(from, to, plan)));
    }
    return emitHelperCall(context, to, [operand], (rt: EvaluationRuntime, value: number) => {
      rt.nanos = 0;
      return millisecondsOf(value, from, to, plan);
    });
  },
  reference(value, from, to, plan) {
    if (!isTimestamp(from)) return { milliseconds: millisecondsOf(value as number, from, to, plan), nanos: 0 };
    const { milliseconds, nanos } = value as TimestampValue;
    return converter(from, to, plan)(milliseconds, nanos);
  },
};
