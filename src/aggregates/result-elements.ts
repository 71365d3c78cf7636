/**
 * The children of a result column of type ARRAY or MULTISET: each result appends its elements, and is known by where they start and how many they are.
 */
import { type Column } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { physicalOf, VALUE_BYTES, type LogicalType, type Physical } from '../columnar/types.js';
import { assert } from '../errors.js';
import { compareKeysOf, type CompareKeys } from './key-bytes.js';

const CAPACITY_MIN = 256;

/** A column that grows by a value at a time, in the arena. Values come as key bytes. */
export class GrowingColumn {
  length = 0;
  private capacity = 0;
  private nulls = 0;
  private data = 0;
  private aux = 0;
  private arena: Arena | null = null;
  private readonly physical: Physical;
  private readonly compareViews: CompareKeys | null;

  constructor(
    private readonly memory: WorkerMemory,
    readonly type: LogicalType,
    comparePacked?: CompareKeys,
  ) {
    this.physical = physicalOf(type);
    this.compareViews = comparePacked ?? (this.physical === 'view' ? compareKeysOf(memory, type) : null);
  }

  /** Empty, in this arena. */
  begin(arena: Arena): void {
    this.arena = arena;
    this.length = 0;
    this.capacity = 0;
  }

  addNull(): void {
    // Taken first: it may move the column.
    const index = this.take();
    this.memory.u8[this.nulls + index] = 1;
  }

  addInteger(value: number): void {
    const index = this.takeValue();
    this.memory.i32[(this.data >> 2) + index] = value;
  }

  /** The bytes of text are copied: state may change before the batch ends. */
  addKey(pointer: number, byteLength: number): void {
    const index = this.takeValue();
    const { u8, i32, u32, i64 } = this.memory;
    switch (this.physical) {
      case 'bool':
        u8[this.data + index] = u8[pointer]!;
        return;
      case 'int32':
      case 'float32':
        i32[(this.data >> 2) + index] = i32[pointer >> 2]!;
        return;
      case 'int64':
      case 'float64':
        i64[(this.data >> 3) + index] = i64[pointer >> 3]!;
        return;
      case 'int128':
        i64[(this.data >> 3) + index * 2] = i64[pointer >> 3]!;
        i64[(this.data >> 3) + index * 2 + 1] = i64[(pointer >> 3) + 1]!;
        return;
      case 'timestamp':
        i64[(this.data >> 3) + index] = i64[pointer >> 3]!;
        i32[(this.aux >> 2) + index] = i32[(pointer >> 2) + 2]!;
        return;
      case 'view':
        u32[(this.data >> 2) + index * 2] = this.copy(pointer, byteLength);
        u32[(this.data >> 2) + index * 2 + 1] = byteLength;
        return;
      default:
        throw new Error(`no elements of type ${this.type.kind}`);
    }
  }

  /** `==` of the generated equaliser: a NULL equals nothing, a NaN neither, and -0.0 is 0.0. */
  isSame(a: number, b: number): boolean {
    const { u8, u32, i32, i64, f32, f64 } = this.memory;
    const { data } = this;
    if (u8[this.nulls + a] !== 0 || u8[this.nulls + b] !== 0) return false;
    switch (this.physical) {
      case 'bool':
        return u8[data + a] === u8[data + b];
      case 'int32':
        return i32[(data >> 2) + a] === i32[(data >> 2) + b];
      case 'float32':
        return f32[(data >> 2) + a] === f32[(data >> 2) + b];
      case 'int64':
        return i64[(data >> 3) + a] === i64[(data >> 3) + b];
      case 'float64':
        return f64[(data >> 3) + a] === f64[(data >> 3) + b];
      case 'int128':
        return (
          i64[(data >> 3) + a * 2] === i64[(data >> 3) + b * 2] &&
          i64[(data >> 3) + a * 2 + 1] === i64[(data >> 3) + b * 2 + 1]
        );
      case 'timestamp':
        return i64[(data >> 3) + a] === i64[(data >> 3) + b] && i32[(this.aux >> 2) + a] === i32[(this.aux >> 2) + b];
      case 'view': {
        const [viewA, viewB] = [(data >> 2) + a * 2, (data >> 2) + b * 2];
        return this.compareViews!(u32[viewA]!, u32[viewA + 1]!, u32[viewB]!, u32[viewB + 1]!) === 0;
      }
      default:
        return false;
    }
  }

  /** Java's equals as text: what it calls equal is the same. Never of a NULL. */
  keyText(index: number): string {
    const { u8, u32 } = this.memory;
    const width = VALUE_BYTES[this.physical];
    const at = this.data + index * width;
    const view = this.physical === 'view';
    const [pointer, byteLength] = view ? [u32[at >> 2]!, u32[(at >> 2) + 1]!] : [at, width];
    const text = Buffer.from(u8.buffer, pointer, byteLength).toString('latin1');
    return this.aux === 0 ? text : `${text}${this.memory.i32[(this.aux >> 2) + index]}`;
  }

  integer(index: number): number {
    return this.memory.i32[(this.data >> 2) + index]!;
  }

  column(): Column {
    const { type, physical, length, nulls, data, aux } = this;
    return { type, physical, length, nulls, data, aux, children: [] };
  }

  private takeValue(): number {
    const index = this.take();
    this.memory.u8[this.nulls + index] = 0;
    return index;
  }

  private take(): number {
    if (this.length === this.capacity) this.grow();
    return this.length++;
  }

  private grow(): void {
    const { arena, length, physical } = this;
    assert(arena !== null, 'a result before the batch began');
    this.capacity = Math.max(CAPACITY_MIN, this.capacity * 2);
    const moved = (pointer: number, width: number): number => {
      const to = arena.allocate(this.capacity * width);
      if (length > 0) this.memory.u8.copyWithin(to, pointer, pointer + length * width);
      return to;
    };
    this.nulls = moved(this.nulls, 1);
    this.data = moved(this.data, VALUE_BYTES[physical]);
    if (physical === 'timestamp') this.aux = moved(this.aux, 4);
  }

  private copy(pointer: number, byteLength: number): number {
    const { arena } = this;
    if (byteLength === 0) return 0;
    assert(arena !== null, 'a result before the batch began');
    const to = arena.reserve(byteLength);
    this.memory.u8.copyWithin(to, pointer, pointer + byteLength);
    arena.advance(to + byteLength);
    return to;
  }
}

/** What a result column of type ARRAY or MULTISET consists of, and how its rows are compared. */
export interface ResultElements {
  readonly children: readonly GrowingColumn[];
  /** Flink's generated equaliser says that two results differ. */
  differs(startA: number, countA: number, startB: number, countB: number): boolean;
}
