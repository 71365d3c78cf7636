/**
 * Values in the order of their arrival (ordered-values.ts) that are merged with those of other accumulators: a value that was taken back before it came is
 * remembered, and takes the next equal one out when lists are merged, but not when one comes as a row (Flink's ListAggWithRetractAggFunction,
 * ListAggWsWithRetractAggFunction and ArrayAggFunction). A partial result:
 *
 *   u32 bytes of the list · u32 bytes of what was taken back · u32 byteLength of the separator · u32 0 · separator · list · taken back
 *   u32 byteLength · u32 is NULL · bytes       one value of either
 */
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { type LogicalType } from '../columnar/types.js';
import { type WorkerMemory } from '../columnar/memory.js';
import { type EmitContext } from '../expressions/function.js';
import { type AccumulatorLayout } from './accumulator-layout.js';
import { type AccumulatorSlot } from './accumulator-slot.js';
import { isBytes } from './functions/types.js';
import { OrderedValues, type OrderedList } from './ordered-values.js';
import {
  alignedBytes,
  cutNanos,
  emitPartial,
  ENTRY_HEADER_BYTES,
  losesNanos,
  padded,
  putPadded,
} from './partial-bytes.js';

const HEADER_BYTES = 16;

export interface MergedValuesOptions {
  /** Rows are taken back. */
  readonly canRemove: boolean;
  /** Flink's lists are no data views, and expire with the accumulator. */
  readonly inAccumulator?: boolean;
  /** Of the last rows, set with the values. */
  readonly separator?: AccumulatorSlot | null;
  /** A partial result of no values is passed over; otherwise it writes the lists of the state again. */
  readonly skipsEmpty: boolean;
}

export class MergedValues {
  readonly values: OrderedValues;
  private readonly removed: OrderedValues | null;
  private readonly lists: MergedLists;
  private readonly separator: AccumulatorSlot | null;

  /** @param type of the values */
  constructor(
    layout: AccumulatorLayout,
    type: LogicalType,
    private readonly options: MergedValuesOptions,
  ) {
    const { canRemove, inAccumulator = false, separator = null } = options;
    this.values = new OrderedValues(layout, canRemove, inAccumulator);
    this.removed = canRemove && layout.phase !== 'only' ? new OrderedValues(layout, false, inAccumulator) : null;
    this.lists = new MergedLists(layout.memory, this.values.list, this.removed?.list ?? null, losesNanos(type));
    this.separator = separator;
  }

  emitAdd(context: EmitContext, value: Value): void {
    this.values.emitAdd(context, value);
  }

  /** Java arrays of bytes equal nothing but themselves: of them only a NULL is ever found. */
  emitRemove(context: EmitContext, value: Value): void {
    if (!isBytes(value.type)) this.emitRemoveFound(context, value);
    else if (value.isNull !== NEVER_NULL) {
      context.code.if(`${value.isNull} === 1`, () => this.emitRemoveFound(context, { ...value, isNull: ALWAYS_NULL }));
    }
  }

  private emitRemoveFound(context: EmitContext, value: Value): void {
    const { removed } = this;
    this.values.emitRemove(
      context,
      value,
      removed === null ? undefined : (keyArgs) => removed.emitAddKey(context.code, keyArgs),
    );
  }

  emitField({ code }: EmitContext): Value {
    const separator = this.separator?.load(code).terms.join(', ') ?? '0, 0';
    return emitPartial(
      code,
      `${code.constant(this.lists)}.write(rt, ${this.values.head}, ${this.removedHead}, ${separator})`,
    );
  }

