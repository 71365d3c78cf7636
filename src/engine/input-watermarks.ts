/**
 * The watermark of a node that reads several others: the least of theirs, as AbstractStreamOperator combines those of its inputs. None of
 * them is ever idle here: the bridge leaves idle inputs of the fragment out before a watermark crosses over.
 */
const LONG_MIN = -(2n ** 63n);

export class InputWatermarks {
  private readonly lastOfInput: bigint[];
  private leastMs = LONG_MIN;
  private saved: { readonly lastOfInput: readonly bigint[]; readonly leastMs: bigint } | null = null;

  constructor(
    /** Ids of the nodes it reads, in input order; one may be there twice. */
    private readonly inputs: readonly number[],
  ) {
    this.lastOfInput = inputs.map(() => LONG_MIN);
  }

  /** A node that it reads has reached this timestamp: the least watermark, when it moves on with that. */
  reached(nodeId: number, timestampMs: bigint): bigint | null {
    const { inputs, lastOfInput } = this;
    inputs.forEach((id, input) => {
      if (id === nodeId && timestampMs > lastOfInput[input]!) lastOfInput[input] = timestampMs;
    });
    const least = lastOfInput.reduce((a, b) => (a < b ? a : b));
    if (least <= this.leastMs) return null;
    this.leastMs = least;
    return least;
  }

  /** What `undo` goes back to. */
  save(): void {
    this.saved = { lastOfInput: [...this.lastOfInput], leastMs: this.leastMs };
  }

  undo(): void {
    if (!this.saved) return;
    this.saved.lastOfInput.forEach((last, input) => (this.lastOfInput[input] = last));
    this.leastMs = this.saved.leastMs;
  }
}
