/** REPEAT (Flink: EncodingUtils.repeat): zero or fewer times gives ''. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { encodeJavaText } from './java-text.js';
import { checkOperands, kernelsOf, textValue } from './operands.js';
import { readText, writeText } from './text-runtime.js';

function repeat(rt: EvaluationRuntime, text: number, length: number, times: number, kernels: StringKernels): number {
  if (times <= 0) {
    rt.length = 0;
    return text;
  }
  if (kernels.validUtf8(text, length) === 0) return writeText(rt, readText(rt, text, length, kernels).repeat(times));
  const start = rt.arena.reserve(length * times);
  let end = start;
  for (let time = 0; time < times; time++) end = kernels.append(end, text, length);
  rt.arena.advance(end);
  rt.length = end - start;
  return start;
}

export const repeatFunction: ScalarFunction = {
  names: ['REPEAT'],
  check: (call) => checkOperands(call, 'TI'),
  emit: (call, context) =>
    emitHelperCall(context, call.type, emitOperands(call, context), repeat, { extra: [kernelsOf(context)] }),
  reference: strictReference(([text, times]) => encodeJavaText(textValue(text).repeat(Math.max(times as number, 0)))),
  templates: [{ sql: 'REPEAT($0, $1)', operands: ['STRING', ['0', '1', '3', '-1']], result: 'STRING' }],
};
