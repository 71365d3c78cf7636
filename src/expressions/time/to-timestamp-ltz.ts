/**
 * TO_TIMESTAMP_LTZ(number [, precision]) and TO_TIMESTAMP_LTZ(text) (Flink: ToTimestampLtzFunction). Numbers are seconds
 * (0) or milliseconds (3), years 0000 to 9999, else NULL. Text is read as UTC, whatever the session's zone.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { isText, kernelsOf, operandAt, textValue } from '../strings/operands.js';
import { parseTimestamp } from './parse-times.js';
import { parseTimestampHelper } from './to-timestamp.js';

const MILLIS_MIN = -62167219200000n;
const MILLIS_MAX = 253402300799999n;
const SECONDS_MIN = -62167219200n;
const SECONDS_MAX = 253402300799n;

function fromMillis(milliseconds: bigint): TimestampValue | null {
  return milliseconds >= MILLIS_MIN && milliseconds <= MILLIS_MAX ? { milliseconds, nanos: 0 } : null;
}

/** Java's (long) of a double. */
function longOf(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return 2n ** 63n - 1n;
  return value <= -(2 ** 63) ? -(2n ** 63n) : BigInt(Math.trunc(value));
}

function precisionOf(call: CallExpression): number | undefined {
  const precision = call.operands[1];
  if (!precision) return 3;
  return precision.kind === 'literal' && (precision.value === 0 || precision.value === 3) ? precision.value : undefined;
}

type Convert = (value: SqlValue) => TimestampValue | null;

function converter(call: CallExpression): Convert | undefined {
  const type = call.operands[0]?.type;
  const isSeconds = precisionOf(call) === 0;
  switch (type?.kind) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return (value) => {
        const epoch = BigInt(value as number | bigint);
        if (!isSeconds) return fromMillis(epoch);
        return epoch >= SECONDS_MIN && epoch <= SECONDS_MAX ? fromMillis(epoch * 1000n) : null;
      };
    case 'FLOAT':
    case 'DOUBLE':
      return (value) => {
        const epoch = value as number;
        if (!isSeconds) return fromMillis(longOf(epoch));
        const isInRange = epoch >= Number(SECONDS_MIN) && epoch <= Number(SECONDS_MAX);
        return isInRange ? fromMillis(longOf(epoch * 1000)) : null;
      };
    case 'DECIMAL':
      return (value) => {
        const whole = BigInt.asIntN(64, (value as bigint) / 10n ** BigInt(type.scale));
        return fromMillis(isSeconds ? BigInt.asIntN(64, whole * 1000n) : whole);
      };
    default:
      return undefined;
  }
}

function answer(rt: EvaluationRuntime, timestamp: TimestampValue | null): bigint {
  rt.nanos = 0;
  if (timestamp === null) rt.isNull = 1;
  return timestamp?.milliseconds ?? 0n;
}

export const toTimestampLtz: ScalarFunction = {
  names: ['TO_TIMESTAMP_LTZ'],
  check(call) {
    if (isText(call.operands[0])) {
      if (call.operands.length > 1) return 'TO_TIMESTAMP_LTZ with a pattern is not implemented';
      return null;
    }
    if (!converter(call)) return `TO_TIMESTAMP_LTZ of ${call.operands[0]?.type.kind} is not implemented`;
    return precisionOf(call) === undefined ? 'only the precisions 0 and 3, as constants, are implemented' : null;
  },
  emit(call, context) {
    const operand = operandAt(call, 0);
    const value = context.emit(operand);
    if (isText(operand)) {
      return emitHelperCall(context, call.type, [value], parseTimestampHelper, {
        nullable: true,
        extra: [(text: string) => parseTimestamp(text, 3), kernelsOf(context)],
      });
    }
    const convert = converter(call);
    if (!convert) throw new Error('TO_TIMESTAMP_LTZ was accepted');
    const isWide = operand.type.kind === 'DECIMAL' && operand.type.precision > 18;
    const helper = isWide
      ? (rt: EvaluationRuntime, low: bigint, high: bigint) =>
          answer(rt, convert((high << 64n) | BigInt.asUintN(64, low)))
      : (rt: EvaluationRuntime, x: number | bigint) => answer(rt, convert(x));
    return emitHelperCall(context, call.type, [value], helper, { nullable: true });
  },
  reference(call, context) {
    const operand = operandAt(call, 0);
    return strictReference(([value = null]) =>
      isText(operand) ? parseTimestamp(textValue(value), 3) : (converter(call)?.(value) ?? null),
    )({ ...call, operands: [operand] }, context);
  },
  templates: [
    ...(['INT', 'BIGINT', 'DOUBLE', 'DECIMAL'] as const).map((type) => ({
      sql: 'TO_TIMESTAMP_LTZ($0, $1)',
      operands: [type, ['0', '3']],
      result: 'TIMESTAMP_LTZ' as const,
    })),
    { sql: 'TO_TIMESTAMP_LTZ($0)', operands: ['BIGINT'], result: 'TIMESTAMP_LTZ' },
  ],
};
