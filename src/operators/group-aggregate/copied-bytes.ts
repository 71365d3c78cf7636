/** Strings lie in the state, which may change before the results are read: they are copied to the arena. */
import { type Code } from '../../codegen/code.js';
import { type EvaluationRuntime } from '../../codegen/runtime.js';
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../../codegen/value.js';
import { physicalOf } from '../../columnar/types.js';

export function emitCopiedBytes(code: Code, value: Value): Value {
  if (physicalOf(value.type) !== 'view' || value.isNull === ALWAYS_NULL) return value;
  const copy = `${code.constant(copyBytes)}(rt, ${value.terms.join(', ')})`;
  const pointer = value.isNull === NEVER_NULL ? copy : `${value.isNull} === 1 ? 0 : ${copy}`;
  return { ...value, terms: [code.local(pointer), value.terms[1]!] };
}

function copyBytes(runtime: EvaluationRuntime, pointer: number, byteLength: number): number {
  if (byteLength === 0) return 0;
  const copy = runtime.arena.reserve(byteLength);
  runtime.memory.u8.copyWithin(copy, pointer, pointer + byteLength);
  runtime.arena.advance(copy + byteLength);
  return copy;
}
