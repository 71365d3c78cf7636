/**
 * The values of a group in the order of their arrival, of which the oldest equal one can be taken out: a Java list with add and
 * remove(Object), without its search.
 *
 *   order   elements i64 number · value bytes · u8 is NULL; their value: i64 number of the next equal one, 0 for none
 *   equals  elements value bytes · u8 is NULL; their value: i64 numbers of the oldest and of the youngest in `order`
 *
 * Where nothing is taken out there is no `equals`, and all numbers are 0. Nor is there where values expire apart (Flink's TtlListState): taking one out
 * gives all others the time of the batch there, as Flink writes the whole list again, so that looking for it costs no more than that.
 */
import { type Code } from '../codegen/code.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { type WorkerMemory } from '../columnar/memory.js';
import { type EmitContext } from '../expressions/function.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../state/element-table.js';
import { type TtlClock } from '../state/ttl-clock.js';
import { type AccumulatorLayout } from './accumulator-layout.js';
import { type ElementsHead } from './accumulator-slot.js';
import { compareBytes, emitKeyBytes } from './key-bytes.js';

const NUMBER_BYTES = 8;
const LAST_OFFSET = 4;
const SCRATCH_BYTES_MIN = 64;

type Head = ElementsHead & { readonly table: ElementTable };

export class OrderedValues {
  private readonly order: Head;
  private readonly equals: Head | null;
  readonly list: OrderedList;

  /** @param inAccumulator Flink's list is no data view, and expires with the accumulator */
  constructor(layout: AccumulatorLayout, canRemove: boolean, inAccumulator = false) {
    const ttl = inAccumulator ? null : layout.ttl;
    const hasNumbers = canRemove && ttl === null;
    this.order = layout.elementsOf({ valueBytes: NUMBER_BYTES, isList: !hasNumbers, inAccumulator });
    this.equals = hasNumbers ? layout.elementsOf({ valueBytes: 2 * NUMBER_BYTES, inAccumulator }) : null;
    this.list = new OrderedList(layout.memory, this.order.table, this.equals?.table ?? null, ttl);
  }

  /** Adds a value, which may be NULL. */
  emitAdd(context: EmitContext, value: Value): void {
    this.emitCall(context, 'add', value);
  }

  /** Takes the oldest equal value out; where there is none nothing happens but `emitElse`, with the arguments of `emitAddKey`. */
  emitRemove(context: EmitContext, value: Value, emitElse?: (keyArgs: string) => void): void {
    this.emitCall(context, 'remove', value, emitElse);
  }

  /** Adds a value by `keyArgs`: address, byte length and is NULL. */
  emitAddKey(code: Code, keyArgs: string): void {
    code.line(`${this.emitList(code)}.add(${this.head}, ${this.equalsHead}, ${keyArgs});`);
  }

  /** Address of the list's head, an expression. */
  get head(): string {
    return `acc1 + ${this.order.offset}`;
  }

  /** Of the head of `equals`; 0 where there is none. */
  get equalsHead(): string {
    return this.equals === null ? '0' : `acc1 + ${this.equals.offset}`;
  }

  /** Takes out what has expired, before the list is read. */
  emitPrune(code: Code): void {
    if (this.list.expires) code.line(`${this.emitList(code)}.prune(${this.head});`);
  }

  /** The name of the list in generated text. */
  emitList(code: Code): string {
    return code.constant(this.list);
  }

  private emitCall(
    { code, runtime }: EmitContext,
    method: 'add' | 'remove',
    value: Value,
    emitElse?: (keyArgs: string) => void,
  ): void {
    const call = (pointer: string, byteLength: string, isNull: string): void => {
      const keyArgs = `${pointer}, ${byteLength}, ${isNull}`;
      const text = `${this.emitList(code)}.${method}(${this.head}, ${this.equalsHead}, ${keyArgs})`;
      if (emitElse === undefined) code.line(`${text};`);
      else code.if(`!${text}`, () => emitElse(keyArgs));
    };
    if (value.isNull === ALWAYS_NULL) call('0', '0', '1');
    else if (value.isNull === NEVER_NULL) this.emitKeyed(code, runtime, value, call);
    else {
      code.if(
        `${value.isNull} === 0`,
        () => this.emitKeyed(code, runtime, value, call),
        () => call('0', '0', '1'),
      );
    }
  }

  private emitKeyed(
    code: Code,
    runtime: EvaluationRuntime,
    value: Value,
    call: (pointer: string, byteLength: string, isNull: string) => void,
  ): void {
    const { pointer, byteLength } = emitKeyBytes(code, runtime, value);
    call(pointer, byteLength, '0');
  }
}

/** Called from loops. */
export class OrderedList {
  private scratch: number;
  private scratchBytes = SCRATCH_BYTES_MIN;

