/** Which types are numbers, and Java's binary numeric promotion among the primitive ones. */
import { type LogicalType, type TypeKind, type TypeOf } from '../../columnar/types.js';

export type IntegerKind = 'TINYINT' | 'SMALLINT' | 'INTEGER' | 'BIGINT';
export type PrimitiveNumberKind = IntegerKind | 'FLOAT' | 'DOUBLE';

const PRIMITIVE: ReadonlySet<TypeKind> = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE']);

export function isPrimitiveNumber(kind: TypeKind): kind is PrimitiveNumberKind {
  return PRIMITIVE.has(kind);
}

export function isInteger(kind: TypeKind): kind is IntegerKind {
  return PRIMITIVE.has(kind) && kind !== 'FLOAT' && kind !== 'DOUBLE';
}

export function isNumber(kind: TypeKind): boolean {
  return PRIMITIVE.has(kind) || kind === 'DECIMAL';
}

/** Java's binary numeric promotion: long with float is float. */
export function promote(left: PrimitiveNumberKind, right: PrimitiveNumberKind): PrimitiveNumberKind {
  for (const kind of ['DOUBLE', 'FLOAT', 'BIGINT'] as const) if (left === kind || right === kind) return kind;
  return 'INTEGER';
}

/** The decimal as which an integer takes part in decimal arithmetic; a DECIMAL as it is. Others: null. */
export function asDecimalType(type: LogicalType): TypeOf<'DECIMAL'> | null {
  const precision = { TINYINT: 3, SMALLINT: 5, INTEGER: 10, BIGINT: 19 };
  if (type.kind === 'DECIMAL') return type;
  return isInteger(type.kind)
    ? { kind: 'DECIMAL', nullable: type.nullable, precision: precision[type.kind], scale: 0 }
    : null;
}
