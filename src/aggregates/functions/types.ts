/** Types of accumulator fields. */
import { type LogicalType, type TypeOf } from '../../columnar/types.js';

export const BIGINT: LogicalType = { kind: 'BIGINT', nullable: false };
export const DOUBLE: LogicalType = { kind: 'DOUBLE', nullable: false };

const DECIMAL_PRECISION_MAX = 38;

/** LogicalTypeMerging.findSumAggType. */
export function sumType(type: LogicalType): LogicalType {
  return type.kind === 'DECIMAL' ? decimal(type.scale) : { ...type, nullable: true };
}

export function decimal(scale: number): TypeOf<'DECIMAL'> {
  return { kind: 'DECIMAL', nullable: true, precision: DECIMAL_PRECISION_MAX, scale };
}

export function isInteger(type: LogicalType): boolean {
  return ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'].includes(type.kind);
}

export function isNumber(type: LogicalType): boolean {
  return isInteger(type) || ['FLOAT', 'DOUBLE', 'DECIMAL'].includes(type.kind);
}
