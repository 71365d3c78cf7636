/** Casts among primitive numbers and intervals (Flink: NumericPrimitiveCastRule): Java's conversions; nothing fails. */
import { type LogicalType } from '../../columnar/types.js';
import { type CastRule } from '../cast/cast-rule.js';
import { emitTotal } from '../emit-helpers.js';
import { conversion, convertNumber } from './conversions.js';
import { isPrimitiveNumber, type PrimitiveNumberKind } from './number-types.js';

/** An interval is the int of its months or the long of its milliseconds. */
function numberKind(type: LogicalType): PrimitiveNumberKind | null {
  if (type.kind === 'INTERVAL_YEAR_MONTH') return 'INTEGER';
  if (type.kind === 'INTERVAL_DAY_TIME') return 'BIGINT';
  return isPrimitiveNumber(type.kind) ? type.kind : null;
}

const INTERVALS = ['INTERVAL_YEAR_MONTH', 'INTERVAL_DAY_TIME'];

export const castNumbers: CastRule = {
  applies(from, to) {
    const source = numberKind(from);
    const target = numberKind(to);
    if (source === null || target === null) return false;
    const intervals = [from, to].filter((type) => INTERVALS.includes(type.kind)).length;
    // The planner has no cast between an interval and a fraction, nor between the two intervals.
    return (
      intervals === 0 || (intervals === 1 && ![source, target].some((kind) => kind === 'FLOAT' || kind === 'DOUBLE'))
    );
  },
  check: () => null,
  canFail: () => false,
  emit(operand, to, context) {
    const source = numberKind(operand.type) ?? 'INTEGER';
    const target = numberKind(to) ?? 'INTEGER';
    return emitTotal(
      context,
      to,
      [operand],
      [conversion(context.code, context.runtime, operand.terms[0] ?? '0', source, target)],
    );
  },
  reference(value, from, to) {
    return convertNumber(value as number | bigint, numberKind(from) ?? 'INTEGER', numberKind(to) ?? 'INTEGER');
  },
};
