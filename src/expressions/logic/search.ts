/**
 * SEARCH, into which the planner turns IN, NOT IN, BETWEEN and chains of comparisons with literals (Flink: SearchOperatorGen). Points and
 * their complement are looked up as in a HashSet; everything else is compared with the bounds. `nullAs` is the answer for NULL.
 */
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../../codegen/value.js';
import { physicalOf, type LogicalType } from '../../columnar/types.js';
import { assert } from '../../errors.js';
import { emitResultVariables } from '../emit-helpers.js';
import { literalValue } from '../literal-value.js';
import { type CallExpression, type SargBound, type SargExpression, type SargRange } from '../expression.js';
import { type EmitContext, type ScalarFunction } from '../function.js';
import { rescaleHalfUp } from '../numbers/decimals.js';
import { type SqlValue, type TimestampValue } from '../sql-value.js';
import { checkComparable, comparisonFormula, compareValues } from './comparison.js';
import { stringKernels } from '../../kernels/strings.js';
import { searchViews, sortedViews } from './search-views.js';

/** Up to here a chain of comparisons is as fast as a set. */
const CHAIN_POINTS_MAX = 8;
const EQUAL_AS_OBJECTS = ['BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'DATE', 'TIME'];
const INTEGERS = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];
/** Of a BIGINT: DECIMAL(19, 0) is what findCommonType takes it for. */
const INTEGER_DIGITS_MAX = 19;
const DECIMAL_DIGITS_MAX = 38;
const TEXT = ['CHAR', 'VARCHAR'];

function sargOf(call: CallExpression): SargExpression {
  const [, sarg] = call.operands;
  assert(sarg?.kind === 'sarg', 'SEARCH needs a sarg');
  return sarg;
}

function isPoint({ lower, upper }: SargRange): boolean {
  return !!lower && !!upper && !lower.open && !upper.open && keyOfValue(lower.value) === keyOfValue(upper.value);
}

function keyOfValue(value: SqlValue): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value === 'object' && value !== null && 'milliseconds' in value)
    return `${value.milliseconds}:${value.nanos}`;
  return String(value);
}

/** The points when the ranges are points, or all but points. */
function pointsOf(sarg: SargExpression): { points: SqlValue[]; complemented: boolean } | null {
  const { ranges } = sarg;
  if (ranges.every(isPoint)) return { points: ranges.map(({ lower }) => lower?.value ?? null), complemented: false };
  const gaps = ranges.slice(1).map(({ lower }, index) => ({ before: ranges[index]?.upper, after: lower }));
  const isOpen = (bound: SargBound | undefined): boolean => bound?.open === true;
  const complemented =
    gaps.length > 0 &&
    !ranges[0]?.lower &&
    !ranges[ranges.length - 1]?.upper &&
    gaps.every(
      ({ before, after }) =>
        isOpen(before) && isOpen(after) && keyOfValue(before?.value ?? null) === keyOfValue(after?.value ?? null),
    );
  return complemented ? { points: gaps.map(({ after }) => after?.value ?? null), complemented } : null;
}

/** The points as values of the common type of both sides, or the reason why that is not known. */
function alignedPoints(points: readonly SqlValue[], from: LogicalType, to: LogicalType): SqlValue[] | string {
  const reason = `SEARCH of ${to.kind} among points of ${from.kind} is not implemented`;
  if (from.kind !== to.kind && INTEGERS.includes(from.kind)) return alignedIntegers(points, to) ?? reason;
  if (EQUAL_AS_OBJECTS.includes(to.kind)) return from.kind === to.kind ? [...points] : reason;
  if (TEXT.includes(to.kind)) {
    if (!TEXT.includes(from.kind)) return reason;
    if (to.kind === 'VARCHAR') return [...points];
    // Two CHARs are padded to the longer.
    return from.kind === 'CHAR' && to.kind === 'CHAR' && from.length === to.length ? [...points] : reason;
  }
  if (to.kind === 'DECIMAL' && from.kind === 'DECIMAL') {
    const fits = from.scale <= to.scale && from.precision - from.scale <= to.precision - to.scale;
    return fits ? points.map((point) => rescaleHalfUp(point as bigint, from.scale, to.scale)) : reason;
  }
  return from.kind === to.kind && physicalOf(to) === 'timestamp' ? [...points] : reason;
}

