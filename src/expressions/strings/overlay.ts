/** OVERLAY(text PLACING replacement FROM start [FOR length]) (Flink: SqlFunctionUtils.overlay), in UTF-16 units. */
import { textFunction } from './text-function.js';

function overlay(text: string, replacement: string, start: number, length: number): string {
  if (start <= 0 || start > text.length) return text;
  const rest = start + length <= text.length && length > 0 ? text.slice(start - 1 + length) : '';
  return text.slice(0, start - 1) + replacement + rest;
}

export const overlayFunction = textFunction({
  names: ['OVERLAY'],
  forms: ['TTI', 'TTII'],
  compute: ([text, replacement, start, length]) =>
    overlay(
      text as string,
      replacement as string,
      start as number,
      (length as number | undefined) ?? (replacement as string).length,
    ),
  templates: [
    { sql: 'OVERLAY($0 PLACING $1 FROM $2)', operands: ['STRING', 'STRING', ['1', '2', '0', '9']], result: 'STRING' },
    {
      sql: 'OVERLAY($0 PLACING $1 FROM $2 FOR $3)',
      operands: ['STRING', ["'xy'", "''"], ['1', '2'], ['0', '1', '5', '-1']],
      result: 'STRING',
    },
  ],
});
