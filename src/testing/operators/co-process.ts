/**
 * An operator for tests of the contract, as Flink's KeyedCoProcessFunction, with all that one may have: two inputs, four states, timers of
 * both kinds.
 *
 *   left (k, v, at)   waits in the key's list until the event time `at`: then the whole list is CLEARED
 *   right (k, w)      MATCHED with each left row that waits; counted, and the COUNT comes out some processing time later
 */
import { batchOf, selectedRows, type Batch } from '../../columnar/batch.js';
import type { LogicalType, TypeOf } from '../../columnar/types.js';
import { RowsReader } from '../../formats/binary-row/rows-reader.js';
import type {
  ExecNode,
  KeyedState,
  Operator,
  OperatorFactory,
  Output,
  RuntimeContext,
} from '../../operators/operator.js';
import { ElementTable, HEAD_BYTES } from '../../state/element-table.js';
import { takeTimers, type FiredTimers } from '../../state/fired-timers.js';
import { KeyHasher, type KeyedRows } from '../../state/key-hasher.js';
import { KeyedTable, LIVE_OFFSET, VALUE_OFFSET } from '../../state/keyed-table.js';
import { ProcessingTimers } from '../../state/processing-timers.js';
import { TableState } from '../../state/table-state.js';
import { TimerQueue } from '../../state/timers.js';
import { columnFromValues, valueAt, type Value } from '../column-values.js';

export const What = { MATCHED: 0, CLEARED: 1, COUNT: 2 } as const;
/** Of both inputs. */
export const LEFT = 0;
const COUNT_TIMER_MS = 100;

/** When the count of a right row that came at `nowMs` comes out: several rows share a timer. */
export function countTimeMs(nowMs: number): number {
  return nowMs - (nowMs % COUNT_TIMER_MS) + 2 * COUNT_TIMER_MS;
}

const BIGINT: LogicalType = { kind: 'BIGINT', nullable: true };
/** k, what, n: the left row's value, or how many · m: the right row's value, or the timer's time */
type ResultRow = readonly [key: Value, what: number, n: bigint, m: bigint];

class CoProcess implements Operator {
  readonly states: readonly KeyedState[];
  private readonly keyType: TypeOf<'ROW'>;
  private readonly hasher: KeyHasher;
  private readonly keyReader: RowsReader;
  private readonly waiting: KeyedTable;
  private readonly waitingRows: ElementTable;
  private readonly waitingState: TableState;
  private readonly counts: KeyedTable;
  private readonly countState: TableState;
  private readonly eventTimers: TimerQueue;
  private readonly processingTimers: ProcessingTimers;

  constructor(
    node: ExecNode,
    private readonly context: RuntimeContext,
  ) {
    const { memory, keyGroups, maxParallelism } = context;
    const [key] = (node.inputTypes[LEFT] as TypeOf<'ROW'>).fields;
    this.keyType = { kind: 'ROW', nullable: false, fields: [key!] };
    this.hasher = new KeyHasher(memory, this.keyType, maxParallelism);
    this.keyReader = new RowsReader(memory, this.keyType);
    const options = { keyGroups, maxParallelism, hasTimestamp: false };
    this.waiting = new KeyedTable(memory, { valueBytes: HEAD_BYTES, ...options });
    this.waitingRows = new ElementTable(memory, { valueBytes: 0, hasTimestamp: false });
    const slot = { kind: 'elements', offset: 0, table: this.waitingRows, slots: [], isList: true } as const;
    this.waitingState = new TableState('waiting', 1, this.waiting, [slot]);
    this.counts = new KeyedTable(memory, { valueBytes: 8, ...options });
    this.countState = new TableState('counts', 1, this.counts, []);
    this.eventTimers = new TimerQueue('event-timers', memory, keyGroups);
    this.processingTimers = new ProcessingTimers('processing-timers', context);
    this.states = [this.waitingState, this.countState, this.eventTimers, this.processingTimers];
  }

  processBatch(input: number, batch: Batch, output: Output): void {
    const keys = this.hasher.hash(this.context.arena, [batch.columns[0]!], batch);
    if (input === LEFT) this.processLeft(batch, keys);
    else this.processRight(batch, keys, output);
  }

  processWatermark(_input: number, timestampMs: bigint, output: Output): void {
    const fired = this.fired((onTimer) => this.eventTimers.advance(timestampMs, onTimer));
    const entries = this.entriesOf(this.waiting, fired.keys);
    const { memory } = this.context;
    const rows = this.keysOf(fired.keys).flatMap((key, index): ResultRow[] => {
      const entry = entries[index]!;
      // Another timer of the key has cleared it, and no left row has come since then.
      if (memory.u8[entry + LIVE_OFFSET] === 0) return [];
      memory.u8[entry + LIVE_OFFSET] = 0;
      const count = BigInt(this.waitingRows.count(entry + VALUE_OFFSET));
      return [[key, What.CLEARED, count, memory.i64[(fired.timestampsMs >> 3) + index]!]];
    });
    this.sweep(this.waitingState, entries);
    this.emit(rows, output);
    output.emitWatermark(timestampMs);
  }

