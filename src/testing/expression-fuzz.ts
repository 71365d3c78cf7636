/**
 * Random typed expressions over random rows of the all-types table, compared with stock Flink: the generated loops and the reference
 * versions must give the oracle's values and exceptions. What is refused is counted apart; everything follows from the seed.
 */
import { type LogicalType } from '../columnar/types.js';
import { checkExpression, checkRexNode } from '../expressions/check.js';
import { walk, type Expression } from '../expressions/expression.js';
import { evaluateReference } from '../expressions/reference.js';
import { parseExpression, UnsupportedExpressionError } from '../expressions/rex-parser.js';
import { type SqlValue } from '../expressions/sql-value.js';
import { type PlanContext } from '../operators/operator.js';
import { ALL_TYPES } from './all-types.js';
import { canonicalFromValue } from './canonical-values.js';
import { expressionOracle, type OracleAnswer, type OracleResult } from './expression-oracle.js';
import { randomCondition, randomExpressions, randomRows } from './random-expressions.js';
import { RowEvaluator, thrownText } from './row-evaluator.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Accepted expressions to compare; refused ones come on top. */
  readonly count: number;
  /** Only functions with one of these names at the top. */
  readonly functions?: readonly string[];
  readonly config?: Readonly<Record<string, string>>;
}

export interface FuzzReport {
  compared: number;
  /** Of them, as projections of one calc with a condition. */
  withCondition: number;
  constant: number;
  refused: Map<string, number>;
  planErrors: Map<string, number>;
  /** How many compared expressions hold the function. */
  coverage: Map<string, number>;
  differences: string[];
}

/** Expressions in one planned SELECT. */
const BATCH = 40;
/** Every so many batches get a condition. */
const CONDITION_EVERY = 4;
/** Rows with nulls, and rows without: loops are compiled for both. */
const ROW_COUNTS = { nullable: 14, nullFree: 10 };
const DIFFERENCES_MAX = 60;
const NULL_TYPE: LogicalType = { kind: 'NULL', nullable: true };

export async function fuzzExpressions(options: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = {
    compared: 0,
    withCondition: 0,
    constant: 0,
    refused: new Map(),
    planErrors: new Map(),
    coverage: new Map(),
    differences: [],
  };
  const comparer = new Comparer(options.seed, options.config ?? {}, report);
  for (let round = 0; report.compared < options.count && round < options.count; round++) {
    const seed = options.seed * 1000 + round;
    const expressions = randomExpressions(seed, BATCH, options.functions);
    const where = round % CONDITION_EVERY === CONDITION_EVERY - 1 ? randomCondition(seed) : undefined;
    await comparer.compare(expressions, where);
    if (report.differences.length >= DIFFERENCES_MAX) break;
  }
  return report;
}

interface Case {
  readonly sql: string;
  readonly expression: Expression;
  /** Per row, as `textOfResult`. */
  readonly wanted: readonly string[];
}

class Comparer {
  private readonly plan: PlanContext;
  private readonly rows: readonly SqlValue[][];
  /** Indexes of rows that go through a loop together. */
  private readonly groups: readonly (readonly number[])[];
  private readonly evaluator: RowEvaluator;

  constructor(
    seed: number,
    private readonly config: Readonly<Record<string, string>>,
    private readonly report: FuzzReport,
  ) {
    this.plan = {
      config: new Map(Object.entries(config)),
      jvm: {
        specificationVersion: '17',
        localTimeZone: config['table.local-time-zone'] ?? 'UTC',
        locale: 'en',
        exactSquareRoot: true,
      },
      allowIncompatible: new Set(),
    };
    const { nullable, nullFree } = ROW_COUNTS;
    this.rows = [...randomRows(seed, nullable), ...randomRows(seed, nullFree, true)];
    const indexes = this.rows.map((_row, index) => index);
    this.groups = [indexes.slice(0, nullable), indexes.slice(nullable)];
    this.evaluator = new RowEvaluator(
      ALL_TYPES.map(({ type }) => type),
      this.plan,
    );
  }

