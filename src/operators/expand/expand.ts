/** Flink's StreamExecExpand: each row once for each list of projections, one behind the other. Row kinds pass through. */
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { batchOf, type Batch } from '../../columnar/batch.js';
import { canInterleave, interleaveColumns } from '../../columnar/interleave.js';
import { isSameLayout } from '../../columnar/types.js';
import { checkRexNode } from '../../expressions/check.js';
import type { Expression } from '../../expressions/expression.js';
import type { FieldMask } from '../../expressions/field-mask.js';
import { ExpressionProgram } from '../../expressions/program.js';
import { referencedFields } from '../../expressions/referenced-fields.js';
import { parseExpression } from '../../expressions/rex-parser.js';
import type { ExecNode, Operator, OperatorFactory, Output, PlanContext, Refusal, RuntimeContext } from '../operator.js';

function rexProjects(node: ExecNode): readonly (readonly unknown[])[] {
  return node.json.projects as unknown[][];
}

function projectsOf(node: ExecNode): Expression[][] {
  return rexProjects(node).map((project) => project.map(parseExpression));
}

function check(node: ExecNode, context: PlanContext): Refusal {
  for (const rexNode of rexProjects(node).flat()) {
    const refusal = checkRexNode(rexNode, context, node.inputTypes[0]);
    if (refusal !== null) return refusal;
  }
  const fields = node.outputType.kind === 'ROW' ? node.outputType.fields : [];
  for (const project of projectsOf(node)) {
    if (project.length !== fields.length) return `${project.length} projections for ${fields.length} columns`;
    const wrong = fields.find((field, index) => !isSameLayout(field.type, project[index]!.type));
    if (wrong) return `the projection of column ${wrong.name} is not of type ${wrong.type.kind}`;
  }
  const nested = fields.find((field, index) => !canInterleave(field.type) && sourcesOf(node, index) > 1);
  return nested ? `column ${nested.name} comes from several columns of lists` : null;
}

/** Columns that an output column comes from; NULL is none. */
function sourcesOf(node: ExecNode, column: number): number {
  const texts = rexProjects(node).map((project) => JSON.stringify(project[column]));
  return new Set(texts.filter((_, index) => !isNullLiteral(rexProjects(node)[index]![column]))).size;
}

function isNullLiteral(rexNode: unknown): boolean {
  const { kind, value } = rexNode as { readonly kind?: string; readonly value?: unknown };
  return kind === 'LITERAL' && (value ?? null) === null;
}

class Expand implements Operator {
  private readonly programs: readonly ExpressionProgram[];

  constructor(
    node: ExecNode,
    private readonly context: RuntimeContext,
  ) {
    this.programs = projectsOf(node).map(
      (project) => new ExpressionProgram(project, null, new EvaluationRuntime(context.arena, context.plan)),
    );
  }

  processBatch(_input: number, batch: Batch, output: Output): void {
    const { arena } = this.context;
    const projected = this.programs.map((program) => program.evaluate(batch)!.columns);
    const columns = projected[0]!.map((_, index) =>
      interleaveColumns(
        arena,
        projected.map((ofProject) => ofProject[index]!),
        batch.selection,
        batch.selectedCount,
      ),
    );
    const expanded = batchOf(columns, batch.selectedCount * this.programs.length);
    output.emitBatch({ ...expanded, kinds: this.kindsOf(batch) });
  }

  private kindsOf(batch: Batch): number {
    if (batch.kinds === 0) return 0;
    const { arena, memory } = this.context;
    const copies = this.programs.length;
    const kinds = arena.allocate(batch.selectedCount * copies);
    for (let k = 0; k < batch.selectedCount; k++) {
      const row = batch.selection === 0 ? k : memory.u32[(batch.selection >>> 2) + k]!;
      memory.u8.fill(memory.u8[batch.kinds + row]!, kinds + k * copies, kinds + (k + 1) * copies);
    }
    return kinds;
  }
}

export const expandFactory: OperatorFactory = {
  execNode: 'stream-exec-expand',
  versions: [1],
  check,
  create: (node, context) => new Expand(node, context),
};

/** What the operator reads of its input. */
export function expandedPaths(node: ExecNode): FieldMask {
  return referencedFields(projectsOf(node).flat());
}
