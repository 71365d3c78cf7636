/** Java's integer widths in generated text. */
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
