/**
 * The order of Flink's MapState in RocksDB: by the bytes of the keys, as Flink's serializers write them, which are compared without signs. The elements
 * of an ElementTable have them as key bytes (aggregates/key-bytes.ts).
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { physicalOf, type LogicalType } from '../columnar/types.js';
import { type ElementTable } from './element-table.js';
import { type MapOrder } from './state-map-order.js';

const SIZE_MIN = 16;

export class SerializedMapOrder implements MapOrder {
  private elements = new Uint32Array(SIZE_MIN);
  private readonly compare: (a: number, b: number) => number;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly table: ElementTable,
    private readonly hashOffset: number,
    type: LogicalType,
  ) {
    this.compare = compareSerialized(memory, table, type);
  }

  open(): void {
    // Nothing but the keys decides.
  }

  added(): void {
    // The order is made when it is asked for.
  }

  removed(): void {
    // Likewise.
  }

  ordered(head: number): Uint32Array {
    const { table } = this;
    const count = table.count(head);
    if (this.elements.length < count) this.elements = new Uint32Array(count * 2);
    let index = 0;
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      this.elements[index++] = element;
    }
    this.elements.subarray(0, count).sort(this.compare);
    return this.elements;
  }

  hash(element: number): number {
    return this.memory.i32[(element + this.hashOffset) >> 2]!;
  }
}

function compareSerialized(
  memory: WorkerMemory,
  table: ElementTable,
  type: LogicalType,
): (a: number, b: number) => number {
  const { u8, u32 } = memory;
  const word = (element: number, index: number): number => u32[(table.keyPointer(element) >> 2) + index]!;
  /** Words of little-endian numbers, the first that decides first. */
  const byWords =
    (...indexes: readonly number[]) =>
    (a: number, b: number): number => {
      for (const index of indexes) {
        const difference = word(a, index) - word(b, index);
        if (difference !== 0) return difference;
      }
      return 0;
    };
  switch (physicalOf(type)) {
    case 'bool':
      return (a, b) => u8[table.keyPointer(a)]! - u8[table.keyPointer(b)]!;
    case 'int32':
    case 'float32':
      return byWords(0);
    case 'int64':
    case 'float64':
      return byWords(1, 0);
    case 'timestamp':
      return byWords(1, 0, 2);
    case 'int128':
      return compareDecimals(memory, table);
    default:
      return (a, b) => {
        const byteLength = table.keyBytes(a);
        if (byteLength !== table.keyBytes(b)) return byteLength - table.keyBytes(b);
        const [left, right] = [table.keyPointer(a), table.keyPointer(b)];
        for (let index = 0; index < byteLength; index++) {
          const difference = u8[left + index]! - u8[right + index]!;
          if (difference !== 0) return difference;
        }
        return 0;
      };
  }
}

/** BigInteger.toByteArray behind its length: as few bytes as there can be, with a sign. */
function compareDecimals({ i64 }: WorkerMemory, table: ElementTable): (a: number, b: number) => number {
  const valueOf = (element: number): bigint => {
    const word = table.keyPointer(element) >> 3;
    return (i64[word + 1]! << 64n) | BigInt.asUintN(64, i64[word]!);
  };
  return (a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    const byteLength = bytesOf(left);
    if (byteLength !== bytesOf(right)) return byteLength - bytesOf(right);
    const [unsignedLeft, unsignedRight] = [left, right].map((value) => BigInt.asUintN(byteLength * 8, value));
    return unsignedLeft! < unsignedRight! ? -1 : unsignedLeft! > unsignedRight! ? 1 : 0;
  };
}

function bytesOf(value: bigint): number {
  let byteLength = 1;
  while (BigInt.asIntN(byteLength * 8, value) !== value) byteLength++;
  return byteLength;
}
