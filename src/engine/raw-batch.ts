/**
 * Raw batches in the worker's memory: undecoded records of a connector. The layout is drawn in docs/internals/batch-layout.md;
 * Java writes it (PackedRecords), this reads and checks it, and `writeRawBatch` is its mirror for encoded output.
 */
import type { Arena, WorkerMemory } from '../columnar/memory.js';
import { assert, ErrorCode, SlipstreamError } from '../errors.js';

export const RawSection = {
  keys: 1,
  timestamps: 2,
  offsets: 4,
  valueNulls: 8,
  timestampTypes: 16,
  leaderEpochs: 32,
  headers: 64,
} as const;

const HEADER_BYTES = 16;
const SECTIONS_KNOWN = 127;
/** Kernels read whole vectors beyond the last value. */
export const VALUE_SLACK_BYTES = 64;

/** Pointers into memory; 0 for sections that are absent. */
export interface RawBatch {
  readonly count: number;
  readonly valueOffsets: number;
  readonly valueNulls: number;
  readonly keyOffsets: number;
  readonly keyNulls: number;
  readonly timestamps: number;
  readonly offsets: number;
  readonly timestampTypes: number;
  readonly leaderEpochs: number;
  /** Pointer to the first record's header count. */
  readonly headers: number;
  readonly values: number;
  readonly keys: number;
}

const align8 = (value: number): number => (value + 7) & -8;

function corrupt(message: string): SlipstreamError {
  return new SlipstreamError(ErrorCode.corruptPayload, `raw batch: ${message}`);
}

/** Checks sizes and offsets, so that nothing behind it has to. */
export function readRawBatch(memory: WorkerMemory, pointer: number, byteLength: number): RawBatch {
  if (byteLength < HEADER_BYTES) throw corrupt(`expected a header of ${HEADER_BYTES} bytes, found ${byteLength}`);
  const [count, sections, valueBytes, keyBytes] = memory.u32.subarray(pointer >> 2, (pointer >> 2) + 4);
  if ((sections! & ~SECTIONS_KNOWN) !== 0) throw corrupt(`unknown sections ${sections}`);
  if (count! > byteLength) throw corrupt(`${count} records in ${byteLength} bytes`);
  const end = pointer + byteLength;
  let at = pointer + HEADER_BYTES;
  const section = (bit: number, bytes: number): number => {
    if (bit !== 0 && (sections! & bit) === 0) return 0;
    const start = at;
    at = align8(at + bytes);
    if (start + bytes > end) throw corrupt(`a section ends at ${start + bytes - pointer} of ${byteLength} bytes`);
    return start;
  };
  const offsetsBytes = (count! + 1) * 4;
  const batch = {
    count: count!,
    valueOffsets: section(0, offsetsBytes),
    valueNulls: section(RawSection.valueNulls, count!),
    keyOffsets: section(RawSection.keys, offsetsBytes),
    keyNulls: section(RawSection.keys, count!),
    timestamps: section(RawSection.timestamps, count! * 8),
    offsets: section(RawSection.offsets, count! * 8),
    timestampTypes: section(RawSection.timestampTypes, count!),
    leaderEpochs: section(RawSection.leaderEpochs, count! * 4),
    headers: (sections! & RawSection.headers) === 0 ? 0 : headersSection(),
    values: section(0, valueBytes!),
    keys: section(RawSection.keys, keyBytes!),
  };
  checkOffsets(memory, batch.valueOffsets, count!, valueBytes!, 'value');
  if (batch.keyOffsets !== 0) checkOffsets(memory, batch.keyOffsets, count!, keyBytes!, 'key');
  return batch;

  function headersSection(): number {
    if (at + 4 > end) throw corrupt('the headers section is cut off');
    const bytes = memory.u32[at >> 2]!;
    return section(RawSection.headers, 4 + bytes) + 4;
  }
}

/**
 * One record of a batch as a batch of its own. The value is copied: a decoder may write behind the last one, where here the next
 * record lies. Headers, which have no fixed size, are left out: no column reads them.
 */
