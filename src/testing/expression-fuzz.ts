/**
 * Random typed expressions over random rows of the all-types table, compared with stock Flink: the generated loops and the reference
 * versions must give the oracle's values and exceptions. What is refused is counted apart; everything follows from the seed.
 */
import fc from 'fast-check';
import { EvaluationRuntime } from '../codegen/runtime.js';
import { batchOf, type Batch } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { SlipstreamError } from '../errors.js';
import { checkExpression, checkRexNode } from '../expressions/check.js';
import { type Expression } from '../expressions/expression.js';
import { type FuzzType, type SqlTemplate } from '../expressions/function.js';
import { ExpressionProgram } from '../expressions/program.js';
import { evaluateReference } from '../expressions/reference.js';
import { allFunctions } from '../expressions/registry.js';
import { parseExpression, UnsupportedExpressionError } from '../expressions/rex-parser.js';
import { type SqlValue } from '../expressions/sql-value.js';
import { type PlanContext } from '../operators/operator.js';
import { ALL_TYPES, FIELD_EXPRESSIONS } from './all-types.js';
import { arbitraryValue } from './arbitrary-rows.js';
import { canonicalFromValue } from './canonical-values.js';
import { columnFromValues, valueAt, type Value } from './column-values.js';
import { expressionOracle, type OracleAnswer, type OracleResult } from './expression-oracle.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Accepted expressions to compare; refused ones come on top. */
  readonly count: number;
  readonly rowCount?: number;
  /** Only functions with one of these names at the top. */
  readonly functions?: readonly string[];
  readonly config?: Readonly<Record<string, string>>;
}

export interface FuzzReport {
  compared: number;
  constant: number;
  refused: Map<string, number>;
  planErrors: Map<string, number>;
  /** Per function of the registry, how many compared expressions hold it. */
  coverage: Map<string, number>;
  differences: string[];
}

const BATCH = 40;
const DEPTH = 3;
const DIFFERENCES_MAX = 60;

const LITERALS: Readonly<Record<FuzzType, readonly string[]>> = {
  BOOLEAN: ['TRUE', 'FALSE', 'CAST(NULL AS BOOLEAN)'],
  TINYINT: ['CAST(1 AS TINYINT)', 'CAST(-128 AS TINYINT)'],
  SMALLINT: ['CAST(300 AS SMALLINT)', 'CAST(-1 AS SMALLINT)'],
  INT: ['0', '1', '-1', '7', '2147483647', 'CAST(NULL AS INT)'],
  BIGINT: ['CAST(0 AS BIGINT)', '9223372036854775807', '-5000000000', 'CAST(NULL AS BIGINT)'],
  FLOAT: ['CAST(1.5 AS FLOAT)', 'CAST(0.1 AS FLOAT)'],
  DOUBLE: ['0E0', '1.5E0', '-2.5E0', '1E300', 'CAST(NULL AS DOUBLE)'],
  DECIMAL: ['0.908', '1.50', '-0.05', '100', '123456789012345.5', 'CAST(NULL AS DECIMAL(10, 2))'],
  STRING: ["'a'", "''", "'Grüße'", "' x '", "'12'", 'CAST(NULL AS STRING)'],
  BYTES: ["X'00ff'", "X''"],
  DATE: ["DATE '1970-01-01'", "DATE '2024-02-29'"],
  TIME: ["TIME '12:34:56'"],
  TIMESTAMP: ["TIMESTAMP '1970-01-01 00:00:00'", "TIMESTAMP '2026-01-31 12:34:56.789'"],
  TIMESTAMP_LTZ: ['TO_TIMESTAMP_LTZ(0, 3)'],
  ARRAY: [],
  MAP: [],
};

interface Choice {
  readonly name: string;
  readonly templates: readonly SqlTemplate[];
}

