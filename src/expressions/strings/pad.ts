/** LPAD and RPAD (Flink: SqlFunctionUtils.lpad, rpad): lengths in UTF-16 units; a negative length or an empty pad gives NULL. */
import { textFunction, type TextResult } from './text-function.js';

const PADS = [
  ["''", "'-'", "'ab'", "'😀'"],
  ['0', '1', '3', '7', '-1'],
] as const;

/** `length` units of `pad` over and over. */
function padding(pad: string, length: number): string {
  return pad.repeat(Math.ceil(length / pad.length)).slice(0, length);
}

function pad(base: string, length: number, text: string, isLeft: boolean): TextResult {
  if (length < 0 || text === '') return null;
  const missing = padding(text, Math.max(length - base.length, 0));
  const kept = base.slice(0, length);
  return isLeft ? missing + kept : kept + missing;
}

export const lpad = textFunction({
  names: ['LPAD'],
  forms: ['TIT'],
  compute: ([base, length, text]) => pad(base as string, length as number, text as string, true),
  templates: [{ sql: 'LPAD($0, $1, $2)', operands: ['STRING', PADS[1], PADS[0]], result: 'STRING' }],
});

export const rpad = textFunction({
  names: ['RPAD'],
  forms: ['TIT'],
  compute: ([base, length, text]) => pad(base as string, length as number, text as string, false),
  templates: [{ sql: 'RPAD($0, $1, $2)', operands: ['STRING', PADS[1], PADS[0]], result: 'STRING' }],
});
