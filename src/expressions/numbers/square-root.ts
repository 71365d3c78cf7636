/**
 * POWER(x, 0.5), which is what SQRT and the planner's STDDEV become: java.lang.Math.pow. Other powers are not exact here (inexact.ts), but with this exponent Java's
 * answer is the correctly rounded square root, compared for 4 · 10^7 values in the interpreter and in compiled code.
 */
import { implicitCast } from '../cast/cast.js';
import { emitTotal } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { isNumber } from './number-types.js';
import { type LogicalType } from '../../columnar/types.js';

const DOUBLE: LogicalType = { kind: 'DOUBLE', nullable: true };

export const squareRoot: ScalarFunction = {
  names: ['POWER'],
  applies: ({ operands: [, exponent] }) => exponent?.kind === 'literal' && isHalf(exponent.value, exponent.type),
  check(call) {
    const isExact = isNumber(call.operands[0]!.type.kind) && call.type.kind === 'DOUBLE';
    return isExact ? null : 'POWER of other types than numbers is not implemented';
  },
  emit(call, context) {
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

/** Math.pow(x, 0.5): of -0.0 it is 0.0, of -Infinity it is Infinity, where a square root is not. */
function squareRootOf(x: number): number {
  return x === -Infinity ? Infinity : Math.sqrt(x) + 0;
}

function isHalf(value: unknown, type: LogicalType): boolean {
  if (type.kind === 'DECIMAL') return type.scale > 0 && value === 5n * 10n ** BigInt(type.scale - 1);
  return value === 0.5 && (type.kind === 'DOUBLE' || type.kind === 'FLOAT');
}
