/** A source that is decoded here: raw batches in, rows of the scan out, with the watermark candidate of each batch. */
import type { Batch } from '../../columnar/batch.js';
import type { Arena } from '../../columnar/memory.js';
import type { RawBatch } from '../../engine/raw-batch.js';
import { assert } from '../../errors.js';
import type { FieldMask } from '../../expressions/field-mask.js';
import { valueFormatOf, type FormatChoice } from '../../formats/format-options.js';
import type { RecordDecoder } from '../../formats/format.js';
import { formatNamed } from '../../formats/registry.js';
import type { ExecNode, RuntimeContext } from '../operator.js';
import { METADATA_COLUMNS, type RecordOrigin } from './metadata-columns.js';
import { scanSpecOf, type ScanSpec } from './scan-spec.js';
import { WatermarkEvaluator } from './watermark.js';

export interface ScannedBatch {
  readonly batch: Batch;
  readonly skippedRecords: number;
  /** Milliseconds; `null` when no row has one, or the source has none. */
  readonly watermarkMs: bigint | null;
}

/**
 * What becomes of an error of an operator behind the source. Stock Flink calls the operators of the chain from within the
 * decoder's `collect`: with `json.ignore-parse-errors` the decoder catches whatever they throw, and goes on with the next message,
 * or, in JsonRowDataDeserializationSchema, with the next element of a top-level array.
 */
export type ChainErrors = 'fail' | 'drop-message' | 'drop-element';

export class RawScan {
  readonly chainErrors: ChainErrors;
  private readonly spec: ScanSpec;
  private readonly decoder: RecordDecoder;
  private readonly watermark: WatermarkEvaluator | null;

  constructor(node: ExecNode, context: RuntimeContext, wanted: FieldMask) {
    const spec = scanSpecOf(node);
    const choice = spec && valueFormatOf(spec.options);
    const format = choice && formatNamed(choice.name);
    assert(!!spec && !!choice && !!format, `source ${node.id} was planned with raw input and has no format`);
    this.spec = spec;
    this.chainErrors = chainErrorsOf(choice);
    this.decoder = format.createDecoder(context.memory, spec.physicalType, choice.options, context.plan, wanted);
    this.watermark = spec.watermark ? new WatermarkEvaluator(spec.watermark, context) : null;
  }

  scan(arena: Arena, raw: RawBatch, origin: RecordOrigin): ScannedBatch {
    const decoded = this.decoder.decode(arena, {
      count: raw.count,
      offsets: raw.valueOffsets,
      values: raw.values,
      nulls: raw.valueNulls,
    });
    const batch = this.withMetadata(arena, decoded.batch, decoded.recordIndexes, raw, origin);
    return {
      batch,
      skippedRecords: decoded.skippedRecords,
      watermarkMs: this.watermark ? this.watermark.greatest(batch) : null,
    };
  }

  private withMetadata(arena: Arena, batch: Batch, recordIndexes: number, raw: RawBatch, origin: RecordOrigin): Batch {
    if (this.spec.metadata.length === 0) return batch;
    const { u32 } = arena.memory;
    const first = recordIndexes >> 2;
    const recordOf = recordIndexes === 0 ? (row: number) => row : (row: number) => u32[first + row]!;
    const metadata = this.spec.metadata.map(({ key, type }) =>
      METADATA_COLUMNS[key]!.fill(arena, type, batch.rowCount, recordOf, raw, origin),
    );
    return { ...batch, columns: [...batch.columns, ...metadata] };
  }
}

function chainErrorsOf({ name, options }: FormatChoice): ChainErrors {
  if (name !== 'json' || options.get('ignore-parse-errors')?.toLowerCase() !== 'true') return 'fail';
  return options.get('decode.json-parser.enabled')?.toLowerCase() === 'false' ? 'drop-element' : 'drop-message';
}