  processTimer(timestampMs: number, output: Output): void {
    const fired = this.fired((onTimer) => this.processingTimers.advance(timestampMs, onTimer));
    const entries = this.entriesOf(this.counts, fired.keys);
    const { memory } = this.context;
    const rows = this.keysOf(fired.keys).map((key, index): ResultRow => {
      const count = (entries[index]! + VALUE_OFFSET) >> 3;
      const row: ResultRow = [key, What.COUNT, memory.i64[count]!, memory.i64[(fired.timestampsMs >> 3) + index]!];
      memory.i64[count] = 0n;
      memory.u8[entries[index]! + LIVE_OFFSET] = 0;
      return row;
    });
    this.sweep(this.countState, entries);
    this.emit(rows, output);
  }

  private processLeft(batch: Batch, keys: KeyedRows): void {
    const { memory, arena } = this.context;
    const entries = this.entriesOf(this.waiting, keys);
    const scratch = arena.allocate(8);
    selectedRows(memory, batch).forEach((row, index) => {
      const [, value, at] = batch.columns.map((column) => valueAt(memory, column, row)) as [Value, bigint, bigint];
      memory.u8[entries[index]! + LIVE_OFFSET] = 1;
      memory.i64[scratch >> 3] = value;
      this.waitingRows.append(entries[index]! + VALUE_OFFSET, scratch, 8);
      this.register(keys, index, (...key) => this.eventTimers.register(at, ...key));
    });
  }

  private processRight(batch: Batch, keys: KeyedRows, output: Output): void {
    const { memory, currentTimeMs } = this.context;
    const counts = this.entriesOf(this.counts, keys);
    const waiting = this.entriesOf(this.waiting, keys);
    const results = selectedRows(memory, batch).flatMap((row, index) => {
      const [key, right] = batch.columns.map((column) => valueAt(memory, column, row)) as [Value, bigint];
      memory.u8[counts[index]! + LIVE_OFFSET] = 1;
      memory.i64[(counts[index]! + VALUE_OFFSET) >> 3]! += 1n;
      this.register(keys, index, (...timer) => this.processingTimers.register(countTimeMs(currentTimeMs()), ...timer));
      return this.waitingOf(waiting[index]!).map((left): ResultRow => [key, What.MATCHED, left, right]);
    });
    this.sweep(this.waitingState, waiting);
    this.emit(results, output);
  }

  private waitingOf(entry: number): bigint[] {
    const { waitingRows } = this;
    const values: bigint[] = [];
    for (let row = waitingRows.first(entry + VALUE_OFFSET); row !== 0; row = waitingRows.next(row)) {
      values.push(this.context.memory.i64[waitingRows.keyPointer(row) >> 3]!);
    }
    return values;
  }

  private register(
    keys: KeyedRows,
    index: number,
    at: (keyGroup: number, keyPointer: number, keyBytes: number) => void,
  ): void {
    const { u32 } = this.context.memory;
    const start = u32[(keys.offsets >> 2) + index]!;
    at(u32[(keys.keyGroups >> 2) + index]!, keys.rows + start, u32[(keys.offsets >> 2) + index + 1]! - start);
  }

  private fired(advance: Parameters<typeof takeTimers>[2]): FiredTimers {
    return takeTimers(this.context.arena, this.context.maxParallelism, advance);
  }

  private entriesOf(table: KeyedTable, keys: KeyedRows): Uint32Array {
    const { arena, memory } = this.context;
    const entries = arena.allocate(keys.count * 4);
    table.findOrCreate(keys, entries);
    return memory.u32.subarray(entries >> 2, (entries >> 2) + keys.count);
  }

  private sweep(state: TableState, entries: Uint32Array): void {
    state.sweep(entries.byteOffset, entries.length);
  }

  private keysOf(keys: KeyedRows): Value[] {
    const { arena, memory } = this.context;
    const [starts, limits] = [arena.allocate(keys.count * 4), arena.allocate(keys.count * 4)];
    for (let index = 0; index < keys.count; index++) {
      memory.u32[(starts >> 2) + index] = keys.rows + memory.u32[(keys.offsets >> 2) + index]!;
      memory.u32[(limits >> 2) + index] = keys.rows + memory.u32[(keys.offsets >> 2) + index + 1]!;
    }
    const [column] = this.keyReader.readAt(arena, starts, limits, keys.count);
    return Array.from({ length: keys.count }, (_, index) => valueAt(memory, column!, index));
  }

  private emit(rows: readonly ResultRow[], output: Output): void {
    if (rows.length === 0) return;
    const types = [this.keyType.fields[0]!.type, BIGINT, BIGINT, BIGINT];
    const columns = types.map(
      (type, field) =>
      columnFromValues(this.context.arena, type, rows.map((row) => (field === 1 ? BigInt(row[1]) : row[field]!))), // prettier-ignore
    );
    output.emitBatch(batchOf(columns, rows.length));
  }
}

export const coProcessFactory: OperatorFactory = {
  execNode: 'stream-exec-test-co-process',
  versions: [1],
  keyed: true,
  joinsInputs: true,
  remembers: true,
  consumesWatermarks: () => true,
  check: () => null,
  create: (node, context) => new CoProcess(node, context),
};
