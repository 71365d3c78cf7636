/**
 * FIRST_VALUE and LAST_VALUE of rows that may be taken back, with a state TTL: as first-last-value-with-retract.ts, with Flink's two maps as they are there,
 * because their entries expire apart.
 *
 *   orders  value → i64 times of arrival, the oldest first
 *   values  i64 time of arrival → values: u32 byteLength · u32 0 · bytes, padded to 8
 *
 * Rows of a batch have the same time. The result and its time lie in the accumulator, and a value that has expired in the maps stays the result.
 */
import { NEVER_NULL, type Value } from '../../codegen/value.js';
import { type WorkerMemory } from '../../columnar/memory.js';
import { type EmitContext } from '../../expressions/function.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../../state/element-table.js';
import { type StateHeap } from '../../state/state-heap.js';
import { type TtlClock } from '../../state/ttl-clock.js';
import { type AccumulatorLayout } from '../accumulator-layout.js';
import { type AccumulatorSlot } from '../accumulator-slot.js';
import { type AggregateCall } from '../aggregate-call.js';
import { type AggregateEmitter } from '../aggregate-function.js';
import { compareBytes, compareKeysOf, emitKeyBytes, emitKeyValue, type KeyBytes } from '../key-bytes.js';
import { emitUnlessNull } from '../value-calls.js';
import { BIGINT } from './types.js';

const ORDER_BYTES = 8;
const HEADER_BYTES = 8;

export function firstLastValueWithTtl(call: AggregateCall, layout: AccumulatorLayout, ttl: TtlClock): AggregateEmitter {
  const type = { ...call.argTypes[0]!, nullable: true };
  const isFirst = call.function === 'FIRST_VALUE';
  const result = layout.slot(type, true);
  const order = layout.slot(BIGINT, true);
  const list = { valueBytes: 8, bytesOffsets: [0] };
  const [orders, values] = [layout.elementsOf(list), layout.elementsOf(list)];
  const timed = new TimedValues(layout.memory, layout.bytesHeap(), ttl, orders.table, values.table, isFirst);
  const isSame = compareKeysOf(layout.memory, type);
  const heads = (): string => `acc1 + ${orders.offset}, acc1 + ${values.offset}`;

  const emitAdd = ({ code, runtime }: EmitContext, arg: Value): void => {
    const now = `i64[${code.constant(ttl.word)}]`;
    code.if(`${order.nullByte} === 1 || ${order.place} ${isFirst ? '>' : '<='} ${now}`, () => {
      result.store(code, { ...arg, isNull: '0' });
      code.line(`${order.nullByte} = 0; ${order.place} = ${now};`);
    });
    const { pointer, byteLength } = emitKeyBytes(code, runtime, arg);
    code.line(`${code.constant(timed)}.add(${heads()}, ${pointer}, ${byteLength});`);
  };

  const emitRemove = ({ code, runtime }: EmitContext, arg: Value): void => {
    const { pointer, byteLength } = emitKeyBytes(code, runtime, arg);
    const helper = code.constant(timed);
    const same = `${code.constant(isSame)}(${resultKey(result)}, ${pointer}, ${byteLength}) === 0`;
    code.if(`${helper}.remove(${heads()}, ${pointer}, ${byteLength}) && ${result.nullByte} === 0 && ${same}`, () => {
      const found = code.local(`${helper}.findNext(acc1 + ${values.offset}, ${order.address})`);
      code.if(
        `${found} === 0`,
        () => code.line(`${result.nullByte} = 1; ${order.nullByte} = 1;`),
        () => {
          const key: KeyBytes = {
            pointer: code.local(`${found} + ${HEADER_BYTES}`),
            byteLength: `u32[${found} >>> 2]`,
          };
          result.store(code, { ...emitKeyValue(code, type, key), isNull: '0' });
        },
      );
    });
  };

  return {
    accumulatorTypes: [type],
    createAccumulator({ code }) {
      result.storeNull(code);
      order.storeNull(code);
    },
    accumulate: (context, [arg]) =>
      emitUnlessNull(context, arg!, () => emitAdd(context, { ...arg!, isNull: NEVER_NULL })),
    retract: (context, [arg]) =>
      emitUnlessNull(context, arg!, () => emitRemove(context, { ...arg!, isNull: NEVER_NULL })),
    value: ({ code }) => result.load(code),
  };
}

/** The result in its field as a key: address and byte length. */
function resultKey(result: AccumulatorSlot): string {
  if (result.physical !== 'view') return `${result.address}, ${result.byteLength}`;
  return `u32[acc4 + ${result.offset / 4}], u32[acc4 + ${result.offset / 4 + 1}]`;
}

