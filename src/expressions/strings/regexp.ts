/** REGEXP and REGEXP_REPLACE with a constant pattern (Flink: SqlFunctionUtils.regExp, regexpReplace); see java-regex.ts. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { type Refusal } from '../../operators/operator.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { constantPattern, ConstantRegex } from './constant-regex.js';
import { encodeJavaText } from './java-text.js';
import { constantText, isText, kernelsOf, operandAt, textValue } from './operands.js';
import { readText, writeText } from './text-runtime.js';

function checkPattern(call: CallExpression, mayBeNullable: boolean): Refusal {
  const isTyped = call.operands.every(isText);
  if (!isTyped) return `${call.function} of other types than strings is not implemented`;
  const pattern = constantPattern(call.operands[1]);
  if ('refusal' in pattern) return pattern.refusal;
  return pattern.regex.nullable && !mayBeNullable
    ? 'replacing where nothing is matched is not implemented: Java then looks between the units of a character'
    : null;
}

function find(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  regex: ConstantRegex,
  kernels: StringKernels,
): boolean {
  return regex.mayMatch(text, length, kernels) && regex.plain.test(readText(rt, text, length, kernels));
}

function never(): boolean {
  return false;
}

export const regexpFunction: ScalarFunction = {
  names: ['REGEXP'],
  check: (call) => checkPattern(call, true),
  emit(call, context) {
    const text = context.emit(operandAt(call, 0));
    if (constantText(call.operands[1]) === '') return emitHelperCall(context, call.type, [text], never);
    const regex = new ConstantRegex(operandAt(call, 1), context.runtime);
    return emitHelperCall(context, call.type, [text], find, { extra: [regex, kernelsOf(context)] });
  },
  reference: strictReference(([text, pattern], call) => {
    const parsed = constantPattern(call.operands[1]);
    if ('refusal' in parsed) throw new Error(parsed.refusal);
    return textValue(pattern) !== '' && new RegExp(parsed.regex.source, 'u').test(textValue(text));
  }),
  templates: [
    {
      sql: 'REGEXP($0, $1)',
      operands: ['STRING', ["'^a'", "'a.*c$'", "'[0-9]+'", "''", "'\\s'", "'😀|ß'"]],
      result: 'BOOLEAN',
    },
  ],
};

function replace(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  replacement: number,
  replacementLength: number,
  regex: ConstantRegex,
  kernels: StringKernels,
): number {
  const with_ = readText(rt, replacement, replacementLength, kernels);
  return writeText(
    rt,
    readText(rt, text, length, kernels).replace(regex.global, () => with_),
  );
}

export const regexpReplaceFunction: ScalarFunction = {
  names: ['REGEXP_REPLACE'],
  check: (call) => checkPattern(call, false),
  emit(call, context) {
    const operands = [context.emit(operandAt(call, 0)), context.emit(operandAt(call, 2))];
    const regex = new ConstantRegex(operandAt(call, 1), context.runtime);
    return emitHelperCall(context, call.type, operands, replace, { extra: [regex, kernelsOf(context)] });
  },
  reference: strictReference(([text, , replacement], call) => {
    const parsed = constantPattern(call.operands[1]);
    if ('refusal' in parsed) throw new Error(parsed.refusal);
    const with_ = textValue(replacement);
    return encodeJavaText(textValue(text).replace(new RegExp(parsed.regex.source, 'gu'), () => with_));
  }),
  templates: [
    {
      sql: 'REGEXP_REPLACE($0, $1, $2)',
      operands: ['STRING', ["'a'", "'[aeiou]+'", "'(.)b'", "'\\d'", "'.$'"], ["''", "'$1'", "'\\x'"]],
      result: 'STRING',
    },
  ],
};
