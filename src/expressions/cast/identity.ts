/** Casts that keep the value as it is (Flink: IdentityCastRule, LogicalTypeCasts.supportsAvoidingCast). */
import { childTypes, type LogicalType } from '../../columnar/types.js';
import { type CastRule } from './cast-rule.js';

/** Nullability apart: a plan casts NULL away only where it knows better. */
export function isIdentityCast(from: LogicalType, to: LogicalType): boolean {
  switch (to.kind) {
    case 'VARCHAR':
      return (from.kind === 'CHAR' || from.kind === 'VARCHAR') && from.length <= to.length;
    case 'VARBINARY':
      return (from.kind === 'BINARY' || from.kind === 'VARBINARY') && from.length <= to.length;
    case 'CHAR':
    case 'BINARY':
      return from.kind === to.kind && from.length === to.length;
    case 'DECIMAL':
      return from.kind === 'DECIMAL' && from.precision === to.precision && from.scale === to.scale;
    case 'TIME':
      // FlinkTypeFactory makes TIME(0) of every TIME(p) before code is generated.
      return from.kind === 'TIME';
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return from.kind === to.kind && from.precision === to.precision;
    case 'INTERVAL_YEAR_MONTH':
      return from.kind === 'INTEGER' || from.kind === to.kind;
    case 'INTEGER':
      return from.kind === 'INTERVAL_YEAR_MONTH' || from.kind === to.kind;
    case 'INTERVAL_DAY_TIME':
      return from.kind === 'BIGINT' || from.kind === to.kind;
    case 'BIGINT':
      return from.kind === 'INTERVAL_DAY_TIME' || from.kind === to.kind;
    case 'UNSUPPORTED':
      return false;
    default:
      return from.kind === to.kind && sameChildren(from, to);
  }
}

function sameChildren(from: LogicalType, to: LogicalType): boolean {
  const sources = childTypes(from);
  const targets = childTypes(to);
  return (
    sources.length === targets.length &&
    sources.every((source, index) => {
      const target = targets[index];
      return target !== undefined && isIdentityCast(source, target);
    })
  );
}

export const identityCast: CastRule = {
  applies: isIdentityCast,
  check: () => null,
  canFail: () => false,
  emit: (operand, to) => ({ ...operand, type: to }),
  reference: (value) => value,
};
