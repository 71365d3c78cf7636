/** NOT, IS [NOT] TRUE, IS [NOT] FALSE, IS [NOT] NULL (Flink: ScalarOperatorGens.generateNot … generateIsNotNull). */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { assert } from '../../errors.js';
import { physicalOf } from '../../columnar/types.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type FuzzType, type ScalarFunction } from '../function.js';
import { type SqlValue } from '../sql-value.js';

export const not: ScalarFunction = {
  names: ['NOT'],
  check: () => null,
  emit(call, context) {
    const operands = emitOperands(call, context);
    return emitTotal(context, call.type, operands, [`!${operands[0]?.terms[0]}`]);
  },
  reference: strictReference(([value]) => value !== true),
  templates: [{ sql: '(NOT $0)', operands: ['BOOLEAN'], result: 'BOOLEAN' }],
};

/** `wanted` and `negated`: IS TRUE is (true, false), IS NOT FALSE is (false, true). */
function isTruth(name: string, wanted: boolean, negated: boolean): ScalarFunction {
  return {
    names: [name],
    check: () => null,
    emit(call, context) {
      const [operand] = emitOperands(call, context);
      assert(operand !== undefined, `${name} has no operand`);
      const value = wanted ? `${operand.terms[0]}` : `!${operand.terms[0]}`;
      const holds = operand.isNull === NEVER_NULL ? value : `${operand.isNull} === 0 && ${value}`;
      const formula = negated ? `!(${holds})` : holds;
      return { type: call.type, isNull: NEVER_NULL, terms: [context.code.local(formula)] };
    },
    reference(call, context) {
      const [operand] = call.operands;
      assert(operand !== undefined, `${name} has no operand`);
      return (context.evaluate(operand) === wanted) !== negated;
    },
    templates: [{ sql: `($0 ${name})`, operands: ['BOOLEAN'], result: 'BOOLEAN' }],
  };
}

export const isFalse = isTruth('IS FALSE', false, false);
export const isNotFalse = isTruth('IS NOT FALSE', false, true);
export const isNotTrue = isTruth('IS NOT TRUE', true, true);
export const isTrue = isTruth('IS TRUE', true, false);

const ANY: readonly FuzzType[] = [
  'BOOLEAN',
  'INT',
  'BIGINT',
  'DOUBLE',
  'DECIMAL',
  'STRING',
  'DATE',
  'TIMESTAMP',
  'ARRAY',
  'MAP',
];
const REFERENCES: ReadonlySet<string> = new Set(['int128', 'timestamp', 'view', 'list', 'map', 'row']);

/** Flink trusts NOT NULL of primitives, and looks whether a reference is null whatever the type says. */
function nullCheck(name: string, whenNull: boolean): ScalarFunction {
  const trusts = (value: Value): boolean =>
    !value.type.nullable && !REFERENCES.has(physicalOf(value.type)) && value.type.kind !== 'DECIMAL';
  return {
    names: [name],
    check: () => null,
    emit(call, context) {
      const [operand] = emitOperands(call, context);
      assert(operand !== undefined, `${name} has no operand`);
      const isNever = operand.isNull === NEVER_NULL || trusts(operand);
      const formula = isNever
        ? String(!whenNull)
        : context.code.local(`${operand.isNull} ${whenNull ? '!==' : '==='} 0`);
      return { type: call.type, isNull: NEVER_NULL, terms: [formula] };
    },
    reference(call, context): SqlValue {
      const [operand] = call.operands;
      assert(operand !== undefined, `${name} has no operand`);
      return (context.evaluate(operand) === null) === whenNull;
    },
    templates: ANY.map((type) => ({ sql: `($0 ${name})`, operands: [type], result: 'BOOLEAN' })),
  };
}

export const isNotNull = nullCheck('IS NOT NULL', false);
export const isNull = nullCheck('IS NULL', true);
