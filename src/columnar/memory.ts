/**
 * The one WebAssembly memory of a worker thread, its typed-array views, and the arena of the batch at hand.
 *
 *   0        64 Ki      64 Ki × n         1 Mi
 *   ├ unused ┼ static data of kernel 1 … n ┼ heap: arena, tables, state …
 *
 * Growth replaces the buffer and detaches every view, so nobody keeps one: loops read `memory.i64` and its like when they
 * start, and nothing grows the memory inside a loop (see Arena).
 */

export const HEAP_BASE = 1 << 20;
const PAGE_BYTES = 65536;
/** Half of what WebAssembly's 32-bit memories could be: above it pointers are negative numbers to JavaScript's `&` and `>>`. */
const PAGES_MAX = 32767;
/** Kernels read and write whole 16-byte vectors: each allocation is aligned to one and has one to spare behind it. */
const ALIGNMENT_BYTES = 16;
const SLACK_BYTES = 32;

/** The bytes that the budget of the sidecar allows are used up. */
export class MemoryLimitError extends Error {
  constructor(requestedBytes: number, limitBytes: number) {
    super(`worker memory of ${requestedBytes} bytes exceeds the limit of ${limitBytes} bytes`);
    this.name = 'MemoryLimitError';
  }
}

/** A block of `allocate`, for `release`. */
export interface MemoryBlock {
  readonly pointer: number;
  readonly byteLength: number;
}

export class WorkerMemory {
  readonly memory: WebAssembly.Memory;
  u8!: Uint8Array;
  i8!: Int8Array;
  u16!: Uint16Array;
  i16!: Int16Array;
  i32!: Int32Array;
  u32!: Uint32Array;
  f32!: Float32Array;
  f64!: Float64Array;
  i64!: BigInt64Array;
  u64!: BigUint64Array;
  /** The blocks of the stream whose frame is being applied; a stream sets it before it runs anything. */
  owned: MemoryBlock[] | null = null;
  private top = HEAP_BASE;
  private readonly free = new Map<number, number[]>();
  /** No growth beyond it; the caller sees MemoryLimitError. */
  readonly limitBytes: number;

  constructor(limitBytes: number = PAGES_MAX * PAGE_BYTES) {
    this.limitBytes = Math.min(limitBytes, PAGES_MAX * PAGE_BYTES);
    this.memory = new WebAssembly.Memory({ initial: 32, maximum: PAGES_MAX });
    this.refreshViews();
  }

  /** Bytes that are held, for metrics. */
  get byteLength(): number {
    return this.memory.buffer.byteLength;
  }

  /** A block of at least `byteLength` bytes, 16-byte aligned, contents undefined. May grow the memory. */
  allocate(byteLength: number): number {
    if (byteLength > this.limitBytes) throw new MemoryLimitError(byteLength, this.limitBytes);
    const size = blockBytes(byteLength);
    const reusable = this.free.get(size)?.pop();
    if (reusable !== undefined) return reusable;
    const pointer = this.top;
    const end = pointer + size;
    if (end > this.memory.buffer.byteLength) this.grow(end);
    this.top = end;
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
    const list = this.free.get(size);
    if (list) list.push(pointer);
    else this.free.set(size, [pointer]);
  }

  private grow(endBytes: number): void {
    if (endBytes > this.limitBytes) throw new MemoryLimitError(endBytes, this.limitBytes);
    this.memory.grow(Math.ceil((endBytes - this.memory.buffer.byteLength) / PAGE_BYTES));
    this.refreshViews();
  }

  private refreshViews(): void {
    const buffer = this.memory.buffer;
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
}

/** Above a page, sizes are rounded up to a quarter of a power of two, so that freed blocks fit later requests. */
function blockBytes(byteLength: number): number {
  const padded = (byteLength + SLACK_BYTES + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
  if (padded <= PAGE_BYTES) return padded;
  const quarter = 2 ** (Math.ceil(Math.log2(padded)) - 3);
  return Math.ceil(padded / quarter) * quarter;
}

/** Thrown inside a batch when the arena is too small: the engine enlarges it and runs the batch again from its start. */
export class ArenaFullError extends Error {
  constructor(readonly neededBytes: number) {
    super(`arena needs ${neededBytes} more bytes`);
    this.name = 'ArenaFullError';
  }
}

/**
 * Everything that lives as long as one batch: input bytes, columns, strings made on the way, encoded output. A bump pointer
 * in one contiguous block; allocation inside a loop never grows the memory, so views and pointers stay valid to the end of
 * the batch. Evaluation up to the end of a batch must therefore be free of side effects, or be undone by `run`'s second try.
 */
export class Arena {
  private base: number;
  private limit: number;
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

  get usedBytes(): number {
    return this.top - this.base;
  }

  get freeBytes(): number {
    return this.limit - this.top;
  }

  reset(): void {
    this.top = this.base;
  }

  /** 16-byte aligned, contents undefined, 32 bytes to spare behind it. */
  allocate(byteLength: number): number {
    const pointer = this.top;
    // Compared before it is aligned: `&` would make a small number of one beyond 32 bits.
    const end = pointer + byteLength + SLACK_BYTES + ALIGNMENT_BYTES - 1;
    if (end > this.limit) throw new ArenaFullError(end - this.limit);
    this.top = end & -ALIGNMENT_BYTES;
    return pointer;
  }

  /** Makes sure that `byteLength` bytes (and the slack) are free at `top`, for a kernel that advances it. Not aligned. */
  reserve(byteLength: number): number {
    if (this.top + byteLength + SLACK_BYTES > this.limit) {
      throw new ArenaFullError(this.top + byteLength + SLACK_BYTES - this.limit);
    }
    return this.top;
  }

  /** Ends a run of unaligned writes from `reserve`. */
  advance(top: number): void {
    this.top = (top + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
  }

  /** Runs `evaluate` on an empty arena, again on a larger one whenever it was too small. */
  run<T>(evaluate: () => T): T {
    for (;;) {
      this.reset();
      try {
        return evaluate();
      } catch (error) {
        if (!(error instanceof ArenaFullError)) throw error;
        this.enlarge(error.neededBytes);
      }
    }
  }

  /** Gives the block back; the arena is not used after it. */
  release(): void {
    this.memory.release(this.base, this.capacityBytes);
    this.base = this.limit = this.top = 0;
  }

  private enlarge(neededBytes: number): void {
    const capacityBytes = Math.max(this.capacityBytes * 2, this.capacityBytes + neededBytes);
    // First the new block: when there is none, the arena keeps the one that it has.
    const base = this.memory.allocate(capacityBytes);
    this.memory.release(this.base, this.capacityBytes);
    this.base = base;
    this.capacityBytes = capacityBytes;
    this.limit = this.base + this.capacityBytes;
    this.top = this.base;
  }
}
