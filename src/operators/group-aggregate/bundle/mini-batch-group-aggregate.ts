/**
 * StreamExecGroupAggregate in mini-batches (MiniBatchGroupAggFunction): rows are kept until the bundle is finished, as bytes, and are then
 * accumulated key by key. A key is compared before and after.
 */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { EvaluationRuntime } from '../../../codegen/runtime.js';
import { batchOf, type Batch } from '../../../columnar/batch.js';
import { type LogicalType, type RowField } from '../../../columnar/types.js';
import { OFFSETS_START, rowsStart } from '../../../formats/binary-row/layout.js';
import { RowsReader } from '../../../formats/binary-row/rows-reader.js';
import { RowsWriter } from '../../../formats/binary-row/rows-writer.js';
import { StateHeap } from '../../../state/state-heap.js';
import { type TtlClock } from '../../../state/ttl-clock.js';
import { type KeyedState, type Output, type RuntimeContext } from '../../operator.js';
import { BundledRowsLoop, FIRST_OF_KEY, LAST_OF_KEY } from './bundled-rows-loop.js';
import { BundleMemory } from './bundle-memory.js';
import { BundleOperator } from './bundle-operator.js';
import { rowTypeOf } from './key-columns.js';
import { KeyedBundle } from './keyed-bundle.js';
import { ResultBuffers } from './result-buffers.js';

export interface MiniBatchSpec {
  readonly grouping: readonly number[];
  readonly inputFields: readonly RowField[];
  readonly outputFields: readonly RowField[];
  readonly generateUpdateBefore: boolean;
  /** 0: for ever. */
  readonly stateTtlMs: number;
}

/** Of a kept row: the place of its key in the order of arrival, pointer, byte length. */
const ROW_WORDS = 3;

/** Rows as a batch, those of a key together. */
interface RowsByKey {
  readonly batch: Batch;
  readonly entries: number;
  readonly places: number;
}

export class MiniBatchGroupAggregate extends BundleOperator {
  readonly states: readonly KeyedState[];
  private readonly bundle: KeyedBundle;
  private readonly loop: BundledRowsLoop;
  private readonly writer: RowsWriter;
  private readonly reader: RowsReader;
  private readonly heap: StateHeap;
  private readonly rows: number[] = [];
  /** Rows of the last bundle, to which results of this frame may point. */
  private readonly spent: number[] = [];

  constructor(
    private readonly spec: MiniBatchSpec,
    private readonly handler: AggregatesHandler,
    private readonly context: RuntimeContext,
    size: number,
    private readonly ttl: TtlClock | null,
    state: { readonly name: string; readonly layoutVersion: number },
  ) {
    super(context.arena, size);
    const { memory, arena, plan } = context;
    const { grouping, inputFields, generateUpdateBefore, stateTtlMs } = spec;
    this.bundle = new KeyedBundle(context, {
      ...state,
      keyFields: grouping.map((column) => inputFields[column]!),
      valueBytes: handler.valueBytes,
      stateSlots: handler.stateSlots,
      ttlMs: stateTtlMs,
    });
    this.heap = new StateHeap(memory);
    const { heap } = this;
    this.states = [this.bundle.state, new BundleMemory([], [{ release: () => heap.releaseAll() }])];
    this.writer = new RowsWriter(memory, rowTypeOf(inputFields));
    this.reader = new RowsReader(memory, rowTypeOf(inputFields));
    const timestampOffset = stateTtlMs > 0 ? this.bundle.table.timestampOffset : -1;
    const options = { generateUpdateBefore, timestampOffset };
    const runtime = new EvaluationRuntime(arena, plan);
    this.loop = new BundledRowsLoop(handler, this.resultTypes(), options, this.bundle.state, runtime);
  }

  beginFrame(): void {
    const { spent, heap } = this;
    for (let at = 0; at < spent.length; at += ROW_WORDS) heap.release(spent[at + 1]!, spent[at + 2]!);
    spent.length = 0;
    this.bundle.beginFrame();
  }

