/**
 * Buffers for the blobs of snapshots, kept for the next one. Fresh ones cost twice: the kernel clears their pages while the input waits, and
 * V8 collects its whole heap each time that some 64 MB of them came (a third of the sidecar's CPU at one checkpoint a second).
 */

/** Smaller ones are cheap, and Node pools them. */
const KEPT_BYTES_MIN = 16 << 10;
const KEPT_BYTES_TOTAL_MAX = 64 << 20;
/** A kept buffer is taken when it is at most this many times as long as needed. */
const WASTE_MAX = 2;

export class BlobBuffers {
  /** Those that were given back last come last. */
  private readonly kept: Buffer[] = [];
  /** What this pool has made: nothing else is taken back. */
  private readonly own = new WeakSet<ArrayBufferLike>();
  private keptBytes = 0;

  constructor(private readonly keptBytesMax: number = KEPT_BYTES_TOTAL_MAX) {}

  /** At least `byteLength` bytes, with any content. */
  acquire(byteLength: number): Buffer {
    if (byteLength < KEPT_BYTES_MIN) return Buffer.allocUnsafe(byteLength);
    const index = this.kept.findIndex(({ length }) => length >= byteLength && length <= byteLength * WASTE_MAX);
    if (index >= 0) {
      const [buffer] = this.kept.splice(index, 1) as [Buffer];
      this.keptBytes -= buffer.length;
      return buffer;
    }
    const made = Buffer.allocUnsafeSlow(capacityOf(byteLength));
    this.own.add(made.buffer);
    return made;
  }

  /** Takes back the buffer that `bytes` is a view of, if it is one of this pool's; those that were kept longest go when there are too many. */
  release(bytes: Buffer): void {
    if (!this.own.has(bytes.buffer) || bytes.buffer.byteLength > this.keptBytesMax) return;
    this.kept.push(Buffer.from(bytes.buffer));
    this.keptBytes += bytes.buffer.byteLength;
    while (this.keptBytes > this.keptBytesMax) this.keptBytes -= this.kept.shift()!.length;
  }
}

/** Four lengths to a power of two, so that a state which grows a little finds the buffers of the last snapshot long enough. */
function capacityOf(byteLength: number): number {
  const step = 2 ** (Math.ceil(Math.log2(byteLength)) - 3);
  return Math.ceil(byteLength / step) * step;
}
