/**
 * FLOOR and CEIL of dates, times and timestamps to a unit (Flink: FloorCeilCallGen, DateTimeUtils.timestampFloor, timestampCeil,
 * unixDateFloor, unixTimestampFloor). Before 1970 and for CEIL they are Flink's, not what one expects.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { type PlanContext } from '../../operators/operator.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { EPOCH_JULIAN, MILLIS_PER_DAY, truncatedDays } from './calendar.js';
import { isFlooredUnit, roundJulian, type FlooredUnit } from './floor-julian.js';
import { checkSessionZone, sessionOffsetMs } from './session-zone.js';

const DAY = BigInt(MILLIS_PER_DAY);
const TIME_UNITS: Readonly<Record<string, bigint>> = {
  HOUR: 3_600_000n,
  MINUTE: 60_000n,
  SECOND: 1000n,
  MILLISECOND: 1n,
};

function unitOf(call: CallExpression): string {
  const unit = call.operands[1];
  return unit?.kind === 'symbol' ? unit.value : '';
}

/** A multiple of the unit at or below (FLOOR), at or above (CEIL): `SqlFunctionUtils.floor, ceil` of longs. */
function roundTo(value: bigint, unit: bigint, isFloor: boolean): bigint {
  const rest = value % unit;
  if (isFloor) return rest < 0n ? value - rest - unit : value - rest;
  return rest > 0n ? value - rest + unit : value - rest;
}

/** FLOOR or CEIL of a value of this type to this unit; undefined: not implemented. */
function rounding(call: CallExpression, plan: PlanContext): ((value: SqlValue) => SqlValue) | undefined {
  const unit = unitOf(call);
  const isFloor = call.function === 'FLOOR';
  const fixed = TIME_UNITS[unit];
  const kind = call.operands[0]?.type.kind;
  switch (kind) {
    case 'TIMESTAMP':
      return timestampRounding(unit, fixed, isFloor);
    case 'TIMESTAMP_LTZ':
      return localRounding(unit, fixed, isFloor, BigInt(sessionOffsetMs(plan)));
    case 'DATE':
      if (fixed !== undefined) return (value) => value;
      return isFlooredUnit(unit) ? (value) => roundJulian(unit, (value as number) + EPOCH_JULIAN, isFloor) : undefined;
    case 'TIME':
      if (fixed === undefined) return undefined;
      return (value) => Number(roundTo(BigInt(value as number), fixed, isFloor));
    default:
      return undefined;
  }
}

function timestampRounding(
  unit: string,
  fixed: bigint | undefined,
  isFloor: boolean,
): ((value: SqlValue) => SqlValue) | undefined {
  const millisecondsOf = (value: SqlValue): bigint => (value as TimestampValue).milliseconds;
  const timestamp = (milliseconds: bigint): SqlValue => ({ milliseconds, nanos: 0 });
  if (unit === 'MILLISECOND') {
    return (value) => {
      const { milliseconds, nanos } = value as TimestampValue;
      return timestamp(milliseconds + (isFloor || nanos === 0 ? 0n : 1n));
    };
  }
  const multiple = unit === 'DAY' ? DAY : fixed;
  if (multiple !== undefined) return (value) => timestamp(roundTo(millisecondsOf(value), multiple, isFloor));
  if (!isFlooredUnit(unit)) return undefined;
  return (value) => timestamp(roundDays(unit, truncatedDays(millisecondsOf(value)), isFloor) * DAY);
}

function roundDays(unit: FlooredUnit, days: number, isFloor: boolean): bigint {
  return BigInt(roundJulian(unit, (days + EPOCH_JULIAN) | 0, isFloor));
}

function localRounding(
  unit: string,
  fixed: bigint | undefined,
  isFloor: boolean,
  offsetMs: bigint,
): ((value: SqlValue) => SqlValue) | undefined {
  const multiple = unit === 'DAY' ? DAY : fixed;
  if (multiple === undefined && !isFlooredUnit(unit)) return undefined;
  return (value) => {
    const local = (value as TimestampValue).milliseconds + offsetMs;
    const rounded =
      multiple === undefined
        ? roundDays(unit as FlooredUnit, truncatedDays(local), isFloor) * DAY
        : roundTo(local, multiple, isFloor);
    return { milliseconds: rounded - offsetMs, nanos: 0 };
  };
}

export const floorCeilTimes: ScalarFunction = {
  names: ['FLOOR', 'CEIL'],
  applies: (call) => call.operands[1]?.kind === 'symbol',
  check(call, plan) {
    const kind = call.operands[0]?.type.kind;
    if (!rounding(call, plan)) return `${call.function} of ${kind} to ${unitOf(call)} is not implemented`;
    return kind === 'TIMESTAMP_LTZ' ? checkSessionZone(plan) : null;
  },
  emit(call, context) {
    const [operand] = call.operands;
    const round = rounding(call, context.plan);
    if (!operand || !round) throw new Error(`${call.function} was accepted`);
    const value = context.emit(operand);
    if (operand.type.kind === 'DATE' || operand.type.kind === 'TIME') {
      return emitHelperCall(context, call.type, [value], (_rt: EvaluationRuntime, x: number) => round(x));
    }
    return emitHelperCall(context, call.type, [value], (rt: EvaluationRuntime, milliseconds: bigint, nanos: number) => {
      const rounded = round({ milliseconds, nanos }) as TimestampValue;
      rt.nanos = rounded.nanos;
      return rounded.milliseconds;
    });
  },
  reference(call, context) {
    const [operand] = call.operands;
    return strictReference(([value = null]) => rounding(call, context.plan)?.(value) ?? null)(
      { ...call, operands: operand ? [operand] : [] },
      context,
    );
  },
  templates: ['FLOOR', 'CEIL'].flatMap((name) => [
    ...(['TIMESTAMP', 'TIMESTAMP_LTZ'] as const).map((type) => ({
      sql: `${name}($0 TO $1)`,
      operands: [type, ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND']],
      result: type,
    })),
    {
      sql: `${name}($0 TO $1)`,
      operands: ['DATE' as const, ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY']],
      result: 'DATE' as const,
    },
    {
      sql: `${name}($0 TO $1)`,
      operands: ['TIME' as const, ['HOUR', 'MINUTE', 'SECOND']],
      result: 'TIME' as const,
    },
  ]),
};
