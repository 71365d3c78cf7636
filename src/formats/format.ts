/** What a format is to sources and sinks: a decoder of records into rows, and an encoder of rows into records. */
import type { Batch } from '../columnar/batch.js';
import type { Arena, WorkerMemory } from '../columnar/memory.js';
import type { TypeOf } from '../columnar/types.js';
import type { FieldMask } from '../expressions/field-mask.js';
import type { PlanContext, Refusal } from '../operators/operator.js';

/** Where undecoded records lie in the worker's memory. At least 32 bytes behind the values may be read and written. */
export interface RawValues {
  readonly count: number;
  /** Pointer to u32[count + 1], relative to `values`. */
  readonly offsets: number;
  readonly values: number;
  /** Pointer to u8[count], 1 = no value; 0 (no buffer) when every record has one. */
  readonly nulls: number;
}

export interface DecodedBatch {
  readonly batch: Batch;
  /** Pointer to u32[rowCount], the record of each row; 0 (no buffer) when row r is record r. */
  readonly recordIndexes: number;
  readonly skippedRecords: number;
  /** Ascending indexes of rows that are NULL as a whole; absent = none. */
  readonly nullRows?: readonly number[];
}

export interface RecordDecoder {
  /** Throws RecordRefusedError for a record that Flink's decoder refuses. */
  decode(arena: Arena, raw: RawValues): DecodedBatch;
}

export interface EncodedRecords {
  readonly count: number;
  /** Pointer to u32[count + 1], relative to `values`. */
  readonly offsets: number;
  readonly values: number;
  readonly byteLength: number;
  /**
   * They lie as in a raw batch: 16 bytes of room before the offsets, and the values behind them at the next multiple of 8, or as many
   * bytes later as was asked for. Nothing need be copied then.
   */
  readonly inPlace?: boolean;
}

export interface RecordEncoder {
  /** The selected rows of the batch, in order. `gapBytes`: room to leave between offsets and values, a multiple of 8. */
  encode(arena: Arena, batch: Batch, gapBytes?: number): EncodedRecords;
}

/**
 * What becomes of NULL, which Flink's decoder hands to the collector for an element that is no row, and with `ignore-parse-errors` for a
 * broken one. `failure`: whoever takes it fails on it, as all operators do. `kept`: it is a row, see DecodedBatch.nullRows.
 */
export type NullRows = 'failure' | 'kept';

export interface Format {
  /** Flink's factory identifier, e.g. `json`. */
  readonly name: string;
  /** `options` without the format's prefix. */
  checkDecode(rowType: TypeOf<'ROW'>, options: ReadonlyMap<string, string>, context: PlanContext): Refusal;
  createDecoder(
    memory: WorkerMemory,
    rowType: TypeOf<'ROW'>,
    options: ReadonlyMap<string, string>,
    context: PlanContext,
    wanted: FieldMask | undefined,
    nullRows?: NullRows,
  ): RecordDecoder;
  checkEncode(rowType: TypeOf<'ROW'>, options: ReadonlyMap<string, string>, context: PlanContext): Refusal;
  createEncoder(
    memory: WorkerMemory,
    rowType: TypeOf<'ROW'>,
    options: ReadonlyMap<string, string>,
    context: PlanContext,
  ): RecordEncoder;
}
