/**
 * REGEXP_EXTRACT(text, pattern [, group]) with a constant pattern (Flink: SqlFunctionUtils.regexpExtract): the group of the first
 * match, NULL without a match, for a group that took no part, and for a group that the pattern does not have.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { encodeJavaText } from './java-text.js';
import { constantPattern, ConstantRegex } from './constant-regex.js';
import { isInt, isText, kernelsOf, operandAt, textValue } from './operands.js';
import { answerNull, readText, writeTextOrNull } from './text-runtime.js';

const WHOLE_MATCH: Value = { type: { kind: 'INTEGER', nullable: false }, isNull: NEVER_NULL, terms: ['0'] };

function regexpExtract(
  rt: EvaluationRuntime,
  pointer: number,
  length: number,
  group: number,
  regex: ConstantRegex,
  kernels: StringKernels,
): number {
  if (!regex.mayMatch(pointer, length, kernels)) return answerNull(rt);
  const match = regex.plain.exec(readText(rt, pointer, length, kernels));
  return writeTextOrNull(rt, match === null ? null : (match[group] ?? null));
}

export const regexpExtractFunction: ScalarFunction = {
  names: ['REGEXP_EXTRACT'],
  check(call) {
    const group = call.operands[2];
    if (!isText(call.operands[0]) || (group && !isInt(group))) return 'these operand types are not implemented';
    const pattern = constantPattern(call.operands[1]);
    return 'refusal' in pattern ? pattern.refusal : null;
  },
  emit(call, context) {
    const kernels = kernelsOf(context);
    const text = context.emit(operandAt(call, 0));
    const group = call.operands[2] ? context.emit(call.operands[2]) : WHOLE_MATCH;
    const regex = new ConstantRegex(operandAt(call, 1), context.runtime);
    return emitHelperCall(context, call.type, [text, group], regexpExtract, {
      nullable: true,
      extra: [regex, kernels],
    });
  },
  reference: strictReference(([text, , group = 0], call: CallExpression) => {
    const pattern = constantPattern(call.operands[1]);
    if ('refusal' in pattern) throw new Error(pattern.refusal);
    const match = new RegExp(pattern.regex.source, 'u').exec(textValue(text));
    const taken = match?.[group as number];
    return taken === undefined ? null : encodeJavaText(taken);
  }),
  templates: [
    {
      sql: 'REGEXP_EXTRACT($0, $1, $2)',
      operands: [
        'STRING',
        ["'(&|^)channel_id=([^&]*)'", "'([a-z]+)(\\d*)'", "'^.(.)?'", "'(.)$'"],
        ['0', '1', '2', '3', '-1'],
      ],
      result: 'STRING',
    },
    { sql: 'REGEXP_EXTRACT($0, $1)', operands: ['STRING', ["'[^ ]+'"]], result: 'STRING' },
  ],
};
