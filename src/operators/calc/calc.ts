/** Flink's StreamExecCalc: a condition and projections. Row kinds pass through. */
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { checkRexNode } from '../../expressions/check.js';
import type { Expression } from '../../expressions/expression.js';
import type { FieldMask } from '../../expressions/field-mask.js';
import { ExpressionProgram } from '../../expressions/program.js';
import { referencedFields } from '../../expressions/referenced-fields.js';
import { parseExpression } from '../../expressions/rex-parser.js';
import type { ExecNode, Operator, OperatorFactory, PlanContext, Refusal, RuntimeContext } from '../operator.js';

interface CalcSpec {
  readonly projection: readonly Expression[];
  readonly condition: Expression | null;
}

function rexNodes(node: ExecNode): readonly unknown[] {
  const projection = node.json.projection as unknown[];
  return node.json.condition ? [...projection, node.json.condition] : projection;
}

function specOf(node: ExecNode): CalcSpec {
  return {
    projection: (node.json.projection as unknown[]).map(parseExpression),
    condition: node.json.condition ? parseExpression(node.json.condition) : null,
  };
}

function check(node: ExecNode, context: PlanContext): Refusal {
  for (const rexNode of rexNodes(node)) {
    const refusal = checkRexNode(rexNode, context);
    if (refusal !== null) return refusal;
  }
  return null;
}

function create(node: ExecNode, context: RuntimeContext): Operator {
  const { projection, condition } = specOf(node);
  const program = new ExpressionProgram(projection, condition, new EvaluationRuntime(context.arena, context.plan));
  return {
    processBatch(_input, batch, output) {
      const result = program.evaluate(batch);
      if (result) output.emitBatch(result);
    },
  };
}

export const calcFactory: OperatorFactory = { execNode: 'stream-exec-calc', versions: [1], check, create };

/** What the calc reads of its input. */
export function referencedPaths(node: ExecNode): FieldMask {
  const { projection, condition } = specOf(node);
  return referencedFields(condition ? [...projection, condition] : projection);
}
