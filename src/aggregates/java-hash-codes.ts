/** hashCode and, for trees in Java's maps, compareTo of Flink's internal values, by their key bytes (key-bytes.ts). */
import { type WorkerMemory } from '../columnar/memory.js';
import { physicalOf, type LogicalType } from '../columnar/types.js';
import { hashOfBytes } from '../formats/json/decode/hash-map-order.js';
import { type ElementTable } from '../state/element-table.js';
import { type CompareIds } from '../state/java-hash-table.js';
import { isBytes } from './functions/types.js';
import { compareKeysOf } from './key-bytes.js';

export type HashCodeOf = (pointer: number, byteLength: number) => number;

const TRUE_HASH = 1231;
const FALSE_HASH = 1237;
const LOW_WORD = 0xffffffffn;

export function hashCodeOf(memory: WorkerMemory, type: LogicalType): HashCodeOf {
  const { u8, i32, i64 } = memory;
  if (type.kind === 'DECIMAL') {
    const { scale } = type;
    if (physicalOf(type) === 'int64') return (pointer) => hashOfDecimal(i64[pointer >> 3]!, scale);
    return (pointer) => {
      const low = BigInt.asUintN(64, i64[pointer >> 3]!);
      return hashOfDecimal((i64[(pointer >> 3) + 1]! << 64n) | low, scale);
    };
  }
  switch (physicalOf(type)) {
    case 'bool':
      return (pointer) => (u8[pointer] === 0 ? FALSE_HASH : TRUE_HASH);
    case 'int32':
    case 'float32':
      return (pointer) => i32[pointer >> 2]!;
    case 'int64':
    case 'float64':
      return (pointer) => i32[pointer >> 2]! ^ i32[(pointer >> 2) + 1]!;
    case 'timestamp':
      return (pointer) => {
        const word = pointer >> 2;
        return (Math.imul(31, i32[word]! ^ i32[word + 1]!) + i32[word + 2]!) | 0;
      };
    case 'view':
      return (pointer, byteLength) => hashOfBytes(u8.subarray(pointer, pointer + byteLength));
    default:
      throw new Error(`no hash code of values of type ${type.kind}`);
  }
}

/** BigDecimal.hashCode, which is the same whether it is compact or holds a BigInteger: 31 * (words of the magnitude, signed) + scale. */
function hashOfDecimal(unscaled: bigint, scale: number): number {
  let hash = 0;
  const magnitude = unscaled < 0n ? -unscaled : unscaled;
  for (let shift = 96n; shift >= 0n; shift -= 32n) {
    hash = (Math.imul(31, hash) + Number((magnitude >> shift) & LOW_WORD)) | 0;
  }
  return (Math.imul(31, unscaled < 0n ? -hash : hash) + scale) | 0;
}

/** HashMap.comparableClassFor: StringData is Comparable, BinaryStringData itself does not say so; nested values are not. Ids are elements. */
export function compareIdsOf(memory: WorkerMemory, table: ElementTable, type: LogicalType): CompareIds {
  if (type.kind === 'CHAR' || type.kind === 'VARCHAR' || isBytes(type)) return () => 0;
  const compare = compareKeysOf(memory, type);
  return (a, b) => compare(table.keyPointer(a), table.keyBytes(a), table.keyPointer(b), table.keyBytes(b));
}
