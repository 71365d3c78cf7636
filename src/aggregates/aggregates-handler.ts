/**
 * All aggregates of a node over one key, as Flink's AggsHandlerCodeGenerator makes them: the calls, the COUNT(*) that is inserted to see
 * when the last row is gone, and DISTINCT. Writes text into a loop; the accumulators lie where accumulator-layout.ts puts them.
 */
import { NEVER_NULL, type Value } from '../codegen/value.js';
import { type Batch, type Column } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { childTypes, type LogicalType } from '../columnar/types.js';
import { assert } from '../errors.js';
import { type EmitContext } from '../expressions/function.js';
import { type NestedType } from '../formats/binary-row/rows-reader.js';
import { type StateBackend } from '../operators/state-backend.js';
import { type StateSlot } from '../state/table-state.js';
import { type TtlClock } from '../state/ttl-clock.js';
import { AccumulatorLayout, type AccumulatorPhase } from './accumulator-layout.js';
import { COUNT_STAR, type AggregateCall } from './aggregate-call.js';
import { type AggregateEmitter } from './aggregate-function.js';
import { DistinctGroup, type DistinctCall, type DistinctHead } from './distinct.js';
import { dependsOnOrder } from './distinct-order.js';
import { emitDistinctPartial, emitMergeDistinctElements, emitMergeDistinctPartial } from './distinct-partials.js';
import { comparePackedOf, isNested, NestedValues, PACKED, packedCall, packedColumns } from './nested-values.js';
import { PARTIAL_TYPE } from './partial-bytes.js';
import { aggregateFunctionOf, ignoresNulls } from './registry.js';
import { emitRowKey, emitterOfRows } from './row-keys.js';

interface PlainCall {
  readonly call: AggregateCall;
  readonly emitter: AggregateEmitter;
}

export interface HandlerOptions {
  /** Where the maps of DISTINCT lie when it is not beside the accumulators; its owner finishes it. */
  readonly distinctLayout?: AccumulatorLayout | undefined;
  /** The call that counts all rows already, whatever function it is. */
  readonly indexOfCountStar?: number | undefined;
  /** Data views expire apart; its owner sets the time of each batch. */
  readonly ttl?: TtlClock | null | undefined;
  /** Where Flink would keep data views; absent: on the heap, also those of accumulators that are no state. */
  readonly backend?: StateBackend;
  readonly phase?: AccumulatorPhase;
}

export class AggregatesHandler {
  /** Of the calls, in order: those whose values are results. */
  readonly results: readonly AggregateEmitter[];
  readonly valueBytes: number;
  readonly stateSlots: readonly StateSlot[];
  private readonly emitters: readonly AggregateEmitter[];
  private readonly plain: readonly PlainCall[];
  private readonly distinct: readonly DistinctGroup[];
  private readonly countStar: AggregateEmitter | null;
  private readonly distinctApart: boolean;
  /** As loops see them. */
  private readonly inputTypes: readonly LogicalType[];
  private readonly nested: NestedValues;
  private arena: Arena | null = null;
  /** Columns that are read: arguments and filters. */
  private readonly columns: ReadonlyMap<number, LogicalType>;

