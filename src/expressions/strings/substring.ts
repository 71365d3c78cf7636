/**
 * SUBSTRING, SUBSTR, LEFT and RIGHT (Flink: BinaryStringDataUtil.substringSQL, StringCallGen). A negative position counts from
 * the end, 0 acts as 1, a negative length is NULL. Results point into the operand.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { KernelAnswer, type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { type Refusal } from '../../operators/operator.js';
import { characterStarts, sliceCharacters } from './characters.js';
import { bytesValue, checkOperands, kernelsOf } from './operands.js';
import { answerNull, takeView } from './text-runtime.js';

const TO_THE_END = 2147483647;
const LENGTH_MISSING: Value = {
  type: { kind: 'INTEGER', nullable: false },
  isNull: NEVER_NULL,
  terms: [String(TO_THE_END)],
};

function substring(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  position: number,
  count: number,
  kernels: StringKernels,
): number {
  const answer = kernels.substring(text, length, position, count, kernels.out);
  return answer === KernelAnswer.NULL ? answerNull(rt) : takeView(rt, kernels);
}

function left(rt: EvaluationRuntime, text: number, length: number, count: number, kernels: StringKernels): number {
  kernels.substring(text, length, 1, Math.max(count, 0), kernels.out);
  return takeView(rt, kernels);
}

function right(rt: EvaluationRuntime, text: number, length: number, count: number, kernels: StringKernels): number {
  kernels.right(text, length, count, kernels.out);
  return takeView(rt, kernels);
}

function substringReference(bytes: Uint8Array, position: number, count: number): Uint8Array | null {
  if (count < 0) return null;
  const characters = characterStarts(bytes).length;
  const start = position > 0 ? position - 1 : position < 0 ? characters + position : 0;
  if (start < 0) return new Uint8Array(0);
  return sliceCharacters(bytes, start, characters - start < count ? characters : start + count);
}

/** A negative count answers NULL, also where the planner has taken the result for NOT NULL. */
function checkNotNull(call: CallExpression): Refusal {
  const count = call.operands[2];
  const isNatural = count?.kind === 'literal' && typeof count.value === 'number' && count.value >= 0;
  return call.type.nullable || count === undefined || isNatural
    ? null
    : 'it can answer NULL although its type is NOT NULL; only a constant length is implemented then';
}

export const substringFunction: ScalarFunction = {
  names: ['SUBSTRING', 'SUBSTR'],
  check: (call) => checkOperands(call, 'TII') ?? checkNotNull(call),
  emit(call, context) {
    const operands = emitOperands(call, context);
    if (operands.length === 2) operands.push(LENGTH_MISSING);
    return emitHelperCall(context, call.type, operands, substring, { nullable: true, extra: [kernelsOf(context)] });
  },
  reference: strictReference(([text, position, count = TO_THE_END]) =>
    substringReference(bytesValue(text), position as number, count as number),
  ),
  templates: [
    { sql: 'SUBSTRING($0 FROM $1)', operands: ['STRING', ['0', '1', '2', '-1', '-3', '100']], result: 'STRING' },
    {
      sql: 'SUBSTRING($0, $1, $2)',
      operands: ['STRING', ['0', '1', '3', '-2'], ['0', '1', '4', '-1', '2147483647']],
      result: 'STRING',
    },
    { sql: 'SUBSTR($0, $1, $2)', operands: ['STRING', 'INT', 'INT'], result: 'STRING' },
  ],
};

export const leftFunction: ScalarFunction = {
  names: ['LEFT'],
  check: (call) => checkOperands(call, 'TI'),
  emit: (call, context) =>
    emitHelperCall(context, call.type, emitOperands(call, context), left, { extra: [kernelsOf(context)] }),
  reference: strictReference(([text, count]) => sliceCharacters(bytesValue(text), 0, Math.max(count as number, 0))),
  templates: [{ sql: '`LEFT`($0, $1)', operands: ['STRING', ['0', '1', '3', '-1', '100']], result: 'STRING' }],
};

export const rightFunction: ScalarFunction = {
  names: ['RIGHT'],
  check: (call) => checkOperands(call, 'TI'),
  emit: (call, context) =>
    emitHelperCall(context, call.type, emitOperands(call, context), right, { extra: [kernelsOf(context)] }),
  reference: strictReference(([text, count]) => {
    const bytes = bytesValue(text);
    const characters = characterStarts(bytes).length;
    if ((count as number) <= 0) return new Uint8Array(0);
    return sliceCharacters(bytes, Math.max(characters - (count as number), 0), characters);
  }),
  templates: [{ sql: '`RIGHT`($0, $1)', operands: ['STRING', ['0', '1', '3', '-1', '100']], result: 'STRING' }],
};
