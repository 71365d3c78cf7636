/** A source whose records are decoded here: a payload becomes rows for the operators below, all at once or record by record. */
import type { Batch } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { ErrorCode, RecordRefusedError, SlipstreamError } from '../errors.js';
import type { ChainErrors } from '../operators/table-source-scan/chain-errors.js';
import type { RawScan, ScannedBatch } from '../operators/table-source-scan/raw-scan.js';
import { recordOfRawBatch, readRawBatch, type RawBatch } from './raw-batch.js';

export interface BatchOrigin {
  readonly topic: string;
  readonly partition: number;
}

export interface ReadRows {
  readonly rowsIn: number;
  readonly rowsSkipped: number;
  /** Greatest candidate of the source's own watermark. */
  readonly watermarkMs: bigint | null;
}

/** Whoever takes the rows. `startOver`: everything that came of the batch so far is forgotten; false when that is impossible. */
export interface RowsTarget {
  emitBatch(batch: Batch): void;
  startOver(): boolean;
}

export class RawInput {
  constructor(
    private readonly scan: RawScan,
    private readonly memory: WorkerMemory,
    private readonly arena: Arena,
  ) {}

  read(pointer: number, byteLength: number, origin: BatchOrigin, target: RowsTarget): ReadRows {
    const raw = readRawBatch(this.memory, pointer, byteLength);
    try {
      return this.readAll(raw, origin, target);
    } catch (error) {
      if (!isErrorOfARow(error) || !target.startOver()) throw error;
      return this.readOneByOne(raw, origin, target);
    }
  }

  private readAll(raw: RawBatch, origin: BatchOrigin, target: RowsTarget): ReadRows {
    const scanned = this.scan.scan(this.arena, raw, origin);
    if (scanned.batch.selectedCount > 0) target.emitBatch(scanned.batch);
    return {
      rowsIn: scanned.batch.selectedCount,
      rowsSkipped: scanned.skippedRecords,
      watermarkMs: scanned.watermarkMs,
    };
  }

  /**
   * Somewhere in the batch is an error. Flink takes a row through the whole chain before it decodes the next record: the first
   * record with an error decides which one the user sees, and what is dropped when the decoder ignores errors.
   */
  private readOneByOne(raw: RawBatch, origin: BatchOrigin, target: RowsTarget): ReadRows {
    let rowsIn = 0;
    let rowsSkipped = 0;
    let watermarkMs: bigint | null = null;
    for (let record = 0; record < raw.count; record++) {
      const scanned = this.scanRecord(raw, record, origin);
      rowsIn += scanned.batch.selectedCount;
      rowsSkipped += scanned.skippedRecords;
      // The watermark generator is called behind `collect`, which an error leaves: such a row is no candidate.
      const emitted = this.emitRows(scanned.batch, scanned.chainErrors, target);
      if (emitted && scanned.watermarkMs !== null && (watermarkMs === null || scanned.watermarkMs > watermarkMs)) {
        watermarkMs = scanned.watermarkMs;
      }
    }
    return { rowsIn, rowsSkipped, watermarkMs };
  }

  private scanRecord(raw: RawBatch, record: number, origin: BatchOrigin): ScannedBatch {
    try {
      return this.scan.scan(this.arena, recordOfRawBatch(this.arena, raw, record), origin);
    } catch (error) {
      throw error instanceof RecordRefusedError ? new RecordRefusedError(record, error.message) : error;
    }
  }

  /** The rows of one record, each for itself. False when one of them was dropped. */
  private emitRows(batch: Batch, onError: ChainErrors, target: RowsTarget): boolean {
    const selection = this.arena.allocate(batch.selectedCount * 4);
    const { u32 } = this.memory;
    let complete = true;
    for (let k = 0; k < batch.selectedCount; k++) {
      u32[(selection >> 2) + k] = batch.selection === 0 ? k : u32[(batch.selection >> 2) + k]!;
      try {
        target.emitBatch({ ...batch, selection: selection + k * 4, selectedCount: 1 });
      } catch (error) {
        if (onError === 'fail' || !isErrorOfARow(error)) throw error;
        complete = false;
        if (onError === 'drop-message') break;
      }
    }
    return complete;
  }
}

/** What stock Flink, too, throws for a row or a record; all else is an error of ours. */
function isErrorOfARow(error: unknown): boolean {
  return (
    error instanceof SlipstreamError &&
    (error.code === ErrorCode.evaluationFailed || error.code === ErrorCode.recordRefused)
  );
}
