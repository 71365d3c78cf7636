// Elements of map and list state; the layouts that src/state/element-table.ts shares with this file:
//
//   table    u32 heap · u32 partitions · u32 keyOffset · u32 created · u32 size · u32 need · u32 needPartition
//   head     u32 first · u32 last · u32 count · u32 reserved
//   element  u32 next · u32 previous · u32 head · u32 keyBytes (bit 31: in the index) · value, timestamp up to keyOffset · key
//
// The index has 64 partitions (slot-index.ts), so that growing one of them is short and takes little memory.
import { equalBytes } from './bytes';
import { at, get, put } from './lists';
import { homeOf, INDEX_SLOT_COUNT, INDEX_SLOTS, insertSlot, isFull, removeSlot } from './slot-index';
import { CLASS_BYTES_MAX, copyBlock, heapAllocate, heapRelease } from './state-heap';

const TABLE_HEAP: u32 = 0;
const TABLE_PARTITIONS: u32 = 4;
const TABLE_KEY_OFFSET: u32 = 8;
const TABLE_CREATED: u32 = 12;
const TABLE_SIZE: u32 = 16;
const TABLE_NEED: u32 = 20;
const TABLE_NEED_PARTITION: u32 = 24;

const NEED_CHUNK: u32 = 1;
const NEED_SLOTS: u32 = 2;

const NEXT: u32 = 0;
const PREVIOUS: u32 = 4;
const HEAD: u32 = 8;
const KEY_BYTES: u32 = 12;
const VALUE: u32 = 16;
const HEAD_LAST: u32 = 4;
const HEAD_COUNT: u32 = 8;
const INDEXED: u32 = 0x80000000;
const PARTITION_MASK: u32 = 63;

const MULTIPLIER: u64 = 0x9e3779b97f4a7c15;

/** Upper half: the tag. Lowest bits: the partition. */
// @ts-ignore: decorator
@inline
function hashElement(head: u32, key: u32, keyBytes: u32): u64 {
  let hash = (((<u64>head) << 32) | <u64>keyBytes) * MULTIPLIER;
  const whole = keyBytes & ~7;
  for (let i: u32 = 0; i < whole; i += 8) {
    hash = (hash ^ (hash >> 32) ^ load<u64>(key + i)) * MULTIPLIER;
  }
  const rest = keyBytes & 7;
  if (rest != 0) {
    const last = load<u64>(key + whole) & (((<u64>1) << (rest << 3)) - 1);
    hash = (hash ^ (hash >> 32) ^ last) * MULTIPLIER;
  }
  hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9;
  return hash ^ (hash >> 32);
}

// @ts-ignore: decorator
@inline
function partitionOf(table: u32, hash: u64): u32 {
  return load<u32>(table, TABLE_PARTITIONS) + (((<u32>hash) & PARTITION_MASK) << 4);
}

// @ts-ignore: decorator
@inline
function equalKeys(left: u32, right: u32, keyBytes: u32): bool {
  if (keyBytes == 8) return load<u64>(left) == load<u64>(right);
  return equalBytes(left, right, keyBytes);
}

// @ts-ignore: decorator
@inline
function findIn(partition: u32, tag: u32, keyOffset: u32, head: u32, key: u32, keyBytes: u32): u32 {
  const slotCount = load<u32>(partition, INDEX_SLOT_COUNT);
  if (slotCount == 0) return 0;
  const slots = load<u32>(partition, INDEX_SLOTS);
  let position = homeOf(tag, slotCount);
  while (true) {
    const slot = slots + (position << 3);
    const element = load<u32>(slot, 4);
    if (element == 0) return 0;
    if (
      load<u32>(slot) == tag &&
      load<u32>(element, HEAD) == head &&
      load<u32>(element, KEY_BYTES) == (keyBytes | INDEXED) &&
      equalKeys(element + keyOffset, key, keyBytes)
    ) {
      return element;
    }
    position++;
    if (position == slotCount) position = 0;
  }
}

export function elementFind(table: u32, head: u32, key: u32, keyBytes: u32): u32 {
  const hash = hashElement(head, key, keyBytes);
  return findIn(partitionOf(table, hash), <u32>(hash >> 32), load<u32>(table, TABLE_KEY_OFFSET), head, key, keyBytes);
}

