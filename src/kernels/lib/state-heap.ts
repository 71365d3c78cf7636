// Blocks by size class. Sizes: multiples of 16 up to 128, then four to a power of two up to 32 KiB.
//
//   heap  u32 top · u32 limit · u32 0 · u32 0 · u32 first free block of each of 40 classes
//
// A free block has the next one in its first 4 bytes.

const HEAP_TOP: u32 = 0;
const HEAP_LIMIT: u32 = 4;
const HEAP_FREE: u32 = 16;
const CLASSES: u32 = 40;
export const CLASS_BYTES_MAX: u32 = 32768;
const COPY_LOOP_BYTES_MAX: u32 = 256;

const SET_DONE: u32 = 0;
const SET_NEEDS_CHUNK: u32 = 1;
const SET_LARGE: u32 = 2;

// @ts-ignore: decorator
@inline
function classOf(byteLength: u32): u32 {
  if (byteLength <= 128) return ((byteLength + 15) >> 4) - 1;
  const power = 31 - clz(byteLength - 1);
  return 8 + ((power - 7) << 2) + (((byteLength - 1) >> (power - 2)) & 3);
}

// @ts-ignore: decorator
@inline
function classBytes(sizeClass: u32): u32 {
  if (sizeClass < 8) return (sizeClass + 1) << 4;
  return (5 + (sizeClass & 3)) << (5 + ((sizeClass - 8) >> 2));
}

/** 1 to 32 KiB; 0 when there must be another chunk first. */
export function heapAllocate(heap: u32, byteLength: u32): u32 {
  const sizeClass = classOf(byteLength);
  const list = heap + HEAP_FREE + (sizeClass << 2);
  const free = load<u32>(list);
  if (free != 0) {
    store<u32>(list, load<u32>(free));
    return free;
  }
  const block = load<u32>(heap, HEAP_TOP);
  const size = classBytes(sizeClass);
  if (load<u32>(heap, HEAP_LIMIT) - block < size) return 0;
  store<u32>(heap, block + size, HEAP_TOP);
  return block;
}

export function heapRelease(heap: u32, block: u32, byteLength: u32): void {
  const list = heap + HEAP_FREE + (classOf(byteLength) << 2);
  store<u32>(block, load<u32>(list));
  store<u32>(list, block);
}

/** What is left of the last chunk becomes free blocks. */
export function heapAddChunk(heap: u32, chunk: u32, byteLength: u32): void {
  let rest = load<u32>(heap, HEAP_LIMIT) - load<u32>(heap, HEAP_TOP);
  let block = load<u32>(heap, HEAP_TOP);
  for (let sizeClass = CLASSES; sizeClass-- != 0; ) {
    const size = classBytes(sizeClass);
    while (rest >= size) {
      heapRelease(heap, block, size);
      block += size;
      rest -= size;
    }
  }
  store<u32>(heap, chunk, HEAP_TOP);
  store<u32>(heap, chunk + (byteLength & ~15), HEAP_LIMIT);
}

/** Bytes between source and target that do not overlap; reads and writes up to 15 bytes more. */
// @ts-ignore: decorator
@inline
export function copyBlock(target: u32, source: u32, byteLength: u32): void {
  if (byteLength > COPY_LOOP_BYTES_MAX) {
    memory.copy(target, source, byteLength);
    return;
  }
  for (let i: u32 = 0; i < byteLength; i += 16) v128.store(target + i, v128.load(source + i));
}

/** As StateHeap.setBytes; says what keeps it from being done. */
export function heapSetBytes(heap: u32, slot: u32, source: u32, byteLength: u32): u32 {
  const old = load<u32>(slot);
  const oldBytes = load<u32>(slot, 4);
  if (byteLength > CLASS_BYTES_MAX || oldBytes > CLASS_BYTES_MAX) return SET_LARGE;
  let block: u32 = 0;
  if (byteLength != 0) {
    if (oldBytes != 0 && classOf(oldBytes) == classOf(byteLength)) {
      memory.copy(old, source, byteLength);
      store<u32>(slot, byteLength, 4);
      return SET_DONE;
    }
    block = heapAllocate(heap, byteLength);
    if (block == 0) return SET_NEEDS_CHUNK;
    copyBlock(block, source, byteLength);
  }
  // Only now: the source may lie in the old block.
  if (oldBytes != 0) heapRelease(heap, old, oldBytes);
  store<u32>(slot, block);
  store<u32>(slot, byteLength, 4);
  return SET_DONE;
}
