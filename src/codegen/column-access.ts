/** Loads a value from a column and stores one into a column, at a row index, in generated text. */
import { assertNever } from '../columnar/types.js';
import { type Binding } from './binding.js';
import { type Code } from './code.js';
import { ALWAYS_NULL, NEVER_NULL, type Value } from './value.js';

/** The value of the column at `index` (a name). Loads the null byte unless the batch has none, and the data. */
export function emitLoad(code: Code, binding: Binding, index = 'r'): Value {
  const isNull = binding.nullFree ? NEVER_NULL : code.local(`u8[${binding.nulls} + ${index}]`, 'n');
  const { type, data } = binding;
  switch (binding.physical) {
    case 'bool':
      return { type, isNull, terms: [code.local(`u8[${data} + ${index}] !== 0`)] };
    case 'int32':
      return { type, isNull, terms: [code.local(`i32[${data} + ${index}]`)] };
    case 'int64':
      return { type, isNull, terms: [code.local(`i64[${data} + ${index}]`)] };
    case 'int128':
      return {
        type,
        isNull,
        terms: [code.local(`i64[${data} + ${index} * 2]`), code.local(`i64[${data} + ${index} * 2 + 1]`)],
      };
    case 'float32':
      return { type, isNull, terms: [code.local(`f32[${data} + ${index}]`)] };
    case 'float64':
      return { type, isNull, terms: [code.local(`f64[${data} + ${index}]`)] };
    case 'timestamp':
      return {
        type,
        isNull,
        terms: [code.local(`i64[${data} + ${index}]`), code.local(`i32[${binding.aux} + ${index}]`)],
      };
    case 'view':
      return {
        type,
        isNull,
        terms: [code.local(`u32[${data} + ${index} * 2]`), code.local(`u32[${data} + ${index} * 2 + 1]`)],
      };
    case 'list':
    case 'map':
      return {
        type,
        isNull,
        source: binding,
        terms: [code.local(`u32[${data} + ${index} * 2]`), code.local(`u32[${data} + ${index} * 2 + 1]`)],
      };
    case 'row':
      return { type, isNull, source: binding, terms: [index] };
    case 'null':
      return { type, isNull: '1', terms: [] };
    default:
      return assertNever(binding.physical);
  }
}

/**
 * Writes the value at `index` (a name), the row's own unless said otherwise. Nested values are not written by loops. Bigints are cut to 64 bits, which they are: V8 keeps a bigint that
 * was assigned in branches in a register only when its use says so (21 → 4 ns a row).
 */
export function emitStore(code: Code, binding: Binding, value: Value, index = 'r'): void {
  if (value.isNull !== NEVER_NULL) code.line(`u8[${binding.nulls} + ${index}] = ${value.isNull};`);
  if (value.isNull === ALWAYS_NULL) return;
  const { data } = binding;
  const [first = '0', second = '0'] = value.terms;
  switch (binding.physical) {
    case 'bool':
      code.line(`u8[${data} + ${index}] = ${first} ? 1 : 0;`);
      return;
    case 'int32':
      code.line(`i32[${data} + ${index}] = ${first};`);
      return;
    case 'int64':
      code.line(`i64[${data} + ${index}] = BigInt.asIntN(64, ${first});`);
      return;
    case 'int128':
      code.line(`i64[${data} + ${index} * 2] = BigInt.asIntN(64, ${first});`);
      code.line(`i64[${data} + ${index} * 2 + 1] = BigInt.asIntN(64, ${second});`);
      return;
    case 'float32':
      code.line(`f32[${data} + ${index}] = ${first};`);
      return;
    case 'float64':
      code.line(`f64[${data} + ${index}] = ${first};`);
      return;
    case 'timestamp':
      code.line(`i64[${data} + ${index}] = BigInt.asIntN(64, ${first});`);
      code.line(`i32[${binding.aux} + ${index}] = ${second};`);
      return;
    case 'view':
      code.line(`u32[${data} + ${index} * 2] = ${first};`);
      code.line(`u32[${data} + ${index} * 2 + 1] = ${second};`);
      return;
    case 'list':
    case 'map':
    case 'row':
      throw new Error(`a loop does not write values of type ${binding.type.kind}`);
    case 'null':
      return;
    default:
      assertNever(binding.physical);
  }
}

/** Writes the place of an array's or map's `count` children, of which each has `room`, as (start, count); never NULL. */
export function emitStoreList(code: Code, binding: Binding, index: string, room: number, count: number): void {
  code.line(`u32[${binding.data} + ${index} * 2] = ${index} * ${room};`);
  code.line(`u32[${binding.data} + ${index} * 2 + 1] = ${count};`);
}
