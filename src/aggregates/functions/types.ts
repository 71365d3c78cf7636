/** Types of accumulator fields. */
import { type Refusal } from '../../operators/operator.js';
import { type AggregateCall } from '../aggregate-call.js';
import { hasKeyBytes } from '../key-bytes.js';
import { nestedRefusal } from '../nested-values.js';
import { LENGTH_MAX, type LogicalType, type TypeOf } from '../../columnar/types.js';

export const BIGINT: LogicalType = { kind: 'BIGINT', nullable: false };
export const INTEGER: LogicalType = { kind: 'INTEGER', nullable: false };
export const DOUBLE: LogicalType = { kind: 'DOUBLE', nullable: false };
export const STRING: LogicalType = { kind: 'VARCHAR', nullable: true, length: LENGTH_MAX };

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

/** Why values of this type are not kept; null when they are. */
export function valueRefusal(call: AggregateCall, type: LogicalType): Refusal {
  if (hasKeyBytes(type)) return null;
  const refusal = nestedRefusal(type);
  return refusal && `${call.function} of ${refusal}`;
}

/** A Java array of bytes, which equals nothing but itself. */
export function isBytes(type: LogicalType): boolean {
  return type.kind === 'BINARY' || type.kind === 'VARBINARY';
}

export function isOfBytes({ argTypes: [type] }: AggregateCall): boolean {
  return type !== undefined && isBytes(type);
}