  emitMerge(context: EmitContext, partial: Value): void {
    const { code } = context;
    const [pointer = '0', byteLength = '0'] = partial.terms;
    const start = code.local(`${code.constant(alignedBytes)}(rt, ${pointer}, ${byteLength})`);
    const word = (index: number): string => `u32[(${start} >>> 2) + ${index}]`;
    const lists = code.constant(this.lists);
    const emit = (): void => {
      const { separator } = this;
      if (separator !== null) {
        separator.store(code, {
          type: separator.type,
          isNull: NEVER_NULL,
          terms: [`${start} + ${HEADER_BYTES}`, word(2)],
        });
      }
      code.line(`${lists}.merge(${this.values.head}, ${this.values.equalsHead}, ${this.removedHead}, ${start});`);
    };
    if (this.options.skipsEmpty) code.if(`${word(0)} !== 0 || ${word(1)} !== 0`, emit);
    else emit();
  }

  private get removedHead(): string {
    return this.removed?.head ?? '0';
  }
}

/** Called from loops. */
class MergedLists {
  constructor(
    private readonly memory: WorkerMemory,
    private readonly list: OrderedList,
    private readonly removed: OrderedList | null,
    private readonly cutsNanos: boolean,
  ) {}

  /** Returns where it begins; its byte length is the runtime's. */
  write(rt: EvaluationRuntime, list: number, removed: number, separator: number, separatorBytes: number): number {
    const { u8, u32 } = this.memory;
    const listBytes = bytesOf(this.list, list);
    const removedBytes = this.removed === null ? 0 : bytesOf(this.removed, removed);
    const byteLength = HEADER_BYTES + padded(separatorBytes) + listBytes + removedBytes;
    const start = rt.allocate(byteLength);
    u32.set([listBytes, removedBytes, separatorBytes, 0], start >> 2);
    const at = putPadded(u8, start + HEADER_BYTES, separator, separatorBytes);
    this.put(this.list, list, at);
    if (this.removed !== null) this.put(this.removed, removed, at + listBytes);
    rt.length = byteLength;
    return start;
  }

  merge(list: number, equals: number, removed: number, partial: number): void {
    const { u32 } = this.memory;
    const [listBytes, removedBytes, separatorBytes] = u32.subarray(partial >> 2, (partial >> 2) + 3);
    const values = partial + HEADER_BYTES + padded(separatorBytes!);
    const taken = values + listBytes!;
    this.list.prune(list);
    this.add(this.list, list, equals, values, taken);
    if (this.removed !== null) {
      this.removed.prune(removed);
      this.add(this.removed, removed, 0, taken, taken + removedBytes!);
      this.takeOut(this.removed, list, equals, removed);
      this.removed.touchAll(removed);
    }
    this.list.touchAll(list);
  }

  private takeOut(others: OrderedList, list: number, equals: number, removed: number): void {
    for (let element = others.first(removed), next = 0; element !== 0; element = next) {
      next = others.next(element);
      const [pointer, byteLength] = [others.pointer(element), others.byteLength(element)];
      if (this.list.remove(list, equals, pointer, byteLength, others.isNull(element))) {
        others.order.remove(removed, element);
      }
    }
  }

  private add(to: OrderedList, head: number, equals: number, start: number, end: number): void {
    const { u32 } = this.memory;
    for (let at = start; at < end;) {
      const byteLength = u32[at >> 2]!;
      to.add(head, equals, at + ENTRY_HEADER_BYTES, byteLength, u32[(at >> 2) + 1]!);
      at += ENTRY_HEADER_BYTES + padded(byteLength);
    }
  }

  private put(list: OrderedList, head: number, start: number): void {
    const { u8, u32 } = this.memory;
    let at = start;
    for (let element = list.first(head); element !== 0; element = list.next(element)) {
      const [byteLength, isNull] = [list.byteLength(element), list.isNull(element)];
      u32[at >> 2] = byteLength;
      u32[(at >> 2) + 1] = isNull;
      const value = at + ENTRY_HEADER_BYTES;
      at = putPadded(u8, value, list.pointer(element), byteLength);
      if (this.cutsNanos && isNull === 0) cutNanos(u32, value);
    }
  }
}

function bytesOf(list: OrderedList, head: number): number {
  let byteLength = 0;
  for (let element = list.first(head); element !== 0; element = list.next(element)) {
    byteLength += ENTRY_HEADER_BYTES + padded(list.byteLength(element));
  }
  return byteLength;
}