  protected add(batch: Batch): void {
    const { arena, heap, rows } = this;
    const { u8, u32 } = arena.memory;
    const keyColumns = this.spec.grouping.map((column) => batch.columns[column]!);
    // A mark of 0 says that there is none.
    const keys = this.bundle.locate(keyColumns, batch, (place) => place + 1).addresses >>> 2;
    const { pointer, rowCount } = this.writer.write(arena, batch);
    const offsets0 = (pointer + OFFSETS_START) >>> 2;
    const start = pointer + rowsStart(rowCount);
    for (let row = 0; row < rowCount; row++) {
      const from = start + u32[offsets0 + row]!;
      const byteLength = u32[offsets0 + row + 1]! - u32[offsets0 + row]!;
      const copy = heap.allocate(byteLength);
      u8.copyWithin(copy, from, from + byteLength);
      rows.push(u32[keys + row]! - 1, copy, byteLength);
    }
  }

  protected finish(output: Output): void {
    const { arena, bundle, spec, context } = this;
    const { count } = bundle.keys;
    const order = bundle.keys.order();
    const keyEntries = bundle.keys.entriesIn(arena, order);
    bundle.takeMarks(keyEntries, count);
    const { batch, entries, places } = this.takeRows(order, keyEntries);
    const nowMs = this.ttl ? context.currentTimeMs() : 0;
    this.ttl?.begin(nowMs);
    const results = new ResultBuffers(arena, this.handler, this.resultTypes(), count, nowMs, spec.stateTtlMs);
    const rowCount = this.loop.run(this.handler.packArguments(arena, batch), entries, places, results);
    const keyColumns = spec.grouping.map((column) => batch.columns[column]!);
    const result = results.toBatch(keyColumns, rowCount);
    bundle.clear(keyEntries);
    if (result) output.emitBatch(result);
  }

  /** By the place of their keys in `order`, then as they came. */
  private takeRows(order: Uint32Array, keyEntries: number): RowsByKey {
    const { arena, rows, spent } = this;
    const { u8, u32 } = arena.memory;
    const count = rows.length / ROW_WORDS;
    const placeOf = new Uint32Array(order.length);
    order.forEach((key, place) => (placeOf[key] = place));
    const ends = new Uint32Array(order.length + 1);
    for (let at = 0; at < rows.length; at += ROW_WORDS) ends[placeOf[rows[at]!]! + 1]!++;
    for (let place = 0; place < order.length; place++) ends[place + 1]! += ends[place]!;
    const [starts, limits, entries] = [arena.allocate(count * 4), arena.allocate(count * 4), arena.allocate(count * 4)];
    const [kinds, places] = [arena.allocate(count), arena.allocate(count)];
    u8.fill(0, places, places + count);
    for (let place = 0; place < order.length; place++) {
      u8[places + ends[place]!]! |= FIRST_OF_KEY;
      u8[places + ends[place + 1]! - 1]! |= LAST_OF_KEY;
    }
    for (let at = 0; at < rows.length; at += ROW_WORDS) {
      const place = placeOf[rows[at]!]!;
      const row = ends[place]!++;
      const pointer = rows[at + 1]!;
      u32[(starts >>> 2) + row] = pointer;
      u32[(limits >>> 2) + row] = pointer + rows[at + 2]!;
      u32[(entries >>> 2) + row] = u32[(keyEntries >>> 2) + place]!;
      u8[kinds + row] = u8[pointer]!;
    }
    for (const word of rows) spent.push(word);
    rows.length = 0;
    const batch = batchOf(this.reader.readAt(arena, starts, limits, count), count);
    return { batch: { ...batch, kinds }, entries, places };
  }

  private resultTypes(): LogicalType[] {
    return this.handler.loopResultTypes(
      this.spec.outputFields.slice(this.spec.grouping.length).map(({ type }) => type),
    );
  }
}
