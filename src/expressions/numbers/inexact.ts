/**
 * Functions whose last bits differ between Java's and V8's math libraries: only on request, by name in `slipstream.allow-incompatible`
 * (Flink: java.lang.Math, SqlFunctionUtils). All are DOUBLE.
 */
import { implicitCast } from '../cast/cast.js';
import { emitTotal } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { isNumber } from './number-types.js';
import { type LogicalType } from '../../columnar/types.js';

const DOUBLE: LogicalType = { kind: 'DOUBLE', nullable: true };

/** The end of a refusal. */
export function acceptedBy(name: string): string {
  return `SET 'slipstream.allow-incompatible' = '${name}' accepts that`;
}

/** The formula of the operands, and the same in plain TypeScript. */
interface Definition {
  readonly name: string;
  readonly formula: (...x: readonly string[]) => string;
  readonly compute: (...x: readonly number[]) => number;
}

function inexact({ name, formula, compute }: Definition): ScalarFunction {
  return {
    names: [name],
    applies: (call: CallExpression) => call.operands.length === compute.length,
    check(call, plan) {
      if (!plan.allowIncompatible.has(name.toLowerCase())) {
        return `${name} is not accelerated, its last bits differ between math libraries; ${acceptedBy(name)}`;
      }
      const operands = call.operands.every((operand) => isNumber(operand.type.kind));
      return operands && call.type.kind === 'DOUBLE' ? null : `${name} of other types than numbers is not implemented`;
    },
    emit(call, context) {
      const operands = call.operands.map((operand) => implicitCast.emit(context.emit(operand), DOUBLE, context, false));
      return emitTotal(context, call.type, operands, [formula(...operands.map(({ terms }) => terms[0] ?? '0'))]);
    },
    reference(call, context) {
      const values = call.operands.map((operand) =>
        implicitCast.reference(context.evaluate(operand), operand.type, DOUBLE, context.plan),
      );
      return values.includes(null) ? null : compute(...(values as number[]));
    },
    // Nothing to compare with stock Flink: they differ by definition.
    templates: [],
  };
}

export const INEXACT_FUNCTIONS: readonly ScalarFunction[] = [
  inexact({ name: 'ACOS', formula: (x) => `Math.acos(${x})`, compute: (x) => Math.acos(x ?? NaN) }),
  inexact({ name: 'ASIN', formula: (x) => `Math.asin(${x})`, compute: (x) => Math.asin(x ?? NaN) }),
  inexact({ name: 'ATAN', formula: (x) => `Math.atan(${x})`, compute: (x) => Math.atan(x ?? NaN) }),
  inexact({
    name: 'ATAN2',
    formula: (y, x) => `Math.atan2(${y}, ${x})`,
    compute: (y, x) => Math.atan2(y ?? NaN, x ?? NaN),
  }),
  inexact({ name: 'COS', formula: (x) => `Math.cos(${x})`, compute: (x) => Math.cos(x ?? NaN) }),
  inexact({ name: 'EXP', formula: (x) => `Math.exp(${x})`, compute: (x) => Math.exp(x ?? NaN) }),
  inexact({ name: 'LN', formula: (x) => `Math.log(${x})`, compute: (x) => Math.log(x ?? NaN) }),
  inexact({ name: 'LOG10', formula: (x) => `Math.log10(${x})`, compute: (x) => Math.log10(x ?? NaN) }),
  inexact({
    name: 'LOG2',
    formula: (x) => `Math.log(${x}) / Math.log(2)`,
    compute: (x) => Math.log(x ?? NaN) / Math.log(2),
  }),
  inexact({
    name: 'POWER',
    formula: (x, y) => `Math.pow(${x}, ${y})`,
    compute: (x, y) => Math.pow(x ?? NaN, y ?? NaN),
  }),
  inexact({ name: 'SIN', formula: (x) => `Math.sin(${x})`, compute: (x) => Math.sin(x ?? NaN) }),
  inexact({ name: 'TAN', formula: (x) => `Math.tan(${x})`, compute: (x) => Math.tan(x ?? NaN) }),
];

/** What `slipstream.allow-incompatible` may name. */
const NAMES = INEXACT_FUNCTIONS.map(({ names: [name] }) => name!).sort();

/** What is wrong with the names in `slipstream.allow-incompatible`: those that mean nothing are refused nowhere else. Null: nothing is. */
export function unknownIncompatible(allowed: ReadonlySet<string>): string | null {
  const unknown = [...allowed].map((name) => name.toUpperCase()).filter((name) => !NAMES.includes(name));
  return unknown.length === 0
    ? null
    : `slipstream.allow-incompatible names ${unknown.join(', ')}, which it does not know; known are ${NAMES.join(', ')}`;
}
