/** Bytes of state on their way into a snapshot and back. Little-endian. The envelope around them is envelope.ts. */
import { ErrorCode, SlipstreamError } from '../errors.js';
import { BlobBuffers } from './blob-buffers.js';

const CAPACITY_BYTES_MIN = 1024;

export class BlobWriter {
  private buffer: Buffer;
  private length = 0;

  /** @param expectedBytes how much will be written, as far as is known */
  constructor(
    private readonly buffers: BlobBuffers = new BlobBuffers(),
    expectedBytes = 0,
  ) {
    this.buffer = buffers.acquire(Math.max(expectedBytes, CAPACITY_BYTES_MIN));
  }

  get byteLength(): number {
    return this.length;
  }

  /** Room for `byteLength` more bytes at `offset` of the returned buffer; the caller fills all of it. */
  reserve(byteLength: number): { readonly buffer: Buffer; readonly offset: number } {
    const end = this.length + byteLength;
    if (end > this.buffer.length) {
      const grown = this.buffers.acquire(Math.max(end, this.buffer.length * 2));
      this.buffer.copy(grown, 0, 0, this.length);
      this.buffers.release(this.buffer);
      this.buffer = grown;
    }
    const offset = this.length;
    this.length = end;
    return { buffer: this.buffer, offset };
  }

  writeU32(value: number): void {
    const { buffer, offset } = this.reserve(4);
    buffer.writeUInt32LE(value, offset);
  }

  writeI64(value: bigint): void {
    const { buffer, offset } = this.reserve(8);
    buffer.writeBigInt64LE(value, offset);
  }

  /** The bytes alone: whoever reads them knows how many. */
  writeBytes(bytes: Uint8Array): void {
    const { buffer, offset } = this.reserve(bytes.length);
    buffer.set(bytes, offset);
  }

  /** Writes over what is there already. */
  setU32(offset: number, value: number): void {
    this.buffer.writeUInt32LE(value, offset);
  }

  /** Forgets what was written behind the first bytes. */
  truncate(byteLength: number): void {
    this.length = Math.min(this.length, byteLength);
  }

  /** What was written so far; valid until the next write. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

export class BlobReader {
  private position = 0;
  private readonly buffer: Buffer;

  constructor(bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remainingBytes(): number {
    return this.buffer.length - this.position;
  }

  readU32(): number {
    return this.buffer.readUInt32LE(this.advance(4));
  }

  readI64(): bigint {
    return this.buffer.readBigInt64LE(this.advance(8));
  }

  /** A view of the next bytes. */
  readBytes(byteLength: number): Buffer {
    const start = this.advance(byteLength);
    return this.buffer.subarray(start, start + byteLength);
  }

  private advance(byteLength: number): number {
    if (byteLength > this.remainingBytes) {
      throw new SlipstreamError(
        ErrorCode.invalidState,
        `a state blob is cut off: expected ${byteLength} more bytes, found ${this.remainingBytes}`,
      );
    }
    const start = this.position;
    this.position = start + byteLength;
    return start;
  }
}
