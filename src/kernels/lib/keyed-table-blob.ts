// Entries of a key group on their way into a snapshot and back. A record is an entry as it lies in memory, live and without spare words.
import { keyGroupOf } from './key-hash';
import { hashBytesByWords } from './murmur';
import { get } from './lists';
import { INDEX_USED, insertSlot, isFull } from './slot-index';
import {
  findEntry,
  GROUP_FIRST_CHUNK,
  GROUP_LAST_CHUNK,
  GROUP_TOP,
  groupOf,
  HEADER_LIVE,
  TABLE_KEY_OFFSET,
  TABLE_NEED,
  TABLE_NEED_BYTES,
  TABLE_SIZE,
} from './keyed-table';

const CHUNK_END: u32 = 8;
const CHUNK_ENTRIES: u32 = 16;

const DAMAGED_HEADER: u32 = 1;
const DAMAGED_KEY_LENGTH: u32 = 2;
const DAMAGED_KEY_GROUP: u32 = 3;
const DAMAGED_DUPLICATE: u32 = 4;
const DAMAGED_COUNT: u32 = 5;

// @ts-ignore: decorator
@inline
function endOf(group: u32, chunk: u32): u32 {
  return chunk == load<u32>(group, GROUP_LAST_CHUNK) ? load<u32>(group, GROUP_TOP) : load<u32>(chunk, CHUNK_END);
}

// @ts-ignore: decorator
@inline
function spareBytes(entry: u32): u32 {
  return (<u32>load<u16>(entry, 2)) << 3;
}

/** Result: u32 count, u32 largest record, u64 bytes of all records. */
export function groupMeasure(table: u32, keyGroup: u32, result: u32): void {
  const group = groupOf(table, keyGroup);
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  let count: u32 = 0;
  let largest: u32 = 0;
  let total: u64 = 0;
  for (let chunk = load<u32>(group, GROUP_FIRST_CHUNK); chunk != 0; chunk = load<u32>(chunk)) {
    const end = endOf(group, chunk);
    for (let entry = chunk + CHUNK_ENTRIES; entry < end; ) {
      const recordBytes = keyOffset + load<u32>(entry, 4);
      if (load<u8>(entry) != 0) {
        count++;
        total += recordBytes;
        largest = max(largest, recordBytes);
      }
      entry += recordBytes + spareBytes(entry);
    }
  }
  store<u32>(result, count);
  store<u32>(result, largest, 4);
  store<u64>(result, total, 8);
}

/**
 * Copies records to `target` until the next one does not fit; returns the bytes, 0 at the end. `cursor` is (u32 chunk, u32 entry), at first
 * (the group's first chunk, 0). The 8 bytes at each of the offsets (from the entry's start) become zeroes.
 */
export function groupExport(
  table: u32,
  keyGroup: u32,
  cursor: u32,
  target: u32,
  capacity: u32,
  zeroOffsets: usize,
  zeroCount: u32,
): u32 {
  const group = groupOf(table, keyGroup);
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  let chunk = load<u32>(cursor);
  let entry = load<u32>(cursor, 4);
  let written: u32 = 0;
  while (chunk != 0) {
    const end = endOf(group, chunk);
    if (entry == 0) entry = chunk + CHUNK_ENTRIES;
    // Neighbours that are all live are copied together.
    let run = entry;
    let isFullTarget = false;
    while (entry < end) {
      const recordBytes = keyOffset + load<u32>(entry, 4);
      const isLive = load<u8>(entry) != 0;
      if (isLive && written + (entry - run) + recordBytes > capacity) {
        isFullTarget = true;
        break;
      }
      const spare = spareBytes(entry);
      if (isLive && spare == 0) {
        entry += recordBytes;
        continue;
      }
      memory.copy(target + written, run, entry - run);
      written += entry - run;
      if (isLive) {
        memory.copy(target + written, entry, recordBytes);
        store<u16>(target + written, 0, 2);
        written += recordBytes;
      }
      entry += recordBytes + spare;
      run = entry;
    }
    memory.copy(target + written, run, entry - run);
    written += entry - run;
    if (isFullTarget) break;
    chunk = load<u32>(chunk);
    entry = 0;
  }
  store<u32>(cursor, chunk);
  store<u32>(cursor, entry, 4);
  if (zeroCount != 0) zeroRecords(target, target + written, keyOffset, zeroOffsets, zeroCount);
  return written;
}

function zeroRecords(from: u32, to: u32, keyOffset: u32, zeroOffsets: usize, zeroCount: u32): void {
  for (let record = from; record < to; record += keyOffset + load<u32>(record, 4)) {
    for (let k: u32 = 0; k < zeroCount; k++) store<u64>(record + get(zeroOffsets, k), 0);
  }
}

/**
 * Takes the records at `from` into the index; returns the bytes of those that are whole. TABLE_NEED becomes what is wrong with the next one,
 * 0 when it is only cut off; TABLE_NEED_BYTES its length as far as it is known.
 */
export function groupImport(
  table: u32,
  keyGroup: u32,
  maxParallelism: u32,
  from: u32,
  available: u32,
  zeroOffsets: usize,
  zeroCount: u32,
): u32 {
  const group = groupOf(table, keyGroup);
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  let consumed: u32 = 0;
  let damage: u32 = 0;
  let neededBytes: u32 = keyOffset + 8;
  while (available - consumed >= keyOffset + 8) {
    const entry = from + consumed;
    const keyBytes = load<u32>(entry, 4);
    if (load<u32>(entry) != HEADER_LIVE) damage = DAMAGED_HEADER;
    else if (keyBytes == 0 || (keyBytes & 7) != 0 || keyBytes > 0x7ffffff0 - keyOffset) damage = DAMAGED_KEY_LENGTH;
    if (damage != 0) break;
    neededBytes = keyOffset + keyBytes;
    if (available - consumed < neededBytes) break;
    const key = entry + keyOffset;
    const hash = hashBytesByWords(key, keyBytes);
    if (keyGroupOf(hash, maxParallelism) != keyGroup) damage = DAMAGED_KEY_GROUP;
    else if (findEntry(group, keyOffset, hash, key, keyBytes) != 0) damage = DAMAGED_DUPLICATE;
    else if (isFull(group)) damage = DAMAGED_COUNT;
    if (damage != 0) break;
    for (let k: u32 = 0; k < zeroCount; k++) store<u64>(entry + get(zeroOffsets, k), 0);
    insertSlot(group, hash, entry);
    store<u32>(table, load<u32>(table, TABLE_SIZE) + 1, TABLE_SIZE);
    consumed += neededBytes;
    neededBytes = keyOffset + 8;
  }
  store<u32>(table, damage, TABLE_NEED);
  store<u32>(table, neededBytes, TABLE_NEED_BYTES);
  return consumed;
}

export function groupUsed(table: u32, keyGroup: u32): u32 {
  return load<u32>(groupOf(table, keyGroup), INDEX_USED);
}