  /** `needRetraction`: rows may be taken back from this node. */
  constructor(
    private readonly calls: readonly AggregateCall[],
    inputTypes: readonly LogicalType[],
    needRetraction: boolean,
    memory: WorkerMemory,
    { distinctLayout, indexOfCountStar, ttl = null, backend, phase }: HandlerOptions = {},
  ) {
    const layout = new AccumulatorLayout(memory, ttl, backend, phase);
    const isMerged = layout.phase !== 'only';
    this.distinctApart = distinctLayout !== undefined;
    const create = (call: AggregateCall): AggregateEmitter => {
      const implementation = aggregateFunctionOf(call);
      assert(implementation !== undefined, `aggregate ${call.function} was accepted and is not registered`);
      const emitter = implementation.create(packedCall(call), layout);
      const comparePacked = isNested(call.type) ? comparePackedOf(memory, call.type) : undefined;
      return comparePacked ? { ...emitter, comparePacked } : emitter;
    };
    const packed = packedColumns(calls);
    this.nested = new NestedValues(memory, inputTypes, packed);
    const loopTypes = inputTypes.map((type, index) => (packed.includes(index) ? PACKED : type));
    this.inputTypes = loopTypes;
    this.results = calls.map(create);
    const counts = calls.map((call, index) => (isCountStar(call) ? this.results[index] : undefined));
    const known =
      indexOfCountStar === undefined ? counts.find((emitter) => emitter !== undefined) : this.results[indexOfCountStar];
    this.countStar = needRetraction ? (known ?? create(COUNT_STAR)) : null;
    const inserted = this.countStar !== null && !this.results.includes(this.countStar) ? [this.countStar] : [];
    this.emitters = [...this.results, ...inserted];
    const all = this.emitters.map((emitter, index) => ({ call: calls[index] ?? COUNT_STAR, emitter }));
    this.plain = all.filter(({ call }) => !isDistinct(call));
    this.distinct = distinctGroups(
      all.filter(({ call }) => isDistinct(call)).map((distinct) => this.withConstants(distinct, isMerged)),
      loopTypes,
      needRetraction,
      distinctLayout ?? layout,
      isMerged,
    );
    this.columns = readColumns(calls, loopTypes);
    this.valueBytes = layout.finish();
    this.stateSlots = layout.stateSlots();
  }

  /** Where the heads of elements lie in the value. */
  get elementsOffsets(): number[] {
    return this.stateSlots.filter(({ kind }) => kind === 'elements').map(({ offset }) => offset);
  }

  /** Of the maps of DISTINCT, in the order of their columns. */
  get distinctHeads(): DistinctHead[] {
    return this.distinct.map(({ head }) => head);
  }

  /** Some elements stay when the accumulators expire. */
  get expiresApart(): boolean {
    return this.stateSlots.some((slot) => slot.kind === 'elements' && slot.expiresApart === true);
  }

  /** Whose elements are to be looked up before the loop, in the order in which it expects them. */
  get batchedGroups(): readonly DistinctGroup[] {
    return this.distinct.filter(({ isBatched }) => isBatched);
  }

  /** Loads every column that is read, once, before any branch. */
  emitLoads(context: EmitContext): void {
    for (const index of this.columns.keys()) this.column(context, index);
  }

  emitCreateAccumulators(context: EmitContext): void {
    for (const emitter of this.emitters) emitter.createAccumulator(context);
    for (const group of this.distinct) group.createAccumulator(context);
  }

  /** `elements`: expressions, the row's element in each of the batched groups. */
  emitAccumulate(context: EmitContext, elements: readonly string[]): void {
    for (const { call, emitter } of this.plain) {
      this.emitFiltered(context, call, () => emitter.accumulate(context, this.args(context, call)));
    }
    const filterText = (index: number): string | null => this.filterText(context, index);
    const found = [...elements];
    for (const group of this.distinct) {
      const arg = this.distinctArg(context, group);
      const element = group.isBatched ? found.shift() : undefined;
      if (element === undefined) group.accumulate(context, arg, filterText);
      else group.accumulateFound(context, arg, filterText, context.code.local(element, 'e'));
    }
  }

  emitRetract(context: EmitContext): void {
    for (const { call, emitter } of this.plain) {
      if (!emitter.retract) continue;
      this.emitFiltered(context, call, () => emitter.retract?.(context, this.args(context, call)));
    }
    for (const group of this.distinct) {
      group.retract(context, this.distinctArg(context, group), (index) => this.filterText(context, index));
    }
  }

  /**
   * The accumulators as values, in the order of partial results: those of the calls, that of an inserted COUNT(*), and the maps of DISTINCT
   * unless they lie elsewhere.
   */
  emitFields(context: EmitContext): Value[] {
    const maps = this.distinctApart ? [] : this.distinct;
    return [...this.emitPlainFields(context, true), ...maps.map((group) => emitDistinctPartial(context, group))];
  }

