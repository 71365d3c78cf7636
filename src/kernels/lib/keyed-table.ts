// State by key; the layouts that src/state/keyed-table.ts shares with this file:
//
//   table  u32 groups · u32 firstKeyGroup · u32 keyGroupCount · u32 keyOffset · u32 maxParallelism · u32 freeLists · u32 need
//          u32 needBytes · u32 emptied · u32 size
//   group  index (16 bytes, slot-index.ts) · u32 top · u32 limit · u32 firstChunk · u32 lastChunk
//   chunk  u32 next · u32 byteLength · u32 end · u32 0 · entries
//   entry  u8 live · u8 in use · u16 spare words · u32 keyBytes · value, timestamp up to keyOffset · key · spare words
//
// The end of a group's last chunk is its top. A free entry keeps its length; at 8 it has the next free one of its class. A group has 33 free
// lists: keys of 8, 16 … 256 bytes, and longer ones.
import { get, put } from './lists';
import { keyGroupOf } from './key-hash';
import { hashBytesByWords } from './murmur';
import { homeOf, INDEX_SLOT_COUNT, INDEX_SLOTS, INDEX_USED, insertSlot, isFull, removeSlot } from './slot-index';

export const TABLE_GROUPS: u32 = 0;
const TABLE_FIRST_KEY_GROUP: u32 = 4;
const TABLE_KEY_GROUP_COUNT: u32 = 8;
export const TABLE_KEY_OFFSET: u32 = 12;
const TABLE_MAX_PARALLELISM: u32 = 16;
const TABLE_FREE_LISTS: u32 = 20;
export const TABLE_NEED: u32 = 24;
export const TABLE_NEED_BYTES: u32 = 28;
const TABLE_EMPTIED: u32 = 32;
export const TABLE_SIZE: u32 = 36;

const NEED_SLOTS: u32 = 1;
const NEED_CHUNK: u32 = 2;
const NEED_OTHER_KEY_GROUP: u32 = 3;

export const GROUP_SHIFT: u32 = 5;
export const GROUP_TOP: u32 = 16;
const GROUP_LIMIT: u32 = 20;
export const GROUP_FIRST_CHUNK: u32 = 24;
export const GROUP_LAST_CHUNK: u32 = 28;

/** Live and in use, no spare words. */
export const HEADER_LIVE: u32 = 0x101;
const HEADER_NEW: u32 = 0x100;
const FREE_LISTS: u32 = 33;
const FREE_KEY_BYTES_MAX: u32 = 256;
const FREE_TRIES: u32 = 8;
/** Rows whose memory is touched ahead of the comparisons, so that their cache misses overlap. */
const AHEAD: u32 = 16;

// @ts-ignore: decorator
@inline
export function groupOf(table: u32, keyGroup: u32): u32 {
  return load<u32>(table, TABLE_GROUPS) + ((keyGroup - load<u32>(table, TABLE_FIRST_KEY_GROUP)) << GROUP_SHIFT);
}

// @ts-ignore: decorator
@inline
export function equalWords(left: u32, right: u32, byteLength: u32): bool {
  for (let i: u32 = 0; i < byteLength; i += 8) {
    if (load<u64>(left + i) != load<u64>(right + i)) return false;
  }
  return true;
}

/** The entry of a key, or 0. */
// @ts-ignore: decorator
@inline
export function findEntry(group: u32, keyOffset: u32, hash: u32, key: u32, keyBytes: u32): u32 {
  const slotCount = load<u32>(group, INDEX_SLOT_COUNT);
  if (slotCount == 0) return 0;
  const slots = load<u32>(group, INDEX_SLOTS);
  let position = homeOf(hash, slotCount);
  while (true) {
    const slot = slots + (position << 3);
    const entry = load<u32>(slot, 4);
    if (entry == 0) return 0;
    if (load<u32>(slot) == hash && load<u32>(entry, 4) == keyBytes && equalWords(entry + keyOffset, key, keyBytes)) {
      return entry;
    }
    position++;
    if (position == slotCount) position = 0;
  }
}