/** 0 when the table needs something first. `block`: memory for a large element, or 0. */
export function elementFindOrCreate(table: u32, head: u32, key: u32, keyBytes: u32, block: u32): u32 {
  const hash = hashElement(head, key, keyBytes);
  const tag = <u32>(hash >> 32);
  const partition = partitionOf(table, hash);
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  const found = findIn(partition, tag, keyOffset, head, key, keyBytes);
  store<u32>(table, 0, TABLE_CREATED);
  if (found != 0) return found;
  if (isFull(partition)) {
    store<u32>(table, NEED_SLOTS, TABLE_NEED);
    store<u32>(table, partition, TABLE_NEED_PARTITION);
    return 0;
  }
  const element = link(table, head, key, keyBytes, keyBytes | INDEXED, block);
  if (element != 0) insertSlot(partition, tag, element);
  return element;
}

/** 0 when the table needs a chunk first. */
export function elementAppend(table: u32, head: u32, key: u32, keyBytes: u32, block: u32): u32 {
  return link(table, head, key, keyBytes, keyBytes, block);
}

/** A new element at the end of the list. */
function link(table: u32, head: u32, key: u32, keyBytes: u32, keyBytesField: u32, block: u32): u32 {
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  const element = block != 0 ? block : heapAllocate(load<u32>(table, TABLE_HEAP), keyOffset + keyBytes);
  if (element == 0) {
    store<u32>(table, NEED_CHUNK, TABLE_NEED);
    return 0;
  }
  const last = load<u32>(head, HEAD_LAST);
  store<u32>(element, 0, NEXT);
  store<u32>(element, last, PREVIOUS);
  store<u32>(element, head, HEAD);
  store<u32>(element, keyBytesField, KEY_BYTES);
  for (let i = VALUE; i < keyOffset; i += 8) store<u64>(element + i, 0);
  copyKey(element + keyOffset, key, keyBytes);
  if (last != 0) store<u32>(last, element, NEXT);
  else store<u32>(head, element);
  store<u32>(head, element, HEAD_LAST);
  store<u32>(head, load<u32>(head, HEAD_COUNT) + 1, HEAD_COUNT);
  store<u32>(table, load<u32>(table, TABLE_SIZE) + 1, TABLE_SIZE);
  store<u32>(table, 1, TABLE_CREATED);
  return element;
}

/** The block's size is a multiple of 16 but its key need not begin at one: whole words only. */
// @ts-ignore: decorator
@inline
function copyKey(target: u32, source: u32, keyBytes: u32): void {
  if (keyBytes > 64) {
    copyBlock(target, source, keyBytes & ~15);
    const copied = keyBytes & ~15;
    for (let i = copied; i < keyBytes; i += 8) store<u64>(target + i, load<u64>(source + i));
    return;
  }
  for (let i: u32 = 0; i < keyBytes; i += 8) store<u64>(target + i, load<u64>(source + i));
}

/** Takes an element out of the index and its list; its memory stays as it is. */
export function elementDetach(table: u32, element: u32): void {
  const head = load<u32>(element, HEAD);
  const keyBytesField = load<u32>(element, KEY_BYTES);
  if (keyBytesField & INDEXED) unindex(table, head, element, keyBytesField & ~INDEXED);
  const next = load<u32>(element, NEXT);
  const previous = load<u32>(element, PREVIOUS);
  if (previous != 0) store<u32>(previous, next, NEXT);
  else store<u32>(head, next);
  if (next != 0) store<u32>(next, previous, PREVIOUS);
  else store<u32>(head, previous, HEAD_LAST);
  store<u32>(head, load<u32>(head, HEAD_COUNT) - 1, HEAD_COUNT);
  store<u32>(table, load<u32>(table, TABLE_SIZE) - 1, TABLE_SIZE);
}

function unindex(table: u32, head: u32, element: u32, keyBytes: u32): void {
  const hash = hashElement(head, element + load<u32>(table, TABLE_KEY_OFFSET), keyBytes);
  removeSlot(partitionOf(table, hash), <u32>(hash >> 32), element);
}

