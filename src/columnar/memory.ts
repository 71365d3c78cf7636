/**
 * The one WebAssembly memory of a worker thread, its typed-array views, and the arena of the batch at hand.
 *
 *   0        64 Ki      64 Ki × n         1 Mi
 *   ├ unused ┼ static data of kernel 1 … n ┼ heap: arena, tables, state …
 *
 * The whole range is reserved at the start and never grows: the operating system gives a page only when it is touched, so a reserved
 * page costs nothing, and views and pointers stay valid for ever. Any loop may allocate, and nothing has to be evaluated twice.
 */

export const HEAP_BASE = 1 << 20;
const PAGE_BYTES = 65536;
/** Half of what WebAssembly's 32-bit memories could be: above it pointers are negative numbers to JavaScript's `&` and `>>`. */
const PAGES_MAX = 32767;
const PAGES_MIN = 256;
/** Kernels read and write whole 16-byte vectors: each allocation is aligned to one and has one to spare behind it. */
const ALIGNMENT_BYTES = 16;
export const SLACK_BYTES = 32;

/** The bytes that the budget of the sidecar allows are used up. */
export class MemoryLimitError extends Error {
  constructor(
    requestedBytes: number,
    readonly limitBytes: number,
  ) {
    super(`worker memory of ${requestedBytes} bytes exceeds the limit of ${limitBytes} bytes`);
    this.name = 'MemoryLimitError';
  }

  /** Whether no worker can be given more. */
  get isGreatest(): boolean {
    return this.limitBytes >= PAGES_MAX * PAGE_BYTES;
  }
}

/** A block of `allocate`, for `release`. */
export interface MemoryBlock {
  readonly pointer: number;
  readonly byteLength: number;
}

export class WorkerMemory {
  readonly memory: WebAssembly.Memory;
  readonly u8: Uint8Array;
  readonly i8: Int8Array;
  readonly u16: Uint16Array;
  readonly i16: Int16Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly i64: BigInt64Array;
  readonly u64: BigUint64Array;
  /** The blocks of the stream whose frame is being applied; a stream sets it before it runs anything. */
  owned: MemoryBlock[] | null = null;
  private top = HEAP_BASE;
  private readonly free = new Map<number, number[]>();
  private freeBytes = 0;
  /** Nothing is given beyond it; the caller sees MemoryLimitError. */
  readonly limitBytes: number;

  constructor(limitBytes: number = PAGES_MAX * PAGE_BYTES) {
    this.memory = reserve(Math.max(PAGES_MIN, Math.min(PAGES_MAX, Math.ceil(limitBytes / PAGE_BYTES))));
    const { buffer } = this.memory;
    this.limitBytes = Math.min(limitBytes, buffer.byteLength);
    this.u8 = new Uint8Array(buffer);
    this.i8 = new Int8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i16 = new Int16Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.i64 = new BigInt64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
  }

  /** Bytes that were ever given out, for metrics: the others were never touched. */
  get byteLength(): number {
    return this.top;
  }

  /** Bytes that are given out now, for the budget: what was given back is used again. */
  get usedBytes(): number {
    return this.top - this.freeBytes;
  }

  /** A block of at least `byteLength` bytes, 16-byte aligned, contents undefined. */
  allocate(byteLength: number): number {
    if (byteLength > this.limitBytes) throw new MemoryLimitError(byteLength, this.limitBytes);
    const size = blockBytes(byteLength);
    const reusable = this.free.get(size)?.pop();
    if (reusable !== undefined) {
      this.freeBytes -= size;
      return reusable;
    }
    const pointer = this.top;
    if (pointer + size > this.limitBytes) throw new MemoryLimitError(pointer + size, this.limitBytes);
    this.top = pointer + size;
    return pointer;
  }

  /** As `allocate`, for constants and tables of a stream: noted in `owned`, so that they go when it closes. */
  allocateOwned(byteLength: number): number {
    const pointer = this.allocate(byteLength);
    this.owned?.push({ pointer, byteLength });
    return pointer;
  }