/** Loads what the next rows will need; returns something made of it, so that the loads are not left out. */
// @ts-ignore: decorator
@inline
function touch(
  groups: u32,
  first: u32,
  groupCount: u32,
  keyOffset: u32,
  from: u32,
  to: u32,
  hashes: usize,
  keyGroups: usize,
  out: usize,
): u32 {
  let sum: u32 = 0;
  for (let i = from; i < to; i++) {
    const local = get(keyGroups, i) - first;
    let slot: u32 = 0;
    if (local < groupCount) {
      const group = groups + (local << GROUP_SHIFT);
      const slotCount = load<u32>(group, INDEX_SLOT_COUNT);
      if (slotCount) slot = load<u32>(group, INDEX_SLOTS) + (homeOf(get(hashes, i), slotCount) << 3);
    }
    put(out, i, slot);
    if (slot) sum += load<u32>(slot);
  }
  for (let i = from; i < to; i++) {
    const slot = get(out, i);
    if (!slot) continue;
    // Also when the tag is another one: the right one is not far, and a wrong prediction would cost more than the load.
    const entry = load<u32>(slot, 4);
    sum += load<u32>(entry) + load<u32>(entry + keyOffset);
  }
  return sum;
}

/** As KeyedTable.find; returns how many rows were found before one of another subtask's key group. */
export function tableFind(
  table: u32,
  count: u32,
  offsets: usize,
  rows: u32,
  hashes: usize,
  keyGroups: usize,
  out: usize,
): u32 {
  const groups = load<u32>(table, TABLE_GROUPS);
  const first = load<u32>(table, TABLE_FIRST_KEY_GROUP);
  const groupCount = load<u32>(table, TABLE_KEY_GROUP_COUNT);
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  for (let from: u32 = 0; from < count; from += AHEAD) {
    const to = min(from + AHEAD, count);
    store<u32>(table, touch(groups, first, groupCount, keyOffset, from, to, hashes, keyGroups, out), TABLE_NEED_BYTES);
    for (let i = from; i < to; i++) {
      const local = get(keyGroups, i) - first;
      if (local >= groupCount) return i;
      const start = get(offsets, i);
      const group = groups + (local << GROUP_SHIFT);
      const entry = findEntry(group, keyOffset, get(hashes, i), rows + start, get(offsets, i + 1) - start);
      put(out, i, entry != 0 && load<u8>(entry) != 0 ? entry : 0);
    }
  }
  return count;
}

/** As KeyedTable.findOrCreate, from row `begin` on; returns the row for which the table needs something, or count. */
export function tableFindOrCreate(
  table: u32,
  begin: u32,
  count: u32,
  offsets: usize,
  rows: u32,
  hashes: usize,
  keyGroups: usize,
  out: usize,
): u32 {
  const groups = load<u32>(table, TABLE_GROUPS);
  const first = load<u32>(table, TABLE_FIRST_KEY_GROUP);
  const groupCount = load<u32>(table, TABLE_KEY_GROUP_COUNT);
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  for (let from = begin; from < count; from += AHEAD) {
    const to = min(from + AHEAD, count);
    store<u32>(table, touch(groups, first, groupCount, keyOffset, from, to, hashes, keyGroups, out), TABLE_NEED_BYTES);
    for (let i = from; i < to; i++) {
      const local = get(keyGroups, i) - first;
      if (local >= groupCount) return need(table, NEED_OTHER_KEY_GROUP, 0, i);
      const start = get(offsets, i);
      const keyBytes = get(offsets, i + 1) - start;
      const group = groups + (local << GROUP_SHIFT);
      let entry = findEntry(group, keyOffset, get(hashes, i), rows + start, keyBytes);
      if (entry == 0) {
        if (isFull(group)) return need(table, NEED_SLOTS, 0, i);
        entry = createEntry(table, group, local, keyOffset, rows + start, keyBytes);
        if (entry == 0) return need(table, NEED_CHUNK, keyOffset + keyBytes, i);
        insertSlot(group, get(hashes, i), entry);
        store<u32>(table, load<u32>(table, TABLE_SIZE) + 1, TABLE_SIZE);
      }
      put(out, i, entry);
    }
  }
  return count;
}

function need(table: u32, what: u32, byteLength: u32, row: u32): u32 {
  store<u32>(table, what, TABLE_NEED);
  store<u32>(table, byteLength, TABLE_NEED_BYTES);
  return row;
}

