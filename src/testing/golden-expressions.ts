/**
 * Answers of stock Flink to expressions, written down: a group of cases is SQL over rows; its golden file holds the plan and the
 * answers that the oracle gave. The answers are compared with the generated loops and with the reference versions, without a JVM.
 */
import { readFileSync } from 'node:fs';
import { batchOf } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { parseLogicalType } from '../columnar/type-parser.js';
import { type LogicalType } from '../columnar/types.js';
import { EvaluationRuntime } from '../codegen/runtime.js';
import { SlipstreamError } from '../errors.js';
import { checkColumn } from '../expressions/check.js';
import { type Expression } from '../expressions/expression.js';
import { parsePlanJson } from '../expressions/plan-json.js';
import { ExpressionProgram } from '../expressions/program.js';
import { evaluateReference } from '../expressions/reference.js';
import { parseExpression } from '../expressions/rex-parser.js';
import { type SqlValue } from '../expressions/sql-value.js';
import { type PlanContext } from '../operators/operator.js';
import { canonicalFromValue, valueFromCanonical, type CanonicalValue } from './canonical-values.js';
import { columnFromValues, valueAt } from './column-values.js';
import { type OracleResult, type ThrownChain } from './expression-oracle.js';
import { columnValueFromSql, sqlFromColumnValue } from './row-evaluator.js';

export interface GoldenGroup {
  /** Types as plans write them, e.g. VARCHAR(2147483647), not STRING. */
  readonly columns: readonly (readonly [name: string, sqlType: string])[];
  readonly rows: readonly (readonly CanonicalValue[])[];
  readonly expressions: readonly string[];
  readonly config?: Readonly<Record<string, string>>;
}

/** One expression: what Flink planned and answered. */
export interface GoldenAnswer {
  readonly sql: string;
  /** RexNode JSON. */
  readonly rex: unknown;
  readonly results: readonly OracleResult[];
}

export interface GoldenFile extends GoldenGroup {
  readonly answers: readonly GoldenAnswer[];
}

export function readGolden(url: URL): GoldenFile {
  return parsePlanJson(readFileSync(url, 'utf8')) as GoldenFile;
}

export function goldenPlan(config: Readonly<Record<string, string>> = {}): PlanContext {
  return {
    config: new Map(Object.entries(config)),
    jvm: {
      specificationVersion: '17',
      localTimeZone: config['table.local-time-zone'] ?? 'UTC',
      locale: 'en',
      exactSquareRoot: true,
    },
    allowIncompatible: new Set(),
  };
}

/** What an expression came to: differences from the golden answers, or why it is refused. */
export type Comparison = { readonly refusal: string } | { readonly differences: readonly string[] };

export function compareWithGolden(golden: GoldenFile, answer: GoldenAnswer): Comparison {
  const plan = goldenPlan(golden.config);
  const expression = parseExpression(answer.rex);
  const refusal = checkColumn(expression, plan);
  if (refusal !== null) return { refusal };
  const types = golden.columns.map(([, type]) => parseLogicalType(type));
  const rows = golden.rows.map((row) =>
    row.map((value, index) => valueFromCanonical(value, types[index] ?? NULL_TYPE)),
  );
  const loop = new LoopUnderTest(expression, types, plan);
  const differences = rows.flatMap((row, index) => {
    const expected = answer.results[index];
    if (expected === undefined || 'filtered' in expected) return [];
    const wanted = textOfResult(expected);
    return [
      ['reference', captured(() => evaluateReference(expression, row, plan), expression.type)],
      ['loop', captured(() => loop.evaluate([row])[0] ?? null, expression.type)],
    ].flatMap(([which, found]) =>
      found === wanted
        ? []
        : [`${answer.sql} of ${JSON.stringify(golden.rows[index])}: Flink ${wanted}, ${which} ${found}`],
    );
  });
  return { differences: [...differences, ...compareAsBatch(loop, rows, answer, expression.type)] };
}

const NULL_TYPE: LogicalType = { kind: 'NULL', nullable: true };

/** All rows that throw nothing, in one batch. */
function compareAsBatch(
  loop: LoopUnderTest,
  rows: readonly (readonly SqlValue[])[],
  answer: GoldenAnswer,
  type: LogicalType,
): string[] {
  const fine = rows
    .map((row, index) => ({ row, result: answer.results[index] }))
    .filter(({ result }) => result && 'value' in result);
  const wanted = JSON.stringify(fine.map(({ result }) => (result && 'value' in result ? result.value : null)));
  const found = JSON.stringify(
    loop.evaluate(fine.map(({ row }) => row)).map((value) => canonicalFromValue(value, type)),
  );
  return found === wanted ? [] : [`${answer.sql} as a batch: Flink ${wanted}, loop ${found}`];
}

function textOfResult(result: OracleResult): string {
  if ('thrown' in result) return `throws ${JSON.stringify(result.thrown)}`;
  return JSON.stringify('value' in result ? result.value : 'filtered');
}

function captured(evaluate: () => SqlValue, type: LogicalType): string {
  try {
    return JSON.stringify(canonicalFromValue(evaluate(), type));
  } catch (error) {
    if (!(error instanceof SlipstreamError) || error.causes.length === 0) throw error;
    const chain: ThrownChain = error.causes.map((cause) => [cause.className, cause.message]);
    return `throws ${JSON.stringify(chain)}`;
  }
}

/** One compiled expression over batches of rows. */
class LoopUnderTest {
  private readonly memory = new WorkerMemory();
  private readonly arena = new Arena(this.memory, 1 << 16);
  private readonly program: ExpressionProgram;

  constructor(
    expression: Expression,
    private readonly types: readonly LogicalType[],
    plan: PlanContext,
  ) {
    this.program = new ExpressionProgram([expression], null, new EvaluationRuntime(this.arena, plan));
  }

  evaluate(rows: readonly (readonly SqlValue[])[]): SqlValue[] {
    if (rows.length === 0) return [];
    return this.arena.run(() => {
      const columns = this.types.map((type, index) =>
        columnFromValues(
          this.arena,
          type,
          rows.map((row) => columnValueFromSql(row[index] ?? null)),
        ),
      );
      const result = this.program.evaluate(batchOf(columns, rows.length))?.columns[0];
      if (!result) throw new Error('the program kept no row');
      return rows.map((_row, index) => sqlFromColumnValue(valueAt(this.memory, result, index)));
    });
  }
}
