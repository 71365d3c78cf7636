/**
 * Timers per key, as Flink's InternalTimerServiceImpl: at most one for each key and timestamp. One queue for event time, one for processing
 * time. A timer is an element (element-table.ts) of its key group's list, with the key (i64 timestampMs, bytes of the key) and, as its value, its
 * position in a heap ordered by timestamp (src/kernels/lib/timer-heap.ts).
 *
 * The blob of a key group: u32 count · for each: u32 keyBytes · i64 timestampMs · key
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { assert, ErrorCode, SlipstreamError } from '../errors.js';
import { type KeyedState, type KeyGroupRange } from '../operators/operator.js';
import { type BlobReader, type BlobWriter } from './blob.js';
import { ElementTable, HEAD_BYTES } from './element-table.js';
import { stateKernel, type StateKernel } from './kernel.js';

/** The key's bytes are valid until the callback returns. */
export type OnTimer = (keyPointer: number, keyBytes: number, keyGroup: number, timestampMs: bigint) => void;

const TIMESTAMP_BYTES = 8;
const HEAP_BYTES = 16;
const HEAP_COUNT = 4;
const HEAP_CAPACITY = 8;
const NODE_BYTES = 16;
const NODE_ELEMENT = 8;
const NODES_MIN = 60;
const SCRATCH_BYTES_MIN = 1024;
const ELEMENT_HEAD = 8;

export class TimerQueue implements KeyedState {
  readonly layoutVersion = 1;
  private readonly kernel: StateKernel;
  private readonly elements: ElementTable;
  private readonly keyGroupCount: number;
  /** A list head for each key group. */
  private readonly heads: number;
  private readonly heap: number;
  private scratch: number;
  private scratchBytes = SCRATCH_BYTES_MIN;

  constructor(
    readonly name: string,
    readonly memory: WorkerMemory,
    readonly keyGroups: KeyGroupRange,
  ) {
    this.kernel = stateKernel(memory);
    this.elements = new ElementTable(memory, { valueBytes: 8, hasTimestamp: false });
    this.keyGroupCount = Math.max(0, keyGroups.end - keyGroups.start + 1);
    this.heads = memory.allocate(this.keyGroupCount * HEAD_BYTES);
    memory.u8.fill(0, this.heads, this.heads + this.keyGroupCount * HEAD_BYTES);
    this.heap = memory.allocate(HEAP_BYTES);
    memory.u32.set([memory.allocate(NODES_MIN * NODE_BYTES), 0, NODES_MIN, 0], this.heap >> 2);
    this.scratch = memory.allocate(this.scratchBytes);
  }

  get size(): number {
    return this.memory.u32[(this.heap + HEAP_COUNT) >> 2]!;
  }

  /** Timestamp of the first timer. */
  get nextTimestampMs(): bigint | undefined {
    return this.size === 0 ? undefined : this.memory.i64[this.nodes >> 3]!;
  }

  /** False when it was there already. */
  register(timestampMs: bigint | number, keyGroup: number, keyPointer: number, keyBytes: number): boolean {
    const { elements } = this;
    const timestamp = BigInt(timestampMs);
    const timer = this.timerKey(timestamp, keyPointer, keyBytes);
    const element = elements.findOrCreate(this.headOf(keyGroup), timer, TIMESTAMP_BYTES + keyBytes);
    if (!elements.created) return false;
    this.push(timestamp, element);
    return true;
  }

  /** False when there was none. */
  delete(timestampMs: bigint | number, keyGroup: number, keyPointer: number, keyBytes: number): boolean {
    const head = this.headOf(keyGroup);
    const timer = this.timerKey(BigInt(timestampMs), keyPointer, keyBytes);
    const element = this.elements.find(head, timer, TIMESTAMP_BYTES + keyBytes);
    if (element === 0) return false;
    this.kernel.timerRemove(this.heap, element);
    this.elements.remove(head, element);
    return true;
  }

  /**
   * Takes all timers up to and including the timestamp out, in the order of their timestamps; the callback may register and delete others,
   * and what it registers up to the timestamp comes in the same call. Follows InternalTimerServiceImpl.advanceWatermark.
   */
  advance(timestampMs: bigint | number, onTimer: OnTimer): void {
    const { elements, memory } = this;
    const limit = BigInt(timestampMs);
    for (;;) {
      const next = this.nextTimestampMs;
      if (next === undefined || next > limit) return;
      const element = memory.u32[(this.nodes + NODE_ELEMENT) >> 2]!;
      const head = memory.u32[(element + ELEMENT_HEAD) >> 2]!;
      const keyGroup = this.keyGroups.start + (head - this.heads) / HEAD_BYTES;
      // Gone before the callback, which may register the same timer again.
      this.kernel.timerRemove(this.heap, element);
      elements.detach(element);
      try {
        const keyBytes = elements.keyBytes(element) - TIMESTAMP_BYTES;
        onTimer(elements.keyPointer(element) + TIMESTAMP_BYTES, keyBytes, keyGroup, next);
      } finally {
        elements.free(element);
      }
    }
  }

