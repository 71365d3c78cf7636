/**
 * DISTINCT: one map of values for all calls over the same columns, as Flink's DistinctAggCodeGen shares its map view. An element's value:
 *
 *   insert-only   one bit per call: it has seen the value
 *   retracting    i64 per call: how often the value is there, which may go below zero; the element goes when all are 0
 *
 * A call accumulates a value when its count becomes 1, and retracts it when its count becomes 0. NULL has no element: to most calls it is nothing, and those
 * that take it count it in fields of their own. With a filter at every call, values that pass none have no element either.
 *
 * With a state TTL each element expires apart from the accumulators, which may then meet values that they have not counted, and the other way round. The
 * NULL of calls that take it is an element of a list of its own then (the null state of Flink's map views).
 */
import { type Code } from '../codegen/code.js';
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { type Batch } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { physicalOf, VALUE_BYTES, type LogicalType, type Physical } from '../columnar/types.js';
import { assert } from '../errors.js';
import { type EmitContext } from '../expressions/function.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../state/element-table.js';
import { STATE_MAP_CAPACITY } from '../state/state-map-order.js';
import { type TtlClock } from '../state/ttl-clock.js';
import { type AccumulatorLayout } from './accumulator-layout.js';
import { type AccumulatorSlot, type ElementsHead } from './accumulator-slot.js';
import { type AggregateEmitter } from './aggregate-function.js';
import { DistinctOrder, ORDER_BYTES } from './distinct-order.js';
import { emitTouch, findOrCreateUnexpired, resetExpired } from './expiring-elements.js';
import { BIGINT, INTEGER } from './functions/types.js';
import { emitKeyBytes, emitKeyValue, type KeyBytes } from './key-bytes.js';
import { takesNullForValue } from './value-calls.js';

/** Columns whose data are the keys as they lie there. NaNs and timestamps are not. */
const PLAIN_KEYS: readonly Physical[] = ['bool', 'int32', 'int64', 'int128'];

/** The key of NULL among texts. */
const NULL_KEY = 0xff;

/** One of the calls that share a map. */
export interface DistinctCall {
  readonly emitter: AggregateEmitter;
  /** Its result depends on the order in which values come. */
  readonly dependsOnOrder: boolean;
  /** A column, or -1. */
  readonly filterIndex: number;
  /** NULL is a value to it. */
  readonly takesNulls: boolean;
}

export type FilterText = (filterIndex: number) => string | null;

export type DistinctHead = ElementsHead & { readonly table: ElementTable };

export class DistinctGroup {
  /** The elements of all rows are looked up before the loop: what one row does changes no other row's element. */
  readonly isBatched: boolean;
  readonly head: DistinctHead;
  /** Of NULL, which expires as other values do; without a TTL it has `nullCounts`. */
  private readonly nullHead: DistinctHead | null;
  readonly ttl: TtlClock | null;
  /** Of an element's value. */
  readonly valueBytes: number;
  /** BIGINT: how often NULL is there, for each call that takes it. */
  private readonly nullCounts: ReadonlyMap<DistinctCall, AccumulatorSlot>;

  /** NULL in a NOT NULL column is a value to Flink: it has an element with a key that no value has. */
  readonly nullIsValue: boolean;
  /** NULL has such an element, too, though it is nothing to most calls: in maps that are merged in order. */
  private readonly nullIsKey: boolean;
  /** Of a bundle, if some call depends on it; and the capacity of Java's table. */
  readonly order: { readonly elements: DistinctOrder; readonly capacity: AccumulatorSlot } | null;

