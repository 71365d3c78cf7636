/**
 * Watermark candidates of a source whose watermark strategy the planner pushed down. Flink evaluates the expression for every row
 * of a split and keeps the maximum (GeneratedWatermarkGeneratorSupplier.DefaultWatermarkGenerator); per batch, its maximum is
 * enough, since it is emitted periodically and not per row.
 */
import { EvaluationRuntime } from '../../codegen/runtime.js';
import type { Batch } from '../../columnar/batch.js';
import type { WorkerMemory } from '../../columnar/memory.js';
import { assert } from '../../errors.js';
import { checkRexNode } from '../../expressions/check.js';
import type { FieldMask } from '../../expressions/field-mask.js';
import { ExpressionProgram } from '../../expressions/program.js';
import { referencedFields } from '../../expressions/referenced-fields.js';
import { parseExpression } from '../../expressions/rex-parser.js';
import type { ExecNode, PlanContext, Refusal, RuntimeContext } from '../operator.js';
import { scanSpecOf, type WatermarkSpec } from './scan-spec.js';

export function watermarkRefusal(spec: WatermarkSpec, context: PlanContext): Refusal {
  if (spec.emitStrategy !== 'ON_PERIODIC') return `watermark emit strategy ${spec.emitStrategy}`;
  if (spec.aligned) return 'watermark alignment';
  const refusal = checkRexNode(spec.expression, context);
  return refusal === null ? null : `watermark expression: ${refusal}`;
}

/** Parts of the scan's rows that the watermark expression reads. */
export function scanWatermarkFields(node: ExecNode): FieldMask {
  const watermark = scanSpecOf(node)?.watermark;
  return watermark ? referencedFields([parseExpression(watermark.expression)]) : new Map();
}

export class WatermarkEvaluator {
  private readonly program: ExpressionProgram;
  private readonly memory: WorkerMemory;

  constructor(spec: WatermarkSpec, context: RuntimeContext) {
    const runtime = new EvaluationRuntime(context.arena, context.plan);
    this.program = new ExpressionProgram([parseExpression(spec.expression)], null, runtime);
    this.memory = context.memory;
  }

  /** Milliseconds; null when no row has a watermark. */
  greatest(batch: Batch): bigint | null {
    const evaluated = this.program.evaluate(batch);
    if (!evaluated) return null;
    const column = evaluated.columns[0];
    assert(column?.physical === 'timestamp', 'a watermark expression is a timestamp');
    const { u8, i64 } = this.memory;
    return greatestOf(i64, column.data >> 3, u8, column.nulls, batch.rowCount);
  }
}

/** Every decoded row counts: a scan filters nothing. */
function greatestOf(values: BigInt64Array, first: number, u8: Uint8Array, nulls: number, count: number): bigint | null {
  let greatest: bigint | null = null;
  for (let row = 0; row < count; row++) {
    if (u8[nulls + row] !== 0) continue;
    const value = values[first + row]!;
    if (greatest === null || value > greatest) greatest = value;
  }
  return greatest;
}
