/**
 * Flink's StreamExecMiniBatchAssigner: watermarks that end the bundles of the operators below. By processing time it makes them itself
 * (ProcTimeMiniBatchAssignerOperator), by event time it lets through one per interval (RowTimeMiniBatchAssginerOperator).
 */
import type { Batch } from '../../columnar/batch.js';
import type { ExecNode, Operator, OperatorFactory, Output, Refusal, RuntimeContext } from '../operator.js';

const LONG_MAX = 2n ** 63n - 1n;

interface MiniBatchInterval {
  /** Milliseconds. */
  readonly interval: number;
  readonly mode: string;
}

function intervalOf(node: ExecNode): MiniBatchInterval {
  return node.json.miniBatchInterval as MiniBatchInterval;
}

class ProcTimeMiniBatchAssigner implements Operator {
  private current = 0n;
  private saved = 0n;

  constructor(
    private readonly intervalMs: number,
    private readonly context: RuntimeContext,
  ) {
    context.registerTimer(context.currentTimeMs() + intervalMs);
  }

  beginFrame(): void {
    this.saved = this.current;
  }

  undoFrame(): void {
    this.current = this.saved;
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    this.startBatch(output);
    output.emitBatch(batch);
  }

  processTimer(_timestampMs: number, output: Output): void {
    this.context.registerTimer(this.startBatch(output) + this.intervalMs);
  }

  /** Those of its input are of no interest, but for the last of all. */
  processWatermark(_input: number, timestampMs: bigint, output: Output): void {
    if (timestampMs !== LONG_MAX || this.current === LONG_MAX) return;
    this.current = LONG_MAX;
    output.emitWatermark(timestampMs);
  }

  private startBatch(output: Output): number {
    const now = this.context.currentTimeMs();
    const start = now - (now % this.intervalMs);
    if (BigInt(start) > this.current) {
      this.current = BigInt(start);
      output.emitWatermark(this.current);
    }
    return start;
  }
}

class RowTimeMiniBatchAssigner implements Operator {
  private current = 0n;
  private next: bigint;
  private saved = { current: 0n, next: 0n };

  constructor(private readonly intervalMs: bigint) {
    this.next = this.startOf(0n) + intervalMs - 1n;
  }

  beginFrame(): void {
    this.saved = { current: this.current, next: this.next };
  }

  undoFrame(): void {
    this.current = this.saved.current;
    this.next = this.saved.next;
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    output.emitBatch(batch);
  }

  processWatermark(_input: number, timestampMs: bigint, output: Output): void {
    if (timestampMs === LONG_MAX && this.current !== LONG_MAX) {
      this.current = LONG_MAX;
      output.emitWatermark(timestampMs);
      return;
    }
    if (timestampMs > this.current) this.current = timestampMs;
    if (this.current >= this.next) this.advance(output);
  }

  endInput(_input: number, output: Output): void {
    this.advance(output);
  }

  private advance(output: Output): void {
    output.emitWatermark(this.current);
    const end = BigInt.asIntN(64, this.startOf(this.current) + this.intervalMs - 1n);
    this.next = end > this.current ? end : end + this.intervalMs;
  }

  /** In Java's arithmetic: the last watermark of all overflows. */
  private startOf(watermark: bigint): bigint {
    return watermark - (BigInt.asIntN(64, watermark + this.intervalMs) % this.intervalMs);
  }
}

function check(node: ExecNode): Refusal {
  const { interval, mode } = intervalOf(node);
  if (mode !== 'ProcTime' && mode !== 'RowTime') return `mode ${mode} is not covered`;
  return interval > 0 ? null : `an interval of ${interval} ms is not covered`;
}

export const miniBatchAssignerFactory: OperatorFactory = {
  execNode: 'stream-exec-mini-batch-assigner',
  versions: [1],
  consumesWatermarks: () => true,
  check,
  create(node: ExecNode, context: RuntimeContext): Operator {
    const { interval, mode } = intervalOf(node);
    return mode === 'ProcTime'
      ? new ProcTimeMiniBatchAssigner(interval, context)
      : new RowTimeMiniBatchAssigner(BigInt(interval));
  },
};