  /**
   * @param layout where the map's head lies, which need not be the layout of the accumulators
   * @param isMerged the map is merged into others, or others into it
   */
  constructor(
    readonly argIndexes: readonly number[],
    readonly argType: LogicalType,
    readonly calls: readonly DistinctCall[],
    readonly consumesRetraction: boolean,
    layout: AccumulatorLayout,
    isMerged: boolean,
  ) {
    const isInOrder = isMerged && calls.some((call) => call.dependsOnOrder);
    const keepsOrder = isInOrder && layout.phase === 'bundle';
    this.nullIsKey = isInOrder;
    this.nullIsValue = takesNullForValue(argType);
    const countsBytes = (consumesRetraction ? calls.length : Math.ceil(calls.length / 64)) * 8;
    this.valueBytes = countsBytes + (keepsOrder ? ORDER_BYTES : 0);
    this.head = layout.elementsOf({ valueBytes: this.valueBytes });
    this.order = keepsOrder ? this.newOrder(layout, countsBytes) : null;
    const takers = isInOrder ? [] : calls.filter(({ takesNulls }) => takesNulls);
    this.ttl = layout.ttl;
    const nullExpires = this.ttl !== null && takers.length > 0;
    this.nullHead = nullExpires ? layout.elementsOf({ valueBytes: this.valueBytes }) : null;
    this.nullCounts = new Map(nullExpires ? [] : takers.map((call) => [call, layout.slot(BIGINT, false)]));
    this.isBatched =
      !consumesRetraction &&
      !keepsOrder &&
      PLAIN_KEYS.includes(physicalOf(argType)) &&
      calls.some(({ filterIndex }) => filterIndex < 0);
  }

  /** u32[selectedCount] in the arena: the element of each row, 0 under NULL. `entries`: those of the rows; `valueOffset`: of the value in an entry. */
  findElements(arena: Arena, batch: Batch, entries: number, valueOffset: number): number {
    const [argIndex = -1] = this.argIndexes;
    const column = batch.columns[argIndex];
    assert(column !== undefined, `no column ${argIndex}`);
    const { selection, selectedCount } = batch;
    const heads = arena.allocate(selectedCount * 4);
    const elements = arena.allocate(selectedCount * 4);
    const created = arena.allocate(selectedCount);
    writeHeads(arena.memory, column.nulls, selection, selectedCount, entries, valueOffset + this.head.offset, heads);
    const keyBytes = VALUE_BYTES[column.physical];
    this.head.table.findOrCreateAll(
      heads,
      column.data,
      keyBytes,
      keyBytes,
      selection,
      selectedCount,
      elements,
      created,
    );
    return elements;
  }

  createAccumulator({ code }: EmitContext): void {
    for (const { place } of this.nullCounts.values()) code.line(`${place} = 0n;`);
    if (this.order !== null) code.line(`${this.order.capacity.place} = ${STATE_MAP_CAPACITY};`);
  }

  /** With elements that `findElements` found; `element` is a name. */
  accumulateFound(context: EmitContext, arg: Value, filterText: FilterText, element: string): void {
    const { code } = context;
    const { table } = this.head;
    code.if(`${element} !== 0`, () => {
      if (this.ttl !== null) {
        code.line(`${code.constant(resetExpired)}(${code.constant(table)}, ${code.constant(this.ttl)}, ${element});`);
      }
      this.emitBits(context, this.head, element, { ...arg, isNull: NEVER_NULL }, filterText);
    });
    this.emitNulls(context, arg, filterText, '+');
  }

  accumulate(context: EmitContext, arg: Value, filterText: FilterText): void {
    this.emitWithElement(context, arg, filterText, '+');
    this.emitNulls(context, arg, filterText, '+');
  }

  retract(context: EmitContext, arg: Value, filterText: FilterText): void {
    this.emitWithElement(context, arg, filterText, '-');
    this.emitNulls(context, arg, filterText, '-');
  }

  private emitWithElement(context: EmitContext, arg: Value, filterText: FilterText, operator: '+' | '-'): void {
    const { code, runtime } = context;
    const conditions = arg.isNull === NEVER_NULL ? [] : [`${arg.isNull} === 0`];
    conditions.push(...this.someFilter(filterText));
    const emit = (): void => {
      const { pointer, byteLength } = emitKeyBytes(code, runtime, arg);
      this.emitElement(context, this.head, [pointer, byteLength], { ...arg, isNull: NEVER_NULL }, filterText, operator);
    };
    if (conditions.length === 0) code.block('{', emit);
    else code.if(conditions.join(' && '), emit);
  }

