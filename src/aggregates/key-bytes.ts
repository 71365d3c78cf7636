/**
 * The bytes under which a value is found in a map of values (DISTINCT, MIN and MAX with retraction): what Java's equals calls equal has
 * the same bytes. The value as a column holds it, little-endian; NaN is one value whatever its bits, and -0.0 is not 0.0.
 */
import { type Code } from '../codegen/code.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { NEVER_NULL, type Value } from '../codegen/value.js';
import { physicalOf, type LogicalType, type Physical } from '../columnar/types.js';
import { type WorkerMemory } from '../columnar/memory.js';

/** An address and a byte length, as expressions. */
export interface KeyBytes {
  readonly pointer: string;
  readonly byteLength: string;
}

const KEY_BYTES: Readonly<Partial<Record<Physical, number>>> = {
  bool: 1,
  int32: 4,
  int64: 8,
  int128: 16,
  float32: 4,
  float64: 8,
  timestamp: 12,
};

/** Writes the key of a value that is not NULL to the loop's scratch bytes; strings stay where they are. */
export function emitKeyBytes(code: Code, runtime: EvaluationRuntime, value: Value): KeyBytes {
  const physical = physicalOf(value.type);
  const [first = '0', second = '0'] = value.terms;
  if (physical === 'view') return { pointer: first, byteLength: second };
  // As a constant, not as text: equal loops of all subtasks share their machine code.
  const pointer = code.constant(scratchOf(runtime));
  switch (physical) {
    case 'bool':
      code.line(`u8[${pointer}] = ${first} ? 1 : 0;`);
      break;
    case 'int32':
      code.line(`i32[${pointer} >>> 2] = ${first};`);
      break;
    case 'float32':
      code.line(`f32[${pointer} >>> 2] = ${first} === ${first} ? ${first} : NaN;`);
      break;
    case 'float64':
      code.line(`f64[${pointer} >>> 3] = ${first} === ${first} ? ${first} : NaN;`);
      break;
    case 'int64':
      code.line(`i64[${pointer} >>> 3] = ${first};`);
      break;
    case 'int128':
      code.line(`i64[${pointer} >>> 3] = ${first};`);
      code.line(`i64[(${pointer} >>> 3) + 1] = ${second};`);
      break;
    case 'timestamp':
      code.line(`i64[${pointer} >>> 3] = ${first};`);
      code.line(`i32[(${pointer} >>> 2) + 2] = ${second};`);
      break;
    default:
      throw new Error(`no map of values of type ${value.type.kind}`);
  }
  return { pointer, byteLength: String(KEY_BYTES[physical]) };
}

/** The value whose key bytes lie at `pointer` (a name), which is a multiple of 8. */
export function emitKeyValue(code: Code, type: LogicalType, { pointer, byteLength }: KeyBytes): Value {
  const word4 = `${pointer} >>> 2`;
  const word8 = `${pointer} >>> 3`;
  return { type, isNull: NEVER_NULL, terms: terms().map((term) => code.local(term)) };

  function terms(): string[] {
    switch (physicalOf(type)) {
      case 'bool':
        return [`u8[${pointer}] !== 0`];
      case 'int32':
        return [`i32[${word4}]`];
      case 'float32':
        return [`f32[${word4}]`];
      case 'float64':
        return [`f64[${word8}]`];
      case 'int64':
        return [`i64[${word8}]`];
      case 'int128':
        return [`i64[${word8}]`, `i64[(${word8}) + 1]`];
      case 'timestamp':
        return [`i64[${word8}]`, `i32[(${word4}) + 2]`];
      case 'view':
        return [pointer, byteLength];
      default:
        throw new Error(`no map of values of type ${type.kind}`);
    }
  }
}

const SCRATCH_BYTES = 16;
const scratches = new WeakMap<EvaluationRuntime, number>();

function scratchOf(runtime: EvaluationRuntime): number {
  const known = scratches.get(runtime);
  if (known !== undefined) return known;
  const pointer = runtime.memory.allocateOwned(SCRATCH_BYTES);
  scratches.set(runtime, pointer);
  return pointer;
}

/** Values of this type can be keys. */
export function hasKeyBytes(type: LogicalType): boolean {
  const physical = physicalOf(type);
  return physical === 'view' || KEY_BYTES[physical] !== undefined;
}

export type CompareKeys = (a: number, aBytes: number, b: number, bBytes: number) => number;

/** Java's compareTo of two values by their key bytes: below, above or equal to 0. Addresses need not be aligned. */
export function compareKeysOf(memory: WorkerMemory, type: LogicalType): CompareKeys {
  const { u8 } = memory;
  const view = new DataView(memory.memory.buffer);
  switch (physicalOf(type)) {
    case 'bool':
      return (a, _aBytes, b) => u8[a]! - u8[b]!;
    case 'int32':
      return (a, _aBytes, b) => compare(view.getInt32(a, true), view.getInt32(b, true));
    case 'int64':
      return (a, _aBytes, b) => compare(view.getBigInt64(a, true), view.getBigInt64(b, true));
    case 'int128':
      return (a, _aBytes, b) =>
        compare(view.getBigInt64(a + 8, true), view.getBigInt64(b + 8, true)) ||
        compare(view.getBigUint64(a, true), view.getBigUint64(b, true));
    case 'float32':
      return (a, _aBytes, b) => compareDoubles(view.getFloat32(a, true), view.getFloat32(b, true));
    case 'float64':
      return (a, _aBytes, b) => compareDoubles(view.getFloat64(a, true), view.getFloat64(b, true));
    case 'timestamp':
      return (a, _aBytes, b) =>
        compare(view.getBigInt64(a, true), view.getBigInt64(b, true)) ||
        compare(view.getInt32(a + 8, true), view.getInt32(b + 8, true));
    case 'view':
      return (a, aBytes, b, bBytes) => compareBytes(u8, a, aBytes, b, bBytes);
    default:
      throw new Error(`no order of values of type ${type.kind}`);
  }
}

function compare<T extends number | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Double.compare: NaN is the greatest, and -0.0 is below 0.0. */
function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b && a !== 0) return 0;
  return compare(rank(a), rank(b));
}

function rank(value: number): number {
  if (Number.isNaN(value)) return 2;
  return Object.is(value, -0) ? 0 : 1;
}

/** Unsigned, as BinaryStringData.compareTo. */
export function compareBytes(u8: Uint8Array, a: number, aBytes: number, b: number, bBytes: number): number {
  const length = Math.min(aBytes, bBytes);
  for (let index = 0; index < length; index++) {
    const difference = u8[a + index]! - u8[b + index]!;
    if (difference !== 0) return difference;
  }
  return aBytes - bBytes;
}
