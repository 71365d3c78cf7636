/** Which parts of the input rows expressions read, for decoders that need not materialise the rest. */
import type { Expression } from './expression.js';
import { maskOfPath, unionOfMasks, type FieldMask } from './field-mask.js';

const NOTHING: FieldMask = new Map();

export function referencedFields(expressions: readonly Expression[]): FieldMask {
  return expressions.map(fieldsOf).reduce(unionOfMasks, NOTHING);
}

function fieldsOf(expression: Expression): FieldMask {
  const path = columnPath(expression);
  if (path) return maskOfPath(path);
  switch (expression.kind) {
    case 'field':
      return fieldsOf(expression.source);
    case 'call':
      return referencedFields(expression.operands);
    default:
      return NOTHING;
  }
}

/** Indexes from a column down to a field; null for what is computed. */
function columnPath(expression: Expression): readonly number[] | null {
  if (expression.kind === 'input') return [expression.index];
  if (expression.kind !== 'field') return null;
  const path = columnPath(expression.source);
  return path && [...path, expression.index];
}