  /** `key`: address and byte length. */
  private emitElement(
    context: EmitContext,
    head: DistinctHead,
    key: readonly [string, string],
    arg: Value,
    filterText: FilterText,
    operator: '+' | '-',
  ): void {
    const element = this.emitFind(context, head, key, 'acc1');
    if (this.consumesRetraction) this.emitCounts(context, head, element, arg, filterText, operator);
    else this.emitBits(context, head, element, arg, filterText);
  }

  /** With a filter at every call: some call takes the row. */
  private someFilter(filterText: FilterText): string[] {
    const filters = this.calls.map((call) => filterText(call.filterIndex));
    return filters.every((filter) => filter !== null) ? [`(${[...new Set(filters)].join(' || ')})`] : [];
  }

  private emitNulls(context: EmitContext, arg: Value, filterText: FilterText, operator: '+' | '-'): void {
    const { code } = context;
    if (arg.isNull === NEVER_NULL) return;
    const isKey = this.nullIsValue || this.nullIsKey;
    const head = isKey ? this.head : this.nullHead;
    if (head !== null) {
      const key = isKey ? this.nullKey(context) : (['0', '0'] as const);
      const condition = [`${arg.isNull} === 1`, ...this.someFilter(filterText)].join(' && ');
      code.if(condition, () =>
        this.emitElement(context, head, key, { ...arg, isNull: ALWAYS_NULL }, filterText, operator),
      );
      return;
    }
    for (const [{ emitter, filterIndex }, { place }] of this.nullCounts) {
      const filter = filterText(filterIndex);
      code.if(`${arg.isNull} === 1${filter === null ? '' : ` && ${filter}`}`, () => {
        code.line(`${place} = BigInt.asIntN(64, ${place} ${operator} 1n);`);
        code.if(`${place} === ${operator === '+' ? '1n' : '0n'}`, () => {
          const inner = [{ ...arg, isNull: ALWAYS_NULL }];
          if (operator === '+') emitter.accumulate(context, inner);
          else emitter.retract?.(context, inner);
        });
      });
    }
  }

  /** The element of a key (address and byte length), counted from the address `owner`. */
  emitFind({ code }: EmitContext, head: DistinctHead, key: readonly [string, string], owner: string): string {
    if (this.order !== null && head === this.head) {
      return code.local(
        `${code.constant(this.order.elements)}.findOrCreate(${this.inOrder(owner)}, ${key.join(', ')})`,
        'e',
      );
    }
    const find = code.constant(findOrCreateUnexpired);
    const where = [code.constant(head.table), this.ttl === null ? 'null' : code.constant(this.ttl)];
    return code.local(`${find}(${where.join(', ')}, ${owner} + ${head.offset}, ${key.join(', ')})`, 'e');
  }

  removeText({ code }: EmitContext, head: DistinctHead, element: string, owner: string): string {
    if (this.order !== null && head === this.head) {
      return `${code.constant(this.order.elements)}.remove(${this.inOrder(owner)}, ${element});`;
    }
    return `${code.constant(removeElement)}(${code.constant(head.table)}, ${owner} + ${head.offset}, ${element});`;
  }

  /** Arguments of what keeps the order: addresses of the head and of the capacity. */
  inOrder(owner: string): string {
    return `${owner} + ${this.head.offset}, ${owner} + ${this.order?.capacity.offset}`;
  }

  private newOrder(layout: AccumulatorLayout, countsBytes: number): NonNullable<DistinctGroup['order']> {
    const { u8 } = layout.memory;
    const isView = physicalOf(this.argType) === 'view';
    const isNull = (key: number, keyBytes: number): boolean =>
      isView ? keyBytes === 1 && u8[key] === NULL_KEY : keyBytes === 0;
    return {
      elements: new DistinctOrder(this.head.table, this.argType, isNull, countsBytes),
      capacity: layout.slot(INTEGER, false),
    };
  }

