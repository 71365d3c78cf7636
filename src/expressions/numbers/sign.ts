/** SIGN (Flink: Math.signum, Integer.signum, Long.signum, DecimalDataUtils.sign): -1, 0, 1 in the type of the number; NaN and -0.0 stay. */
import { assert } from '../../errors.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { type FuzzType, type ScalarFunction } from '../function.js';
import { isCompact, overflowOf, termsOfWide, wideOf, type DecimalType } from './decimal-emit.js';
import { fitsPrecision, powerOfTen } from './decimals.js';

const TYPES: readonly FuzzType[] = ['INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'];

/** Above 18 digits 1 may not fit: DECIMAL(38, 38). */
function mayOverflow(type: DecimalType): boolean {
  return !isCompact(type) && !fitsPrecision(powerOfTen(type.scale), type.precision);
}

export const sign: ScalarFunction = {
  names: ['SIGN'],
  check(call) {
    const [operand] = call.operands;
    if (operand?.type.kind === 'TINYINT' || operand?.type.kind === 'SMALLINT') {
      return `Flink's generated code for SIGN of ${operand.type.kind} does not compile`;
    }
    if (operand?.type.kind !== call.type.kind) return 'SIGN that changes the type is not implemented';
    if (operand.type.kind === 'DECIMAL' && call.type.kind === 'DECIMAL' && operand.type.scale !== call.type.scale) {
      return 'SIGN that changes the scale is not implemented';
    }
    return null;
  },
  emit(call, context) {
    const { code } = context;
    const operands = emitOperands(call, context);
    const [operand] = operands;
    assert(operand !== undefined, 'SIGN has no operand');
    const [x = '0'] = operand.terms;
    if (call.type.kind === 'BIGINT')
      return emitTotal(context, call.type, operands, [`${x} > 0n ? 1n : ${x} < 0n ? -1n : 0n`]);
    if (call.type.kind !== 'DECIMAL') return emitTotal(context, call.type, operands, [`Math.sign(${x})`]);
    const one = code.constant(powerOfTen(call.type.scale));
    const number = code.local(wideOf(operand));
    const text = code.local(`${number} > 0n ? ${one} : ${number} < 0n ? -${one} : 0n`);
    const terms = termsOfWide(code, call.type, { text, is64: false });
    if (!mayOverflow(call.type)) return { type: call.type, isNull: operand.isNull, terms };
    return {
      type: call.type,
      isNull: code.local(`${operand.isNull} | (${overflowOf(code, text, call.type.precision)})`, 'n'),
      terms,
    };
  },
  reference: strictReference(([value], call) => {
    if (typeof value === 'number') return Math.sign(value);
    const signum = (value as bigint) > 0n ? 1n : (value as bigint) < 0n ? -1n : 0n;
    if (call.type.kind !== 'DECIMAL') return signum;
    return signum !== 0n && mayOverflow(call.type) ? null : signum * powerOfTen(call.type.scale);
  }),
  templates: TYPES.map((type) => ({ sql: 'SIGN($0)', operands: [type], result: type })),
};