function createEntry(table: u32, group: u32, local: u32, keyOffset: u32, key: u32, keyBytes: u32): u32 {
  const entryBytes = keyOffset + keyBytes;
  let entry: u32 = 0;
  const freeLists = load<u32>(table, TABLE_FREE_LISTS);
  if (freeLists != 0) entry = takeFree(freeLists + local * FREE_LISTS * 4, keyBytes);
  if (entry == 0) {
    entry = load<u32>(group, GROUP_TOP);
    if (load<u32>(group, GROUP_LIMIT) - entry < entryBytes) return 0;
    store<u32>(group, entry + entryBytes, GROUP_TOP);
    store<u32>(entry, HEADER_NEW);
    store<u32>(entry, keyBytes, 4);
  }
  for (let i: u32 = 8; i < keyOffset; i += 8) store<u64>(entry + i, 0);
  for (let i: u32 = 0; i < keyBytes; i += 8) store<u64>(entry + keyOffset + i, load<u64>(key + i));
  return entry;
}

// @ts-ignore: decorator
@inline
function freeListOf(freeLists: u32, keyBytes: u32): u32 {
  return freeLists + (keyBytes <= FREE_KEY_BYTES_MAX ? (keyBytes >> 1) - 4 : (FREE_LISTS - 1) << 2);
}

/** A free entry for a key of this length, with its header, or 0. A longer key's place may be taken when at most a quarter is lost. */
function takeFree(freeLists: u32, keyBytes: u32): u32 {
  let link = freeListOf(freeLists, keyBytes);
  let entry = load<u32>(link);
  if (keyBytes <= FREE_KEY_BYTES_MAX) {
    if (entry == 0) return 0;
    store<u32>(link, load<u32>(entry, 8));
    store<u32>(entry, HEADER_NEW);
    return entry;
  }
  for (let tries: u32 = 0; entry != 0 && tries < FREE_TRIES; tries++) {
    const capacity = load<u32>(entry, 4) + ((<u32>load<u16>(entry, 2)) << 3);
    const spareWords = (capacity - keyBytes) >> 3;
    if (capacity >= keyBytes && capacity - (capacity >> 2) <= keyBytes && spareWords <= 0xffff) {
      store<u32>(link, load<u32>(entry, 8));
      store<u32>(entry, HEADER_NEW | (spareWords << 16));
      store<u32>(entry, keyBytes, 4);
      return entry;
    }
    link = entry + 8;
    entry = load<u32>(link);
  }
  return 0;
}

/** The entry is in use, and the table has free lists. */
export function tableRemove(table: u32, entry: u32): void {
  if (load<u8>(entry, 1) == 0) return;
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  const keyBytes = load<u32>(entry, 4);
  const hash = hashBytesByWords(entry + keyOffset, keyBytes);
  const keyGroup = keyGroupOf(hash, load<u32>(table, TABLE_MAX_PARALLELISM));
  const group = groupOf(table, keyGroup);
  removeSlot(group, hash, entry);
  store<u16>(entry, 0);
  const local = keyGroup - load<u32>(table, TABLE_FIRST_KEY_GROUP);
  const link = freeListOf(load<u32>(table, TABLE_FREE_LISTS) + local * FREE_LISTS * 4, keyBytes);
  store<u32>(entry, load<u32>(link), 8);
  store<u32>(link, entry);
  store<u32>(table, load<u32>(table, TABLE_SIZE) - 1, TABLE_SIZE);
  if (load<u32>(group, INDEX_USED) == 0) store<u32>(table, load<u32>(table, TABLE_EMPTIED) + 1, TABLE_EMPTIED);
}

/** Removes those of the entries that are not live. */
export function tableSweep(table: u32, entries: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const entry = get(entries, i);
    if (entry != 0 && load<u8>(entry) == 0) tableRemove(table, entry);
  }
}

/** True when one of the entries is not live: sweeping has something to do. */
export function tableHasDead(entries: usize, count: u32): bool {
  for (let i: u32 = 0; i < count; i++) {
    const entry = get(entries, i);
    if (entry != 0 && load<u8>(entry) == 0) return true;
  }
  return false;
}
