/** Which format a table uses for its values and its keys, and the options of it. Follows KafkaConnectorOptionsUtil and FactoryUtil. */

export interface FormatChoice {
  readonly name: string;
  /** Without the prefix. */
  readonly options: ReadonlyMap<string, string>;
}

/** `format`, or `value.format`, with the options under `NAME.` or `value.NAME.`; `null` when the table names none. */
export function valueFormatOf(options: ReadonlyMap<string, string>): FormatChoice | null {
  const plain = options.get('format');
  if (plain !== undefined) return { name: plain, options: withPrefix(options, `${plain}.`) };
  const value = options.get('value.format');
  if (value !== undefined) return { name: value, options: withPrefix(options, `value.${value}.`) };
  return null;
}

/** `key.format` with the options under `key.NAME.`; `null` when the table's keys are not looked at. */
export function keyFormatOf(options: ReadonlyMap<string, string>): FormatChoice | null {
  const name = options.get('key.format');
  return name === undefined ? null : { name, options: withPrefix(options, `key.${name}.`) };
}

function withPrefix(options: ReadonlyMap<string, string>, prefix: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of options) if (key.startsWith(prefix)) found.set(key.slice(prefix.length), value);
  return found;
}
