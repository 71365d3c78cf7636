/** Java's conversions between primitive numbers, as formulas of generated text and as the helpers that these call. */
import { type Code } from '../../codegen/code.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { isInteger, type PrimitiveNumberKind } from './number-types.js';
import { wrapInteger } from './integers.js';

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);

/** Java's (float) of a long: rounded once. Above 2^53 the bits that are cut off are kept as one sticky bit. */
export function floatFromLong(value: bigint): number {
  const high = value >> 11n;
  if (high >= -(1n << 42n) && high < 1n << 42n) return Math.fround(Number(value));
  return Math.fround(Number((value & 2047n) === 0n ? high : high | 1n) * 2048);
}

/** Java's (long) of a double: truncated, saturated, NaN is 0. */
export function longFromDouble(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 9223372036854775807) return LONG_MAX;
  if (value <= -9223372036854775808) return LONG_MIN;
  return BigInt(Math.trunc(value));
}

/** Java's (int) of a double: truncated, saturated, NaN is 0. */
export function intFromDouble(value: number): number {
  if (value >= 2147483647) return 2147483647;
  if (value <= -2147483648) return -2147483648;
  return value | 0;
}

/** A formula for the number `x` of one primitive type as another. */
export function conversion(
  code: Code,
  runtime: EvaluationRuntime,
  x: string,
  from: PrimitiveNumberKind,
  to: PrimitiveNumberKind,
): string {
  if (from === to) return x;
  const known = code.constantValue(x);
  if (typeof known === 'number' || typeof known === 'bigint') return code.constant(convertNumber(known, from, to));
  if (from === 'BIGINT') return fromLong(code, runtime, x, to);
  if (from === 'FLOAT' || from === 'DOUBLE') return fromDouble(code, x, to);
  return fromInt(x, from, to);
}

function fromInt(x: string, from: PrimitiveNumberKind, to: PrimitiveNumberKind): string {
  if (to === 'BIGINT') return `BigInt(${x})`;
  // An int has more bits than a float.
  if (to === 'FLOAT') return from === 'INTEGER' ? `Math.fround(${x})` : x;
  if (to === 'TINYINT' || (to === 'SMALLINT' && from === 'INTEGER')) return wrapInteger(to, x);
  return x;
}

/** Number(bigint) is a call in V8; through a scratch word it is two moves. */
function fromLong(code: Code, runtime: EvaluationRuntime, x: string, to: PrimitiveNumberKind): string {
  if (to === 'FLOAT') return `${code.constant(floatFromLong)}(${x})`;
  code.line(`${code.constant(runtime.scratch64)}[0] = ${x};`);
  const words = code.constant(runtime.scratch32);
  const low = code.local(`${words}[0]`);
  if (isInteger(to)) return to === 'INTEGER' ? low : wrapInteger(to, low);
  return `(${words}[1] * 4294967296 + (${low} >>> 0))`;
}

function fromDouble(code: Code, x: string, to: PrimitiveNumberKind): string {
  if (to === 'DOUBLE') return x;
  if (to === 'FLOAT') return `Math.fround(${x})`;
  if (to === 'BIGINT') return `${code.constant(longFromDouble)}(${x})`;
  const asInt = `${code.constant(intFromDouble)}(${x})`;
  return to === 'INTEGER' ? asInt : wrapInteger(to, asInt);
}

/** The same for plain values. */
export function convertNumber(
  value: number | bigint,
  from: PrimitiveNumberKind,
  to: PrimitiveNumberKind,
): number | bigint {
  if (from === to) return value;
  if (typeof value === 'bigint') {
    if (to === 'FLOAT') return floatFromLong(value);
    if (to === 'DOUBLE') return Number(value);
    return narrow(Number(BigInt.asIntN(32, value)), to);
  }
  if (to === 'FLOAT') return Math.fround(value);
  if (to === 'DOUBLE') return value;
  if (to === 'BIGINT') return isInteger(from) ? BigInt(value) : longFromDouble(value);
  return narrow(isInteger(from) ? value : intFromDouble(value), to);
}

function narrow(value: number, to: PrimitiveNumberKind): number {
  if (to === 'TINYINT') return (value << 24) >> 24;
  if (to === 'SMALLINT') return (value << 16) >> 16;
  return value | 0;
}