/** Integers among values of a number's type: what the type cannot hold equals none of its values. */
function alignedIntegers(points: readonly SqlValue[], to: LogicalType): SqlValue[] | undefined {
  const wide = points.map((point) => BigInt(point as number | bigint));
  if (to.kind === 'BIGINT') return wide;
  // Beyond 2^53 a Number is rounded, and no less out of range.
  if (INTEGERS.includes(to.kind) || to.kind === 'DOUBLE') return wide.map(Number);
  if (to.kind === 'DECIMAL' && to.scale + INTEGER_DIGITS_MAX <= DECIMAL_DIGITS_MAX)
    return wide.map((point) => point * 10n ** BigInt(to.scale));
  return undefined;
}

function emitPoints(needle: Value, points: readonly SqlValue[], context: EmitContext): string {
  const { code } = context;
  const [x = '0', y = '0'] = needle.terms;
  const physical = physicalOf(needle.type);
  if (points.length === 0) return 'false';
  if (physical === 'view' && points.length <= CHAIN_POINTS_MAX) {
    const tests = (points as Uint8Array[]).map((point) => {
      const length = code.constant(point.length);
      return `(${y} === ${length} && ${code.constant(stringKernels(context.runtime.memory).equals)}(${x}, ${y}, ${code.constant(context.runtime.intern(point))}, ${length}) !== 0)`;
    });
    return tests.join(' || ');
  }
  if (physical === 'view') {
    const sorted = sortedViews(context.runtime, points as Uint8Array[]);
    return `${code.constant(searchViews)}(rt, ${x}, ${y}, ${code.constant(sorted)})`;
  }
  if (physical === 'timestamp') {
    const pairs = points as TimestampValue[];
    return pairs
      .map((p) => `(${x} === ${code.constant(p.milliseconds)} && ${y} === ${code.constant(p.nanos)})`)
      .join(' || ');
  }
  if (physical === 'int128') {
    const words = points as bigint[];
    return words
      .map((p) => `(${x} === ${code.constant(BigInt.asIntN(64, p))} && ${y} === ${code.constant(p >> 64n)})`)
      .join(' || ');
  }
  if (physical === 'bool') return points.map((point) => `${x} === ${String(point)}`).join(' || ');
  if (physical === 'float32' || physical === 'float64') {
    // Boxed equality: NaN equals itself, -0.0 is not 0.0.
    return points.map((point) => `Object.is(${x}, ${code.constant(point)})`).join(' || ');
  }
  if (points.length <= CHAIN_POINTS_MAX) return points.map((point) => `${x} === ${code.constant(point)}`).join(' || ');
  return `${code.constant(new Set(points))}.has(${x})`;
}

function emitRanges(needle: Value, sarg: SargExpression, context: EmitContext): string {
  const compare = (operator: '<' | '<=' | '=', bound: SargBound, boundFirst: boolean): string => {
    const literal = literalValue(context, bound.value, sarg.type);
    return boundFirst
      ? comparisonFormula(operator, literal, needle, context)
      : comparisonFormula(operator, needle, literal, context);
  };
  const parts = sarg.ranges.map((range) => {
    const { lower, upper } = range;
    if (lower && isPoint(range)) return compare('=', lower, true);
    const bounds = [
      ...(lower ? [compare(lower.open ? '<' : '<=', lower, true)] : []),
      ...(upper ? [compare(upper.open ? '<' : '<=', upper, false)] : []),
    ];
    return `(${bounds.join(' && ')})`;
  });
  return parts.join(' || ');
}

