/** Helpers of generated loops: comparison of two byte ranges of the worker's memory. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';

/** Unsigned bytes, then the shorter one first (BinaryStringData.compareTo, SqlFunctionUtils.byteArrayCompare). */
export function compareViews(rt: EvaluationRuntime, a: number, aLength: number, b: number, bLength: number): number {
  const { u8 } = rt.memory;
  const length = aLength < bLength ? aLength : bLength;
  for (let index = 0; index < length; index++) {
    const difference = (u8[a + index] ?? 0) - (u8[b + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}
