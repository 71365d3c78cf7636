/** What a decoder of Flink that ignores errors does with those of the operators behind it. */
import type { FormatChoice } from '../../formats/format-options.js';

/**
 * What becomes of an error of an operator behind the source. Stock Flink calls the operators of the chain from within the
 * decoder's `collect`: with `json.ignore-parse-errors` the decoder catches whatever they throw, and goes on with the next message,
 * or, in JsonRowDataDeserializationSchema, with the next element of a top-level array.
 */
export type ChainErrors = 'fail' | 'drop-message' | 'drop-element';

export function chainErrorsOf({ name, options }: FormatChoice): ChainErrors {
  if (name !== 'json' || options.get('ignore-parse-errors')?.toLowerCase() !== 'true') return 'fail';
  return options.get('decode.json-parser.enabled')?.toLowerCase() === 'false' ? 'drop-element' : 'drop-message';
}
