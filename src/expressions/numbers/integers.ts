/** Java's integer widths, in generated text and in plain values. */
import { type TypeKind } from '../../columnar/types.js';

/** The JavaScript number `text` cut to the width of an integer type, as Java's narrowing does. */
export function wrapInteger(kind: TypeKind, text: string): string {
  switch (kind) {
    case 'TINYINT':
      return `((${text}) << 24 >> 24)`;
    case 'SMALLINT':
      return `((${text}) << 16 >> 16)`;
    default:
      return `((${text}) | 0)`;
  }
}

/** A whole number cut to the width of an integer type. */
export function wrapValue(kind: TypeKind, value: bigint): bigint | number {
  switch (kind) {
    case 'TINYINT':
      return Number(BigInt.asIntN(8, value));
    case 'SMALLINT':
      return Number(BigInt.asIntN(16, value));
    case 'INTEGER':
      return Number(BigInt.asIntN(32, value));
    default:
      return BigInt.asIntN(64, value);
  }
}