  /** Gives a block back; `byteLength` as it was asked for. */
  release(pointer: number, byteLength: number): void {
    const size = blockBytes(byteLength);
    this.freeBytes += size;
    const list = this.free.get(size);
    if (list) list.push(pointer);
    else this.free.set(size, [pointer]);
  }
}

/** All pages at once; half as many, and so on, where the address space of the process is limited. */
function reserve(pages: number): WebAssembly.Memory {
  for (let maximum = pages; ; maximum >>= 1) {
    try {
      return new WebAssembly.Memory({ initial: maximum, maximum });
    } catch (error) {
      if (!(error instanceof RangeError) || maximum <= PAGES_MIN) throw error;
    }
  }
}

/** Above a page, sizes are rounded up to a quarter of a power of two, so that freed blocks fit later requests. */
function blockBytes(byteLength: number): number {
  const padded = (byteLength + SLACK_BYTES + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
  if (padded <= PAGE_BYTES) return padded;
  const quarter = 2 ** (Math.ceil(Math.log2(padded)) - 3);
  return Math.ceil(padded / quarter) * quarter;
}

/**
 * Everything that lives as long as one batch: input bytes, columns, strings made on the way, encoded output. A bump pointer in a
 * block; when that is full, one twice as large follows, and the next batch begins in that.
 */
export class Arena {
  private base: number;
  private limit: number;
  /** Blocks of this batch that are full. */
  private full: MemoryBlock[] = [];
  /** Next free byte. Kernels are given it and return where they stopped. */
  top: number;

  constructor(
    readonly memory: WorkerMemory,
    private capacityBytes = 1 << 20,
  ) {
    this.base = memory.allocate(capacityBytes);
    this.limit = this.base + capacityBytes;
    this.top = this.base;
  }

  /** Bytes that are free without another block. */
  get freeBytes(): number {
    return this.limit - this.top;
  }

  reset(): void {
    for (const { pointer, byteLength } of this.full.splice(0)) this.memory.release(pointer, byteLength);
    this.top = this.base;
  }

  /** 16-byte aligned, contents undefined, 32 bytes to spare behind it. */
  allocate(byteLength: number): number {
    // Compared before it is aligned: `&` would make a small number of one beyond 32 bits.
    if (this.top + byteLength + SLACK_BYTES + ALIGNMENT_BYTES - 1 > this.limit) this.nextBlock(byteLength);
    const pointer = this.top;
    this.top = (pointer + byteLength + SLACK_BYTES + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    return pointer;
  }

  /** Makes sure that `byteLength` bytes (and the slack) are free at `top`, for a kernel that advances it. Not aligned. */
  reserve(byteLength: number): number {
    if (this.top + byteLength + SLACK_BYTES > this.limit) this.nextBlock(byteLength);
    return this.top;
  }

  /** Ends a run of unaligned writes from `reserve`. */
  advance(top: number): void {
    this.top = (top + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
  }

  /** Gives back what `use` took, as long as it did not need another block. */
  borrow(use: () => void): void {
    const { base, top } = this;
    use();
    if (this.base === base) this.top = top;
  }

  /** Evaluates on an empty arena. */
  run<T>(evaluate: () => T): T {
    this.reset();
    return evaluate();
  }

  /** Gives the blocks back; the arena is not used after it. */
  release(): void {
    for (const { pointer, byteLength } of this.full.splice(0)) this.memory.release(pointer, byteLength);
    this.memory.release(this.base, this.capacityBytes);
    this.base = this.limit = this.top = 0;
  }

  private nextBlock(byteLength: number): void {
    const capacityBytes = Math.max(this.capacityBytes * 2, byteLength + SLACK_BYTES + ALIGNMENT_BYTES);
    // First the new block: when there is none, the arena keeps those that it has.
    const base = this.memory.allocate(capacityBytes);
    this.full.push({ pointer: this.base, byteLength: this.capacityBytes });
    this.use(base, capacityBytes);
  }

  private use(base: number, capacityBytes: number): void {
    this.base = base;
    this.capacityBytes = capacityBytes;
    this.limit = base + capacityBytes;
    this.top = base;
  }
}
