/** FLOOR and CEIL of numbers (Flink: FloorCeilCallGen, DecimalDataUtils.floor/ceil): integers stay as they are. */
import { assert } from '../../errors.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type FuzzType, type ScalarFunction } from '../function.js';
import { termsOfWide, wideOf } from './decimal-emit.js';
import { powerOfTen } from './decimals.js';
import { isInteger, isNumber } from './number-types.js';

const TYPES: readonly FuzzType[] = ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'];

/** The whole number at or below; `divisor` is positive. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

export function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return -floorDivide(-dividend, divisor);
}

function rounding(names: readonly string[], js: 'floor' | 'ceil'): ScalarFunction {
  const divide = js === 'floor' ? floorDivide : ceilDivide;
  return {
    names,
    applies: (call) => call.operands.length === 1 && isNumber(call.operands[0]?.type.kind ?? 'NULL'),
    check(call) {
      const [operand] = call.operands;
      if (operand?.type.kind !== call.type.kind) return `${js} that changes the type is not implemented`;
      return call.type.kind === 'DECIMAL' && call.type.scale !== 0
        ? `${js} to a scale other than 0 is not implemented`
        : null;
    },
    emit(call, context) {
      const [operand] = emitOperands(call, context);
      assert(operand !== undefined, `${js} has no operand`);
      if (isInteger(call.type.kind)) return { ...operand, type: call.type };
      if (call.type.kind !== 'DECIMAL')
        return emitTotal(context, call.type, [operand], [`Math.${js}(${operand.terms[0]})`]);
      const { code } = context;
      const scale = operand.type.kind === 'DECIMAL' ? operand.type.scale : 0;
      const text = code.local(
        scale === 0
          ? wideOf(operand)
          : `${code.constant(divide)}(${wideOf(operand)}, ${code.constant(powerOfTen(scale))})`,
      );
      return { type: call.type, isNull: operand.isNull, terms: termsOfWide(code, call.type, { text, is64: false }) };
    },
    reference: strictReference(([value], call) => {
      if (typeof value === 'number') return Math[js](value);
      const [operand] = call.operands;
      const scale = operand?.type.kind === 'DECIMAL' ? operand.type.scale : 0;
      return divide(value as bigint, powerOfTen(scale));
    }),
    templates: TYPES.map((type) => ({ sql: `${names[0]}($0)`, operands: [type], result: type })),
  };
}

export const ceil = rounding(['CEIL', 'CEILING'], 'ceil');
export const floor = rounding(['FLOOR'], 'floor');
