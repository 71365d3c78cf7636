/** Random SQL expressions from the templates of the registry, and random rows of the all-types table. Everything follows from a seed. */
import fc from 'fast-check';
import { LENGTH_MAX, type LogicalType } from '../columnar/types.js';
import { type FuzzType, type SqlTemplate } from '../expressions/function.js';
import { allFunctions } from '../expressions/registry.js';
import { type SqlValue } from '../expressions/sql-value.js';
import { ALL_TYPES, FIELD_EXPRESSIONS } from './all-types.js';
import { arbitraryValue } from './arbitrary-rows.js';
import { sqlFromColumnValue } from './row-evaluator.js';

const DEPTH = 3;

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

  condition(): string {
    return this.expression('BOOLEAN', DEPTH);
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

/** A condition over the rows of a seed. */
export function randomCondition(seed: number): string {
  const arbitrary = fc.gen().map((generate) => {
    const pick = <T>(values: readonly T[]): T => values[generate(fc.nat, values.length - 1)] as T;
    return new ExpressionGenerator(pick).condition();
  });
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] ?? 'TRUE';
}

/** `count` expressions of a seed; the same seed gives the same ones as long as the registry does not change. */
export function randomExpressions(seed: number, count: number, functions?: readonly string[]): string[] {
  const arbitrary = fc.gen().map((generate) => {
    const pick = <T>(values: readonly T[]): T => values[generate(fc.nat, values.length - 1)] as T;
    return new ExpressionGenerator(pick).top(functions);
  });
  return fc.sample(arbitrary, { seed, numRuns: count });
}

/** Rows of the all-types table: edge values, nulls unless `nullFree`, and anything else of the type. */
export function randomRows(seed: number, count: number, nullFree = false): SqlValue[][] {
  const row = fc.tuple(
    ...ALL_TYPES.map(({ type, edges }) => {
      const values = [
        { weight: 6, arbitrary: fc.constantFrom(...edges) },
        {
          weight: hasOnlyEdges(type) ? 0 : 2,
          arbitrary: arbitraryValue({ ...type })
            .map((value) => sqlFromColumnValue(value))
            .filter((value) => isPlausible(value, type)),
        },
      ];
      const nullable = type.nullable && !nullFree;
      const value = fc.oneof(...values).filter((candidate) => nullable || candidate !== null);
      return nullable ? fc.oneof({ weight: 7, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }) : value;
    }),
  );
  return fc.sample(row, { seed, numRuns: count }) as SqlValue[][];
}

/** Random texts would be longer than the type. */
function hasOnlyEdges(type: LogicalType): boolean {
  return (type.kind === 'CHAR' || type.kind === 'VARCHAR') && type.length < LENGTH_MAX;
}

/** Dates of the years 1 to 9999. */
function isPlausible(value: SqlValue, type: LogicalType): boolean {
  if (value === null) return true;
  if (type.kind === 'DATE') return (value as number) >= -719162 && (value as number) <= 2932896;
  return true;
}
