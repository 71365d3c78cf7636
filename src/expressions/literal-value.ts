/** Literals in generated text: every part is a constant that the loop gets as an argument. */
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { physicalOf, type LogicalType } from '../columnar/types.js';
import { emptyTerms } from './emit-helpers.js';
import { type EmitContext } from './function.js';
import { type SqlValue, type TimestampValue } from './sql-value.js';

/** Small numbers stand in the text as names of constants too: equal shapes share one compiled loop. */
export function literalValue(context: EmitContext, value: SqlValue, type: LogicalType): Value {
  if (value === null) return { type, isNull: ALWAYS_NULL, terms: emptyTerms(type) };
  const { code } = context;
  const terms = literalTerms(context, value, type).map((term) =>
    typeof term === 'boolean' ? String(term) : code.constant(term),
  );
  return { type, isNull: NEVER_NULL, terms };
}

function literalTerms(context: EmitContext, value: Exclude<SqlValue, null>, type: LogicalType): readonly unknown[] {
  switch (physicalOf(type)) {
    case 'view': {
      const bytes = value as Uint8Array;
      return [context.runtime.intern(bytes), bytes.length];
    }
    case 'timestamp': {
      const timestamp = value as TimestampValue;
      return [timestamp.milliseconds, timestamp.nanos];
    }
    case 'int128': {
      const unscaled = value as bigint;
      return [BigInt.asIntN(64, unscaled), unscaled >> 64n];
    }
    default:
      return [value];
  }
}
