/**
 * A byte-at-a-time scanner in JavaScript over the same memory, as one would generate it from the schema: the yardstick of the
 * benchmark. It compares the keys, and otherwise knows the happy path only: keys in order, no escapes, no white space, no checks.
 */
import { allocateColumn, type Column } from '../../../columnar/batch.js';
import type { Arena, WorkerMemory } from '../../../columnar/memory.js';
import type { TypeOf } from '../../../columnar/types.js';
import { epochDays } from '../../../expressions/time/calendar.js';
import type { RawValues } from './json-decoder.js';

const QUOTE = 34;
const patterns = new Map<string, Uint8Array>();

function patternOf(name: string): Uint8Array {
  let pattern = patterns.get(name);
  if (pattern === undefined) patterns.set(name, (pattern = new TextEncoder().encode(`"${name}":`)));
  return pattern;
}

export class ScalarScanner {
  private readonly columns: readonly Column[];
  private readonly u8: Uint8Array;
  private at = 0;
  private row = 0;

  constructor(
    private readonly memory: WorkerMemory,
    arena: Arena,
    private readonly rowType: TypeOf<'ROW'>,
    private readonly raw: RawValues,
  ) {
    this.columns = rowType.fields.map((field) => allocateColumn(arena, field.type, raw.count, 1));
    this.u8 = memory.u8;
  }

  run(): number {
    const { raw, memory } = this;
    for (this.row = 0; this.row < raw.count; this.row++) {
      this.at = raw.values + memory.u32[(raw.offsets >> 2) + this.row]! + 1;
      this.readObject(this.rowType, this.columns);
    }
    return raw.count;
  }

  private readObject(type: TypeOf<'ROW'>, columns: readonly Column[]): void {
    for (let index = 0; index < type.fields.length; index++) {
      this.expect(patternOf(type.fields[index]!.name));
      this.readValue(type.fields[index]!.type as TypeOf<'ROW'>, columns[index]!);
      // A comma, or the closing brace.
      this.at++;
    }
  }

  private expect(pattern: Uint8Array): void {
    const { u8, at } = this;
    for (let i = 0; i < pattern.length; i++) if (u8[at + i] !== pattern[i]) throw new Error(`unexpected key at ${at}`);
    this.at = at + pattern.length;
  }

  private readValue(type: TypeOf<'ROW'>, column: Column): void {
    const { u8, row } = this;
    if (u8[this.at] === 110) {
      this.at += 4;
      return;
    }
    u8[column.nulls + row] = 0;
    switch (column.physical) {
      case 'row':
        this.at++;
        this.readObject(type, column.children);
        break;
      case 'int64':
        this.memory.i64[(column.data >> 3) + row] = BigInt(this.readInteger());
        break;
      case 'int32':
        this.memory.i32[(column.data >> 2) + row] = this.readInteger();
        break;
      case 'timestamp':
        this.readTimestamp(column);
        break;
      default:
        this.readText(column);
    }
  }

  private readInteger(): number {
    const { u8 } = this;
    let at = this.at;
    let value = 0;
    for (let digit; (digit = u8[at]! - 48) >= 0 && digit < 10; at++) value = value * 10 + digit;
    this.at = at;
    return value;
  }

  private readText(column: Column): void {
    const { u8 } = this;
    const start = ++this.at;
    let at = start;
    while (u8[at] !== QUOTE) at++;
    this.memory.u32[(column.data >> 2) + this.row * 2] = start;
    this.memory.u32[(column.data >> 2) + this.row * 2 + 1] = at - start;
    this.at = at + 1;
  }

  /** yyyy-MM-dd HH:mm:ss.SSS */
  private readTimestamp(column: Column): void {
    const { at } = this;
    const days = epochDays(this.digits(at + 1, 4), this.digits(at + 6, 2), this.digits(at + 9, 2));
    const seconds = (this.digits(at + 12, 2) * 60 + this.digits(at + 15, 2)) * 60 + this.digits(at + 18, 2);
    const millis = days * 86_400_000 + seconds * 1000 + this.digits(at + 21, 3);
    this.memory.i64[(column.data >> 3) + this.row] = BigInt(millis);
    this.memory.i32[(column.aux >> 2) + this.row] = 0;
    this.at = at + 25;
  }

  private digits(at: number, count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 10 + this.u8[at + i]! - 48;
    return value;
  }
}