/** Per result type, the functions that give it. */
function choicesByType(): Map<FuzzType, Choice[]> {
  const choices = new Map<FuzzType, Choice[]>();
  for (const entry of allFunctions()) {
    const byType = new Map<FuzzType, SqlTemplate[]>();
    for (const template of entry.templates)
      byType.set(template.result, [...(byType.get(template.result) ?? []), template]);
    for (const [type, templates] of byType) {
      choices.set(type, [...(choices.get(type) ?? []), { name: entry.names[0] ?? '', templates }]);
    }
  }
  return choices;
}

class ExpressionGenerator {
  private readonly choices = choicesByType();
  private readonly leaves = new Map<FuzzType, string[]>();

  constructor(private readonly pick: <T>(values: readonly T[]) => T) {
    for (const { name, fuzzType } of ALL_TYPES) if (fuzzType) this.leaf(fuzzType, `t.${name}`);
    for (const [sql, type] of FIELD_EXPRESSIONS) this.leaf(type, sql);
  }

  private leaf(type: FuzzType, sql: string): void {
    this.leaves.set(type, [...(this.leaves.get(type) ?? []), sql]);
  }

  top(functions?: readonly string[]): string {
    const types = [...this.choices.keys()];
    for (;;) {
      const type = this.pick(types);
      const all = this.choices.get(type) ?? [];
      const wanted = functions ? all.filter(({ name }) => functions.includes(name)) : all;
      if (wanted.length > 0) return this.call(this.pick(wanted), DEPTH);
    }
  }

  private call({ templates }: Choice, depth: number): string {
    const template = this.pick(templates);
    const operands = template.operands.map((operand) =>
      typeof operand === 'string' ? this.expression(operand, depth - 1) : this.pick(operand),
    );
    return template.sql.replace(/\$(\d)/g, (_text, index: string) => operands[Number(index)] ?? 'NULL');
  }

  private expression(type: FuzzType, depth: number): string {
    const kind = this.pick([0, 0, 0, 1, 2, 2, 2, 2]);
    const calls = this.choices.get(type) ?? [];
    if (kind === 2 && depth > 0 && calls.length > 0 && type !== 'ARRAY' && type !== 'MAP')
      return this.call(this.pick(calls), depth);
    const literals = LITERALS[type];
    if (kind === 1 && literals.length > 0) return this.pick(literals);
    return this.pick(this.leaves.get(type) ?? literals);
  }
}

/** `count` expressions of a seed; the same seed gives the same ones as long as the registry does not change. */
export function randomExpressions(seed: number, count: number, functions?: readonly string[]): string[] {
  const arbitrary = fc.gen().map((generate) => {
    const pick = <T>(values: readonly T[]): T => values[generate(fc.nat, values.length - 1)] as T;
    return new ExpressionGenerator(pick).top(functions);
  });
  return fc.sample(arbitrary, { seed, numRuns: count });
}

