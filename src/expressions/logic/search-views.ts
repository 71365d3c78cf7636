/** A set of byte strings for generated loops: interned, sorted, found by halving. */
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { compareViews } from './compare-views.js';

/** Pointers and lengths in turn, in byte order, for as long as the worker lives. */
export function sortedViews(runtime: EvaluationRuntime, values: readonly Uint8Array[]): Float64Array {
  const sorted = [...values].sort((a, b) => Buffer.compare(a, b));
  return Float64Array.from(sorted.flatMap((value) => [runtime.intern(value), value.length]));
}

export function searchViews(rt: EvaluationRuntime, pointer: number, length: number, views: Float64Array): boolean {
  let low = 0;
  let high = views.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareViews(rt, pointer, length, views[middle * 2] ?? 0, views[middle * 2 + 1] ?? 0);
    if (order === 0) return true;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return false;
}