/** Called from loops. */
class TimedValues {
  private scratch: number;
  private scratchBytes = 256;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly heap: StateHeap,
    private readonly ttl: TtlClock,
    private readonly orders: ElementTable,
    private readonly values: ElementTable,
    private readonly isFirst: boolean,
  ) {
    this.scratch = memory.allocateOwned(this.scratchBytes);
  }

  /** A value that arrives now. */
  add(orders: number, values: number, key: number, keyBytes: number): void {
    const { ttl, memory } = this;
    const now = ttl.word << 3;
    this.append(this.orders, orders, key, keyBytes, now, ORDER_BYTES);
    const entryBytes = HEADER_BYTES + ((keyBytes + 7) & -8);
    const entry = this.scratchOf(entryBytes);
    memory.u8.fill(0, entry, entry + entryBytes);
    memory.u32[entry >> 2] = keyBytes;
    memory.u8.copyWithin(entry + HEADER_BYTES, key, key + keyBytes);
    this.append(this.values, values, now, ORDER_BYTES, entry, entryBytes);
  }

  /** Takes the oldest equal value out; true when its time of arrival is still known. */
  remove(orders: number, values: number, key: number, keyBytes: number): boolean {
    const { u32, i64, u8 } = this.memory;
    const known = this.unexpired(this.orders, orders, key, keyBytes);
    if (known === 0) return false;
    const order = this.scratchOf(ORDER_BYTES);
    i64[order >> 3] = i64[u32[(known + ELEMENT_VALUE_OFFSET) >> 2]! >> 3]!;
    this.cut(this.orders, orders, known, 0, ORDER_BYTES);
    const arrived = this.unexpired(this.values, values, order, ORDER_BYTES);
    if (arrived === 0) return false;
    const slot = (arrived + ELEMENT_VALUE_OFFSET) >> 2;
    const [start, byteLength] = [u32[slot]!, u32[slot + 1]!];
    for (let at = 0; at < byteLength; at += this.entryBytes(start + at)) {
      const entry = start + at;
      if (compareBytes(u8, entry + HEADER_BYTES, u32[entry >> 2]!, key, keyBytes) !== 0) continue;
      this.cut(this.values, values, arrived, at, this.entryBytes(entry));
      break;
    }
    return true;
  }

  /** The next value from the time at `order` on, which becomes its time: where it lies, or 0. */
  findNext(values: number, order: number): number {
    const { memory, ttl, isFirst } = this;
    const { u32, i64 } = memory;
    const table = this.values;
    const from = i64[order >> 3]!;
    let best = 0;
    for (let element = table.first(values); element !== 0; element = table.next(element)) {
      if (ttl.isExpired(element + table.timestampOffset)) continue;
      const time = i64[table.keyPointer(element) >> 3]!;
      if (isFirst ? time < from : time > from) continue;
      if (best !== 0) {
        const known = i64[table.keyPointer(best) >> 3]!;
        if (isFirst ? time >= known : time <= known) continue;
      }
      best = element;
    }
    if (best === 0) return 0;
    i64[order >> 3] = i64[table.keyPointer(best) >> 3]!;
    const slot = (best + ELEMENT_VALUE_OFFSET) >> 2;
    let entry = u32[slot]!;
    const end = entry + u32[slot + 1]!;
    if (!isFirst) while (entry + this.entryBytes(entry) < end) entry += this.entryBytes(entry);
    return entry;
  }

  /** The element with this key; 0 when there is none, or an expired one, which goes. */
  private unexpired(table: ElementTable, head: number, key: number, keyBytes: number): number {
    const element = table.find(head, key, keyBytes);
    if (element === 0 || !this.ttl.isExpired(element + table.timestampOffset)) return element;
    this.heap.freeBytes(element + ELEMENT_VALUE_OFFSET);
    table.remove(head, element);
    return 0;
  }

  private append(
    table: ElementTable,
    head: number,
    key: number,
    keyBytes: number,
    source: number,
    byteLength: number,
  ): void {
    const element = this.unexpired(table, head, key, keyBytes) || table.findOrCreate(head, key, keyBytes);
    const { u8, u32 } = this.memory;
    const slot = element + ELEMENT_VALUE_OFFSET;
    const [old, oldBytes] = [u32[slot >> 2]!, u32[(slot >> 2) + 1]!];
    const block = this.heap.allocate(oldBytes + byteLength);
    u8.copyWithin(block, old, old + oldBytes);
    u8.copyWithin(block + oldBytes, source, source + byteLength);
    this.replace(slot, block, oldBytes + byteLength);
    this.ttl.touch(element + table.timestampOffset);
  }

  /** Takes bytes out of an element's list; the element goes when it becomes empty. */
  private cut(table: ElementTable, head: number, element: number, at: number, byteLength: number): void {
    const { u8, u32 } = this.memory;
    const slot = element + ELEMENT_VALUE_OFFSET;
    const [old, oldBytes] = [u32[slot >> 2]!, u32[(slot >> 2) + 1]!];
    const rest = oldBytes - byteLength;
    const block = this.heap.allocate(rest);
    u8.copyWithin(block, old, old + at);
    u8.copyWithin(block + at, old + at + byteLength, old + oldBytes);
    this.replace(slot, block, rest);
    if (rest === 0) table.remove(head, element);
    else this.ttl.touch(element + table.timestampOffset);
  }

  private replace(slot: number, block: number, byteLength: number): void {
    this.heap.freeBytes(slot);
    this.memory.u32[slot >> 2] = block;
    this.memory.u32[(slot >> 2) + 1] = byteLength;
  }

  private entryBytes(entry: number): number {
    return HEADER_BYTES + ((this.memory.u32[entry >> 2]! + 7) & -8);
  }

  private scratchOf(byteLength: number): number {
    if (byteLength > this.scratchBytes) {
      this.scratchBytes = byteLength * 2;
      this.scratch = this.memory.allocateOwned(this.scratchBytes);
    }
    return this.scratch;
  }
}
