/**
 * What an emitter hands to the next one: JavaScript expressions for the value of one SQL expression at the current row.
 *
 * `terms` by physical form (columnar/types.ts):
 *
 *   bool                       [boolean]
 *   int32, float32, float64    [number]     float32 is always rounded with Math.fround
 *   int64                      [bigint]     within 64 bits, signed; DECIMAL up to 18 digits is the unscaled value
 *   int128                     [low, high]  two signed 64-bit bigints of the unscaled value in two's complement
 *   timestamp                  [milliseconds (bigint), nanosecondOfMillisecond (number)]
 *   view                       [pointer, byteLength]
 *   list, map                  [start, count] into the children of `source`
 *   row                        [index] into the children of `source`
 *   null                       []
 *
 * A term is a name or a literal: cheap and free of side effects, to be repeated at will. Under NULL the terms are undefined
 * (any number, a pointer to anywhere): harmless for arithmetic, but guard what dereferences or may throw.
 */
import { type LogicalType } from '../columnar/types.js';
import { type Binding } from './binding.js';

export interface Value {
  readonly type: LogicalType;
  /** A JavaScript expression, 1 = NULL, 0 = not. The text `0` says that it never is. */
  readonly isNull: string;
  readonly terms: readonly string[];
  /** Of a nested value: the column whose children it points into. */
  readonly source?: Binding;
}

export const NEVER_NULL = '0';
export const ALWAYS_NULL = '1';

/** NULL when one of the values is: a JavaScript expression that is cheap to repeat only when it is a name or literal. */
export function anyNull(values: readonly Value[]): string {
  const parts = [...new Set(values.map((value) => value.isNull))].filter((part) => part !== NEVER_NULL);
  if (parts.includes(ALWAYS_NULL)) return ALWAYS_NULL;
  return parts.length === 0 ? NEVER_NULL : parts.join(' | ');
}
