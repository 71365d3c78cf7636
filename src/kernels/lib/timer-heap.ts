// A heap of timers with four children a node, earliest first.
//
//   heap  u32 nodes · u32 count · u32 capacity
//   node  i64 timestampMs · u32 element · u32 0
//
// The element (element-table.ts) has its node's position in the first 4 bytes of its value, so that a timer can be deleted.

const HEAP_COUNT: u32 = 4;
const HEAP_CAPACITY: u32 = 8;
const ELEMENT_POSITION: u32 = 16;

// @ts-ignore: decorator
@inline
function place(nodes: u32, position: u32, timestampMs: i64, element: u32): void {
  const node = nodes + (position << 4);
  store<i64>(node, timestampMs);
  store<u32>(node, element, 8);
  store<u32>(element, position, ELEMENT_POSITION);
}

// @ts-ignore: decorator
@inline
function moveNode(nodes: u32, from: u32, to: u32): void {
  place(nodes, to, load<i64>(nodes + (from << 4)), load<u32>(nodes + (from << 4), 8));
}

function siftUp(nodes: u32, start: u32, timestampMs: i64, element: u32): void {
  let position = start;
  while (position != 0) {
    const parent = (position - 1) >> 2;
    if (load<i64>(nodes + (parent << 4)) <= timestampMs) break;
    moveNode(nodes, parent, position);
    position = parent;
  }
  place(nodes, position, timestampMs, element);
}

function siftDown(nodes: u32, count: u32, start: u32, timestampMs: i64, element: u32): void {
  let position = start;
  for (;;) {
    const first = (position << 2) + 1;
    if (first >= count) break;
    let child = first;
    let childMs = load<i64>(nodes + (first << 4));
    const end = min(first + 4, count);
    for (let k = first + 1; k < end; k++) {
      const otherMs = load<i64>(nodes + (k << 4));
      if (otherMs < childMs) {
        child = k;
        childMs = otherMs;
      }
    }
    if (childMs >= timestampMs) break;
    moveNode(nodes, child, position);
    position = child;
  }
  place(nodes, position, timestampMs, element);
}

/** False when the heap is full. */
export function timerPush(heap: u32, timestampMs: i64, element: u32): bool {
  const count = load<u32>(heap, HEAP_COUNT);
  if (count == load<u32>(heap, HEAP_CAPACITY)) return false;
  store<u32>(heap, count + 1, HEAP_COUNT);
  siftUp(load<u32>(heap), count, timestampMs, element);
  return true;
}

/** Takes the element's timer out. */
export function timerRemove(heap: u32, element: u32): void {
  const nodes = load<u32>(heap);
  const position = load<u32>(element, ELEMENT_POSITION);
  const count = load<u32>(heap, HEAP_COUNT) - 1;
  store<u32>(heap, count, HEAP_COUNT);
  if (position == count) return;
  const lastMs = load<i64>(nodes + (count << 4));
  const last = load<u32>(nodes + (count << 4), 8);
  if (lastMs < load<i64>(nodes + (position << 4))) siftUp(nodes, position, lastMs, last);
  else siftDown(nodes, count, position, lastMs, last);
}
