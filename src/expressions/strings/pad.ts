/** LPAD and RPAD (Flink: SqlFunctionUtils.lpad, rpad): lengths in UTF-16 units; a negative length or an empty pad gives NULL. */
import { type Refusal } from '../../operators/operator.js';
import { type CallExpression } from '../expression.js';
import { constantText } from './operands.js';
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

/**
 * The planner takes the result for NOT NULL when the operands are, and then drops what guards against NULL; what Flink makes of the
 * NULL that comes out of it is not followed here.
 */
function checkNotNull(call: CallExpression): Refusal {
  const [, length, text] = call.operands;
  const hasLength = length?.kind === 'literal' && typeof length.value === 'number' && length.value >= 0;
  const hasPad = constantText(text) !== undefined && constantText(text) !== '';
  return call.type.nullable || (hasLength && hasPad)
    ? null
    : `${call.function} can answer NULL although its type is NOT NULL; only constant lengths and pads are implemented then`;
}

export const lpad = textFunction({
  names: ['LPAD'],
  forms: ['TIT'],
  checkMore: checkNotNull,
  compute: ([base, length, text]) => pad(base as string, length as number, text as string, true),
  templates: [{ sql: 'LPAD($0, $1, $2)', operands: ['STRING', PADS[1], PADS[0]], result: 'STRING' }],
});

export const rpad = textFunction({
  names: ['RPAD'],
  forms: ['TIT'],
  checkMore: checkNotNull,
  compute: ([base, length, text]) => pad(base as string, length as number, text as string, false),
  templates: [{ sql: 'RPAD($0, $1, $2)', operands: ['STRING', PADS[1], PADS[0]], result: 'STRING' }],
});