  /** Adds partial results that lie in the columns from `offset` on (the generated merge of Flink's handlers). */
  emitMergeColumns(context: EmitContext, offset: number): void {
    const types = this.fieldTypes;
    const fields = types.map(
      (type, index) => (): Value => context.emit({ kind: 'input', index: offset + index, type }),
    );
    this.emitMergePlain(context, fields);
    const maps = fields.slice(fields.length - this.distinct.length);
    this.distinct.forEach((group, index) => emitMergeDistinctPartial(context, group, maps[index]!()));
  }

  /**
   * Adds accumulators of another handler for the same calls: `fields` are theirs, without the maps of DISTINCT. Those have their heads counted from the
   * address `other`, ours from `owner` (names).
   */
  emitMergeAccumulators(
    context: EmitContext,
    from: AggregatesHandler,
    fields: readonly Value[],
    other: string,
    owner: string,
  ): void {
    this.emitMergePlain(
      context,
      fields.map((field) => () => field),
    );
    this.distinct.forEach((group, index) =>
      emitMergeDistinctElements(context, group, from.distinct[index]!, other, owner),
    );
  }

  /** The accumulators but for the maps of DISTINCT. `areSent`: they go to another operator, not to other accumulators of this one. */
  emitPlainFields(context: EmitContext, areSent = false): Value[] {
    return this.emitters.flatMap((emitter) => {
      assert(emitter.fields !== undefined, 'an aggregate without partial results was accepted');
      return emitter.fields(context, areSent);
    });
  }

  /** Types of the columns of partial results (AggregateUtil.inferStreamLocalAggRowType). */
  get fieldTypes(): LogicalType[] {
    const maps = this.distinctApart ? [] : this.distinct;
    return [...this.emitters.flatMap(({ accumulatorTypes }) => accumulatorTypes), ...maps.map(() => PARTIAL_TYPE)];
  }

  /** What DISTINCT counts is merged from the maps: a value may be in both. */
  private emitMergePlain(context: EmitContext, fields: readonly (() => Value)[]): void {
    let next = 0;
    for (const emitter of this.emitters) {
      const own = fields.slice(next, next + emitter.accumulatorTypes.length);
      next += own.length;
      if (!this.plain.some((call) => call.emitter === emitter)) continue;
      assert(emitter.merge !== undefined, 'an aggregate without partial results was accepted');
      emitter.merge(
        context,
        own.map((field) => field()),
      );
    }
  }

  /** The batch as loops expect it: nested arguments are packed. */
  packArguments(arena: Arena, batch: Batch): Batch {
    return this.nested.pack(arena, batch);
  }

  /** Types of the columns that a loop writes results to. */
  loopResultTypes(types: readonly LogicalType[]): LogicalType[] {
    return types.map((type, index) => (this.isPacked(index) ? PACKED : type));
  }

  /** Before the loop writes results of a batch. */
  beginResults(arena: Arena): void {
    this.arena = arena;
    for (const { resultElements } of this.results) resultElements?.children.forEach((child) => child.begin(arena));
  }

  /** The results' columns of so many rows, with the elements of nested ones. */
  resultColumns(columns: readonly Column[], rowCount: number): Column[] {
    return columns.map((column, index) => {
      const result = { ...column, length: rowCount };
      const type = this.calls[index]?.type;
      if (isNested(type) && this.isPacked(index)) return this.unpacked(result, type);
      const children = this.results[index]?.resultElements?.children.map((child) => child.column());
      if (children === undefined) return result;
      const types = type === undefined ? [] : childTypes(type);
      return { ...result, children: children.map((child, part) => this.unpackedElements(child, types[part])) };
    });
  }

  private unpackedElements(column: Column, type: LogicalType | undefined): Column {
    return isNested(type) && column.physical === 'view' ? this.unpacked(column, type) : column;
  }

  private unpacked(column: Column, type: NestedType): Column {
    assert(this.arena !== null, 'results before the batch began');
    return this.nested.unpack(this.arena, column, type);
  }

  /** The result is one packed value. */
  private isPacked(index: number): boolean {
    const call = this.calls[index];
    return call !== undefined && isNested(call.type) && !isNested(packedCall(call).type);
  }

