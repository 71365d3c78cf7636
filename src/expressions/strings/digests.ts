/** MD5, SHA1 and SHA2 of a string's bytes, as lower-case hex (Flink: BinaryStringDataUtil.hash). */
import { createHash } from 'node:crypto';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { emitHelperCall, strictReference } from '../emit-helpers.js';
import { type CallExpression } from '../expression.js';
import { type ScalarFunction } from '../function.js';
import { encodeJavaText } from './java-text.js';
import { bytesValue, isText, operandAt } from './operands.js';
import { writeText } from './text-runtime.js';

const ALGORITHMS: Readonly<Record<string, string>> = {
  MD5: 'md5',
  SHA1: 'sha1',
  SHA224: 'sha224',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
};

/** Node's name; SHA2 takes its length as a constant. */
function algorithmOf(call: CallExpression): string | undefined {
  if (call.function !== 'SHA2') return call.operands.length === 1 ? ALGORITHMS[call.function] : undefined;
  const length = call.operands[1];
  return length?.kind === 'literal' && call.operands.length === 2
    ? ALGORITHMS[`SHA${String(length.value)}`]
    : undefined;
}

function digest(rt: EvaluationRuntime, text: number, length: number, algorithm: string): number {
  return writeText(
    rt,
    createHash(algorithm)
      .update(rt.memory.u8.subarray(text, text + length))
      .digest('hex'),
  );
}

export const digestFunction: ScalarFunction = {
  names: [...Object.keys(ALGORITHMS), 'SHA2'],
  check(call) {
    if (!isText(call.operands[0])) return `${call.function} of other types than strings is not implemented`;
    return algorithmOf(call) === undefined ? `${call.function} in this form is not implemented` : null;
  },
  emit(call, context) {
    const text = context.emit(operandAt(call, 0));
    return emitHelperCall(context, call.type, [text], digest, { extra: [algorithmOf(call)] });
  },
  reference: strictReference(([text], call) =>
    encodeJavaText(
      createHash(algorithmOf(call) ?? '')
        .update(bytesValue(text))
        .digest('hex'),
    ),
  ),
  templates: [
    ...['MD5', 'SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512'].map((name) => ({
      sql: `${name}($0)`,
      operands: ['STRING' as const],
      result: 'STRING' as const,
    })),
    { sql: 'SHA2($0, $1)', operands: ['STRING', ['224', '256', '384', '512']], result: 'STRING' },
  ],
};
