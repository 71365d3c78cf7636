/** Runs compiled expressions over plain rows: columns in, a batch through the program, plain values out. For tests. */
import { EvaluationRuntime } from '../codegen/runtime.js';
import { batchOf, selectedRows, type Batch } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { type LogicalType } from '../columnar/types.js';
import { SlipstreamError } from '../errors.js';
import { type Expression } from '../expressions/expression.js';
import { ExpressionProgram } from '../expressions/program.js';
import { type SqlValue } from '../expressions/sql-value.js';
import { type PlanContext } from '../operators/operator.js';
import { columnFromValues, valueAt, type Value } from './column-values.js';

export class RowEvaluator {
  private readonly memory = new WorkerMemory();
  private readonly arena = new Arena(this.memory);

  constructor(
    private readonly types: readonly LogicalType[],
    private readonly plan: PlanContext,
  ) {}

  program(projection: readonly Expression[], condition: Expression | null = null): ExpressionProgram {
    return new ExpressionProgram(projection, condition, new EvaluationRuntime(this.arena, this.plan));
  }

  /** The values of the kept rows, by row index; only the rows of `selected` are in the batch's selection. */
  evaluate(
    program: ExpressionProgram,
    rows: readonly (readonly SqlValue[])[],
    selected: readonly number[],
  ): Map<number, SqlValue[]> {
    return this.arena.run(() => {
      const result = program.evaluate(this.batch(rows, selected));
      const kept = new Map<number, SqlValue[]>();
      if (!result) return kept;
      for (const row of selectedRows(this.memory, result)) {
        kept.set(
          row,
          result.columns.map((column) => sqlFromColumnValue(valueAt(this.memory, column, row))),
        );
      }
      return kept;
    });
  }

  private batch(rows: readonly (readonly SqlValue[])[], selected: readonly number[]): Batch {
    const columns = this.types.map((type, index) =>
      columnFromValues(
        this.arena,
        type,
        rows.map((row) => columnValueFromSql(row[index] ?? null)),
      ),
    );
    const batch = batchOf(columns, rows.length);
    if (selected.length === rows.length) return batch;
    const selection = this.arena.allocate(selected.length * 4);
    this.memory.u32.set(selected, selection >> 2);
    return { ...batch, selection, selectedCount: selected.length };
  }
}

/** The Java exceptions that stock Flink would throw, as the oracle writes them; other errors go on. */
export function thrownText(error: unknown): string {
  if (!(error instanceof SlipstreamError) || error.causes.length === 0) throw error;
  return `throws ${JSON.stringify(error.causes.map(({ className, message }) => [className, message]))}`;
}

export function columnValueFromSql(value: SqlValue): Value {
  if (Array.isArray(value)) return value.map((entry: SqlValue) => columnValueFromSql(entry));
  if (value !== null && typeof value === 'object' && 'milliseconds' in value) {
    return { timestampMs: value.milliseconds, nanos: value.nanos };
  }
  return value as Value;
}

export function sqlFromColumnValue(value: Value): SqlValue {
  if (Array.isArray(value)) return value.map((entry: Value) => sqlFromColumnValue(entry));
  if (value !== null && typeof value === 'object' && 'timestampMs' in value) {
    return { milliseconds: value.timestampMs, nanos: value.nanos };
  }
  return value as SqlValue;
}
