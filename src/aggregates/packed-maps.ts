/**
 * Two maps as Flink's generated equaliser compares them (ScalarOperatorGens.generateMapComparison), over the bytes of BinaryMapData: they become Java
 * maps first, so the order of the entries does not matter, and values are compared as *objects*. Integers are the same when Java's cache
 * holds them (-128 to 127), a FLOAT or DOUBLE is never the same, nor is a NULL, nor a map that has BYTES for keys.
 *
 *   map    i32 byteLength of the keys · array of keys · array of values
 *   array  i32 count · null bits, rounded up to 4 bytes · elements · variable-length part
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { childTypes, type LogicalType } from '../columnar/types.js';
import { assert } from '../errors.js';
import { elementBytes, slotFormOf } from '../formats/binary-row/layout.js';
import { type Refusal } from '../operators/operator.js';
import { type CompareKeys } from './key-bytes.js';

/** Java's Integer.valueOf, Long.valueOf and so on give the same object for these. */
const [CACHED_MIN, CACHED_MAX] = [-128n, 127n];
const NULL_KEY = 'NULL';

/** Of a map in which rows are values or keys: those are compared field by field. */
export function mapsRefusal(type: LogicalType): Refusal {
  const row = childTypes(type).find(
    (part) => part.kind === 'ROW' || (part.kind !== 'ARRAY' && mapsRefusal(part) !== null),
  );
  return row ? `a ${type.kind} of ROW values is not implemented` : null;
}

/** 0 when the maps are the same. Where both are the same bytes they may still differ. */
export function comparePackedMaps(memory: WorkerMemory, type: LogicalType): CompareKeys {
  const reader = new PackedReader(memory);
  return (a, _aBytes, b) => (reader.isSameMap(type, a, b) ? 0 : 1);
}

/** A BinaryArrayData. */
interface PackedArray {
  readonly base: number;
  readonly count: number;
  readonly first: number;
  readonly width: number;
}

class PackedReader {
  private readonly view: DataView;
  private readonly bytes: Buffer;

  constructor(memory: WorkerMemory) {
    this.view = new DataView(memory.memory.buffer);
    this.bytes = Buffer.from(memory.memory.buffer);
  }

  isSameMap(type: LogicalType, a: number, b: number): boolean {
    const [keyType, valueType] = childTypes(type);
    assert(keyType !== undefined && valueType !== undefined, `${type.kind} is no map`);
    const [left, right] = [this.entries(keyType, valueType, a), this.entries(keyType, valueType, b)];
    if (left.keys.count !== right.keys.count) return false;
    if (left.keys.count > 0 && (keyType.kind === 'BINARY' || keyType.kind === 'VARBINARY')) return false;
    const inRight = this.placesOf(keyType, right.keys);
    for (const [key, index] of this.placesOf(keyType, left.keys)) {
      const other = inRight.get(key);
      if (other === undefined || !this.isSameValue(valueType, left.values, index, right.values, other)) return false;
    }
    return true;
  }

  private entries(
    keyType: LogicalType,
    valueType: LogicalType,
    map: number,
  ): { keys: PackedArray; values: PackedArray } {
    const keys = this.array(keyType, map + 4);
    return { keys, values: this.array(valueType, map + 4 + this.view.getInt32(map, true)) };
  }

  private array(type: LogicalType, base: number): PackedArray {
    const count = this.view.getInt32(base, true);
    return { base, count, first: base + 4 + ((count + 31) >> 5) * 4, width: elementBytes(type) };
  }

  /** The last of equal keys stays, as in Java's map. */
  private placesOf(type: LogicalType, keys: PackedArray): Map<string, number> {
    const places = new Map<string, number>();
    for (let index = 0; index < keys.count; index++) places.set(this.keyText(type, keys, index), index);
    return places;
  }

  private keyText(type: LogicalType, keys: PackedArray, index: number): string {
    return this.isNull(keys, index) ? NULL_KEY : `=${this.valueText(type, keys, index)}`;
  }

  private isSameValue(type: LogicalType, a: PackedArray, indexA: number, b: PackedArray, indexB: number): boolean {
    if (this.isNull(a, indexA) || this.isNull(b, indexB)) return false;
    switch (slotFormOf(type)) {
      case 'float':
      case 'double':
        return false;
      case '16':
      case '32':
      case '64': {
        const value = this.integer(a, indexA);
        if (value !== this.integer(b, indexB)) return false;
        return type.kind === 'DECIMAL' || (value >= CACHED_MIN && value <= CACHED_MAX);
      }
      case 'map':
        return this.isSameMap(type, this.container(a, indexA), this.container(b, indexB));
      default:
        return this.valueText(type, a, indexA) === this.valueText(type, b, indexB);
    }
  }

  /** Equal values have equal texts, by Java's equals. */
  private valueText(type: LogicalType, array: PackedArray, index: number): string {
    const slot = array.first + index * array.width;
    switch (slotFormOf(type)) {
      case 'view': {
        const mark = this.view.getUint8(slot + 7);
        return mark >= 0x80 ? this.text(slot, mark & 0x7f) : this.variable(array, slot, this.low(slot));
      }
      case 'timestamp':
        return `${this.low(slot)} ${this.variable(array, slot, 8)}`;
      case 'decimal':
      case 'array':
      case 'map':
      case 'row':
        return this.variable(array, slot, this.low(slot));
      default:
        return this.text(slot, array.width);
    }
  }

  private integer({ first, width }: PackedArray, index: number): bigint {
    const slot = first + index * width;
    if (width === 8) return this.view.getBigInt64(slot, true);
    return BigInt(width === 4 ? this.view.getInt32(slot, true) : this.view.getInt16(slot, true));
  }

  private isNull({ base }: PackedArray, index: number): boolean {
    return (this.view.getUint8(base + 4 + (index >> 3)) & (1 << (index & 7))) !== 0;
  }

  private container({ base, first, width }: PackedArray, index: number): number {
    return base + this.view.getUint32(first + index * width + 4, true);
  }

  private low(slot: number): number {
    return this.view.getUint32(slot, true);
  }

  private variable({ base }: PackedArray, slot: number, byteLength: number): string {
    return this.text(base + this.view.getUint32(slot + 4, true), byteLength);
  }

  private text(start: number, byteLength: number): string {
    return this.bytes.toString('latin1', start, start + byteLength);
  }
}
