/** Rows of golden groups, in the oracle's notation. */
import { type CanonicalValue } from './canonical-values.js';

export function canonicalFromText(text: string | null): CanonicalValue {
  return text === null ? null : Buffer.from(text, 'utf8').toString('hex');
}

/** Every combination, the last varying fastest. */
export function combinations(...parts: readonly (readonly CanonicalValue[])[]): CanonicalValue[][] {
  return parts.reduce<CanonicalValue[][]>(
    (rows, part) => rows.flatMap((row) => part.map((value) => [...row, value])),
    [[]],
  );
}