export const search: ScalarFunction = {
  names: ['SEARCH'],
  check(call) {
    const [needle] = call.operands;
    const sarg = sargOf(call);
    assert(needle !== undefined, 'SEARCH has no needle');
    if (sarg.ranges.some(({ lower, upper }) => !lower && !upper)) return 'a range without bounds is not implemented';
    const points = pointsOf(sarg);
    if (points) {
      const aligned = alignedPoints(points.points, sarg.type, needle.type);
      return typeof aligned === 'string' ? aligned : null;
    }
    return checkComparable(needle.type, sarg.type);
  },
  emit(call, context) {
    const { code } = context;
    const [needleNode] = call.operands;
    const sarg = sargOf(call);
    assert(needleNode !== undefined, 'SEARCH has no needle');
    const needle = context.emit(needleNode);
    const points = pointsOf(sarg);
    const result = emitResultVariables(code, call.type, 0);
    const [found = 'false'] = result.value.terms;
    const match = (): void => {
      if (!points) {
        code.line(`${found} = ${emitRanges(needle, sarg, context)};`);
        return;
      }
      const aligned = alignedPoints(points.points, sarg.type, needle.type);
      assert(typeof aligned !== 'string', 'SEARCH was accepted');
      const formula = emitPoints(needle, aligned, context);
      code.line(`${found} = ${points.complemented ? `!(${formula})` : formula};`);
    };
    if (needle.isNull === NEVER_NULL) {
      code.block('{', match);
      return { ...result.value, isNull: NEVER_NULL };
    }
    code.if(`${needle.isNull} === 0`, match, () => {
      const answer = { TRUE: 'true', FALSE: 'false', UNKNOWN: 'false' }[sarg.nullAs];
      result.assign({ type: call.type, isNull: sarg.nullAs === 'UNKNOWN' ? ALWAYS_NULL : NEVER_NULL, terms: [answer] });
    });
    return sarg.nullAs === 'UNKNOWN' ? result.value : { ...result.value, isNull: NEVER_NULL };
  },
  reference(call, context) {
    const [needleNode] = call.operands;
    const sarg = sargOf(call);
    assert(needleNode !== undefined, 'SEARCH has no needle');
    const value = context.evaluate(needleNode);
    if (value === null) return { TRUE: true, FALSE: false, UNKNOWN: null }[sarg.nullAs];
    const points = pointsOf(sarg);
    if (points) {
      const aligned = alignedPoints(points.points, sarg.type, needleNode.type);
      const isMember = (aligned as SqlValue[]).some((point) => equalAsObjects(point, value));
      return isMember !== points.complemented;
    }
    return sarg.ranges.some(({ lower, upper }) => {
      const above =
        !lower || compareValues(lower.open ? '<' : '<=', lower.value as never, sarg.type, value, needleNode.type);
      const below =
        !upper || compareValues(upper.open ? '<' : '<=', value, needleNode.type, upper.value as never, sarg.type);
      return above && below;
    });
  },
  templates: [
    { sql: '($0 IN (1, 2, -5))', operands: ['INT'], result: 'BOOLEAN' },
    { sql: '($0 NOT IN (0, 100000000000))', operands: ['BIGINT'], result: 'BOOLEAN' },
    { sql: '($0 IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, -1))', operands: ['INT'], result: 'BOOLEAN' },
    { sql: '($0 BETWEEN -3 AND 7 OR $0 > 100)', operands: ['SMALLINT'], result: 'BOOLEAN' },
    { sql: "($0 IN ('a', 'é', ''))", operands: ['STRING'], result: 'BOOLEAN' },
    { sql: "($0 NOT IN ('a', 'ab') OR $0 IS NULL)", operands: ['STRING'], result: 'BOOLEAN' },
    { sql: "($0 BETWEEN 'a' AND 'z')", operands: ['STRING'], result: 'BOOLEAN' },
    { sql: "($0 >= DATE '1970-01-01' AND $0 < DATE '2026-01-01')", operands: ['DATE'], result: 'BOOLEAN' },
    { sql: "($0 IN (DATE '1970-01-01', DATE '0001-01-01'))", operands: ['DATE'], result: 'BOOLEAN' },
    { sql: '($0 IN (1.5, -2.25, 0.00))', operands: ['DECIMAL'], result: 'BOOLEAN' },
    { sql: '($0 NOT BETWEEN -1.5 AND 2)', operands: ['DECIMAL'], result: 'BOOLEAN' },
    { sql: '($0 BETWEEN CAST(-1 AS DOUBLE) AND 1.5E0)', operands: ['DOUBLE'], result: 'BOOLEAN' },
    { sql: '($0 IN (0E0, 1.5E0))', operands: ['DOUBLE'], result: 'BOOLEAN' },
    {
      sql: "($0 < TIMESTAMP '2020-01-01 00:00:00' OR $0 > TIMESTAMP '2021-01-01 00:00:00.001')",
      operands: ['TIMESTAMP'],
      result: 'BOOLEAN',
    },
  ],
};

function equalAsObjects(a: SqlValue, b: SqlValue): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Object.is(a, b);
  return keyOfValue(a) === keyOfValue(b);
}
