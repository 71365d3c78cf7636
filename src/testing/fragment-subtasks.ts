/**
 * The subtasks of a whole fragment that reads exchanges: rows are cut into pieces as the fragments in front of it would do, outputs are
 * rows, and a snapshot of all subtasks is restored into as many as wished. They share a worker's memory.
 */
import { batchOf, RowKind, selectedRows, type Batch } from '../columnar/batch.js';
import { Arena, type MemoryBlock } from '../columnar/memory.js';
import type { TypeOf } from '../columnar/types.js';
import { Fragment, type FragmentResult, type PayloadSource } from '../engine/fragment.js';
import { fragmentPlanFromBytes } from '../engine/fragment-plan.js';
import type { KeyGroupBlob } from '../engine/fragment-state.js';
import type { PlanGraph } from '../engine/plan-graph.js';
import { RowsReader } from '../formats/binary-row/rows-reader.js';
import { PieceWriter } from '../operators/exchange/piece-writer.js';
import type { RuntimeContext } from '../operators/operator.js';
import { TrackedMemory } from '../state/tracked-memory.js';
import type { FragmentMessage } from '../transport/messages.js';
import { assert } from '../errors.js';
import { columnFromValues, valueAt, type Value } from './column-values.js';
import { goldenPlan } from './golden-expressions.js';
import type { KindRow } from './operator-harness.js';
import { rangeOf } from './operator-subtasks.js';

const MAX_PARALLELISM = 8;
/** Of all that one test process runs, one behind the other. */
const memory = new TrackedMemory();

interface Subtask {
  readonly fragment: Fragment;
  readonly arena: Arena;
  timerMs: number | null;
}

export class FragmentSubtasks {
  /** The clock of all, milliseconds. */
  nowMs = 0;
  private readonly bytesBefore = memory.allocatedBytes;
  private readonly arena = new Arena(memory);
  private readonly context: RuntimeContext;
  private subtasks: Subtask[] = [];
  /** Constants and tables, which a worker gives back when the stream closes. */
  private readonly owned: MemoryBlock[] = [];

  /** @param graph of the plan that the fragment is of; outputs must be rows */
  constructor(
    private readonly message: FragmentMessage,
    private readonly graph: PlanGraph,
  ) {
    this.context = {
      memory,
      arena: this.arena,
      plan: goldenPlan(),
      subtaskIndex: 0,
      parallelism: 1,
      maxParallelism: MAX_PARALLELISM,
      keyGroups: { start: 0, end: MAX_PARALLELISM - 1 },
      currentTimeMs: () => this.nowMs,
      registerTimer: () => undefined,
    };
    this.open(1);
  }

  process(rows: readonly KindRow[], input: number): KindRow[] {
    this.arena.reset();
    const exchange = this.graph.byId.get(this.message.inputs[input]!.nodeId)!;
    const target = { channels: this.subtasks.length, maxParallelism: MAX_PARALLELISM, piecePerKeyGroup: false };
    const writer = new PieceWriter(exchange, this.context, target);
    const batch = this.batch(exchange.outputType as TypeOf<'ROW'>, rows);
    return writer.write(this.arena, batch).flatMap(({ keyGroup, pointer, byteLength }) => {
      const subtask = this.subtasks[Math.floor((keyGroup * this.subtasks.length) / MAX_PARALLELISM)]!;
      const bytes = memory.u8.slice(pointer, pointer + byteLength);
      const payload: PayloadSource = { byteLength, readTo: ({ u8 }, at) => u8.set(bytes, at) };
      return this.rowsOf(subtask, subtask.fragment.processBatch(input, payload, { topic: '', partition: 0 }));
    });
  }

  /** What comes out of each subtask, the watermarks behind the rows included. */
  watermark(timestampMs: bigint): { readonly rows: KindRow[]; readonly marks: readonly bigint[] } {
    const marks: bigint[] = [];
    const rows = this.subtasks.flatMap((subtask) => {
      const result = subtask.fragment.processWatermark(timestampMs);
      marks.push(...result.marks.map((mark) => mark.timestampMs));
      return this.rowsOf(subtask, result);
    });
    return { rows, marks };
  }

