/** Rows whose MULTISETs are compared by what they hold, whatever the order. */
import { parseRowType } from '../columnar/type-parser.js';
import { type AggregateRow } from './aggregate-oracle.js';
import { type CanonicalValue } from './canonical-values.js';

export function withoutOrder(rows: readonly AggregateRow[], outputType: string): AggregateRow[] {
  const { fields } = parseRowType(outputType);
  const isMultiset = fields.map(({ type }) => type.kind === 'MULTISET');
  return rows.map(([kind, ...values]) => [
    kind,
    ...values.map((value, index) => (isMultiset[index] && Array.isArray(value) ? sorted(value) : value)),
  ]);
}

function sorted(entries: readonly CanonicalValue[]): CanonicalValue[] {
  const textOf = (entry: CanonicalValue): string => JSON.stringify(entry);
  return [...entries].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
