/** Rows of the output's result columns, compared and copied in generated text. */
import { type AggregateEmitter } from '../../aggregates/aggregate-function.js';
import { type Binding } from '../../codegen/binding.js';
import { type Code } from '../../codegen/code.js';
import { emitLoad, emitStore } from '../../codegen/column-access.js';
import { type Value } from '../../codegen/value.js';
import { compareBytes } from '../../aggregates/key-bytes.js';

export function emitCopyRow(code: Code, outputs: readonly Binding[], from: string, to: string): void {
  for (const output of outputs) emitStoreResult(code, output, emitLoad(code, output, from), to);
}

/** As emitStore; of nested results the place of their elements. */
export function emitStoreResult(code: Code, output: Binding, value: Value, row: string): void {
  if (output.physical !== 'list' && output.physical !== 'map') {
    emitStore(code, output, value, row);
    return;
  }
  code.line(`u8[${output.nulls} + ${row}] = ${value.isNull};`);
  value.terms.forEach((term, index) => code.line(`u32[${output.data} + ${row} * 2 + ${index}] = ${term};`));
}

/**
 * A condition: some column differs (EqualiserCodeGenerator). FLOAT and DOUBLE are compared by Java's ==: a NaN differs from itself, and -0.0 does
 * not differ from 0.0. 64-bit integers are compared as halves, which never makes bigints.
 */
export function emitRowsDiffer(
  code: Code,
  outputs: readonly Binding[],
  emitters: readonly AggregateEmitter[],
  a: string,
  b: string,
): string {
  const parts = outputs.map((output, index) => {
    const isNullA = `u8[${output.nulls} + ${a}]`;
    const isNullB = `u8[${output.nulls} + ${b}]`;
    return `${isNullA} !== ${isNullB} || (${isNullA} === 0 && (${differs(code, output, emitters[index], a, b)}))`;
  });
  return parts.length === 0 ? 'false' : parts.join(' || ');
}

function differs(code: Code, output: Binding, emitter: AggregateEmitter | undefined, a: string, b: string): string {
  const { data, aux } = output;
  const words = (count: number): string =>
    Array.from({ length: count }, (_, word) => {
      const at = (row: string): string => `i32[(${data} << 1) + ${row} * ${count} + ${word}]`;
      return `${at(a)} !== ${at(b)}`;
    }).join(' || ');
  switch (output.physical) {
    case 'bool':
      return `u8[${data} + ${a}] !== u8[${data} + ${b}]`;
    case 'int32':
      return `i32[${data} + ${a}] !== i32[${data} + ${b}]`;
    case 'int64':
      return words(2);
    case 'int128':
      return words(4);
    case 'float32':
      return `f32[${data} + ${a}] !== f32[${data} + ${b}]`;
    case 'float64':
      return `f64[${data} + ${a}] !== f64[${data} + ${b}]`;
    case 'timestamp':
      return `${words(2)} || i32[${aux} + ${a}] !== i32[${aux} + ${b}]`;
    case 'view': {
      const compare = emitter?.comparePacked;
      const view = (row: string): string => `u32[${data} + ${row} * 2], u32[${data} + ${row} * 2 + 1]`;
      return compare
        ? `${code.constant(compare)}(${view(a)}, ${view(b)}) !== 0`
        : `${code.constant(compareBytes)}(u8, ${view(a)}, ${view(b)}) !== 0`;
    }
    case 'list':
    case 'map': {
      const place = (row: string): string => `u32[${data} + ${row} * 2], u32[${data} + ${row} * 2 + 1]`;
      return `${code.constant(emitter?.resultElements)}.differs(${place(a)}, ${place(b)})`;
    }
    default:
      throw new Error(`results of type ${output.type.kind} are not compared here`);
  }
}