  constructor(
    private readonly memory: WorkerMemory,
    readonly order: ElementTable,
    private readonly equals: ElementTable | null,
    private readonly ttl: TtlClock | null,
  ) {
    this.scratch = memory.allocateOwned(SCRATCH_BYTES_MIN);
  }

  add(order: number, equals: number, pointer: number, byteLength: number, isNull: number): void {
    const scratch = this.compose(pointer, byteLength, isNull);
    const { i64 } = this.memory;
    const number = scratch >> 3;
    const keyBytes = byteLength + 1;
    if (this.equals === null) {
      i64[number] = 0n;
      const element = this.order.append(order, scratch, NUMBER_BYTES + keyBytes);
      this.ttl?.touch(element + this.order.timestampOffset);
      return;
    }
    const last = this.last(order);
    const added = last === 0 ? 1n : i64[this.order.keyPointer(last) >> 3]! + 1n;
    const known = (this.equals.findOrCreate(equals, scratch + NUMBER_BYTES, keyBytes) + ELEMENT_VALUE_OFFSET) >> 3;
    const youngest = i64[known + 1]!;
    if (youngest === 0n) i64[known] = added;
    else {
      i64[number] = youngest;
      const previous = this.order.find(order, scratch, NUMBER_BYTES + keyBytes);
      i64[(previous + ELEMENT_VALUE_OFFSET) >> 3] = added;
    }
    i64[known + 1] = added;
    i64[number] = added;
    this.order.findOrCreate(order, scratch, NUMBER_BYTES + keyBytes);
  }

  remove(order: number, equals: number, pointer: number, byteLength: number, isNull: number): boolean {
    if (this.ttl !== null) return this.removeFirst(order, pointer, byteLength, isNull);
    if (this.equals === null) return false;
    const scratch = this.compose(pointer, byteLength, isNull);
    const { i64 } = this.memory;
    const keyBytes = byteLength + 1;
    const known = this.equals.find(equals, scratch + NUMBER_BYTES, keyBytes);
    if (known === 0) return false;
    const word = (known + ELEMENT_VALUE_OFFSET) >> 3;
    i64[scratch >> 3] = i64[word]!;
    const oldest = this.order.find(order, scratch, NUMBER_BYTES + keyBytes);
    const next = i64[(oldest + ELEMENT_VALUE_OFFSET) >> 3]!;
    if (next === 0n) this.equals.remove(equals, known);
    else i64[word] = next;
    this.order.remove(order, oldest);
    return true;
  }

  get expires(): boolean {
    return this.ttl !== null;
  }

  prune(head: number): void {
    const { order, ttl } = this;
    if (ttl === null) return;
    for (let element = order.first(head), next = 0; element !== 0; element = next) {
      next = order.next(element);
      if (ttl.isExpired(element + order.timestampOffset)) order.remove(head, element);
    }
  }

  /** StateListView.remove: all that is left is written again. */
  private removeFirst(head: number, pointer: number, byteLength: number, isNull: number): boolean {
    const { order } = this;
    const { u8 } = this.memory;
    this.prune(head);
    let element = order.first(head);
    const isSame = (): boolean =>
      this.isNull(element) === isNull &&
      compareBytes(u8, this.pointer(element), this.byteLength(element), pointer, byteLength) === 0;
    while (element !== 0 && !isSame()) element = order.next(element);
    if (element === 0) return false;
    order.remove(head, element);
    this.touchAll(head);
    return true;
  }

  /** All values are written again. */
  touchAll(head: number): void {
    const { order, ttl } = this;
    if (ttl === null) return;
    for (let element = order.first(head); element !== 0; element = order.next(element)) {
      ttl.touch(element + order.timestampOffset);
    }
  }

  first(head: number): number {
    return this.order.first(head);
  }

  last(head: number): number {
    return this.memory.u32[(head + LAST_OFFSET) >> 2]!;
  }

  next(element: number): number {
    return this.order.next(element);
  }

  count(head: number): number {
    return this.order.count(head);
  }

  /** Where the value of an element lies, a multiple of 8. */
  pointer(element: number): number {
    return this.order.keyPointer(element) + NUMBER_BYTES;
  }

  byteLength(element: number): number {
    return this.order.keyBytes(element) - NUMBER_BYTES - 1;
  }

  isNull(element: number): number {
    return this.memory.u8[this.order.keyPointer(element) + this.order.keyBytes(element) - 1]!;
  }

  /** Room for the number, then the bytes, then whether they are NULL. */
  private compose(pointer: number, byteLength: number, isNull: number): number {
    const needed = NUMBER_BYTES + byteLength + 1;
    if (needed > this.scratchBytes) {
      this.scratchBytes = needed * 2;
      this.scratch = this.memory.allocateOwned(this.scratchBytes);
    }
    const { u8 } = this.memory;
    const start = this.scratch + NUMBER_BYTES;
    u8.copyWithin(start, pointer, pointer + byteLength);
    u8[start + byteLength] = isNull;
    return this.scratch;
  }
}
