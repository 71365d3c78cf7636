/** ABS of numbers (Flink: SqlFunctions.abs, DecimalDataUtils.abs). The smallest integer of a width stays what it is. */
import { type ScalarFunction } from '../function.js';
import { emitOperands, emitTotal, strictReference } from '../emit-helpers.js';
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
      default:
        return `ABS of ${kind} is not implemented`;
    }
  },
  emit(call, context) {
    const operands = emitOperands(call, context);
    const x = operands[0]?.terms[0] ?? '0';
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
    if (typeof value === 'bigint') return BigInt.asIntN(64, value < 0n ? -value : value);
    const magnitude = Math.abs(value as number);
    if (call.type.kind === 'INTEGER') return magnitude | 0;
    if (call.type.kind === 'SMALLINT') return (magnitude << 16) >> 16;
    if (call.type.kind === 'TINYINT') return (magnitude << 24) >> 24;
    return magnitude;
  }),
  templates: (['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE'] as const).map((type) => ({
    sql: 'ABS($0)',
    operands: [type],
    result: type,
  })),
};
