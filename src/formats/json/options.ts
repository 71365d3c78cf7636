/** Options of the `json` format, as JsonFormatOptions and JsonFormatOptionsUtil of Flink read them; names without `json.`. */

export interface JsonOptions {
  readonly failOnMissingField: boolean;
  readonly ignoreParseErrors: boolean;
  readonly timestampFormat: 'SQL' | 'ISO-8601';
  readonly mapNullKeyMode: 'FAIL' | 'DROP' | 'LITERAL';
  readonly mapNullKeyLiteral: string;
  readonly encodeDecimalAsPlainNumber: boolean;
  readonly encodeIgnoreNullFields: boolean;
  /** Decode from the token stream (Flink's default) rather than from a tree; the two differ on odd input. */
  readonly decodeJsonParserEnabled: boolean;
}

export type ParsedJsonOptions = { readonly options: JsonOptions } | { readonly refusal: string };

const KNOWN = new Set([
  'fail-on-missing-field',
  'ignore-parse-errors',
  'timestamp-format.standard',
  'map-null-key.mode',
  'map-null-key.literal',
  'encode.decimal-as-plain-number',
  'encode.ignore-null-fields',
  'decode.json-parser.enabled',
]);

/** What Flink's own validation rejects never reaches a plan; it is refused here all the same. */
export function parseJsonOptions(given: ReadonlyMap<string, string>): ParsedJsonOptions {
  for (const name of given.keys()) if (!KNOWN.has(name)) return { refusal: `unknown option json.${name}` };
  const refusals: string[] = [];
  const flag = (name: string, fallback: boolean): boolean => {
    const text = given.get(name);
    if (text === undefined) return fallback;
    const lower = text.toLowerCase();
    if (lower !== 'true' && lower !== 'false') refusals.push(`option json.${name} is neither true nor false: ${text}`);
    return lower === 'true';
  };
  const choice = <T extends string>(name: string, fallback: T, text: string | undefined, choices: readonly T[]): T => {
    if (text === undefined) return fallback;
    const found = choices.find((candidate) => candidate === text);
    if (found === undefined) refusals.push(`option json.${name} has an unknown value: ${text}`);
    return found ?? fallback;
  };

  const options: JsonOptions = {
    failOnMissingField: flag('fail-on-missing-field', false),
    ignoreParseErrors: flag('ignore-parse-errors', false),
    timestampFormat: choice('timestamp-format.standard', 'SQL', given.get('timestamp-format.standard'), [
      'SQL',
      'ISO-8601',
    ]),
    mapNullKeyMode: choice('map-null-key.mode', 'FAIL', given.get('map-null-key.mode')?.toUpperCase(), [
      'FAIL',
      'DROP',
      'LITERAL',
    ]),
    mapNullKeyLiteral: given.get('map-null-key.literal') ?? 'null',
    encodeDecimalAsPlainNumber: flag('encode.decimal-as-plain-number', false),
    encodeIgnoreNullFields: flag('encode.ignore-null-fields', false),
    decodeJsonParserEnabled: flag('decode.json-parser.enabled', true),
  };
  if (options.failOnMissingField && options.ignoreParseErrors) {
    refusals.push('options json.fail-on-missing-field and json.ignore-parse-errors exclude each other');
  }
  return refusals.length > 0 ? { refusal: refusals[0]! } : { options };
}
