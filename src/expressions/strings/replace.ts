/** REPLACE (Flink: String.replace): every occurrence; an empty search text stands between all UTF-16 units. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { encodeJavaText } from './java-text.js';
import { checkOperands, kernelsOf, textValue } from './operands.js';
import { readText, writeText } from './text-runtime.js';

function replaceText(text: string, search: string, replacement: string): string {
  if (search !== '') return text.replaceAll(search, () => replacement);
  // Between units, also between the two of a surrogate pair.
  return (
    replacement +
    text
      .split('')
      .map((unit) => unit + replacement)
      .join('')
  );
}

function replace(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  search: number,
  searchLength: number,
  replacement: number,
  replacementLength: number,
  kernels: StringKernels,
): number {
  const isPlain =
    searchLength > 0 &&
    kernels.validUtf8(search, searchLength) !== 0 &&
    kernels.validUtf8(replacement, replacementLength) !== 0;
  const bytes = isPlain ? kernels.replacedLength(text, length, search, searchLength, replacementLength) : -1;
  if (bytes < 0) {
    const read = (pointer: number, size: number): string => readText(rt, pointer, size, kernels);
    return writeText(
      rt,
      replaceText(read(text, length), read(search, searchLength), read(replacement, replacementLength)),
    );
  }
  const start = rt.arena.reserve(bytes);
  kernels.replace(text, length, search, searchLength, replacement, replacementLength, start);
  rt.arena.advance(start + bytes);
  rt.length = bytes;
  return start;
}

export const replaceFunction: ScalarFunction = {
  names: ['REPLACE'],
  check: (call) => checkOperands(call, 'TTT'),
  emit: (call, context) =>
    emitHelperCall(context, call.type, emitOperands(call, context), replace, { extra: [kernelsOf(context)] }),
  reference: strictReference(([text, search, replacement]) =>
    encodeJavaText(replaceText(textValue(text), textValue(search), textValue(replacement))),
  ),
  templates: [
    {
      sql: 'REPLACE($0, $1, $2)',
      operands: ['STRING', ["'a'", "'aa'", "'😀'", "''"], ["''", "'xyz'", "'ß'"]],
      result: 'STRING',
    },
    { sql: 'REPLACE($0, $1, $2)', operands: ['STRING', 'STRING', 'STRING'], result: 'STRING' },
  ],
};
