/**
 * Lays out the tables that drive the kernel: one object table per ROW type, one entry per field. The layout is drawn in
 * src/kernels/json-decode.as.ts. Built once per decoder; per batch only the column pointers are written in.
 */
import type { WorkerMemory } from '../../../columnar/memory.js';
import { childTypes, type LogicalType, type RowField, type TypeOf } from '../../../columnar/types.js';

const OBJECT_BYTES = 16;
const FIELD_BYTES = 96;
const BLOCK_BYTES = 16;
const COUNT_OFFSET = 88;

/** As the enum of the same name in the kernel. */
const KernelKind = {
  STRING: 1,
  INT64: 2,
  INT32: 3,
  TIMESTAMP: 4,
  ROW: 5,
  BOOLEAN: 6,
  DOUBLE: 7,
  FLOAT: 8,
  DECIMAL64: 9,
  DECIMAL128: 10,
  DATE: 11,
  TIME: 12,
  OTHER: 13,
  LIST: 14,
  MAP: 15,
} as const;

export interface KernelExports {
  configure(failOnMissingField: number, isoTimestamps: number): void;
  hashName(name: number, nameLength: number): number;
  rowAfter(): number;
  topAfter(): number;
  isListFull(): number;
  decode(
    from: number,
    to: number,
    firstRow: number,
    firstTop: number,
    offsets: number,
    values: number,
    nulls: number,
    table: number,
    recordOfRow: number,
  ): number;
}

/** Where the kernel writes the values of a field. */
export interface FieldTarget {
  readonly nulls: number;
  readonly data: number;
  readonly aux: number;
  /** Of ARRAY, MAP and MULTISET. */
  readonly list?: ListTarget;
}

export interface ListTarget {
  /** Elements, or pairs, that have room in this batch; CAPACITY_UNREAD: nobody reads them. */
  readonly capacity: number;
  /** Set by the table: pointer to u32, how many there are so far. */
  count: number;
}

export const CAPACITY_UNREAD = 0xffffffff;

export class KernelTable {
  /** Of the root object. */
  readonly pointer: number;
  /** Entries in the order of a depth-first walk over the row type, every container before what it holds. */
  private readonly entries: number[] = [];

  constructor(
    private readonly memory: WorkerMemory,
    private readonly kernel: KernelExports,
    rowType: TypeOf<'ROW'>,
    /** Flink's tree converters: floating-point numbers differ (a negative zero, a float rounded twice) and are not taken. */
    private readonly fromTree: boolean,
  ) {
    this.pointer = this.layOut(rowType.fields);
  }

  /** `targets` in the order of the entries. */
  setTargets(targets: readonly FieldTarget[]): void {
    const { u32 } = this.memory;
    this.entries.forEach((entry, index) => {
      const word = entry >> 2;
      const target = targets[index]!;
      u32[word + 4] = target.nulls;
      u32[word + 5] = target.data;
      u32[word + 6] = target.aux;
      if (target.list === undefined) return;
      target.list.count = entry + COUNT_OFFSET;
      u32[target.list.count >> 2] = 0;
      u32[word + 23] = target.list.capacity;
    });
  }

  private layOut(fields: readonly RowField[]): number {
    const { memory } = this;
    const slotCount = 2 ** Math.ceil(Math.log2(fields.length * 2 + 2));
    const table = memory.allocateOwned(OBJECT_BYTES);
    const first = memory.allocateOwned(fields.length * FIELD_BYTES);
    const slots = memory.allocateOwned(slotCount * 4);
    memory.u32.set([fields.length, first, slots, slotCount - 1], table >> 2);
    memory.u32.fill(0, slots >> 2, (slots >> 2) + slotCount);
    fields.forEach((field, index) => this.layOutField(field, index, first, slots, slotCount - 1));
    return table;
  }

