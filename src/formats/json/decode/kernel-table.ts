/**
 * Lays out the tables that drive the kernel: one object table per ROW type, one entry per field. The layout is drawn in
 * src/kernels/lib/json-table.ts. Built once per decoder; per batch only the column pointers are written in.
 */
import type { WorkerMemory } from '../../../columnar/memory.js';
import { childTypes, type LogicalType, type RowField, type TypeOf } from '../../../columnar/types.js';
import type { JsonOptions } from '../options.js';

const OBJECT_BYTES = 128;
const FIELD_BYTES = 144;
/** Offsets in an object table, and in a field. */
const LINKS = [32, 80] as const;
const ELEMENTS = 36;
const CAPACITY = 40;
const LIMIT = 48;
const MINUTE_TAIL = 56;
const MINUTE = 64;
const NEXT_LINK = 96;
/** Of a link that predicts nothing: 16 bits cannot equal it. */
const NO_MASK = 0x1ffff;

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
  configure(isoTimestamps: number): void;
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
  readonly list: ListTarget | undefined;
}

export interface ListTarget {
  /** Elements, or pairs, that have room in this batch; CAPACITY_UNREAD: nobody reads them. */
  capacity: number;
  /** Set by the table: pointer to u32, how many there are so far. */
  count: number;
}

export const CAPACITY_UNREAD = 0xffffffff;

export class KernelTable {
  /** Of the root object. */
  readonly pointer: number;
  /** Entries in the order of a depth-first walk over the row type, every container before what it holds. */
  private readonly entries: number[] = [];
  /** Flink's tree converters: floating-point numbers differ (a negative zero, a float rounded twice) and are not taken. */
  private readonly fromTree: boolean;
  private readonly epochMinute: Uint8Array;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly kernel: KernelExports,
    rowType: TypeOf<'ROW'>,
    private readonly options: JsonOptions,
  ) {
    this.fromTree = !options.decodeJsonParserEnabled;
    this.epochMinute = new TextEncoder().encode(
      options.timestampFormat === 'ISO-8601' ? '1970-01-01T00:00' : '1970-01-01 00:00',
    );
    this.pointer = this.layOut(rowType.fields);
  }

  /** `targets` in the order of the entries. */
  setTargets(targets: readonly FieldTarget[]): void {
    const { u32 } = this.memory;
    for (let index = 0; index < targets.length; index++) {
      const entry = this.entries[index]!;
      const { nulls, data, aux, list } = targets[index]!;
      const word = entry >> 2;
      u32[word + 4] = nulls;
      u32[word + 5] = data;
      u32[word + 6] = aux;
      if (list === undefined) continue;
      list.count = entry + ELEMENTS;
      u32[list.count >> 2] = 0;
      u32[(entry + CAPACITY) >> 2] = list.capacity;
    }
  }

  private layOut(fields: readonly RowField[]): number {
    const { memory } = this;
    const slotCount = 2 ** Math.ceil(Math.log2(fields.length * 2 + 2));
    const table = memory.allocateOwned(OBJECT_BYTES);
    const first = memory.allocateOwned(fields.length * FIELD_BYTES);
    const slots = memory.allocateOwned(slotCount * 4);
    memory.u32.set([fields.length, slots, slotCount - 1, first, this.options.failOnMissingField ? 1 : 0], table >> 2);
    for (const link of LINKS) this.layOutLink(table + link, table);
    memory.u32.fill(0, slots >> 2, (slots >> 2) + slotCount);
    fields.forEach((field, index) => this.layOutField(field, index, table));
    return table;
  }

  private layOutField(field: RowField, index: number, table: number): void {
    const { memory } = this;
    const name = new TextEncoder().encode(field.name);
    const namePointer = memory.allocateOwned(name.length);
    memory.u8.set(name, namePointer);

    const entry = memory.u32[(table >> 2) + 3]! + index * FIELD_BYTES;
    const word = entry >> 2;
    memory.u8.fill(0, entry, entry + FIELD_BYTES);
    memory.u32[word] = namePointer;
    memory.u32[word + 1] = name.length;
    this.layOutLink(entry + NEXT_LINK, table);
    this.insertSlot(namePointer, name.length, index, table);
    this.layOutType(field.type, entry);
  }

  /** Predicts nothing: the kernel learns from the records. */
  private layOutLink(link: number, table: number): void {
    this.memory.u32[(link >> 2) + 3] = table;
    this.memory.u32[(link >> 2) + 1] = NO_MASK;
  }

  /** What the entry says of its values, and the entries below it. */
  private layOutType(type: LogicalType, entry: number): void {
    const { memory } = this;
    const word = entry >> 2;
    this.entries.push(entry);
    memory.u32[word + 2] = this.fromTree && isFloating(type) ? KernelKind.OTHER : kindOf(type);
    memory.i32[word + 3] = this.parameterOf(type);
    memory.i64[(entry + LIMIT) >> 3] = limitOf(type);
    memory.u8.set(this.epochMinute, entry + MINUTE);
    // ':00.000' and a quote or a Z, first character in the lowest byte.
    memory.u64[(entry + MINUTE_TAIL) >> 3] = type.kind === 'TIMESTAMP_LTZ' ? 0x5a3030302e30303an : 0x223030302e30303an;
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

  private insertSlot(name: number, nameLength: number, index: number, table: number): void {
    const { u32 } = this.memory;
    const slots = u32[(table >> 2) + 1]!;
    const slotMask = u32[(table >> 2) + 2]!;
    let slot = (this.kernel.hashName(name, nameLength) >>> 0) & slotMask;
    while (u32[(slots >> 2) + slot] !== 0) slot = (slot + 1) & slotMask;
    u32[(slots >> 2) + slot] = index + 1;
  }
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
