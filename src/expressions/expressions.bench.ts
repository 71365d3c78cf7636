/**
 * `npm run bench -- expressions`: nanoseconds a row of compiled calcs against the reference versions of the same expressions, over batches
 * with and without NULLs. Ratios within one run are what counts.
 */
import { EvaluationRuntime } from '../codegen/runtime.js';
import { batchOf, type Batch } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { parseLogicalType } from '../columnar/type-parser.js';
import { type PlanContext } from '../operators/operator.js';
import { columnFromValues, type Value } from '../testing/column-values.js';
import { type Expression } from './expression.js';
import { ExpressionProgram } from './program.js';
import { evaluateReference } from './reference.js';
import { parseExpression } from './rex-parser.js';
import { bytesOf, type SqlValue } from './sql-value.js';

const ROWS = 500;
const ROUNDS = 2000;
const REFERENCE_ROUNDS = 20;
const STRING = 'VARCHAR(2147483647)';
const COLUMNS = ['BIGINT', 'BIGINT', 'INT', STRING, 'DOUBLE', 'DECIMAL(23, 3)'];

const input = (index: number): object => ({ kind: 'INPUT_REF', inputIndex: index, type: COLUMNS[index] });
const literal = (value: number | string, type: string): object => ({
  kind: 'LITERAL',
  value,
  type: `${type} NOT NULL`,
});
const call = (name: string, operands: object[], type: string): object => ({
  kind: 'CALL',
  internalName: `$${name}$1`,
  operands,
  type,
});

interface BenchCase {
  readonly name: string;
  readonly projection: readonly object[];
  readonly condition?: object;
}

const CASES: readonly BenchCase[] = [
  {
    name: 'q1: 0.908 * price as DECIMAL(23, 3)',
    projection: [
      call('CAST', [call('*', [literal('0.908', 'DECIMAL(4, 3)'), input(1)], 'DECIMAL(24, 3)')], 'DECIMAL(23, 3)'),
    ],
  },
  {
    name: 'q2: WHERE MOD(auction, 123) = 0',
    projection: [input(0), input(1)],
    condition: call('=', [call('MOD', [input(0), literal(123, 'INT')], 'INT'), literal(0, 'INT')], 'BOOLEAN'),
  },
  {
    name: 'integers: i * 2 + 7, price + auction * 3',
    projection: [
      call('+', [call('*', [input(2), literal(2, 'INT')], 'INT'), literal(7, 'INT')], 'INT'),
      call('+', [input(1), call('*', [input(0), literal(3, 'INT')], 'BIGINT')], 'BIGINT'),
    ],
  },
  {
    name: 'doubles: d * 1.5 + 2',
    projection: [
      call('+', [call('*', [input(4), literal('1.5', 'DOUBLE')], 'DOUBLE'), literal('2', 'DOUBLE')], 'DOUBLE'),
    ],
  },
  { name: 'decimals: e + 1.5', projection: [call('+', [input(5), literal('1.5', 'DECIMAL(2, 1)')], 'DECIMAL(24, 3)')] },
  {
    name: "CASE WHEN i < 50 THEN 'low' ELSE s END",
    projection: [
      call('CASE', [call('<', [input(2), literal(50, 'INT')], 'BOOLEAN'), literal('low', STRING), input(3)], STRING),
    ],
  },
  {
    name: "WHERE price > 1000 AND i < 50 AND s = 'channel3'",
    projection: [input(0)],
    condition: call(
      'AND',
      [
        call('>', [input(1), literal(1000, 'BIGINT')], 'BOOLEAN'),
        call('<', [input(2), literal(50, 'INT')], 'BOOLEAN'),
        call('=', [input(3), literal('channel3', STRING)], 'BOOLEAN'),
      ],
      'BOOLEAN',
    ),
  },
];

const plan: PlanContext = {
  config: new Map(),
  jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en', exactSquareRoot: true },
  allowIncompatible: new Set(),
};

function rowOf(index: number, withNulls: boolean): SqlValue[] {
  const values: SqlValue[] = [
    BigInt(index * 37),
    BigInt(index * 911 + 5),
    index % 100,
    bytesOf(`channel${index % 5}`),
    index / 3,
    BigInt(index * 1_234_567),
  ];
  return values.map((value, column) => (withNulls && (index * 7 + column) % 10 === 0 ? null : value));
}

function nanosPerRow(rounds: number, body: () => void): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = process.hrtime.bigint();
    body();
    best = Math.min(best, Number(process.hrtime.bigint() - start));
  }
  return best / ROWS;
}

export function run(): void {
  for (const { name, projection, condition } of CASES) {
    const expressions = projection.map(parseExpression);
    const filter = condition ? parseExpression(condition) : null;
    for (const withNulls of [false, true]) {
      const rows = Array.from({ length: ROWS }, (_, index) => rowOf(index, withNulls));
      const loop = loopNanos(expressions, filter, rows);
      const reference = nanosPerRow(REFERENCE_ROUNDS, () => evaluatePlainly(expressions, filter, rows));
      const shape = withNulls ? 'with NULLs' : 'without NULLs';
      console.log(
        `${name}, ${shape}: ${loop.toFixed(1)} ns a row, reference ${reference.toFixed(0)} ns, ${(reference / loop).toFixed(0)}x`,
      );
    }
  }
}

function loopNanos(expressions: readonly Expression[], filter: Expression | null, rows: readonly SqlValue[][]): number {
  const memory = new WorkerMemory();
  const inputArena = new Arena(memory);
  const arena = new Arena(memory);
  const columns = COLUMNS.map((type, index) =>
    columnFromValues(
      inputArena,
      parseLogicalType(type),
      rows.map((row) => row[index] as Value),
    ),
  );
  const batch: Batch = batchOf(columns, rows.length);
  const program = new ExpressionProgram(expressions, filter, new EvaluationRuntime(arena, plan));
  return nanosPerRow(ROUNDS, () => arena.run(() => program.evaluate(batch)));
}

function evaluatePlainly(
  expressions: readonly Expression[],
  filter: Expression | null,
  rows: readonly SqlValue[][],
): void {
  for (const row of rows) {
    if (filter && evaluateReference(filter, row, plan) !== true) continue;
    for (const expression of expressions) evaluateReference(expression, row, plan);
  }
}
