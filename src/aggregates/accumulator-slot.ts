/**
 * A field of an accumulator, at a fixed place of the entry's value: text that loads and stores it.
 *
 * Names in generated text: `acc1` is where the value begins in bytes, `acc4` and `acc8` the same in words of 4 and 8 bytes.
 *
 *   bool u8 · int32, float32 4 bytes · int64, float64 8 · int128 16 (low, high) · timestamp 12 (i64 milliseconds, i32 nanos)
 *   view 8 (u32 pointer, u32 byteLength) into the state's heap · a null byte elsewhere when it can be NULL
 */
import { type Code } from '../codegen/code.js';
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { physicalOf, type LogicalType, type Physical } from '../columnar/types.js';
import { type StateHeap } from '../state/state-heap.js';

export class AccumulatorSlot {
  readonly physical: Physical;
  /** Bytes from the start of the value; known when the layout is finished. */
  offset = -1;
  nullOffset = -1;

  constructor(
    readonly type: LogicalType,
    readonly nullable: boolean,
    /** Where strings are kept; asked for only by strings. */
    private readonly heap: () => StateHeap,
  ) {
    this.physical = physicalOf(type);
  }

  get byteLength(): number {
    return SLOT_BYTES[this.physical];
  }

  /** The address of the data, an expression. */
  get address(): string {
    return `acc1 + ${this.offset}`;
  }

  get nullByte(): string {
    return `u8[acc1 + ${this.nullOffset}]`;
  }

  /** The word that holds a number. */
  get place(): string {
    return this.word(0);
  }

  load(code: Code): Value {
    const isNull = this.nullable ? code.local(this.nullByte, 'n') : NEVER_NULL;
    return { type: this.type, isNull, terms: this.terms().map((term) => code.local(term)) };
  }

  /** A value, or NULL. The bytes of strings are copied. */
  store(code: Code, value: Value): void {
    if (this.nullable) code.line(`${this.nullByte} = ${value.isNull};`);
    if (value.isNull === ALWAYS_NULL) return;
    const [first = '0', second = '0'] = value.terms;
    switch (this.physical) {
      case 'bool':
        code.line(`${this.place} = ${first} ? 1 : 0;`);
        return;
      case 'view':
        code.line(`${code.constant(setBytes)}(${code.constant(this.heap())}, ${this.address}, ${first}, ${second});`);
        return;
      case 'int64':
        code.line(`${this.place} = BigInt.asIntN(64, ${first});`);
        return;
      case 'int128':
        code.line(`${this.place} = BigInt.asIntN(64, ${first});`);
        code.line(`${this.word(8)} = BigInt.asIntN(64, ${second});`);
        return;
      case 'timestamp':
        code.line(`${this.place} = BigInt.asIntN(64, ${first});`);
        code.line(`i32[acc4 + ${(this.offset + 8) / 4}] = ${second};`);
        return;
      default:
        code.line(`${this.place} = ${first};`);
    }
  }

  storeNull(code: Code): void {
    code.line(`${this.nullByte} = 1;`);
  }

  private terms(): string[] {
    switch (this.physical) {
      case 'bool':
        return [`${this.place} !== 0`];
      case 'view':
        return [this.place, `u32[acc4 + ${(this.offset + 4) / 4}]`];
      case 'int128':
        return [this.place, this.word(8)];
      case 'timestamp':
        return [this.place, `i32[acc4 + ${(this.offset + 8) / 4}]`];
      default:
        return [this.place];
    }
  }

  private word(further: number): string {
    const offset = this.offset + further;
    switch (this.physical) {
      case 'bool':
        return `u8[acc1 + ${offset}]`;
      case 'int32':
        return `i32[acc4 + ${offset / 4}]`;
      case 'float32':
        return `f32[acc4 + ${offset / 4}]`;
      case 'view':
        return `u32[acc4 + ${offset / 4}]`;
      case 'float64':
        return `f64[acc8 + ${offset / 8}]`;
      case 'int64':
      case 'int128':
      case 'timestamp':
        return `i64[acc8 + ${offset / 8}]`;
      default:
        throw new Error(`no accumulator field of type ${this.type.kind}`);
    }
  }
}

/** A list of elements (Flink's MapView or ListView): only its head lies in the value, and it begins as zeroes. */
export interface ElementsHead {
  offset: number;
}

const SLOT_BYTES: Readonly<Record<Physical, number>> = {
  bool: 1,
  int32: 4,
  int64: 8,
  int128: 16,
  float32: 4,
  float64: 8,
  timestamp: 12,
  view: 8,
  list: 0,
  map: 0,
  row: 0,
  null: 0,
};

function setBytes(heap: StateHeap, slot: number, pointer: number, byteLength: number): void {
  heap.setBytes(slot, pointer, byteLength);
}