/** Returns the element when its memory did not come from the heap: the caller gives it back. */
export function elementFree(table: u32, element: u32): u32 {
  const byteLength = load<u32>(table, TABLE_KEY_OFFSET) + (load<u32>(element, KEY_BYTES) & ~INDEXED);
  if (byteLength > CLASS_BYTES_MAX) return element;
  heapRelease(load<u32>(table, TABLE_HEAP), element, byteLength);
  return 0;
}

/** Removes elements from the front until one is large (returned, for the caller to give back) or none is left (0). */
export function elementClear(table: u32, head: u32): u32 {
  for (let element = load<u32>(head); element != 0; element = load<u32>(head)) {
    elementDetach(table, element);
    if (elementFree(table, element) != 0) return element;
  }
  return 0;
}

/** As ElementTable.findOrCreateAll, from row `begin` on; returns the row for which the table needs something, or count. */
export function elementFindOrCreateAll(
  table: u32,
  heads: usize,
  data: u32,
  stride: u32,
  keyBytes: u32,
  selection: usize,
  begin: u32,
  count: u32,
  elements: usize,
  created: usize,
): u32 {
  for (let i = begin; i < count; i++) {
    const head = get(heads, i);
    let element: u32 = 0;
    let isNew: u32 = 0;
    if (head != 0) {
      element = elementFindOrCreate(table, head, data + at(selection, i) * stride, keyBytes, 0);
      if (element == 0) return i;
      isNew = load<u32>(table, TABLE_CREATED);
    }
    put(elements, i, element);
    store<u8>(created + i, <u8>isNew);
  }
  return count;
}

/**
 * Writes elements as a snapshot has them (u32 keyBytes · value, timestamp, key) from u32 `cursor` on, which is left at the first that did not fit into
 * `capacity` bytes, or 0; returns the bytes written. Up to 15 bytes more are written.
 */
export function elementExport(table: u32, cursor: usize, target: u32, capacity: u32): u32 {
  const keyOffset = load<u32>(table, TABLE_KEY_OFFSET);
  let element = load<u32>(cursor);
  let written: u32 = 0;
  while (element != 0) {
    const keyBytes = load<u32>(element, KEY_BYTES) & ~INDEXED;
    const recordBytes = keyOffset - VALUE + keyBytes;
    if (written + 4 + recordBytes > capacity) break;
    store<u32>(target + written, keyBytes);
    copyBlock(target + written + 4, element + VALUE, recordBytes);
    written += 4 + recordBytes;
    element = load<u32>(element, NEXT);
  }
  store<u32>(cursor, element);
  return written;
}

const KEYS_AHEAD: u32 = 16;

/**
 * Loads what `elementFindOrCreate` will look at for the keys of other elements, so that the cache misses overlap. Lists of owners `begin` to `end`: theirs
 * in this table begin at u32[] `owners` + ownerOffset, the others, whose keys are meant, at u32[] `others` + otherOffset. The result means nothing.
 */
export function elementLoadAhead(
  table: u32,
  owners: usize,
  ownerOffset: u32,
  others: usize,
  otherOffset: u32,
  otherKeyOffset: u32,
  begin: u32,
  end: u32,
): u32 {
  let sum: u32 = 0;
  for (let i = begin; i < end; i++) {
    const head = get(owners, i) + ownerOffset;
    sum ^= load<u32>(load<u32>(head, HEAD_LAST));
    let element = load<u32>(get(others, i) + otherOffset);
    for (let n: u32 = 0; element != 0 && n < KEYS_AHEAD; n++) {
      const hash = hashElement(head, element + otherKeyOffset, load<u32>(element, KEY_BYTES) & ~INDEXED);
      const partition = partitionOf(table, hash);
      const slotCount = load<u32>(partition, INDEX_SLOT_COUNT);
      if (slotCount != 0) {
        const slot = load<u32>(partition, INDEX_SLOTS) + (homeOf(<u32>(hash >> 32), slotCount) << 3);
        sum ^= load<u32>(load<u32>(slot, 4));
      }
      element = load<u32>(element, NEXT);
    }
  }
  return sum;
}