export function recordOfRawBatch(arena: Arena, raw: RawBatch, index: number): RawBatch {
  const { u8, u32 } = arena.memory;
  const [start, end] = u32.subarray((raw.valueOffsets >> 2) + index, (raw.valueOffsets >> 2) + index + 2);
  const byteLength = end! - start!;
  const valueOffsets = arena.allocate(8);
  const values = arena.allocate(byteLength + VALUE_SLACK_BYTES);
  u32.set([0, byteLength], valueOffsets >> 2);
  u8.copyWithin(values, raw.values + start!, raw.values + end!);
  u8.fill(0, values + byteLength, values + byteLength + VALUE_SLACK_BYTES);
  const at = (pointer: number, bytes: number): number => (pointer === 0 ? 0 : pointer + index * bytes);
  return {
    count: 1,
    valueOffsets,
    valueNulls: at(raw.valueNulls, 1),
    keyOffsets: at(raw.keyOffsets, 4),
    keyNulls: at(raw.keyNulls, 1),
    timestamps: at(raw.timestamps, 8),
    offsets: at(raw.offsets, 8),
    timestampTypes: at(raw.timestampTypes, 1),
    leaderEpochs: at(raw.leaderEpochs, 4),
    headers: 0,
    values,
    keys: raw.keys,
  };
}

function checkOffsets(memory: WorkerMemory, pointer: number, count: number, total: number, what: string): void {
  const u32 = memory.u32;
  const first = pointer >> 2;
  if (u32[first] !== 0) throw corrupt(`expected the first ${what} offset to be 0, found ${u32[first]}`);
  let previous = 0;
  for (let i = first + 1; i <= first + count; i++) {
    const offset = u32[i]!;
    if (offset < previous) throw corrupt(`${what} offset ${offset} follows ${previous}`);
    previous = offset;
  }
  if (previous !== total) throw corrupt(`expected the last ${what} offset to be ${total}, found ${previous}`);
}

/** Encoded records: `offsets` u32[count + 1] and their bytes; nulls 0 or u8[count]. */
export interface EncodedPart {
  readonly offsets: number;
  readonly bytes: number;
  readonly byteLength: number;
  readonly nulls: number;
  /** Room for the header before the offsets, and the bytes where a raw batch without other sections has them. */
  readonly inPlace?: boolean;
}

/** Assembles values (and keys) into one raw batch in the arena. */
export function writeRawBatch(
  arena: Arena,
  count: number,
  values: EncodedPart,
  keys: EncodedPart | null,
): { pointer: number; byteLength: number } {
  const offsetsBytes = align8((count + 1) * 4);
  if (values.inPlace && values.nulls === 0 && keys === null) {
    const pointer = values.offsets - HEADER_BYTES;
    assert(values.bytes === values.offsets + offsetsBytes, 'the values of a raw batch do not follow their offsets');
    arena.memory.u32.set([count, 0, values.byteLength, 0], pointer >> 2);
    return { pointer, byteLength: HEADER_BYTES + offsetsBytes + values.byteLength };
  }
  const nullsBytes = values.nulls === 0 ? 0 : align8(count);
  const keyMetaBytes = keys === null ? 0 : offsetsBytes + align8(count);
  const valuesAt = HEADER_BYTES + offsetsBytes + nullsBytes + keyMetaBytes;
  const keysAt = align8(valuesAt + values.byteLength);
  const byteLength = keys === null ? valuesAt + values.byteLength : keysAt + keys.byteLength;
  const pointer = arena.allocate(byteLength);
  const { u8, u32 } = arena.memory;
  const sections = (keys === null ? 0 : RawSection.keys) | (values.nulls === 0 ? 0 : RawSection.valueNulls);
  u32.set([count, sections, values.byteLength, keys?.byteLength ?? 0], pointer >> 2);
  let at = pointer + HEADER_BYTES;
  const copy = (from: number, bytes: number, room: number): void => {
    u8.copyWithin(at, from, from + bytes);
    at += room;
  };
  copy(values.offsets, (count + 1) * 4, offsetsBytes);
  if (values.nulls !== 0) copy(values.nulls, count, nullsBytes);
  if (keys !== null) {
    copy(keys.offsets, (count + 1) * 4, offsetsBytes);
    if (keys.nulls === 0) u8.fill(0, at, at + count);
    else u8.copyWithin(at, keys.nulls, keys.nulls + count);
    at += align8(count);
  }
  u8.copyWithin(pointer + valuesAt, values.bytes, values.bytes + values.byteLength);
  if (keys !== null) u8.copyWithin(pointer + keysAt, keys.bytes, keys.bytes + keys.byteLength);
  return { pointer, byteLength };
}
