/**
 * MIN and MAX of rows that may be taken back: Flink's MinWithRetractAggFunction and MaxWithRetractAggFunction. A map counts each value; when the extreme is gone
 * the map is looked through. As there: a value taken back before it came has the count -1, is no value of the group and yet can
 * become the extreme when the map is looked through.
 *
 * With a state TTL each value expires apart from the extreme and the number of values: a new accumulator does not know the values that are still there, and
 * counts less than there are, or even below zero. Flink's NullPointerException for a count without an extreme is one here too.
 */
import { type Value } from '../../codegen/value.js';
import { type WorkerMemory } from '../../columnar/memory.js';
import { type EmitContext } from '../../expressions/function.js';
import { javaError } from '../../errors.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../../state/element-table.js';
import { type TtlClock } from '../../state/ttl-clock.js';
import { type AccumulatorSlot, type ElementsHead } from '../accumulator-slot.js';
import { type AggregateFunction } from '../aggregate-function.js';
import { findOrCreateUnexpired } from '../expiring-elements.js';
import { compareKeysOf, emitKeyBytes, type CompareKeys } from '../key-bytes.js';
import { emitUnlessNull } from '../value-calls.js';
import { COMPARABLE } from './min-max.js';
import { BIGINT } from './types.js';

const COUNT_BYTES = 8;

export const minMaxWithRetract: AggregateFunction = {
  names: ['MIN', 'MAX'],
  applies: (call) => call.needsRetraction,
  ignoresNulls: true,
  hasDataViews: true,
  expiresDataViews: true,
  check(call) {
    const [type] = call.argTypes;
    if (call.argIndexes.length !== 1 || type === undefined) return `${call.function} takes one column`;
    return COMPARABLE.includes(type.kind) ? null : `${call.function} of ${type.kind} is not implemented`;
  },
  create(call, layout) {
    const type = { ...call.argTypes[0]!, nullable: true };
    const extreme = layout.slot(type, true);
    const mapSize = layout.slot(BIGINT, false);
    const map = layout.elementsOf({ valueBytes: COUNT_BYTES });
    const counted = new CountedValues(
      map.table,
      layout.ttl,
      compareKeysOf(layout.memory, type),
      call.function === 'MIN' ? -1 : 1,
      layout.memory,
    );
    return {
      accumulatorTypes: [type],
      createAccumulator({ code }) {
        extreme.storeNull(code);
        code.line(`${mapSize.place} = 0n;`);
      },
      accumulate: (context, [arg]) => emitAccumulate(context, arg!, { extreme, mapSize, map, counted }),
      retract: (context, [arg]) => emitRetract(context, arg!, { extreme, mapSize, map, counted }),
      value({ code }) {
        const value = extreme.load(code);
        return { ...value, isNull: code.local(`${mapSize.place} > 0n ? ${value.isNull} : 1`, 'n') };
      },
    };
  },
};

interface Fields {
  readonly extreme: AccumulatorSlot;
  readonly mapSize: AccumulatorSlot;
  readonly map: ElementsHead;
  readonly counted: CountedValues;
}

function emitAccumulate(context: EmitContext, arg: Value, fields: Fields): void {
  const { code, runtime } = context;
  const { extreme, mapSize, map, counted } = fields;
  emitUnlessNull(context, arg, () => {
    const key = emitKeyBytes(code, runtime, arg);
    const helper = code.constant(counted);
    const args = `${extremeKey(extreme)}, ${key.pointer}, ${key.byteLength}`;
    if (counted.expires) {
      const name = counted.extremeName;
      code.line(`if (${mapSize.place} !== 0n && ${extreme.nullByte} === 1) ${code.constant(failOfNull)}('${name}');`);
    }
    code.if(`${mapSize.place} === 0n || ${helper}.isBeyond(${args})`, () =>
      extreme.store(code, { ...arg, isNull: '0' }),
    );
    const first = `${helper}.add(acc1 + ${map.offset}, ${key.pointer}, ${key.byteLength})`;
    code.line(`if (${first}) ${mapSize.place} = BigInt.asIntN(64, ${mapSize.place} + 1n);`);
  });
}

function emitRetract(context: EmitContext, arg: Value, fields: Fields): void {
  const { code, runtime } = context;
  const { extreme, mapSize, map, counted } = fields;
  emitUnlessNull(context, arg, () => {
    const key = emitKeyBytes(code, runtime, arg);
    const helper = code.constant(counted);
    code.if(`${helper}.remove(acc1 + ${map.offset}, ${key.pointer}, ${key.byteLength})`, () => {
      code.line(`${mapSize.place} = BigInt.asIntN(64, ${mapSize.place} - 1n);`);
      code.if(
        `${mapSize.place} === 0n`,
        () => extreme.storeNull(code),
        () => {
          const isExtreme = `${helper}.isSame(${extremeKey(extreme)}, ${key.pointer}, ${key.byteLength})`;
          code.if(`${extreme.nullByte} === 0 && ${isExtreme}`, () => {
            const element = code.local(`${helper}.findExtreme(acc1 + ${map.offset})`, 'e');
            code.if(
              `${element} === 0`,
              () => {
                code.line(`${mapSize.place} = 0n;`);
                extreme.storeNull(code);
              },
              () => {
                const pointer = code.local(`${helper}.keyPointer(${element})`);
                const byteLength = code.local(`${helper}.keyBytes(${element})`);
                extreme.store(code, elementValue(pointer, byteLength, extreme));
              },
            );
          });
        },
      );
    });
  });
}

