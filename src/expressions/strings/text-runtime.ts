/** Between text in the worker's memory and JavaScript strings, which work in UTF-16 units as Java's do. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { type StringKernels } from '../../kernels/strings.js';
import { decodeJavaText, encodeJavaText } from './java-text.js';

/** Node's own decoders, which take the bytes where they lie; they accept any Uint8Array as `this`. */
const { latin1Slice, utf8Slice, latin1Write } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
  utf8Slice(this: Uint8Array, start: number, end: number): string;
  latin1Write(this: Uint8Array, text: string, start: number, length: number): number;
};

/** BinaryStringData.toString. */
export function readText(rt: EvaluationRuntime, pointer: number, length: number, kernels: StringKernels): string {
  const { u8 } = rt.memory;
  if (kernels.ascii(pointer, length) !== 0) return latin1Slice.call(u8, pointer, pointer + length);
  if (kernels.validUtf8(pointer, length) !== 0) return utf8Slice.call(u8, pointer, pointer + length);
  return decodeJavaText(u8.slice(pointer, pointer + length));
}

/** BinaryStringData.fromString, into the arena: returns the pointer and leaves the length in rt.length. */
export function writeText(rt: EvaluationRuntime, text: string): number {
  if (isAsciiText(text)) {
    const start = rt.arena.reserve(text.length);
    latin1Write.call(rt.memory.u8, text, start, text.length);
    rt.arena.advance(start + text.length);
    rt.length = text.length;
    return start;
  }
  return writeBytes(rt, encodeJavaText(text));
}

export function writeBytes(rt: EvaluationRuntime, bytes: Uint8Array): number {
  const start = rt.arena.reserve(bytes.length);
  rt.memory.u8.set(bytes, start);
  rt.arena.advance(start + bytes.length);
  rt.length = bytes.length;
  return start;
}

/** A string result that may be NULL. */
export function writeTextOrNull(rt: EvaluationRuntime, text: string | null): number {
  if (text !== null) return writeText(rt, text);
  return answerNull(rt);
}

export function answerNull(rt: EvaluationRuntime): number {
  rt.isNull = 1;
  rt.length = 0;
  return 0;
}

/** The view that a kernel stored at `kernels.out`. */
export function takeView(rt: EvaluationRuntime, kernels: StringKernels): number {
  const at = kernels.out >>> 2;
  const { u32 } = rt.memory;
  rt.length = u32[at + 1] ?? 0;
  return u32[at] ?? 0;
}

/** `advance` aligns; small results of a row go on where the last one ended only by way of the arena. */
function isAsciiText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}
