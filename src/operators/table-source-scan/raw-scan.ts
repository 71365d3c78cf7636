/** A source that is decoded here: raw batches in, rows of the scan out, with the watermark candidate of each batch. */
import type { Batch } from '../../columnar/batch.js';
import type { Arena, WorkerMemory } from '../../columnar/memory.js';
import type { RawBatch } from '../../engine/raw-batch.js';
import { assert } from '../../errors.js';
import { maskOfField, type FieldMask } from '../../expressions/field-mask.js';
import type { DecodedBatch, NullRows, RecordDecoder } from '../../formats/format.js';
import type { RecordPart, RecordParts } from '../../formats/record-parts.js';
import { formatNamed } from '../../formats/registry.js';
import type { ExecNode, RuntimeContext } from '../operator.js';
import { METADATA_COLUMNS, type RecordOrigin } from './metadata-columns.js';
import { chainErrorsOf, type ChainErrors } from './chain-errors.js';
import { RecordRows } from './record-rows.js';
import { scanRecordParts, scanSpecOf, type ScanSpec } from './scan-spec.js';
import { WatermarkEvaluator } from './watermark.js';

export interface ScannedBatch {
  readonly batch: Batch;
  readonly skippedRecords: number;
  /** Milliseconds; `null` when no row has one, or the source has none. */
  readonly watermarkMs: bigint | null;
  /** For a batch of one record. */
  readonly chainErrors: ChainErrors;
}

export class RawScan {
  private readonly chainErrors: ChainErrors;
  private readonly spec: ScanSpec;
  private readonly decode: (arena: Arena, raw: RawBatch) => DecodedBatch;
  private readonly watermark: WatermarkEvaluator | null;
  private readonly memory: WorkerMemory;

  constructor(node: ExecNode, context: RuntimeContext, wanted: FieldMask) {
    const spec = scanSpecOf(node);
    const split = spec && scanRecordParts(spec);
    assert(!!spec && !!split && 'parts' in split, `source ${node.id} was planned with raw input and has no format`);
    this.spec = spec;
    this.memory = context.memory;
    this.chainErrors = chainErrorsOf(split.parts.value.format);
    this.decode = decodeOf(spec, split.parts, context, wanted);
    this.watermark = spec.watermark ? new WatermarkEvaluator(spec.watermark, context) : null;
  }

  scan(arena: Arena, raw: RawBatch, origin: RecordOrigin): ScannedBatch {
    const decoded = this.decode(arena, raw);
    const batch = this.withMetadata(arena, decoded.batch, decoded.recordIndexes, raw, origin);
    // Flink makes the deletion of a record without a value itself, outside of the decoder's `try`.
    const outside = raw.valueNulls !== 0 && this.memory.u8[raw.valueNulls] !== 0;
    return {
      batch,
      skippedRecords: decoded.skippedRecords,
      watermarkMs: this.watermark ? this.watermark.greatest(batch) : null,
      chainErrors: outside ? 'fail' : this.chainErrors,
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

function decodeOf(
  { physicalType }: ScanSpec,
  { key, value, upsert }: RecordParts,
  context: RuntimeContext,
  wanted: FieldMask,
): (arena: Arena, raw: RawBatch) => DecodedBatch {
  const decoderOf = ({ format, rowType }: RecordPart, mask: FieldMask, nullRows: NullRows): RecordDecoder => {
    const known = formatNamed(format.name);
    assert(known !== undefined, `format ${format.name} was planned and is not registered`);
    return known.createDecoder(context.memory, rowType, format.options, context.plan, mask, nullRows);
  };
  if (key === null) {
    const decoder = decoderOf(value, wanted, 'failure');
    return (arena, { count, valueOffsets: offsets, values, valueNulls: nulls }) =>
      decoder.decode(arena, { count, offsets, values, nulls });
  }
  // What the value has as well is read from the key for deletions only.
  const fromKey = upsert ? key.positions : key.positions.filter((position) => !value.positions.includes(position));
  const ofKey = decoderOf(key, maskOf(wanted, key.positions, fromKey), 'kept');
  const ofValue = decoderOf(value, maskOf(wanted, value.positions, value.positions), 'kept');
  const rows = new RecordRows(
    physicalType,
    { positions: key.positions, decoder: ofKey },
    { positions: value.positions, decoder: ofValue },
    upsert,
    chainErrorsOf(value.format),
  );
  return (arena, raw) => rows.decode(arena, raw);
}

/** Of the fields of a part, which lie at `positions` of the row, those that are `read`. */
function maskOf(wanted: FieldMask, positions: readonly number[], read: readonly number[]): FieldMask {
  const mask = new Map<number, FieldMask>();
  positions.forEach((position, index) => {
    const part = read.includes(position) ? maskOfField(wanted, position) : undefined;
    if (part !== undefined) mask.set(index, part);
  });
  return mask;
}
