/**
 * The shared-memory lane: a ring of slots in one file per direction (proto LaneOffer). The bridge maps the files; we read and
 * write them with one system call a payload, straight into and out of the worker's memory.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { ErrorCode, SlipstreamError } from '../errors.js';
import type { LaneOffer, LaneRef } from './messages.js';

/** Outputs that share a slot start at a cache line. */
const OUTPUT_ALIGNMENT_BYTES = 64;

export class Lane {
  private readonly input: number;
  private readonly output: number;
  private outputSlot = 0;
  private outputUsedBytes = 0;

  constructor(private readonly offer: LaneOffer) {
    if (offer.slotBytes < 1 || offer.slotCount < 1) {
      throw new SlipstreamError(
        ErrorCode.laneUnusable,
        `expected a lane of at least one byte, found ${offer.slotCount} slots of ${offer.slotBytes} bytes`,
      );
    }
    this.input = openChecked(offer.inputPath, 'r', offer);
    try {
      this.output = openChecked(offer.outputPath, 'r+', offer);
    } catch (error) {
      closeSync(this.input);
      throw error;
    }
  }

  /** Refuses a reference that leaves its slot, before anybody makes room for it. */
  check(reference: LaneRef): void {
    this.position(reference.slot, reference.offset, reference.length);
  }

  /** Reads a payload to `pointer`, which has room for it. */
  read(reference: LaneRef, memory: Uint8Array, pointer: number): void {
    const position = this.position(reference.slot, reference.offset, reference.length);
    let done = 0;
    while (done < reference.length) {
      const count = used('read', () =>
        readSync(this.input, memory, pointer + done, reference.length - done, position + done),
      );
      if (count === 0) throw new SlipstreamError(ErrorCode.laneUnusable, `lane file ends at ${position + done}`);
      done += count;
    }
  }

  /** The slot that the following `write`s may use. */
  startOutput(slot: number): void {
    this.outputSlot = slot;
    this.outputUsedBytes = 0;
  }

  /** Writes a payload behind those already in the slot; `null` when it does not fit, and has to go inline. */
  write(memory: Uint8Array, pointer: number, byteLength: number): LaneRef | null {
    const offset = this.outputUsedBytes;
    if (offset + byteLength > this.offer.slotBytes) return null;
    const position = this.position(this.outputSlot, offset, byteLength);
    let done = 0;
    while (done < byteLength) {
      done += used('write', () => writeSync(this.output, memory, pointer + done, byteLength - done, position + done));
    }
    this.outputUsedBytes = (offset + byteLength + OUTPUT_ALIGNMENT_BYTES - 1) & -OUTPUT_ALIGNMENT_BYTES;
    return { slot: this.outputSlot, offset, length: byteLength };
  }

  close(): void {
    closeSync(this.input);
    closeSync(this.output);
  }

  private position(slot: number, offset: number, byteLength: number): number {
    const { slotBytes, slotCount } = this.offer;
    if (slot < 0 || slot >= slotCount || offset < 0 || byteLength < 0 || offset + byteLength > slotBytes) {
      throw new SlipstreamError(
        ErrorCode.corruptPayload,
        `expected a lane reference within ${slotCount} slots of ${slotBytes} bytes, found slot ${slot}, ${offset} + ${byteLength}`,
      );
    }
    return slot * slotBytes + offset;
  }
}

function openChecked(path: string, flags: string, offer: LaneOffer): number {
  const descriptor = used('open', () => openSync(path, flags));
  const size = fstatSync(descriptor).size;
  if (size < offer.slotBytes * offer.slotCount) {
    closeSync(descriptor);
    throw new SlipstreamError(
      ErrorCode.laneUnusable,
      `lane file ${path} has ${size} bytes, expected ${offer.slotBytes * offer.slotCount}`,
    );
  }
  return descriptor;
}

/** What the file system refuses (no such file, no permission, no room left on the device) leaves as SLIP-2006. */
function used<T>(verb: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new SlipstreamError(ErrorCode.laneUnusable, `cannot ${verb} a lane file: ${(error as Error).message}`);
  }
}
