/**
 * DISTINCT: one map of values for all calls over the same columns, as Flink's DistinctAggCodeGen shares its map view. An element's value:
 *
 *   insert-only   one bit per call: it has seen the value
 *   retracting    i64 per call: how often the value is there, which may go below zero; the element goes when all are 0
 *
 * A call accumulates a value when its count becomes 1, and retracts it when its count becomes 0. NULL has no element: to most calls it is nothing, and those
 * that take it count it in fields of their own. With a filter at every call, values that pass none have no element either.
 */
import { ALWAYS_NULL, NEVER_NULL, type Value } from '../codegen/value.js';
import { type Batch } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { physicalOf, VALUE_BYTES, type LogicalType, type Physical } from '../columnar/types.js';
import { assert } from '../errors.js';
import { type EmitContext } from '../expressions/function.js';
import { ELEMENT_VALUE_OFFSET, type ElementTable } from '../state/element-table.js';
import { type AccumulatorLayout } from './accumulator-layout.js';
import { type AccumulatorSlot, type ElementsHead } from './accumulator-slot.js';
import { type AggregateEmitter } from './aggregate-function.js';
import { BIGINT } from './functions/types.js';
import { emitKeyBytes } from './key-bytes.js';

/** Columns whose data are the keys as they lie there. NaNs and timestamps are not. */
const PLAIN_KEYS: readonly Physical[] = ['bool', 'int32', 'int64', 'int128'];

/** One of the calls that share a map. */
export interface DistinctCall {
  readonly emitter: AggregateEmitter;
  /** A column, or -1. */
  readonly filterIndex: number;
  /** NULL is a value to it. */
  readonly takesNulls: boolean;
}

export type FilterText = (filterIndex: number) => string | null;

export class DistinctGroup {
  /** The elements of all rows are looked up before the loop: what one row does changes no other row's element. */
  readonly isBatched: boolean;
  readonly head: ElementsHead & { readonly table: ElementTable };
  /** Of an element's value. */
  readonly valueBytes: number;
  /** BIGINT: how often NULL is there, for each call that takes it. */
  private readonly nullCounts: ReadonlyMap<DistinctCall, AccumulatorSlot>;

  /** @param layout where the map's head lies, which need not be the layout of the accumulators */
  constructor(
    readonly argIndex: number,
    readonly argType: LogicalType,
    readonly calls: readonly DistinctCall[],
    readonly consumesRetraction: boolean,
    layout: AccumulatorLayout,
  ) {
    this.valueBytes = (consumesRetraction ? calls.length : Math.ceil(calls.length / 64)) * 8;
    this.head = layout.elementsOf({ valueBytes: this.valueBytes });
    const takers = calls.filter(({ takesNulls }) => takesNulls);
    this.nullCounts = new Map(takers.map((call) => [call, layout.slot(BIGINT, false)]));
    this.isBatched =
      !consumesRetraction &&
      PLAIN_KEYS.includes(physicalOf(argType)) &&
      calls.some(({ filterIndex }) => filterIndex < 0);
  }

  /** u32[selectedCount] in the arena: the element of each row, 0 under NULL. `entries`: those of the rows; `valueOffset`: of the value in an entry. */
  findElements(arena: Arena, batch: Batch, entries: number, valueOffset: number): number {
    const column = batch.columns[this.argIndex];
    assert(column !== undefined, `no column ${this.argIndex}`);
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
  }

  /** With elements that `findElements` found; `element` is a name. */
  accumulateFound(context: EmitContext, arg: Value, filterText: FilterText, element: string): void {
    context.code.if(`${element} !== 0`, () => this.emitBits(context, element, arg, filterText));
    this.emitNulls(context, arg, filterText, '+');
  }

  accumulate(context: EmitContext, arg: Value, filterText: FilterText): void {
    this.emitWithElement(context, arg, filterText, (element) => {
      if (this.consumesRetraction) this.emitCounts(context, element, arg, filterText, '+');
      else this.emitBits(context, element, arg, filterText);
    });
    this.emitNulls(context, arg, filterText, '+');
  }

  retract(context: EmitContext, arg: Value, filterText: FilterText): void {
    this.emitWithElement(context, arg, filterText, (element) =>
      this.emitCounts(context, element, arg, filterText, '-'),
    );
    this.emitNulls(context, arg, filterText, '-');
  }

  private emitWithElement(
    context: EmitContext,
    arg: Value,
    filterText: FilterText,
    body: (element: string) => void,
  ): void {
    const { code, runtime } = context;
    const filters = this.calls.map((call) => filterText(call.filterIndex));
    const conditions = arg.isNull === NEVER_NULL ? [] : [`${arg.isNull} === 0`];
    if (filters.every((filter) => filter !== null)) conditions.push(`(${[...new Set(filters)].join(' || ')})`);
    const emit = (): void => {
      const { pointer, byteLength } = emitKeyBytes(code, runtime, arg);
      const find = code.constant(findOrCreate);
      const table = code.constant(this.head.table);
      body(code.local(`${find}(${table}, acc1 + ${this.head.offset}, ${pointer}, ${byteLength})`, 'e'));
    };
    if (conditions.length === 0) code.block('{', emit);
    else code.if(conditions.join(' && '), emit);
  }

  private emitNulls(context: EmitContext, arg: Value, filterText: FilterText, operator: '+' | '-'): void {
    const { code } = context;
    if (arg.isNull === NEVER_NULL) return;
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

  private emitBits(context: EmitContext, element: string, arg: Value, filterText: FilterText): void {
    const { code } = context;
    this.calls.forEach(({ emitter, filterIndex }, index) => {
      const word = `u32[(${element} >>> 2) + ${ELEMENT_VALUE_OFFSET / 4 + (index >> 5)}]`;
      const bit = 2 ** (index & 31);
      const isNew = `(${word} & ${bit}) === 0`;
      const filter = filterText(filterIndex);
      code.if(filter === null ? isNew : `${filter} && ${isNew}`, () => {
        code.line(`${word} |= ${bit};`);
        emitter.accumulate(context, [{ ...arg, isNull: NEVER_NULL }]);
      });
    });
  }

  private emitCounts(
    context: EmitContext,
    element: string,
    arg: Value,
    filterText: FilterText,
    operator: '+' | '-',
  ): void {
    const { code } = context;
    const word = (index: number): string => `i64[(${element} >>> 3) + ${ELEMENT_VALUE_OFFSET / 8 + index}]`;
    this.calls.forEach(({ emitter, filterIndex }, index) => {
      const emit = (): void => {
        code.line(`${word(index)} = BigInt.asIntN(64, ${word(index)} ${operator} 1n);`);
        code.if(`${word(index)} === ${operator === '+' ? '1n' : '0n'}`, () => {
          const inner = [{ ...arg, isNull: NEVER_NULL }];
          if (operator === '+') emitter.accumulate(context, inner);
          else emitter.retract?.(context, inner);
        });
      };
      const filter = filterText(filterIndex);
      if (filter === null) emit();
      else code.if(filter, emit);
    });
    const isEmpty = this.calls.map((_call, index) => `${word(index)} === 0n`).join(' && ');
    const table = code.constant(this.head.table);
    code.line(`if (${isEmpty}) ${code.constant(removeElement)}(${table}, acc1 + ${this.head.offset}, ${element});`);
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

export function findOrCreate(table: ElementTable, head: number, key: number, keyBytes: number): number {
  return table.findOrCreate(head, key, keyBytes);
}

export function removeElement(table: ElementTable, head: number, element: number): void {
  table.remove(head, element);
}