  /** Lets time go on, and wakes who has asked for it. */
  advanceTime(nowMs: number): KindRow[] {
    const rows = this.subtasks.flatMap((subtask) => {
      const own: KindRow[] = [];
      while (subtask.timerMs !== null && subtask.timerMs <= nowMs) {
        this.nowMs = Math.max(this.nowMs, subtask.timerMs);
        own.push(...this.rowsOf(subtask, subtask.fragment.processTimer(subtask.timerMs)));
      }
      return own;
    });
    this.nowMs = nowMs;
    return rows;
  }

  endInput(input: number): KindRow[] {
    return this.subtasks.flatMap((subtask) => this.rowsOf(subtask, subtask.fragment.endInput(input)));
  }

  /** As a barrier: nothing may be held back. Returns what came out before it. */
  restore(parallelism: number): KindRow[] {
    const rows = this.subtasks.flatMap((subtask) => this.rowsOf(subtask, subtask.fragment.prepareSnapshot()));
    const blobs = this.subtasks.flatMap(({ fragment }) => fragment.snapshot());
    this.closeAll();
    this.open(parallelism, blobs);
    return rows;
  }

  /** Everything that it has allocated must come back. */
  release(): void {
    this.closeAll();
    this.arena.release();
    this.releaseOwned();
    assert(memory.allocatedBytes === this.bytesBefore, `${memory.allocatedBytes - this.bytesBefore} bytes were lost`);
  }

  private closeAll(): void {
    for (const { fragment, arena } of this.subtasks) {
      fragment.release();
      arena.release();
    }
    this.subtasks = [];
    this.releaseOwned();
  }

  private releaseOwned(): void {
    for (const { pointer, byteLength } of this.owned.splice(0)) memory.release(pointer, byteLength);
  }

  private open(parallelism: number, blobs: readonly KeyGroupBlob[] = []): void {
    const plan = fragmentPlanFromBytes(this.message.plan);
    memory.owned = this.owned;
    this.subtasks = Array.from({ length: parallelism }, (_, subtaskIndex) => {
      const arena = new Arena(memory);
      const keyGroups = rangeOf(subtaskIndex, parallelism, MAX_PARALLELISM);
      const fragment = new Fragment(plan, memory, arena, {
        ...this.context,
        subtaskIndex,
        parallelism,
        keyGroups,
        targets: [],
      });
      const own = blobs.filter(({ keyGroup }) => keyGroup >= keyGroups.start && keyGroup <= keyGroups.end);
      for (const blob of own) fragment.restore(blob);
      return { fragment, arena, timerMs: fragment.wantedTimerMs };
    });
  }

  private rowsOf(subtask: Subtask, result: FragmentResult): KindRow[] {
    subtask.timerMs = result.timerMs;
    return result.outputs.flatMap(({ output, pointer, byteLength }) => {
      const sink = this.graph.byId.get(this.message.outputs[output]!.nodeId)!;
      const reader = new RowsReader(memory, sink.inputTypes[0] as TypeOf<'ROW'>);
      const batch = reader.read(subtask.arena, pointer, byteLength);
      return selectedRows(memory, batch).map((row): KindRow => {
        const kind = batch.kinds === 0 ? RowKind.INSERT : memory.u8[batch.kinds + row]!;
        return [kind, ...batch.columns.map((column) => valueAt(memory, column, row))];
      });
    });
  }

  private batch({ fields }: TypeOf<'ROW'>, rows: readonly KindRow[]): Batch {
    const columns = fields.map(({ type }, index) => columnFromValues(this.arena, type, rows.map((row) => row[index + 1] as Value))); // prettier-ignore
    const kinds = this.arena.allocate(rows.length);
    memory.u8.set(rows.map(([kind]) => kind), kinds); // prettier-ignore
    return { ...batchOf(columns, rows.length), kinds };
  }
}