  /** A condition: all rows of the key were taken back. Null when that cannot be (RecordCounter). */
  emitRecordCountIsZero(context: EmitContext): string | null {
    return this.countStar && `${this.countStar.value(context).terms[0]} === 0n`;
  }

  private args(context: EmitContext, call: AggregateCall): Value[] {
    return call.argIndexes.map((index) => this.column(context, index));
  }

  private distinctArg(context: EmitContext, { argIndexes }: DistinctGroup): Value {
    const columns = argIndexes.map((index) => this.column(context, index));
    return columns.length > 1 ? emitRowKey(context, columns) : columns[0]!;
  }

  /** DISTINCT hands on the first column; constants of the query are put behind it. Where maps are merged, they have rows of all columns. */
  private withConstants({ call, emitter }: PlainCall, isMerged: boolean): PlainCall {
    const constants = call.argIndexes.slice(1);
    if (constants.length === 0) return { call, emitter };
    if (isMerged) return { call, emitter: emitterOfRows(emitter, call.argTypes) };
    const all = (context: EmitContext, args: readonly Value[]): Value[] => [
      ...args,
      ...constants.map((index) => this.column(context, index)),
    ];
    const retract = emitter.retract?.bind(emitter);
    return {
      call,
      emitter: {
        ...emitter,
        accumulate: (context, args) => emitter.accumulate(context, all(context, args)),
        ...(retract && { retract: (context, args) => retract(context, all(context, args)) }),
      },
    };
  }

  private emitFiltered(context: EmitContext, call: AggregateCall, body: () => void): void {
    const filter = this.filterText(context, call.filterIndex);
    if (filter === null) body();
    else context.code.if(filter, body);
  }

  /** NULL is false. */
  private filterText(context: EmitContext, filterIndex: number): string | null {
    if (filterIndex < 0) return null;
    const { isNull, terms } = this.column(context, filterIndex);
    return isNull === NEVER_NULL ? `${terms[0]}` : `(${isNull} === 0 && ${terms[0]})`;
  }

  private column(context: EmitContext, index: number): Value {
    const type = this.inputTypes[index];
    assert(type !== undefined, `no column ${index}`);
    return context.emit({ kind: 'input', index, type });
  }
}

function isCountStar(call: AggregateCall): boolean {
  return (
    call.function === 'COUNT' &&
    call.argIndexes.length === 0 &&
    call.filterIndex < 0 &&
    !call.distinct &&
    !call.approximate
  );
}

/** COUNT(DISTINCT) of no column is COUNT. */
function isDistinct(call: AggregateCall): boolean {
  return call.distinct && call.argIndexes.length > 0;
}

/** One for each column, in the order of the calls; where maps are merged, one for each list of columns, as in Flink. */
function distinctGroups(
  calls: readonly PlainCall[],
  inputTypes: readonly LogicalType[],
  consumesRetraction: boolean,
  layout: AccumulatorLayout,
  isMerged: boolean,
): DistinctGroup[] {
  const byColumns = new Map<string, { readonly argIndexes: readonly number[]; readonly shared: DistinctCall[] }>();
  for (const { call, emitter } of calls) {
    const argIndexes = isMerged ? call.argIndexes : call.argIndexes.slice(0, 1);
    const key = argIndexes.join();
    const shared = byColumns.get(key)?.shared ?? [];
    const takesNulls = !ignoresNulls(call);
    shared.push({ emitter, dependsOnOrder: dependsOnOrder(call), filterIndex: call.filterIndex, takesNulls });
    byColumns.set(key, { argIndexes, shared });
  }
  return [...byColumns.values()].map(({ argIndexes, shared }) => {
    const type = argIndexes.length > 1 ? PACKED : inputTypes[argIndexes[0]!]!;
    return new DistinctGroup(argIndexes, type, shared, consumesRetraction, layout, isMerged);
  });
}

function readColumns(
  calls: readonly AggregateCall[],
  inputTypes: readonly LogicalType[],
): ReadonlyMap<number, LogicalType> {
  const indexes = calls.flatMap((call) => [...call.argIndexes, ...(call.filterIndex < 0 ? [] : [call.filterIndex])]);
  return new Map(indexes.map((index) => [index, inputTypes[index]!]));
}
