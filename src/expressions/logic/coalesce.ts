/** COALESCE and IFNULL (Flink: CoalesceFunction, IfNullFunction): all operands are evaluated, the first that is not NULL is the result. */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { implicitCast } from '../cast/cast.js';
import { emitResultVariables, settled } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type EmitContext, type FuzzType, type ScalarFunction } from '../function.js';
import { type SqlValue } from '../sql-value.js';
import { checkBranches } from './case.js';

function emitFirst(values: readonly Value[], call: CallExpression, context: EmitContext): Value {
  const { code } = context;
  const result = emitResultVariables(code, call.type);
  let nullable = true;
  const choose = (index: number): void => {
    const value = values[index];
    if (!value) return;
    nullable = value.isNull !== NEVER_NULL;
    if (nullable) {
      code.if(
        `${value.isNull} === 0`,
        () => result.assign({ ...value, isNull: NEVER_NULL }),
        () => choose(index + 1),
      );
    } else result.assign(value);
  };
  choose(0);
  return settled(code, nullable ? result.value : { ...result.value, isNull: NEVER_NULL });
}

const TYPES: readonly FuzzType[] = ['BOOLEAN', 'INT', 'BIGINT', 'DOUBLE', 'DECIMAL', 'STRING', 'DATE', 'TIMESTAMP'];

export const coalesce: ScalarFunction = {
  names: ['COALESCE', 'IFNULL'],
  check: (call, plan) => checkBranches(call, call.operands, plan),
  emit(call, context) {
    const values = call.operands.map((operand) => {
      const value = context.emit(operand);
      if (value.type.kind === 'NULL') return { type: call.type, isNull: '1', terms: [] };
      return implicitCast.emit(value, call.type, context, false);
    });
    return emitFirst(values, call, context);
  },
  reference(call, context): SqlValue {
    const values = call.operands.map((operand) => {
      const value = context.evaluate(operand);
      return value === null ? null : implicitCast.reference(value, operand.type, call.type, context.plan);
    });
    return values.find((value) => value !== null) ?? null;
  },
  templates: TYPES.flatMap((type) => [
    { sql: 'COALESCE($0, $1)', operands: [type, type], result: type },
    { sql: 'COALESCE($0, $1, $2)', operands: [type, type, type], result: type },
    { sql: 'IFNULL($0, $1)', operands: [type, type], result: type },
  ]),
};
