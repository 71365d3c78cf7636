/**
 * JSON.parse for Flink's plans. Flink writes BIGINT literals as JSON numbers, and a JavaScript number loses digits beyond 2^53:
 * integers of 16 digits or more are given back as strings of their digits instead.
 */
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

export function parseLosslessJson(text: string): unknown {
  return JSON.parse(text.replace(STRING_OR_LONG_INTEGER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