  async compare(expressions: readonly string[], where: string | undefined): Promise<void> {
    const answer = await this.ask(expressions, where);
    if ('results' in answer) {
      this.compareAnswer(expressions, answer, where);
    } else if (expressions.length > 1) {
      // Expressions that cannot be planned are found by halving, without the condition, which may be the culprit.
      const middle = expressions.length >> 1;
      await this.compare(expressions.slice(0, middle), undefined);
      await this.compare(expressions.slice(middle), undefined);
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
    if (refusal === null) this.differ(`${sql}: Flink's code does not compile, and it is not refused`);
  }

  private ask(expressions: readonly string[], where: string | undefined): Promise<OracleAnswer> {
    return expressionOracle().ask({
      columns: ALL_TYPES.map(({ name, sqlType }) => [name, sqlType]),
      rows: this.rows.map((row) =>
        row.map((value, index) => canonicalFromValue(value, ALL_TYPES[index]?.type ?? NULL_TYPE)),
      ),
      expressions,
      ...(where === undefined ? {} : { where }),
      config: this.config,
    });
  }

  private compareAnswer(
    expressions: readonly string[],
    answer: Extract<OracleAnswer, { results: unknown }>,
    where: string | undefined,
  ): void {
    const projection = answer.calc['projection'] as readonly unknown[];
    const condition = answer.calc['condition'] ? this.accepted(answer.calc['condition']) : null;
    if (condition === undefined) return;
    const cases = expressions.flatMap((sql, index): Case[] => {
      const expression = this.accepted(projection[index]);
      return expression ? [{ sql, expression, wanted: (answer.results[index] ?? []).map(textOfResult) }] : [];
    });
    for (const { expression } of cases) {
      this.report.compared++;
      const names = new Set([...walk(expression)].map((node) => (node.kind === 'call' ? node.function : '')));
      for (const name of names) if (name !== '') count(this.report.coverage, name);
    }
    if (condition === null) for (const one of cases) this.compareAlone(one);
    else this.compareTogether(cases, condition, where ?? '');
  }

  /** Undefined when it is refused. */
  private accepted(rex: unknown): Expression | undefined {
    try {
      const expression = parseExpression(rex);
      const refusal = checkExpression(expression, this.plan);
      if (refusal === null) return expression;
      count(this.report.refused, refusal.replace(/^.*: /s, ''));
    } catch (error) {
      if (!(error instanceof UnsupportedExpressionError)) throw error;
      count(this.report.refused, error.message);
    }
    return undefined;
  }

  private compareAlone(one: Case): void {
    const { expression, wanted } = one;
    const reference = this.rows.map((row) =>
      captured(() => textOfValue(evaluateReference(expression, row, this.plan), expression.type)),
    );
    this.differenceOf(one, 'reference', reference);
    const found = wanted.map(() => '');
    for (const group of this.groups) this.runLoop(one, group, found);
    this.differenceOf(one, 'loop', found);
  }

  /** All rows that do not throw in one batch, the others one by one; and the first exception out of all rows together. */
  private runLoop({ expression, wanted }: Case, group: readonly number[], found: string[]): void {
    const program = this.evaluator.program([expression]);
    const rows = group.map((index) => this.rows[index] ?? []);
    const evaluate = (selected: readonly number[]): string =>
      captured(() => {
        for (const [row, [value = null]] of this.evaluator.evaluate(program, rows, selected)) {
          found[group[row] ?? 0] = textOfValue(value, expression.type);
        }
        return '';
      });
    const positions = group.map((_index, position) => position);
    const throws = (position: number): boolean => wanted[group[position] ?? 0]?.startsWith('throws') ?? false;
    const fine = positions.filter((position) => !throws(position));
    const failed = evaluate(fine);
    if (failed !== '') for (const position of fine) found[group[position] ?? 0] = failed;
    const throwing = positions.filter(throws);
    for (const position of throwing) found[group[position] ?? 0] = evaluate([position]);
    const [first] = throwing;
    if (first === undefined) return;
    const index = group[first] ?? 0;
    const all = evaluate(positions);
    if (all !== wanted[index]) found[index] = `as a batch ${all}`;
  }

  /** One program with all projections and the condition, over the rows where nothing throws. */
  private compareTogether(cases: readonly Case[], condition: Expression, where: string): void {
    this.report.withCondition += cases.length;
    const program = this.evaluator.program(
      cases.map(({ expression }) => expression),
      condition,
    );
    for (const group of this.groups) {
      const rows = group.map((index) => this.rows[index] ?? []);
      const fine = group.flatMap((index, position) =>
        cases.some(({ wanted }) => wanted[index]?.startsWith('throws')) ? [] : [position],
      );
      const kept = this.evaluator.evaluate(program, rows, fine);
      cases.forEach((one, column) => {
        const found = one.wanted.map((text) => text);
        for (const position of fine) {
          const values = kept.get(position);
          found[group[position] ?? 0] = values ? textOfValue(values[column] ?? null, one.expression.type) : 'filtered';
        }
        this.differenceOf(one, `loop WHERE ${where}`, found);
      });
    }
  }

  private differenceOf({ sql, wanted }: Case, which: string, found: readonly string[]): void {
    const row = wanted.findIndex((text, index) => text !== found[index]);
    if (row < 0) return;
    const inputs = ALL_TYPES.map(({ name, type }, index) => ({
      name,
      value: canonicalFromValue(this.rows[row]?.[index] ?? null, type),
    }))
      .filter(({ name }) => new RegExp(`t\\.${name}\\b`).test(sql + which))
      .map(({ name, value }) => `${name}=${JSON.stringify(value)}`);
    this.differ(`${sql} [${inputs.join(' ')}]: Flink ${wanted[row]}, ${which} ${found[row]}`);
  }

  private differ(text: string): void {
    if (this.report.differences.length < DIFFERENCES_MAX) this.report.differences.push(text);
  }
}

function textOfValue(value: SqlValue, type: LogicalType): string {
  return JSON.stringify(canonicalFromValue(value, type));
}

function textOfResult(result: OracleResult): string {
  if ('thrown' in result) return `throws ${JSON.stringify(result.thrown)}`;
  return 'value' in result ? JSON.stringify(result.value) : 'filtered';
}

function captured(evaluate: () => string): string {
  try {
    return evaluate();
  } catch (error) {
    return thrownText(error);
  }
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
