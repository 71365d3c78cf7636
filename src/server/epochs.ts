/** The greatest attempt epoch of each subtask: an older attempt that still lives is refused. One table per worker. */
import { ErrorCode, SlipstreamError } from '../errors.js';

/** Subtasks remembered; the ones that were opened longest ago go first. */
const ENTRIES_MAX = 16_384;

export class Epochs {
  private readonly greatest = new Map<string, bigint>();

  static key(jobId: string, fragmentId: string, subtaskIndex: number): string {
    return `${jobId}/${fragmentId}/${subtaskIndex}`;
  }

  /** A new attempt opens. */
  open(key: string, epoch: bigint): void {
    this.check(key, epoch);
    this.greatest.delete(key);
    this.greatest.set(key, epoch);
    if (this.greatest.size > ENTRIES_MAX) this.greatest.delete(this.greatest.keys().next().value!);
  }

  check(key: string, epoch: bigint): void {
    const seen = this.greatest.get(key);
    if (seen !== undefined && epoch < seen) {
      throw new SlipstreamError(ErrorCode.staleEpoch, `expected epoch ${seen} or later of ${key}, found ${epoch}`);
    }
  }
}