/** The extreme in its field, which lies as its key does: address and byte length. */
function extremeKey(extreme: AccumulatorSlot): string {
  if (extreme.physical !== 'view') return `${extreme.address}, ${extreme.byteLength}`;
  return `u32[acc4 + ${extreme.offset / 4}], u32[acc4 + ${extreme.offset / 4 + 1}]`;
}

/** The value that a key stands for. Keys are as far from an 8-byte boundary as their element: on one. */
function elementValue(pointer: string, byteLength: string, extreme: AccumulatorSlot): Value {
  const terms = ((): string[] => {
    switch (extreme.physical) {
      case 'bool':
        return [`u8[${pointer}] !== 0`];
      case 'int32':
        return [`i32[${pointer} >>> 2]`];
      case 'float32':
        return [`f32[${pointer} >>> 2]`];
      case 'float64':
        return [`f64[${pointer} >>> 3]`];
      case 'int64':
        return [`i64[${pointer} >>> 3]`];
      case 'int128':
        return [`i64[${pointer} >>> 3]`, `i64[(${pointer} >>> 3) + 1]`];
      case 'timestamp':
        return [`i64[${pointer} >>> 3]`, `i32[(${pointer} >>> 2) + 2]`];
      default:
        return [pointer, byteLength];
    }
  })();
  return { type: extreme.type, isNull: '0', terms };
}

function failOfNull(name: string): never {
  throw javaError(
    'java.lang.NullPointerException',
    `Cannot invoke "java.lang.Comparable.compareTo(Object)" because "acc.${name}" is null`,
  );
}

/** How often each value is in a group; called from loops. */
class CountedValues {
  private readonly i64: BigInt64Array;
  readonly extremeName: string;

  constructor(
    private readonly table: ElementTable,
    private readonly ttl: TtlClock | null,
    private readonly compare: CompareKeys,
    /** 1 for MAX, -1 for MIN. */
    private readonly direction: 1 | -1,
    memory: WorkerMemory,
  ) {
    this.i64 = memory.i64;
    this.extremeName = direction === 1 ? 'max' : 'min';
  }

  get expires(): boolean {
    return this.ttl !== null;
  }

  isBeyond(extreme: number, extremeBytes: number, key: number, keyBytes: number): boolean {
    return this.compare(extreme, extremeBytes, key, keyBytes) * this.direction < 0;
  }

  isSame(extreme: number, extremeBytes: number, key: number, keyBytes: number): boolean {
    return this.compare(extreme, extremeBytes, key, keyBytes) === 0;
  }

  /** Counts one more; true when it is now there once. */
  add(head: number, key: number, keyBytes: number): boolean {
    return this.count(head, key, keyBytes, 1n) === 1n;
  }

  /** Counts one less; true when it was there once. */
  remove(head: number, key: number, keyBytes: number): boolean {
    return this.count(head, key, keyBytes, -1n) === 0n;
  }

  /** The element that is beyond all others, also among those of negative count; 0 when there is none. */
  findExtreme(head: number): number {
    const { table, ttl } = this;
    let best = 0;
    for (let element = table.first(head); element !== 0; element = table.next(element)) {
      if (ttl?.isExpired(element + table.timestampOffset)) continue;
      if (best === 0 || this.isBeyond(...this.keyOf(best), ...this.keyOf(element))) best = element;
    }
    return best;
  }

  keyPointer(element: number): number {
    return this.table.keyPointer(element);
  }

  keyBytes(element: number): number {
    return this.table.keyBytes(element);
  }

  private count(head: number, key: number, keyBytes: number, change: bigint): bigint {
    const { table, ttl } = this;
    const element = findOrCreateUnexpired(table, ttl, head, key, keyBytes);
    const place = (element + ELEMENT_VALUE_OFFSET) >> 3;
    const counted = this.i64[place]! + change;
    if (counted === 0n) table.remove(head, element);
    else {
      this.i64[place] = counted;
      ttl?.touch(element + table.timestampOffset);
    }
    return counted;
  }

  private keyOf(element: number): [number, number] {
    return [this.table.keyPointer(element), this.table.keyBytes(element)];
  }
}
