// An open-addressing index with linear probing.
//
//   index  u32 slots · u32 slotCount · u32 used · u32 usedMax
//   slot   u32 tag (a hash) · u32 pointer, 0 for an empty slot
//
// The home of a tag is tag * slotCount / 2^32: any number of slots will do, and entries lie in the order of their tags, so that growing
// reads and writes memory from front to back. Removing shifts later entries back: there are no tombstones.

export const INDEX_SLOTS: u32 = 0;
export const INDEX_SLOT_COUNT: u32 = 4;
export const INDEX_USED: u32 = 8;
export const INDEX_USED_MAX: u32 = 12;

// @ts-ignore: decorator
@inline
export function homeOf(tag: u32, slotCount: u32): u32 {
  return <u32>(((<u64>tag) * (<u64>slotCount)) >> 32);
}

// @ts-ignore: decorator
@inline
export function isFull(index: u32): bool {
  return load<u32>(index, INDEX_USED) >= load<u32>(index, INDEX_USED_MAX);
}

/** The index is not full, and the pointer is not in it. */
export function insertSlot(index: u32, tag: u32, pointer: u32): void {
  const slots = load<u32>(index, INDEX_SLOTS);
  putSlot(slots, load<u32>(index, INDEX_SLOT_COUNT), tag, pointer);
  store<u32>(index, load<u32>(index, INDEX_USED) + 1, INDEX_USED);
}

// @ts-ignore: decorator
@inline
function putSlot(slots: u32, slotCount: u32, tag: u32, pointer: u32): void {
  let position = homeOf(tag, slotCount);
  while (load<u32>(slots + (position << 3), 4) != 0) {
    position++;
    if (position == slotCount) position = 0;
  }
  const slot = slots + (position << 3);
  store<u32>(slot, tag);
  store<u32>(slot, pointer, 4);
}

/** Takes a pointer out that is in the index. */
export function removeSlot(index: u32, tag: u32, pointer: u32): void {
  const slots = load<u32>(index, INDEX_SLOTS);
  const slotCount = load<u32>(index, INDEX_SLOT_COUNT);
  let hole = homeOf(tag, slotCount);
  while (load<u32>(slots + (hole << 3), 4) != pointer) {
    hole++;
    if (hole == slotCount) hole = 0;
  }
  let position = hole;
  for (;;) {
    position++;
    if (position == slotCount) position = 0;
    const slot = slots + (position << 3);
    const content = load<u64>(slot);
    if (content == 0 || load<u32>(slot, 4) == 0) break;
    // It may move to the hole unless its home lies behind the hole.
    const home = homeOf(<u32>content, slotCount);
    const distance = position >= home ? position - home : position + slotCount - home;
    const gap = position >= hole ? position - hole : position + slotCount - hole;
    if (distance >= gap) {
      store<u64>(slots + (hole << 3), content);
      hole = position;
    }
  }
  store<u64>(slots + (hole << 3), 0);
  store<u32>(index, load<u32>(index, INDEX_USED) - 1, INDEX_USED);
}

/** Gives the index other slots; the old ones may be given back afterwards. */
export function moveSlots(index: u32, slots: u32, slotCount: u32, usedMax: u32): void {
  memory.fill(slots, 0, slotCount << 3);
  const old = load<u32>(index, INDEX_SLOTS);
  const end = old + (load<u32>(index, INDEX_SLOT_COUNT) << 3);
  for (let slot = old; slot < end; slot += 8) {
    const pointer = load<u32>(slot, 4);
    if (pointer != 0) putSlot(slots, slotCount, load<u32>(slot), pointer);
  }
  store<u32>(index, slots, INDEX_SLOTS);
  store<u32>(index, slotCount, INDEX_SLOT_COUNT);
  store<u32>(index, usedMax, INDEX_USED_MAX);
}
