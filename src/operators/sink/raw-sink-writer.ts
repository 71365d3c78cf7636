/**
 * A sink whose records are encoded here: ConstraintEnforcer and DynamicKafkaRecordSerializationSchema of Flink, over batches. The key
 * of a row is encoded as an insert; in upsert mode a deletion has no value, and neither has the old half of an update.
 */
import { RowKind, type Batch } from '../../columnar/batch.js';
import type { Arena } from '../../columnar/memory.js';
import { gapBytesOf, writeRawBatch, type EncodedPart } from '../../engine/raw-batch.js';
import { assert, ErrorCode, SlipstreamError } from '../../errors.js';
import type { EncodedRecords, RecordEncoder } from '../../formats/format.js';
import type { RecordPart } from '../../formats/record-parts.js';
import { formatNamed } from '../../formats/registry.js';
import type { ExecNode, RuntimeContext } from '../operator.js';
import { enforceNotNull } from './not-null-constraint.js';
import { sinkRecordParts, sinkSpecOf, strictColumnsOf, notNullEnforcerOf } from './sink-spec.js';
import type { SinkWriter, WrittenBatch } from './sink-writer.js';

/** Encodes some of a row's columns. */
interface PartEncoder {
  readonly positions: readonly number[];
  readonly encoder: RecordEncoder;
}

export function createRawSinkWriter(node: ExecNode, context: RuntimeContext): SinkWriter {
  const spec = sinkSpecOf(node);
  const split = spec && sinkRecordParts(spec);
  assert(!!spec && !!split && 'parts' in split, `sink ${node.id} was planned with raw output and has no format`);
  const { key, value, upsert } = split.parts;
  const encoderOf = (part: RecordPart): PartEncoder => {
    const format = formatNamed(part.format.name);
    assert(format !== undefined, `format ${part.format.name} was planned and is not registered`);
    const encoder = format.createEncoder(context.memory, part.rowType, part.format.options, context.plan);
    return { positions: part.positions, encoder };
  };
  // Behind a materializer they were looked at in front of it.
  const strict = spec.materializedBy === 'sidecar' ? [] : strictColumnsOf(spec);
  const enforcer = notNullEnforcerOf(spec, context.plan);
  const keyEncoder = key && encoderOf(key);
  const valueEncoder = encoderOf(value);

  function writeAll(arena: Arena, batch: Batch): WrittenBatch {
    const rows = enforceNotNull(arena, batch, strict, enforcer);
    const count = rows.selectedCount;
    const keys = keyEncoder ? partOf(encode(arena, keyEncoder, rows, 0)) : null;
    const deletions = upsert ? deletionsOf(arena, rows) : 0;
    const withValue = deletions === 0 ? rows : withoutDeletions(arena, rows, deletions);
    const gapBytes = gapBytesOf(count, withValue.selectedCount, deletions !== 0, keys !== null);
    const values = partOf(encode(arena, valueEncoder, withValue, gapBytes), deletions);
    const spread = deletions === 0 ? values : spreadOffsets(arena, values, withValue.selectedCount, count);
    return { rowCount: count, ...writeRawBatch(arena, count, spread, keys) };
  }

  return {
    write(arena, batch) {
      try {
        return writeAll(arena, batch);
      } catch (error) {
        if (!(error instanceof SlipstreamError) || error.code !== ErrorCode.evaluationFailed) throw error;
        // Flink is done with a row before it looks at the next one: whose error is it?
        for (const row of singleRows(arena, batch)) writeAll(arena, row);
        throw error;
      }
    },
  };
}

function encode(arena: Arena, { encoder, positions }: PartEncoder, batch: Batch, gapBytes: number): EncodedRecords {
  const columns = positions.map((position) => batch.columns[position]!);
  return encoder.encode(arena, { ...batch, columns }, gapBytes);
}

function partOf({ offsets, values: bytes, byteLength, inPlace = false }: EncodedRecords, nulls = 0): EncodedPart {
  return { offsets, bytes, byteLength, nulls, inPlace };
}

/** u8[selectedCount], 1 = deletion or old half of an update; 0 (no buffer) when there is none. */
function deletionsOf(arena: Arena, { kinds, selection, selectedCount }: Batch): number {
  if (kinds === 0) return 0;
  const { u8, u32 } = arena.memory;
  const flags = arena.allocate(selectedCount);
  let found = 0;
  for (let k = 0; k < selectedCount; k++) {
    const kind = u8[kinds + (selection === 0 ? k : u32[(selection >> 2) + k]!)]!;
    const flag = kind === RowKind.DELETE || kind === RowKind.UPDATE_BEFORE ? 1 : 0;
    u8[flags + k] = flag;
    found |= flag;
  }
  return found === 0 ? 0 : flags;
}

function withoutDeletions(arena: Arena, batch: Batch, deletions: number): Batch {
  const { u8, u32 } = arena.memory;
  const selection = arena.allocate(batch.selectedCount * 4);
  let count = 0;
  for (let k = 0; k < batch.selectedCount; k++) {
    if (u8[deletions + k] !== 0) continue;
    u32[(selection >> 2) + count++] = batch.selection === 0 ? k : u32[(batch.selection >> 2) + k]!;
  }
  return { ...batch, selection, selectedCount: count };
}

/** From offsets of the values to offsets of all records. In place if there is room: an offset never moves to a lower index. */
function spreadOffsets(arena: Arena, values: EncodedPart, valueCount: number, count: number): EncodedPart {
  const { u8, u32 } = arena.memory;
  const from = values.offsets >> 2;
  const offsets = values.inPlace ? values.offsets : arena.allocate((count + 1) * 4);
  const to = offsets >> 2;
  let value = valueCount;
  for (let record = count; record >= 0; record--) {
    u32[to + record] = u32[from + value]!;
    if (record > 0 && u8[values.nulls + record - 1] === 0) value--;
  }
  return { ...values, offsets };
}

function singleRows(arena: Arena, batch: Batch): Batch[] {
  const rows = arena.allocate(batch.selectedCount * 4);
  const { u32 } = arena.memory;
  return Array.from({ length: batch.selectedCount }, (_, k) => {
    u32[(rows >> 2) + k] = batch.selection === 0 ? k : u32[(batch.selection >> 2) + k]!;
    return { ...batch, selection: rows + k * 4, selectedCount: 1 };
  });
}
