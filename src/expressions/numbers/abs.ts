/** ABS of numbers (Flink: SqlFunctions.abs, DecimalDataUtils.abs). The smallest integer of a width stays what it is. */
import { type ScalarFunction } from '../function.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
import { termsOfWide, wide, wideOf } from './decimal-emit.js';
import { wrapInteger } from './integers.js';

export const abs: ScalarFunction = {
  names: ['ABS'],
  check(call) {
    const kind = call.operands[0]?.type.kind;
    switch (kind) {
      case 'TINYINT':
      case 'SMALLINT':
      case 'INTEGER':
      case 'BIGINT':
      case 'FLOAT':
      case 'DOUBLE':
        return null;
      case 'DECIMAL':
        return call.type.kind === 'DECIMAL' ? null : `ABS of DECIMAL as ${call.type.kind} is not implemented`;
      default:
        return `ABS of ${kind} is not implemented`;
    }
  },
  emit(call, context) {
    const operands = emitOperands(call, context);
    const [operand] = operands;
    const x = operand?.terms[0] ?? '0';
    if (operand && call.type.kind === 'DECIMAL') {
      const { code } = context;
      const number = code.local(wideOf(operand));
      const { precision, scale } = call.type;
      const magnitude = wide(code, `(${number} < 0n ? -${number} : ${number})`, precision, scale);
      return { type: call.type, isNull: operand.isNull, terms: termsOfWide(code, call.type, magnitude) };
    }
    switch (call.type.kind) {
      case 'BIGINT':
        return emitTotal(context, call.type, operands, [`${x} < 0n ? BigInt.asIntN(64, -${x}) : ${x}`]);
      case 'FLOAT':
      case 'DOUBLE':
        return emitTotal(context, call.type, operands, [`Math.abs(${x})`]);
      default:
        return emitTotal(context, call.type, operands, [`${x} < 0 ? ${wrapInteger(call.type.kind, `-${x}`)} : ${x}`]);
    }
  },
  reference: strictReference(([value], call) => {
    if (call.type.kind === 'DECIMAL') return (value as bigint) < 0n ? -(value as bigint) : (value as bigint);
    if (typeof value === 'bigint') return BigInt.asIntN(64, value < 0n ? -value : value);
    const magnitude = Math.abs(value as number);
    if (call.type.kind === 'INTEGER') return magnitude | 0;
    if (call.type.kind === 'SMALLINT') return (magnitude << 16) >> 16;
    if (call.type.kind === 'TINYINT') return (magnitude << 24) >> 24;
    return magnitude;
  }),
  templates: (['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'] as const).map((type) => ({
    sql: 'ABS($0)',
    operands: [type],
    result: type,
  })),
};