/** Rows of the all-types table: edge values, nulls, and anything else of the type. */
export function randomRows(seed: number, count: number): SqlValue[][] {
  const row = fc.tuple(
    ...ALL_TYPES.map(({ type, edges }) => {
      const values = [
        { weight: 6, arbitrary: fc.constantFrom(...edges) },
        {
          weight: 2,
          arbitrary: arbitraryValue({ ...type })
            .map((value) => sqlValue(value))
            .filter((value) => isPlausible(value) || value === null),
        },
      ];
      const value = fc.oneof(...values).filter((candidate) => type.nullable || candidate !== null);
      return type.nullable
        ? fc.oneof({ weight: 7, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
        : value;
    }),
  );
  return fc.sample(row, { seed, numRuns: count }) as SqlValue[][];
}

/** No texts that do not fit VARCHAR(3), and so on: those columns have edge values alone. */
function isPlausible(value: SqlValue): boolean {
  return !(value instanceof Uint8Array) || value.length > 4;
}

export async function fuzzExpressions(options: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = {
    compared: 0,
    constant: 0,
    refused: new Map(),
    planErrors: new Map(),
    coverage: new Map(),
    differences: [],
  };
  const rows = randomRows(options.seed, options.rowCount ?? 24);
  const fuzz = new Comparer(rows, options.config ?? {}, report);
  for (let round = 0; report.compared < options.count && round < options.count; round++) {
    const expressions = randomExpressions(options.seed * 1000 + round, BATCH, options.functions);
    await fuzz.compare(expressions);
    if (report.differences.length >= DIFFERENCES_MAX) break;
  }
  return report;
}

class Comparer {
  private readonly memory = new WorkerMemory();
  private readonly arena = new Arena(this.memory);
  private readonly plan: PlanContext;

  constructor(
    private readonly rows: readonly SqlValue[][],
    private readonly config: Readonly<Record<string, string>>,
    private readonly report: FuzzReport,
  ) {
    this.plan = {
      config: new Map(Object.entries(config)),
      jvm: { specificationVersion: '17', localTimeZone: config['table.local-time-zone'] ?? 'UTC', locale: 'en' },
      allowIncompatible: new Set(),
    };
  }

  async compare(expressions: readonly string[]): Promise<void> {
    const answer = await this.ask(expressions);
    if ('results' in answer) {
      const projection = answer.calc['projection'] as readonly unknown[];
      expressions.forEach((sql, index) => this.compareOne(sql, projection[index], answer.results[index] ?? []));
      return;
    }
    if (expressions.length > 1) {
      // Expressions that cannot be planned are found by halving.
      const middle = expressions.length >> 1;
      await this.compare(expressions.slice(0, middle));
      await this.compare(expressions.slice(middle));
    } else if ('planError' in answer) {
      const [, message = ''] = answer.planError[answer.planError.length - 1] ?? [];
      count(this.report.planErrors, String(message).slice(0, 60));
    } else if ('compileError' in answer) {
      this.mustBeRefused(expressions[0] ?? '', (answer.calc['projection'] as readonly unknown[])[0]);
    } else this.report.constant++;
  }

  /** Flink's own code for it does not compile, so that a job with it fails: it must stay with Flink. */
  private mustBeRefused(sql: string, rex: unknown): void {
    const refusal = checkRexNode(rex, this.plan);
    count(this.report.planErrors, 'does not compile in Flink');
    if (refusal === null) this.report.differences.push(`${sql}: Flink's code does not compile, and it is not refused`);
  }

  private ask(expressions: readonly string[]): Promise<OracleAnswer> {
    return expressionOracle().ask({
      columns: ALL_TYPES.map(({ name, sqlType }) => [name, sqlType]),
      rows: this.rows.map((row) =>
        row.map((value, index) => canonicalFromValue(value, ALL_TYPES[index]?.type ?? NULL_TYPE)),
      ),
      expressions,
      config: this.config,
    });
  }

  private compareOne(sql: string, rex: unknown, results: readonly OracleResult[]): void {
    let expression: Expression;
    try {
      expression = parseExpression(rex);
    } catch (error) {
      if (!(error instanceof UnsupportedExpressionError)) throw error;
      count(this.report.refused, error.message);
      return;
    }
    const refusal = checkExpression(expression, this.plan);
    if (refusal !== null) {
      count(this.report.refused, refusal.replace(/^.*: /s, ''));
      return;
    }
    this.report.compared++;
    for (const name of functionNames(expression)) count(this.report.coverage, name);
    const wanted = results.map(textOfResult);
    this.difference(
      sql,
      'reference',
      wanted,
      this.rows.map((row) => this.captured(expression, () => evaluateReference(expression, row, this.plan))),
    );
    this.difference(sql, 'loop', wanted, this.loopResults(expression, wanted));
  }

  /** All rows that do not throw in one batch, the others one by one; and the first exception out of all rows together. */
  private loopResults(expression: Expression, wanted: readonly string[]): string[] {
    const program = new ExpressionProgram([expression], null, new EvaluationRuntime(this.arena, this.plan));
    const found = wanted.map(() => '');
    const evaluate = (rows: readonly number[]): void => {
      const text = this.captured(expression, () =>
        this.arena.run(() => {
          const batch = this.batchOfRows(rows);
          const column = program.evaluate(batch)?.columns[0];
          if (column)
            for (const row of rows)
              found[row] = JSON.stringify(
                canonicalFromValue(sqlValue(valueAt(this.memory, column, row)), expression.type),
              );
          return null;
        }),
      );
      if (text.startsWith('throws')) for (const row of rows) found[row] = text;
    };
    const indexes = wanted.map((_text, index) => index);
    evaluate(indexes.filter((index) => !wanted[index]?.startsWith('throws')));
    const throwing = indexes.filter((index) => wanted[index]?.startsWith('throws'));
    for (const index of throwing) evaluate([index]);
    const [first] = throwing;
    if (first !== undefined) {
      const all = this.captured(expression, () =>
        this.arena.run(() => {
          program.evaluate(this.batchOfRows(indexes));
          return null;
        }),
      );
      if (all !== wanted[first]) found[first] = `as a batch ${all}`;
    }
    return found;
  }

  private batchOfRows(rows: readonly number[]): Batch {
    const columns = ALL_TYPES.map(({ type }, index) =>
      columnFromValues(
        this.arena,
        type,
        this.rows.map((row) => columnValue(row[index] ?? null)),
      ),
    );
    const batch = batchOf(columns, this.rows.length);
    if (rows.length === this.rows.length) return batch;
    const selection = this.arena.allocate(rows.length * 4);
    this.memory.u32.set(rows, selection >> 2);
    return { ...batch, selection, selectedCount: rows.length };
  }

  private captured(expression: Expression, evaluate: () => SqlValue): string {
    try {
      return JSON.stringify(canonicalFromValue(evaluate(), expression.type));
    } catch (error) {
      if (!(error instanceof SlipstreamError)) throw error;
      return `throws ${JSON.stringify(error.causes.map(({ className, message }) => [className, message]))}`;
    }
  }

  private difference(sql: string, which: string, wanted: readonly string[], found: readonly string[]): void {
    const row = wanted.findIndex((text, index) => text !== found[index]);
    if (row < 0 || this.report.differences.length >= DIFFERENCES_MAX) return;
    const inputs = ALL_TYPES.map(({ name, type }, index) => ({
      name,
      value: canonicalFromValue(this.rows[row]?.[index] ?? null, type),
    }))
      .filter(({ name }) => new RegExp(`t\\.${name}\\b`).test(sql))
      .map(({ name, value }) => `${name}=${JSON.stringify(value)}`);
    this.report.differences.push(`${sql} [${inputs.join(' ')}]: Flink ${wanted[row]}, ${which} ${found[row]}`);
  }
}

const NULL_TYPE = { kind: 'NULL', nullable: true } as const;

function functionNames(expression: Expression): Set<string> {
  const names = new Set<string>();
  const visit = (node: Expression): void => {
    if (node.kind === 'field') visit(node.source);
    if (node.kind === 'call') {
      names.add(node.function);
      node.operands.forEach(visit);
    }
  };
  visit(expression);
  return names;
}

function textOfResult(result: OracleResult): string {
  if ('thrown' in result) return `throws ${JSON.stringify(result.thrown)}`;
  return 'value' in result ? JSON.stringify(result.value) : 'filtered';
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function columnValue(value: SqlValue): Value {
  if (Array.isArray(value)) return value.map((entry: SqlValue) => columnValue(entry));
  if (value !== null && typeof value === 'object' && 'milliseconds' in value)
    return { timestampMs: value.milliseconds, nanos: value.nanos };
  return value as Value;
}

function sqlValue(value: Value): SqlValue {
  if (Array.isArray(value)) return value.map((entry: Value) => sqlValue(entry));
  if (value !== null && typeof value === 'object' && 'timestampMs' in value)
    return { milliseconds: value.timestampMs, nanos: value.nanos };
  return value as SqlValue;
}