  private layOutField(field: RowField, index: number, first: number, slots: number, slotMask: number): void {
    const { memory } = this;
    const name = new TextEncoder().encode(field.name);
    const namePointer = memory.allocateOwned(name.length);
    memory.u8.set(name, namePointer);

    const entry = first + index * FIELD_BYTES;
    const word = entry >> 2;
    const pattern = patternOf(field.name, name);
    memory.u8.fill(0, entry, entry + FIELD_BYTES);
    memory.u32[word] = namePointer;
    memory.u32[word + 1] = name.length;
    memory.u32[word + 3] = pattern.length;
    // Without a pattern no block matches: 16 bits cannot equal a mask of 17.
    memory.u32[word + 10] = maskOf(pattern.length === 0 ? BLOCK_BYTES + 1 : Math.min(pattern.length, BLOCK_BYTES));
    memory.u32[word + 11] = maskOf(Math.max(0, Math.min(pattern.length - BLOCK_BYTES, BLOCK_BYTES)));
    memory.u8.set(pattern.subarray(0, 2 * BLOCK_BYTES), entry + 48);
    this.insertSlot(namePointer, name.length, index, slots, slotMask);
    this.layOutType(field.type, entry);
  }

  /** What the entry says of its values, and the entries below it. */
  private layOutType(type: LogicalType, entry: number): void {
    const { memory } = this;
    const word = entry >> 2;
    this.entries.push(entry);
    memory.u32[word + 2] = this.fromTree && isFloating(type) ? KernelKind.OTHER : kindOf(type);
    memory.i32[word + 9] = this.parameterOf(type);
    memory.i64[(entry + 80) >> 3] = limitOf(type);
    if (type.kind === 'ROW') {
      const child = this.layOut(type.fields);
      memory.u32[word + 7] = child;
    } else {
      const inner = childTypes(type);
      const child = memory.allocateOwned(inner.length * FIELD_BYTES);
      memory.u8.fill(0, child, child + inner.length * FIELD_BYTES);
      memory.u32[word + 7] = child;
      inner.forEach((innerType, index) => this.layOutType(innerType, child + index * FIELD_BYTES));
    }
  }

  private parameterOf(type: LogicalType): number {
    switch (type.kind) {
      case 'DECIMAL':
        return type.scale;
      case 'TIMESTAMP_LTZ':
        // A Z is wanted.
        return 1;
      case 'CHAR':
      case 'VARCHAR':
        // Numbers are their own text, but trees spell them anew.
        return this.fromTree ? 0 : 1;
      default:
        return 0;
    }
  }

  private insertSlot(name: number, nameLength: number, index: number, slots: number, slotMask: number): void {
    const { u32 } = this.memory;
    let slot = (this.kernel.hashName(name, nameLength) >>> 0) & slotMask;
    while (u32[(slots >> 2) + slot] !== 0) slot = (slot + 1) & slotMask;
    u32[(slots >> 2) + slot] = index + 1;
  }
}

function maskOf(bytes: number): number {
  return 2 ** bytes - 1;
}

/** `"name":` as almost every writer spells it; empty when the name needs escapes. */
function patternOf(text: string, name: Uint8Array): Uint8Array {
  const spelled = new TextEncoder().encode(`${JSON.stringify(text)}:`);
  return spelled.length === name.length + 3 ? spelled : new Uint8Array(0);
}

function kindOf(type: LogicalType): number {
  switch (type.kind) {
    case 'CHAR':
    case 'VARCHAR':
      return KernelKind.STRING;
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return KernelKind.INT64;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return KernelKind.INT32;
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return KernelKind.TIMESTAMP;
    case 'ROW':
      return KernelKind.ROW;
    case 'ARRAY':
      return KernelKind.LIST;
    case 'MAP':
    case 'MULTISET':
      return KernelKind.MAP;
    case 'BOOLEAN':
      return KernelKind.BOOLEAN;
    case 'DOUBLE':
      return KernelKind.DOUBLE;
    case 'FLOAT':
      return KernelKind.FLOAT;
    case 'DECIMAL':
      return type.precision <= 18 ? KernelKind.DECIMAL64 : KernelKind.DECIMAL128;
    case 'DATE':
      return KernelKind.DATE;
    case 'TIME':
      return KernelKind.TIME;
    default:
      return KernelKind.OTHER;
  }
}

function isFloating(type: LogicalType): boolean {
  return type.kind === 'FLOAT' || type.kind === 'DOUBLE';
}

function limitOf(type: LogicalType): bigint {
  switch (type.kind) {
    case 'TINYINT':
      return 128n;
    case 'SMALLINT':
      return 32768n;
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return 2147483648n;
    case 'DECIMAL':
      return 10n ** BigInt(Math.min(type.precision, 18));
    default:
      return 0n;
  }
}
