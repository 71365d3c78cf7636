/** INITCAP (Flink: SqlFunctionUtils.initcap): words of ASCII letters and digits; every other unit ends a word. */
import { textFunction } from './text-function.js';

function initcap(text: string): string {
  return text.replace(/[0-9A-Za-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}

export const initcapFunction = textFunction({
  names: ['INITCAP'],
  forms: ['T'],
  compute: ([text]) => initcap(text as string),
  templates: [{ sql: 'INITCAP($0)', operands: ['STRING'], result: 'STRING' }],
});
