/** JSON of Flink's plans, whose BIGINT literals go beyond what a JavaScript number holds. */

/** As JSON.parse, but whole numbers beyond 2^53 become bigints. */
export function parsePlanJson(text: string): unknown {
  // A string that marks a number: it cannot stand in the text by accident, since control characters are escaped there.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('\0') && /^-?\d+$/.test(value.slice(1))
      ? BigInt(value.slice(1))
      : value,
  );
}
