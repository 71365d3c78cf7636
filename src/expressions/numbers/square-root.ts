/**
 * POWER(x, 0.5), which is what SQRT and the planner's STDDEV become: java.lang.Math.pow. Other powers are not exact here (inexact.ts), but with this exponent Java's
 * answer is the correctly rounded square root, compared for 4 · 10^7 values in the interpreter and in compiled code. Java does not
 * promise that, so each JVM is asked (SquareRootProbe).
 */
import { ErrorCode, SlipstreamError } from '../../errors.js';
import { implicitCast } from '../cast/cast.js';
import { emitTotal } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { acceptedBy } from './inexact.js';
import { isNumber } from './number-types.js';
import { type LogicalType } from '../../columnar/types.js';
import { type PlanContext } from '../../operators/operator.js';

const NOT_EXACT = `the last bits of this JVM's square roots differ from the rounded ones; ${acceptedBy('POWER')}`;

const DOUBLE: LogicalType = { kind: 'DOUBLE', nullable: true };

export const squareRoot: ScalarFunction = {
  names: ['POWER'],
  applies: ({ operands: [, exponent] }) => exponent?.kind === 'literal' && isHalf(exponent.value, exponent.type),
  check(call, plan) {
    if (!isAccepted(plan)) return NOT_EXACT;
    const isExact = isNumber(call.operands[0]!.type.kind) && call.type.kind === 'DOUBLE';
    return isExact ? null : 'POWER of other types than numbers is not implemented';
  },
  emit(call, context) {
    // The JVM that planned may be another one.
    if (!isAccepted(context.plan)) throw new SlipstreamError(ErrorCode.invalidPlan, NOT_EXACT);
    const x = implicitCast.emit(context.emit(call.operands[0]!), DOUBLE, context, false);
    const name = context.code.constant(squareRootOf);
    return emitTotal(context, call.type, [x], [`${name}(${x.terms[0] ?? '0'})`]);
  },
  reference(call: CallExpression, context) {
    const [x] = call.operands;
    const value = implicitCast.reference(context.evaluate(x!), x!.type, DOUBLE, context.plan);
    return value === null ? null : squareRootOf(value as number);
  },
  templates: [{ sql: 'SQRT($0)', operands: ['DOUBLE'], result: 'DOUBLE' }],
};

function isAccepted({ jvm, allowIncompatible }: PlanContext): boolean {
  return jvm.exactSquareRoot || allowIncompatible.has('power');
}

/** Math.pow(x, 0.5): of -0.0 it is 0.0, of -Infinity it is Infinity, where a square root is not. */
function squareRootOf(x: number): number {
  return x === -Infinity ? Infinity : Math.sqrt(x) + 0;
}

function isHalf(value: unknown, type: LogicalType): boolean {
  if (type.kind === 'DECIMAL') return type.scale > 0 && value === 5n * 10n ** BigInt(type.scale - 1);
  return value === 0.5 && (type.kind === 'DOUBLE' || type.kind === 'FLOAT');
}
