/**
 * BinaryRowData the slow and obvious way: what RowDataSerializer.toBinaryRow makes of one row. Oracle of the kernel in tests.
 * Values are as in src/testing/column-values.ts.
 */
import { childTypes, type LogicalType, type TypeOf } from '../../columnar/types.js';
import { type TimestampValue, type Value } from '../../testing/column-values.js';
import { elementBytes, HEADER_BITS, nullBitsBytes, rowFixedBytes, slotFormOf } from './layout.js';

/** A growing container: a fixed part of zeroes, and variable-length values behind it. */
class Container {
  bytes: Uint8Array;

  constructor(fixedBytes: number) {
    this.bytes = new Uint8Array(fixedBytes);
  }

  get view(): DataView {
    return new DataView(this.bytes.buffer);
  }

  /** Appends bytes, padded to `paddedBytes`, and writes (low, offset) into the slot. */
  append(slot: number, value: Uint8Array, low: number, paddedBytes = (value.length + 7) & ~7): void {
    const offset = this.bytes.length;
    const grown = new Uint8Array(offset + paddedBytes);
    grown.set(this.bytes);
    grown.set(value, offset);
    this.bytes = grown;
    this.view.setUint32(slot, low, true);
    this.view.setUint32(slot + 4, offset, true);
  }
}

export function binaryRow(type: TypeOf<'ROW'>, row: readonly Value[], kind = 0): Uint8Array {
  const arity = type.fields.length;
  const container = new Container(rowFixedBytes(arity));
  container.bytes[0] = kind;
  type.fields.forEach((field, index) => {
    const value = row[index] ?? null;
    const bit = HEADER_BITS + index;
    if (value === null) container.bytes[bit >> 3]! |= 1 << (bit & 7);
    else write(container, nullBitsBytes(arity) + 8 * index, field.type, value, false);
  });
  return container.bytes;
}

function binaryArray(type: LogicalType, elements: readonly Value[]): Uint8Array {
  const header = 4 + Math.ceil(elements.length / 32) * 4;
  const container = new Container((header + elementBytes(type) * elements.length + 7) & ~7);
  container.view.setInt32(0, elements.length, true);
  elements.forEach((value, index) => {
    if (value === null) container.bytes[4 + (index >> 3)]! |= 1 << (index & 7);
    else write(container, header + elementBytes(type) * index, type, value, true);
  });
  return container.bytes;
}

function binaryMap(types: readonly LogicalType[], entries: readonly (readonly Value[])[]): Uint8Array {
  const keys = binaryArray(types[0]!, entries.map((entry) => entry[0]!)); // prettier-ignore
  const values = binaryArray(types[1]!, entries.map((entry) => entry[1]!)); // prettier-ignore
  const bytes = new Uint8Array(4 + keys.length + values.length);
  new DataView(bytes.buffer).setInt32(0, keys.length, true);
  bytes.set(keys, 4);
  bytes.set(values, 4 + keys.length);
  return bytes;
}

function write(
  container: Container,
  slot: number,
  type: LogicalType,
  value: Exclude<Value, null>,
  inArray: boolean,
): void {
  const { view } = container;
  switch (slotFormOf(type)) {
    case 'bool':
      return view.setUint8(slot, value ? 1 : 0);
    case '8':
      return view.setInt8(slot, value as number);
    case '16':
      return view.setInt16(slot, value as number, true);
    case '32':
      return view.setInt32(slot, value as number, true);
    case '64':
      return view.setBigInt64(slot, value as bigint, true);
    case 'float':
      if (inArray && Number.isNaN(value)) return view.setUint32(slot, 0x7fc00000, true);
      return view.setFloat32(slot, value as number, true);
    case 'double':
      if (inArray && Number.isNaN(value)) return view.setBigUint64(slot, 0x7ff8000000000000n, true);
      return view.setFloat64(slot, value as number, true);
    case 'timestampMs':
      return view.setBigInt64(slot, (value as TimestampValue).timestampMs, true);
    case 'timestamp': {
      const { timestampMs, nanos } = value as TimestampValue;
      return container.append(slot, new Uint8Array(BigInt64Array.of(timestampMs).buffer), nanos);
    }
    case 'decimal': {
      const bytes = bigEndian(value as bigint);
      return container.append(slot, bytes, bytes.length, 16);
    }
    case 'view': {
      const bytes = value as Uint8Array;
      if (bytes.length > 7) return container.append(slot, bytes, bytes.length);
      container.bytes.set(bytes, slot);
      return view.setUint8(slot + 7, 0x80 | bytes.length);
    }
    case 'row':
    case 'array':
    case 'map': {
      const bytes = nestedBytes(type, value as readonly Value[]);
      return container.append(slot, bytes, bytes.length);
    }
    case 'null':
      return;
  }
}

function nestedBytes(type: LogicalType, value: readonly Value[]): Uint8Array {
  if (type.kind === 'ROW') return binaryRow(type, value);
  if (type.kind === 'ARRAY') return binaryArray(type.element, value);
  return binaryMap(childTypes(type), value as readonly (readonly Value[])[]);
}

/** BigInteger.toByteArray. */
function bigEndian(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    bytes.unshift(Number(BigInt.asUintN(8, rest)));
    const sign = BigInt.asIntN(8, rest) < 0n ? -1n : 0n;
    rest >>= 8n;
    if (rest === sign) return Uint8Array.from(bytes);
  }
}
