/**
 * UPPER and LOWER (Flink: BinaryStringData.toUpperCase, toLowerCase). ASCII in the kernel; text that has a character of several
 * bytes goes through Java's strings; stray bytes of malformed text without one stay as they are.
 */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { KernelAnswer, type StringKernels } from '../../kernels/strings.js';
import { emitHelperCall, emitOperands, strictReference } from '../emit-helpers.js';
import { type ScalarFunction } from '../function.js';
import { checkCaseMapping, JavaCase } from './java-case.js';
import { decodeJavaText, encodeJavaText } from './java-text.js';
import { bytesValue, checkOperands, kernelsOf } from './operands.js';
import { takeView, writeBytes } from './text-runtime.js';

function lower(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  javaCase: JavaCase,
  kernels: StringKernels,
): number {
  const target = rt.arena.reserve(length);
  if (kernels.lowerAscii(text, length, target, kernels.out) !== KernelAnswer.VALUE) {
    return writeBytes(
      rt,
      mapBytes(rt.memory.u8.slice(text, text + length), (s) => javaCase.lower(s), lowerAsciiByte),
    );
  }
  rt.arena.advance(target + length);
  return takeView(rt, kernels);
}

function upper(
  rt: EvaluationRuntime,
  text: number,
  length: number,
  javaCase: JavaCase,
  kernels: StringKernels,
): number {
  const target = rt.arena.reserve(length);
  if (kernels.upperAscii(text, length, target, kernels.out) !== KernelAnswer.VALUE) {
    return writeBytes(
      rt,
      mapBytes(rt.memory.u8.slice(text, text + length), (s) => javaCase.upper(s), upperAsciiByte),
    );
  }
  rt.arena.advance(target + length);
  return takeView(rt, kernels);
}

/** As the loop of toUpperCase: the first lead byte of several bytes hands the whole text to Java. */
function mapBytes(bytes: Uint8Array, mapText: (text: string) => string, mapByte: (byte: number) => number): Uint8Array {
  const hasLead = bytes.some((byte) => byte >= 0xc2 && byte < 0xf8);
  return hasLead ? encodeJavaText(mapText(decodeJavaText(bytes))) : bytes.map(mapByte);
}

function lowerAsciiByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function upperAsciiByte(byte: number): number {
  return byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
}

function caseFunction(
  name: string,
  helper: typeof lower,
  mapText: (javaCase: JavaCase, text: string) => string,
  mapByte: (byte: number) => number,
): ScalarFunction {
  return {
    names: [name],
    check: (call, plan) => checkOperands(call, 'T') ?? checkCaseMapping(plan),
    emit: (call, context) =>
      emitHelperCall(context, call.type, emitOperands(call, context), helper, {
        extra: [new JavaCase(context.plan), kernelsOf(context)],
      }),
    reference: strictReference(([text], _call, context) => {
      const javaCase = new JavaCase(context.plan);
      return mapBytes(bytesValue(text), (s) => mapText(javaCase, s), mapByte);
    }),
    templates: [{ sql: `${name}($0)`, operands: ['STRING'], result: 'STRING' }],
  };
}

export const lowerFunction = caseFunction('LOWER', lower, (javaCase, text) => javaCase.lower(text), lowerAsciiByte);
export const upperFunction = caseFunction('UPPER', upper, (javaCase, text) => javaCase.upper(text), upperAsciiByte);
