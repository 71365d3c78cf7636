/** REVERSE by characters (Flink: BinaryStringDataUtil.reverse); text that ends within a character fails, there as here. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { javaError } from '../../errors.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { bytesForFirstByte, characterStarts } from './characters.js';
import { bytesValue, checkOperands, kernelsOf } from './operands.js';
import { takeView } from './text-runtime.js';

function cutOff(): Error {
  return javaError('java.lang.IndexOutOfBoundsException', null);
}

function reverse(rt: EvaluationRuntime, text: number, length: number, kernels: StringKernels): number {
  const target = rt.arena.reserve(length);
  if (kernels.reverse(text, length, target, kernels.out) === 0) throw cutOff();
  rt.arena.advance(target + length);
  return takeView(rt, kernels);
}

export const reverseFunction: ScalarFunction = {
  names: ['REVERSE'],
  check: (call) => checkOperands(call, 'T'),
  emit: (call, context) =>
    emitHelperCall(context, call.type, emitOperands(call, context), reverse, { extra: [kernelsOf(context)] }),
  reference: strictReference(([text]) => {
    const bytes = bytesValue(text);
    const starts = [...characterStarts(bytes), bytes.length];
    const last = starts[starts.length - 2];
    if (last !== undefined && bytes.length - last < bytesForFirstByte(bytes[last] ?? 0)) throw cutOff();
    return Buffer.concat(
      starts
        .slice(0, -1)
        .map((start, index) => bytes.slice(start, starts[index + 1]))
        .reverse(),
    );
  }),
  templates: [{ sql: 'REVERSE($0)', operands: ['STRING'], result: 'STRING' }],
};
