/** Casts between BOOLEAN and numbers (Flink: BooleanToNumericCastRule, NumericToBooleanCastRule). NaN is true. */
import { type LogicalType } from '../../columnar/types.js';
import { type CastRule } from '../cast/cast-rule.js';
import { emitTotal } from '../emit-helpers.js';
import { decimalFromWide, wide, wideOf } from './decimal-emit.js';
import { fitsPrecision, powerOfTen } from './decimals.js';
import { isNumber } from './number-types.js';
import { type SqlValue } from '../sql-value.js';

export const castBooleanToNumber: CastRule = {
  applies: (from, to) => from.kind === 'BOOLEAN' && isNumber(to.kind),
  check: () => null,
  canFail: () => false,
  emit(operand, to, context) {
    const { code } = context;
    const [x = 'false'] = operand.terms;
    if (to.kind === 'BIGINT') return emitTotal(context, to, [operand], [`${x} ? 1n : 0n`]);
    if (to.kind !== 'DECIMAL') return emitTotal(context, to, [operand], [`${x} ? 1 : 0`]);
    const { terms, isNull } = decimalFromWide(code, to, wide(code, `(${x} ? 1n : 0n)`, 1, 0));
    return { type: to, terms, isNull: code.local(`${operand.isNull} | ${isNull}`, 'n') };
  },
  reference(value, _from, to): SqlValue {
    if (to.kind === 'BIGINT') return value === true ? 1n : 0n;
    if (to.kind !== 'DECIMAL') return value === true ? 1 : 0;
    const unscaled = value === true ? powerOfTen(to.scale) : 0n;
    return fitsPrecision(unscaled, to.precision) ? unscaled : null;
  },
};

export const castNumberToBoolean: CastRule = {
  applies: (from, to) => isNumber(from.kind) && to.kind === 'BOOLEAN',
  check: () => null,
  canFail: () => false,
  emit(operand, to, context) {
    return emitTotal(context, to, [operand], [`${numberTerm(operand.type, operand)} !== ${zeroOf(operand.type)}`]);
  },
  reference: (value) => value !== 0 && value !== 0n,
};

function numberTerm(type: LogicalType, operand: Parameters<typeof wideOf>[0]): string {
  return type.kind === 'DECIMAL' ? wideOf(operand) : (operand.terms[0] ?? '0');
}

function zeroOf(type: LogicalType): string {
  return type.kind === 'DECIMAL' || type.kind === 'BIGINT' ? '0n' : '0';
}
