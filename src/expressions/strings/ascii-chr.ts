/** ASCII: the first byte, signed, 0 for '' (StringCallGen.generateAscii). CHR: n & 255 as a character, '' below 0 (SqlFunctionUtils.chr). */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { emitGuarded, emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { encodeJavaText } from './java-text.js';
import { bytesValue, checkOperands, isInt } from './operands.js';
import { writeText } from './text-runtime.js';

export const asciiFunction: ScalarFunction = {
  names: ['ASCII'],
  check: (call) => checkOperands(call, 'T'),
  emit(call, context) {
    const operands = emitOperands(call, context);
    const [text, length] = operands[0]?.terms ?? [];
    return emitGuarded(context, call.type, operands, () => ({
      terms: [context.code.local(`${length} === 0 ? 0 : i8[${text}]`)],
    }));
  },
  reference: strictReference(([text]) => ((bytesValue(text)[0] ?? 0) << 24) >> 24),
  templates: [{ sql: 'ASCII($0)', operands: ['STRING'], result: 'INT' }],
};

function character(code: number | bigint): string {
  return code < 0 ? '' : String.fromCharCode(Number(BigInt(code) & 255n));
}

function chr(rt: EvaluationRuntime, code: number | bigint): number {
  return writeText(rt, character(code));
}

export const chrFunction: ScalarFunction = {
  names: ['CHR'],
  check: (call) =>
    isInt(call.operands[0]) || call.operands[0]?.type.kind === 'BIGINT' ? null : 'CHR of this type is not implemented',
  emit: (call, context) => emitHelperCall(context, call.type, emitOperands(call, context), chr),
  reference: strictReference(([code]) => encodeJavaText(character(code as number | bigint))),
  templates: [
    { sql: 'CHR($0)', operands: ['INT'], result: 'STRING' },
    { sql: 'CHR($0)', operands: ['BIGINT'], result: 'STRING' },
  ],
};
