/** Flink's StreamExecCalc: a condition and projections. Row kinds pass through. */
import { isSameLayout } from '../../columnar/types.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { checkRexNode } from '../../expressions/check.js';
import type { Expression } from '../../expressions/expression.js';
import type { FieldMask } from '../../expressions/field-mask.js';
import { ExpressionProgram } from '../../expressions/program.js';
import { referencedFields } from '../../expressions/referenced-fields.js';
import { parseExpression } from '../../expressions/rex-parser.js';
import type { ExecNode, Operator, OperatorFactory, PlanContext, Refusal, RuntimeContext } from '../operator.js';
import { NotNullColumns } from './not-null-columns.js';

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
    const refusal = checkRexNode(rexNode, context, node.inputTypes[0]);
    if (refusal !== null) return refusal;
  }
  return outputRefusal(node);
}

/** The columns that are computed are those that the next node reads. */
function outputRefusal(node: ExecNode): Refusal {
  const fields = node.outputType.kind === 'ROW' ? node.outputType.fields : [];
  const { projection, condition } = specOf(node);
  if (fields.length !== projection.length) return `${projection.length} projections for ${fields.length} columns`;
  const wrong = fields.find((field, index) => !isSameLayout(field.type, projection[index]!.type));
  if (wrong) return `the projection of column ${wrong.name} is not of type ${wrong.type.kind}`;
  if (condition !== null && condition.type.kind !== 'BOOLEAN') return `a condition of type ${condition.type.kind}`;
  return null;
}

function create(node: ExecNode, context: RuntimeContext): Operator {
  const { projection, condition } = specOf(node);
  const program = new ExpressionProgram(projection, condition, new EvaluationRuntime(context.arena, context.plan));
  const [inputType] = node.inputTypes;
  const notNull = new NotNullColumns(projection, inputType?.kind === 'ROW' ? inputType.fields.length : 0);
  return {
    processBatch(_input, batch, output) {
      const result = program.evaluate(batch);
      if (result) output.emitBatch(notNull.filled(context.arena, batch, result));
    },
  };
}

export const calcFactory: OperatorFactory = { execNode: 'stream-exec-calc', versions: [1], check, create };

/** What the calc reads of its input. */
export function referencedPaths(node: ExecNode): FieldMask {
  const { projection, condition } = specOf(node);
  return referencedFields(condition ? [...projection, condition] : projection);
}
