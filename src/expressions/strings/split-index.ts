/**
 * SPLIT_INDEX(text, separator, index) (Flink: SqlFunctionUtils.splitIndex): a text separator is taken whole, the empty one splits
 * at white space; an INT is one character, 1 to 255. Tokens count from 0, empty ones count, beyond the last is NULL.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { KernelAnswer, type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { encodeJavaText } from './java-text.js';
import { checkOperands, isInt, kernelsOf, textValue } from './operands.js';
import { answerNull, readText, takeView, writeTextOrNull } from './text-runtime.js';

/** Character.isWhitespace. */
const JAVA_WHITE_SPACE = /[\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]/;

/** The tokens of StringUtils.splitByWholeSeparatorPreserveAllTokens and splitPreserveAllTokens. */
function tokens(text: string, separator: string): readonly string[] {
  if (text === '') return [];
  return separator === '' ? text.split(JAVA_WHITE_SPACE) : text.split(separator);
}

function splitIndex(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  separator: number,
  separatorLength: number,
  index: number,
  kernels: StringKernels,
): number {
  switch (kernels.splitIndex(text, length, separator, separatorLength, index, kernels.out)) {
    case KernelAnswer.VALUE:
      return takeView(rt, kernels);
    case KernelAnswer.NULL:
      return answerNull(rt);
    default: {
      const separatorText = readText(rt, separator, separatorLength, kernels);
      return writeTextOrNull(rt, tokens(readText(rt, text, length, kernels), separatorText)[index] ?? null);
    }
  }
}

function splitIndexByCharacter(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  character: number,
  index: number,
  kernels: StringKernels,
): number {
  const token = tokenByCharacter(readText(rt, text, length, kernels), character, index);
  return writeTextOrNull(rt, token);
}

function tokenByCharacter(text: string, character: number, index: number): string | null {
  if (character > 255 || character < 1 || index < 0) return null;
  return tokens(text, String.fromCharCode(character))[index] ?? null;
}

export const splitIndexFunction: ScalarFunction = {
  names: ['SPLIT_INDEX'],
  check: (call) => checkOperands(call, isInt(call.operands[1]) ? 'TII' : 'TTI'),
  emit(call, context) {
    const helper = isInt(call.operands[1]) ? splitIndexByCharacter : splitIndex;
    return emitHelperCall(context, call.type, emitOperands(call, context), helper, {
      nullable: true,
      extra: [kernelsOf(context)],
    });
  },
  reference: strictReference(([text, separator, position]) => {
    const index = position as number;
    if (index < 0) return null;
    const token =
      typeof separator === 'number'
        ? tokenByCharacter(textValue(text), separator, index)
        : (tokens(textValue(text), textValue(separator))[index] ?? null);
    return token === null ? null : encodeJavaText(token);
  }),
  templates: [
    {
      sql: 'SPLIT_INDEX($0, $1, $2)',
      operands: ['STRING', ["'/'", "''", "'ab'", "' '"], ['0', '1', '3', '-1']],
      result: 'STRING',
    },
    { sql: 'SPLIT_INDEX($0, $1, $2)', operands: ['STRING', 'STRING', ['0', '1']], result: 'STRING' },
    { sql: 'SPLIT_INDEX($0, $1, $2)', operands: ['STRING', ['97', '0', '233'], ['0', '1']], result: 'STRING' },
  ],
};
