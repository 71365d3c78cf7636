/**
 * Raw JSON records to columns: the kernel takes what it can, the reference decoder the rest, both into the same columns.
 *
 * Follows JsonFormatFactory's decoding schemas; what is decoded is exactly what they hand to the collector.
 */
import { batchOf } from '../../../columnar/batch.js';
import type { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { isSupportedType, type TypeOf } from '../../../columnar/types.js';
import { maskOfField, type FieldMask } from '../../../expressions/field-mask.js';
import { numberTextVersion, type NumberTextVersion } from '../../../expressions/java/number-text.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import { instantiateKernel } from '../../../kernels/instance.js';
import type { PlanContext, Refusal } from '../../../operators/operator.js';
import type { DecodedBatch, NullRows, RawValues, RecordDecoder } from '../../format.js';
import type { JsonOptions } from '../options.js';
import { columnSink, ListFullError, noNeed, SinkContext, type ColumnSink } from './column-sink.js';
import { KernelTable, type FieldTarget, type KernelExports } from './kernel-table.js';
import { checkDecodedType, ReferenceDecoder } from './reference-decoder.js';

export type { DecodedBatch, RawValues } from '../../format.js';

/** Behind the values, so that no scan of the kernel leaves them. */
const SENTINEL_BYTES = 32;
const QUOTE = 34;
const ELEMENTS_PER_ROW_FIRST = 4;
const ELEMENTS_GROWTH = 4;

export class JsonDecoder implements RecordDecoder {
  private readonly kernel: KernelExports;
  private readonly table: KernelTable;
  private readonly reference: ReferenceDecoder;
  private readonly fields: readonly ColumnSink[];
  private readonly fieldNeed = noNeed();
  private readonly targets: FieldTarget[] = [];
  /** Room for elements of an ARRAY; learnt from the batches. */
  private elementsPerRow = ELEMENTS_PER_ROW_FIRST;

  static check(rowType: TypeOf<'ROW'>, _options: JsonOptions, context: PlanContext): Refusal {
    if (!isSupportedType(rowType)) return 'a column of the JSON format has a type that is not supported';
    // Doubles inside a container that a STRING column takes are written as the JVM writes them.
    if (numberTextVersion(context.jvm.specificationVersion) === undefined) return 'the version of the JVM is not known';
    return checkDecodedType(rowType);
  }

  /**
   * `wanted`: the fields that the plan reads. The others are checked as Flink does, and read as NULL.
   * `numberText`: how the JVM of the job writes doubles.
   */
  constructor(
    private readonly memory: WorkerMemory,
    rowType: TypeOf<'ROW'>,
    options: JsonOptions,
    wanted: FieldMask = 'all',
    numberText: NumberTextVersion = 'legacy',
    nullRows: NullRows = 'failure',
  ) {
    this.kernel = instantiateKernel<KernelExports>('json-decode', memory);
    this.kernel.configure(options.timestampFormat === 'ISO-8601' ? 1 : 0);
    this.table = new KernelTable(memory, this.kernel, rowType, options);
    this.reference = new ReferenceDecoder(rowType, options, numberText, nullRows);
    this.fields = rowType.fields.map((field, i) => columnSink(this.fieldNeed, field.type, maskOfField(wanted, i)));
    for (const field of this.fields) field.addTargets(this.targets);
  }

  decode(arena: Arena, raw: RawValues): DecodedBatch {
    let capacity = raw.count;
    for (;;) {
      const run = new DecodeRun(this.memory, arena, this.fields, raw, capacity);
      try {
        this.begin(arena, raw, capacity);
        if (run.decode(this.kernel, this.table, this.reference)) return run.result();
        // Records that are arrays have more rows than there are records: once more, with room for them.
        capacity = run.rowsNeeded * 2;
      } catch (error) {
        if (!(error instanceof ListFullError)) throw error;
        this.elementsPerRow *= ELEMENTS_GROWTH;
      }
      // What the try has taken goes with the batch: the arena may be in another block by now, where nothing can be given back.
    }
  }

  private begin(arena: Arena, raw: RawValues, capacity: number): void {
    const valueBytes = this.memory.u32[(raw.offsets >> 2) + raw.count]!;
    // An element takes a byte at least, so that growing ends.
    const elementCapacity = (length: number): number => Math.min(length * this.elementsPerRow, valueBytes + 1);
    const context = new SinkContext(arena, capacity, this.fieldNeed, elementCapacity);
    for (const field of this.fields) field.begin(context);
    this.table.setTargets(this.targets);
  }
}

/** One batch. */
class DecodeRun {
  private readonly recordOfRow: number;
  private readonly valueBytes: number;
  /** After a run that had too little room: rows so far, and at least one for each record to come. */
  rowsNeeded = 0;
  private rowCount = 0;
  private recordsWithRows = 0;
  private readonly nullRows: number[] = [];

  constructor(
    private readonly memory: WorkerMemory,
    private readonly arena: Arena,
    private readonly fields: readonly ColumnSink[],
    private readonly raw: RawValues,
    private readonly capacity: number,
  ) {
    this.valueBytes = memory.u32[(raw.offsets >> 2) + raw.count]!;
    this.recordOfRow = arena.allocate(capacity * 4);
  }

  /** False: the columns are too short, see `rowsNeeded`; nothing else of this run counts. */
  decode(kernel: KernelExports, table: KernelTable, reference: ReferenceDecoder): boolean {
    const { raw, memory, arena } = this;
    memory.u8.fill(QUOTE, raw.values + this.valueBytes, raw.values + this.valueBytes + SENTINEL_BYTES);
    let record = 0;
    while (record < raw.count) {
      // Unescaped text is never longer than what it comes from.
      const unescaped = arena.reserve(this.valueBytes - memory.u32[(raw.offsets >> 2) + record]!);
      const rowBefore = this.rowCount;
      record = kernel.decode(
        record,
        raw.count,
        rowBefore,
        unescaped,
        raw.offsets,
        raw.values,
        raw.nulls,
        table.pointer,
        this.recordOfRow,
      );
      this.rowCount = kernel.rowAfter();
      this.recordsWithRows += this.rowCount - rowBefore;
      arena.advance(kernel.topAfter());
      if (record === raw.count) break;
      if (kernel.isListFull() !== 0) throw new ListFullError();
      const rows = reference.decode(this.recordBytes(record), record);
      // The kernel does not look at the capacity: one row for each record to come must be left.
      this.rowsNeeded = this.rowCount + rows.length + raw.count - record - 1;
      if (this.rowsNeeded > this.capacity) return false;
      this.appendRows(record, rows);
      record++;
    }
    return true;
  }

  result(): DecodedBatch {
    const { raw, rowCount } = this;
    const columns = this.fields.map((field) => field.finish(rowCount));
    const aligned = rowCount === raw.count && this.recordsWithRows === raw.count;
    return {
      batch: batchOf(columns, rowCount),
      recordIndexes: aligned ? 0 : this.recordOfRow,
      skippedRecords: raw.count - this.recordsWithRows,
      ...(this.nullRows.length > 0 ? { nullRows: this.nullRows } : {}),
    };
  }

  private recordBytes(record: number): Uint8Array {
    const { u8, u32 } = this.memory;
    const word = (this.raw.offsets >> 2) + record;
    return u8.subarray(this.raw.values + u32[word]!, this.raw.values + u32[word + 1]!);
  }

  /** The kernel may have written parts of the record to the row at hand; every field is written again. */
  private appendRows(record: number, rows: readonly (readonly SqlValue[] | null)[]): void {
    if (rows.length > 0) this.recordsWithRows++;
    if (rows.length === 0) this.fields.forEach((field) => field.set(this.rowCount, null));
    for (const values of rows) {
      const row = this.rowCount++;
      this.memory.u32[(this.recordOfRow >> 2) + row] = record;
      if (values === null) this.nullRows.push(row);
      this.fields.forEach((field, index) => field.set(row, values === null ? null : values[index]!));
    }
  }
}
