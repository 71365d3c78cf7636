/**
 * Raw batches in the worker's memory: undecoded records of a connector. The layout is drawn in docs/internals/batch-layout.md;
 * Java writes it (PackedRecords), this reads and checks it, and `writeRawBatch` is its mirror for encoded output.
 */
import type { Arena, WorkerMemory } from '../columnar/memory.js';
import { ErrorCode, SlipstreamError } from '../errors.js';

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
/** An arena's allocations begin at multiples of it. */
const ARENA_ALIGNMENT_BYTES = 16;
/** What an arena wants to have free behind an allocation, at most. */
const ARENA_SLACK_BYTES = 64;
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
  /** Room for the header before the offsets; what lies between them and the bytes, which the arena gave last, may be written to. */
  readonly inPlace?: boolean;
}

/** Bytes between the offsets of `valueCount` values and the values themselves, in a batch of `count` records. */
export function gapBytesOf(count: number, valueCount: number, hasNulls: boolean, hasKeys: boolean): number {
  return valuesAt(count, hasNulls, hasKeys) - HEADER_BYTES - align8((valueCount + 1) * 4);
}

/** Assembles values (and keys) into one raw batch in the arena. Values that lie in their place already are not copied. */
export function writeRawBatch(
  arena: Arena,
  count: number,
  values: EncodedPart,
  keys: EncodedPart | null,
): { pointer: number; byteLength: number } {
  const at = valuesAt(count, values.nulls !== 0, keys !== null);
  const valuesEnd = at + values.byteLength;
  const byteLength = keys === null ? valuesEnd : align8(valuesEnd) + keys.byteLength;
  const { u8, u32 } = arena.memory;
  let pointer = values.offsets - HEADER_BYTES;
  const isInPlace = values.inPlace === true && values.bytes === pointer + at;
  if (!isInPlace || !hasRoomBehind(arena, pointer + valuesEnd, pointer + byteLength)) {
    pointer = arena.allocate(byteLength);
    u8.copyWithin(pointer + HEADER_BYTES, values.offsets, values.offsets + (count + 1) * 4);
    u8.copyWithin(pointer + at, values.bytes, values.bytes + values.byteLength);
  }
  const sections = (keys === null ? 0 : RawSection.keys) | (values.nulls === 0 ? 0 : RawSection.valueNulls);
  u32.set([count, sections, values.byteLength, keys?.byteLength ?? 0], pointer >> 2);
  let next = pointer + HEADER_BYTES + align8((count + 1) * 4);
  const copy = (from: number, bytes: number): void => {
    if (from === 0) u8.fill(0, next, next + bytes);
    else u8.copyWithin(next, from, from + bytes);
    next += align8(bytes);
  };
  if (values.nulls !== 0) copy(values.nulls, count);
  if (keys !== null) {
    copy(keys.offsets, (count + 1) * 4);
    copy(keys.nulls, count);
    u8.copyWithin(pointer + byteLength - keys.byteLength, keys.bytes, keys.bytes + keys.byteLength);
  }
  return { pointer, byteLength };
}

/** Where the values begin. */
function valuesAt(count: number, hasNulls: boolean, hasKeys: boolean): number {
  const offsetsBytes = align8((count + 1) * 4);
  return HEADER_BYTES + offsetsBytes + (hasNulls ? align8(count) : 0) + (hasKeys ? offsetsBytes + align8(count) : 0);
}

/** Takes what is missing up to `end` when the arena's last allocation ends at `from`. */
function hasRoomBehind(arena: Arena, from: number, end: number): boolean {
  if (end === from) return true;
  const missing = end - arena.top;
  const isLast = arena.top >= from && arena.top - from < ARENA_ALIGNMENT_BYTES;
  if (!isLast || missing + ARENA_SLACK_BYTES > arena.freeBytes) return false;
  if (missing > 0) arena.allocate(missing);
  return true;
}
