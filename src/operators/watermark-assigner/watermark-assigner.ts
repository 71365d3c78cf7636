/**
 * Flink's StreamExecWatermarkAssigner (WatermarkAssignerOperator). It emits a watermark inside a batch as soon as event time has moved
 * on by more than the interval, so that later rows of the batch can be late; periodic emission and idleness are the bridge's, which
 * has the clock.
 */
import { EvaluationRuntime } from '../../codegen/runtime.js';
import type { Batch, Column } from '../../columnar/batch.js';
import { assert, javaError } from '../../errors.js';
import { checkRexNode } from '../../expressions/check.js';
import type { FieldMask } from '../../expressions/field-mask.js';
import { unionOfMasks, maskOfPath } from '../../expressions/field-mask.js';
import { ExpressionProgram } from '../../expressions/program.js';
import { referencedFields } from '../../expressions/referenced-fields.js';
import { parseExpression } from '../../expressions/rex-parser.js';
import { durationMs } from '../../columnar/duration.js';
import type { ExecNode, Operator, OperatorFactory, Output, PlanContext, RuntimeContext } from '../operator.js';

const DEFAULT_INTERVAL_MS = 200;
const LONG_MAX = 2n ** 63n - 1n;

/** `table.exec.source.idle-timeout`; 0: never idle. */
export function idleTimeoutMs(config: PlanContext['config']): bigint {
  return BigInt(durationMs(config.get('table.exec.source.idle-timeout') ?? '0'));
}

class WatermarkAssigner implements Operator {
  private readonly program: ExpressionProgram;
  private readonly intervalMs: bigint;
  private readonly rowtimeIndex: number;
  /** Both start at 0 in Flink. */
  private currentMs = 0n;
  private lastMs = 0n;
  /** Both, before the frame at hand. */
  private saved = { currentMs: 0n, lastMs: 0n };

  constructor(
    node: ExecNode,
    private readonly context: RuntimeContext,
  ) {
    const runtime = new EvaluationRuntime(context.arena, context.plan);
    this.program = new ExpressionProgram([parseExpression(node.json.watermarkExpr)], null, runtime);
    this.rowtimeIndex = node.json.rowtimeFieldIndex as number;
    const interval = context.plan.config.get('pipeline.auto-watermark-interval');
    this.intervalMs = BigInt(interval === undefined ? DEFAULT_INTERVAL_MS : durationMs(interval));
  }

  beginFrame(): void {
    this.saved = { currentMs: this.currentMs, lastMs: this.lastMs };
  }

  undoFrame(): void {
    this.currentMs = this.saved.currentMs;
    this.lastMs = this.saved.lastMs;
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    const evaluated = this.program.evaluate(batch);
    const watermarks = evaluated?.columns[0];
    const rowtimes = batch.columns[this.rowtimeIndex];
    assert(
      watermarks !== undefined && rowtimes !== undefined,
      'a watermark assigner has a watermark and a rowtime column',
    );
    this.checkRowtimes(batch, rowtimes);
    this.emitSlices(batch, watermarks, output);
    output.reportWatermark(this.currentMs);
  }

  private checkRowtimes(batch: Batch, rowtimes: Column): void {
    const { u8, u32 } = this.context.memory;
    for (let k = 0; k < batch.selectedCount; k++) {
      const row = batch.selection === 0 ? k : u32[(batch.selection >> 2) + k]!;
      if (u8[rowtimes.nulls + row] !== 0) {
        throw javaError(
          'java.lang.RuntimeException',
          'RowTime field should not be null, please convert it to a non-null long value.',
        );
      }
    }
  }

  /** Rows up to each watermark, the watermark, and so on. */
  private emitSlices(batch: Batch, watermarks: Column, output: Output): void {
    const { u8, u32, i64 } = this.context.memory;
    const selection = this.selectionOf(batch);
    let { currentMs, lastMs } = this;
    let start = 0;
    for (let k = 0; k < batch.selectedCount; k++) {
      const row = u32[(selection >> 2) + k]!;
      if (u8[watermarks.nulls + row] === 0) {
        const watermark = i64[(watermarks.data >> 3) + row]!;
        if (watermark > currentMs) currentMs = watermark;
      }
      if (currentMs - lastMs > this.intervalMs) {
        lastMs = currentMs;
        emitSlice(batch, selection, start, k + 1, output);
        output.emitWatermark(currentMs);
        start = k + 1;
      }
    }
    emitSlice(batch, selection, start, batch.selectedCount, output);
    this.currentMs = currentMs;
    this.lastMs = lastMs;
  }

  private selectionOf(batch: Batch): number {
    if (batch.selection !== 0) return batch.selection;
    const selection = this.context.arena.allocate(batch.selectedCount * 4);
    const { u32 } = this.context.memory;
    for (let k = 0; k < batch.selectedCount; k++) u32[(selection >> 2) + k] = k;
    return selection;
  }

  /** Its own watermarks only; the last one of all ends the input. */
  processWatermark(_input: number, timestampMs: bigint, output: Output): void {
    if (timestampMs === LONG_MAX) output.emitWatermark(timestampMs);
  }
}

function emitSlice(batch: Batch, selection: number, start: number, end: number, output: Output): void {
  if (end > start) output.emitBatch({ ...batch, selection: selection + start * 4, selectedCount: end - start });
}

export const watermarkAssignerFactory: OperatorFactory = {
  execNode: 'stream-exec-watermark-assigner',
  versions: [1],
  check: (node, context) => checkRexNode(node.json.watermarkExpr, context, node.inputTypes[0]),
  create: (node, context) => new WatermarkAssigner(node, context),
};

/** What it reads itself, beside what those below it read. */
export function assignerFields(node: ExecNode): FieldMask {
  const expression = referencedFields([parseExpression(node.json.watermarkExpr)]);
  return unionOfMasks(expression, maskOfPath([node.json.rowtimeFieldIndex as number]));
}