  snapshot(keyGroup: number, out: BlobWriter): void {
    const { elements, memory } = this;
    const head = this.headOf(keyGroup);
    if (elements.count(head) === 0) return;
    out.writeU32(elements.count(head));
    for (let element = elements.first(head); element !== 0; element = elements.next(element)) {
      const byteLength = elements.keyBytes(element);
      const pointer = elements.keyPointer(element);
      out.writeU32(byteLength - TIMESTAMP_BYTES);
      out.writeBytes(memory.u8.subarray(pointer, pointer + byteLength));
    }
  }

  restore(keyGroup: number, input: BlobReader, layoutVersion: number): void {
    if (layoutVersion !== this.layoutVersion) {
      throw new SlipstreamError(
        ErrorCode.incompatibleState,
        `expected layout ${this.layoutVersion} of timers ${this.name}, found ${layoutVersion}`,
      );
    }
    const { elements, memory } = this;
    const head = this.headOf(keyGroup);
    const count = input.readU32();
    for (let index = 0; index < count; index++) {
      const bytes = input.readBytes(input.readU32() + TIMESTAMP_BYTES);
      const timer = this.scratchFor(bytes.length);
      memory.u8.set(bytes, timer);
      const element = elements.findOrCreate(head, timer, bytes.length);
      if (!elements.created) this.refuse(keyGroup, 'each timer once', 'one again');
      this.push(bytes.readBigInt64LE(0), element);
    }
    if (input.remainingBytes > 0) this.refuse(keyGroup, 'the end', `${input.remainingBytes} more bytes`);
  }

  release(): void {
    const { memory } = this;
    this.elements.release();
    memory.release(this.nodes, this.capacity * NODE_BYTES);
    memory.release(this.heap, HEAP_BYTES);
    memory.release(this.heads, this.keyGroupCount * HEAD_BYTES);
    memory.release(this.scratch, this.scratchBytes);
  }

  private get nodes(): number {
    return this.memory.u32[this.heap >> 2]!;
  }

  private get capacity(): number {
    return this.memory.u32[(this.heap + HEAP_CAPACITY) >> 2]!;
  }

  private headOf(keyGroup: number): number {
    const local = keyGroup - this.keyGroups.start;
    const { start, end } = this.keyGroups;
    assert(local >= 0 && local < this.keyGroupCount, `key group ${keyGroup} is not one of ${start} to ${end}`);
    return this.heads + local * HEAD_BYTES;
  }

  private push(timestampMs: bigint, element: number): void {
    if (this.kernel.timerPush(this.heap, timestampMs, element) !== 0) return;
    const { memory, nodes, capacity } = this;
    const grown = memory.allocate(capacity * 2 * NODE_BYTES);
    memory.u8.copyWithin(grown, nodes, nodes + capacity * NODE_BYTES);
    memory.release(nodes, capacity * NODE_BYTES);
    memory.u32[this.heap >> 2] = grown;
    memory.u32[(this.heap + HEAP_CAPACITY) >> 2] = capacity * 2;
    this.kernel.timerPush(this.heap, timestampMs, element);
  }

  /** The bytes by which a timer is found. */
  private timerKey(timestampMs: bigint, keyPointer: number, keyBytes: number): number {
    const timer = this.scratchFor(TIMESTAMP_BYTES + keyBytes);
    this.memory.i64[timer >> 3] = timestampMs;
    this.memory.u8.copyWithin(timer + TIMESTAMP_BYTES, keyPointer, keyPointer + keyBytes);
    return timer;
  }

  private scratchFor(byteLength: number): number {
    if (byteLength > this.scratchBytes) {
      this.memory.release(this.scratch, this.scratchBytes);
      this.scratchBytes = Math.max(byteLength, this.scratchBytes * 2);
      this.scratch = this.memory.allocate(this.scratchBytes);
    }
    return this.scratch;
  }

  private refuse(keyGroup: number, expected: string, found: string): never {
    const place = `timers ${this.name} of key group ${keyGroup}`;
    throw new SlipstreamError(ErrorCode.invalidState, `${place}: expected ${expected}, found ${found}`);
  }
}