  /** Address and byte length. Texts never have the byte FF, and only they may be empty. */
  private nullKey({ code, runtime }: EmitContext): readonly [string, string] {
    if (physicalOf(this.argType) !== 'view') return ['0', '0'];
    return [code.constant(runtime.intern(Uint8Array.of(NULL_KEY))), '1'];
  }

  /** A value by its key in an element, which may be that of NULL. */
  emitElementValue(code: Code, key: KeyBytes): Value {
    const value = emitKeyValue(code, this.argType, key);
    if (!this.nullIsValue && !this.nullIsKey) return value;
    const isView = physicalOf(this.argType) === 'view';
    const isNullKey = isView
      ? `${key.byteLength} === 1 && u8[${key.pointer}] === ${NULL_KEY}`
      : `${key.byteLength} === 0`;
    return { ...value, isNull: code.local(`${isNullKey} ? 1 : 0`, 'n') };
  }

  /** `arg` is NULL always or never. */
  private emitBits(
    context: EmitContext,
    head: DistinctHead,
    element: string,
    arg: Value,
    filterText: FilterText,
  ): void {
    const { code } = context;
    this.calls.forEach(({ emitter, filterIndex, takesNulls }, index) => {
      const word = `u32[(${element} >>> 2) + ${ELEMENT_VALUE_OFFSET / 4 + (index >> 5)}]`;
      const bit = 2 ** (index & 31);
      const isNew = `(${word} & ${bit}) === 0`;
      const filter = filterText(filterIndex);
      code.if(filter === null ? isNew : `${filter} && ${isNew}`, () => {
        code.line(`${word} |= ${bit};`);
        emitTouch(code, head.table, this.ttl, element);
        if (arg.isNull === NEVER_NULL || takesNulls || this.nullIsValue) emitter.accumulate(context, [arg]);
      });
    });
  }

  private emitCounts(
    context: EmitContext,
    head: DistinctHead,
    element: string,
    arg: Value,
    filterText: FilterText,
    operator: '+' | '-',
  ): void {
    const { code } = context;
    const word = (index: number): string => `i64[(${element} >>> 3) + ${ELEMENT_VALUE_OFFSET / 8 + index}]`;
    this.calls.forEach(({ emitter, filterIndex, takesNulls }, index) => {
      const emit = (): void => {
        code.line(`${word(index)} = BigInt.asIntN(64, ${word(index)} ${operator} 1n);`);
        if (arg.isNull !== NEVER_NULL && !takesNulls && !this.nullIsValue) return;
        code.if(`${word(index)} === ${operator === '+' ? '1n' : '0n'}`, () => {
          if (operator === '+') emitter.accumulate(context, [arg]);
          else emitter.retract?.(context, [arg]);
        });
      };
      const filter = filterText(filterIndex);
      if (filter === null) emit();
      else code.if(filter, emit);
    });
    const isEmpty = this.calls.map((_call, index) => `${word(index)} === 0n`).join(' && ');
    code.line(`if (${isEmpty}) ${this.removeText(context, head, element, 'acc1')}`);
    if (this.ttl !== null) code.block('else {', () => emitTouch(code, head.table, this.ttl, element));
  }
}

function writeHeads(
  { u8, u32 }: WorkerMemory,
  nulls: number,
  selection: number,
  count: number,
  entries: number,
  headOffset: number,
  heads: number,
): void {
  const [selection0, entries0, heads0] = [selection >>> 2, entries >>> 2, heads >>> 2];
  for (let index = 0; index < count; index++) {
    const row = selection === 0 ? index : u32[selection0 + index]!;
    u32[heads0 + index] = u8[nulls + row] === 1 ? 0 : u32[entries0 + index]! + headOffset;
  }
}

function removeElement(table: ElementTable, head: number, element: number): void {
  table.remove(head, element);
}
