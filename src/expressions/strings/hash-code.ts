/** HASH_CODE of strings, which the planner uses to split distinct aggregates (Flink: SqlFunctionUtils.hashCode). */
import { textFunction } from './text-function.js';

/** Math.abs(String.hashCode()): the smallest int stays negative. */
function hashCode(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(31, hash) + text.charCodeAt(at)) | 0;
  return hash < 0 ? -hash | 0 : hash;
}

export const hashCodeFunction = textFunction({
  names: ['HASH_CODE'],
  forms: ['T'],
  compute: ([text]) => hashCode(text as string),
  templates: [{ sql: 'HASH_CODE($0)', operands: ['STRING'], result: 'INT' }],
});
