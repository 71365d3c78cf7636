import { describe, expect, test } from 'vitest';
import { batchOf, RowKind, selectedRows, type Batch } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { parseLogicalType, parseRowType } from '../../columnar/type-parser.js';
import { SlipstreamError } from '../../errors.js';
import { columnFromValues, valueAt, type Value } from '../../testing/column-values.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import type { ExecNode, Operator, RuntimeContext } from '../operator.js';
import { calcFactory, referencedPaths } from './calc.js';

const INPUT = 'ROW<`i` INT, `j` INT, `r` ROW<`x` INT, `y` BIGINT>>';
const input = (index: number, type = 'INT'): object => ({ kind: 'INPUT_REF', inputIndex: index, type });
const literal = (value: number): object => ({ kind: 'LITERAL', value, type: 'INT NOT NULL' });
const call = (name: string, operands: object[], type = 'INT'): object => ({
  kind: 'CALL',
  internalName: `$${name}$1`,
  operands,
  type,
});
const field = (name: string): object => ({
  kind: 'FIELD_ACCESS',
  name,
  expr: input(2, 'ROW<`x` INT, `y` BIGINT>'),
});

function calcNode(projection: object[], condition: object | null, outputType: string): ExecNode {
  return {
    id: 2,
    execNode: 'stream-exec-calc',
    version: 1,
    json: { projection, condition },
    inputs: [1],
    inputTypes: [parseLogicalType(INPUT)],
    outputType: parseLogicalType(outputType),
    description: 'Calc',
  };
}

class Harness {
  private readonly memory = new WorkerMemory();
  private readonly arena = new Arena(this.memory);
  private readonly operator: Operator;

  constructor(node: ExecNode) {
    const context: RuntimeContext = {
      memory: this.memory,
      arena: this.arena,
      plan: goldenPlan(),
      subtaskIndex: 0,
      parallelism: 1,
      maxParallelism: 128,
      keyGroups: { start: 0, end: -1 },
      currentTimeMs: () => 0,
      registerTimer: () => undefined,
    };
    this.operator = calcFactory.create(node, context);
  }

  /** Rows that come out, each with its row kind in front. */
  process(rows: readonly (readonly Value[])[], kinds?: readonly number[]): Value[][] {
    return this.arena.run(() => {
      const out: Value[][] = [];
      const batch = this.batch(rows, kinds);
      const emitBatch = (result: Batch): void => {
        for (const row of selectedRows(this.memory, result)) {
          const kind = result.kinds === 0 ? RowKind.INSERT : this.memory.u8[result.kinds + row]!;
          out.push([kind, ...result.columns.map((column) => valueAt(this.memory, column, row))]);
        }
      };
      this.operator.processBatch(0, batch, {
        emitBatch,
        emitWatermark: () => undefined,
        reportWatermark: () => undefined,
      });
      return out;
    });
  }

  private batch(rows: readonly (readonly Value[])[], kinds?: readonly number[]): Batch {
    const columns = parseRowType(INPUT).fields.map(({ type }, index) =>
      columnFromValues(
        this.arena,
        type,
        rows.map((row) => row[index] ?? null),
      ),
    );
    const batch = batchOf(columns, rows.length);
    if (!kinds) return batch;
    const pointer = this.arena.allocate(kinds.length);
    this.memory.u8.set(kinds, pointer);
    return { ...batch, kinds: pointer };
  }
}

const notZero = call('<>', [input(0), literal(0)], 'BOOLEAN');
const division = call('/', [literal(60), input(0)]);

describe('StreamExecCalc', () => {
  test('projects the rows that the condition keeps, with their row kinds', () => {
    const harness = new Harness(calcNode([input(1), division], notZero, 'ROW<`a` INT, `b` INT>'));
    const { INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE } = RowKind;
    const rows = [
      [3, 1, null],
      [0, 2, null],
      [null, 3, null],
      [-7, null, null],
    ];
    expect(harness.process(rows, [UPDATE_AFTER, INSERT, UPDATE_BEFORE, DELETE])).toEqual([
      [UPDATE_AFTER, 1, 20],
      [DELETE, null, -8],
    ]);
  });

  test('emits nothing when no row is kept', () => {
    const harness = new Harness(calcNode([input(1)], notZero, 'ROW<`a` INT>'));
    expect(harness.process([[0, 1, null]])).toEqual([]);
  });

  test('a field of a NULL row is NULL, and passes through otherwise', () => {
    const harness = new Harness(calcNode([field('x'), field('y')], null, 'ROW<`a` INT, `b` BIGINT>'));
    const rows = [
      [1, 1, [7, 8n]],
      [1, 1, null],
      [1, 1, [null, 9n]],
    ];
    expect(harness.process(rows)).toEqual([
      [0, 7, 8n],
      [0, null, null],
      [0, null, 9n],
    ]);
  });

  test('throws what the first row throws first, whichever loop met an exception before', () => {
    const modulo = call('MOD', [input(0), input(1)]);
    const decimal = call(
      '/',
      [input(1), { kind: 'LITERAL', value: '0.0', type: 'DECIMAL(2, 1) NOT NULL' }],
      'DECIMAL(12, 1)',
    );
    const harness = new Harness(
      calcNode([division, decimal, modulo], notZero, 'ROW<`a` INT, `b` DECIMAL(12, 1), `c` INT>'),
    );
    const failure = (rows: (readonly Value[])[]): unknown => {
      try {
        return harness.process(rows);
      } catch (error) {
        return error instanceof SlipstreamError ? error.causes : error;
      }
    };
    expect(
      failure([
        [0, 0, null],
        [5, null, null],
        [5, 0, null],
        [5, 1, null],
      ]),
    ).toEqual([{ className: 'java.lang.ArithmeticException', message: 'Division undefined' }]);
    expect(
      failure([
        [5, 1, null],
        [5, 0, null],
      ]),
    ).toEqual([{ className: 'java.lang.ArithmeticException', message: 'Division by zero' }]);
  });

  test('names the expression and the reason of a refusal', () => {
    const check = (expression: object): string | null =>
      calcFactory.check(calcNode([expression], null, 'ROW<`a` INT>'), goldenPlan());
    expect(check(call('EXP', [input(0)], 'DOUBLE'))).toBe(
      "EXP($0): EXP is not accelerated, its last bits differ between math libraries; SET 'slipstream.allow-incompatible' = 'EXP' accepts that",
    );
    const allowing = { ...goldenPlan(), allowIncompatible: new Set(['exp']) };
    const exp = call('EXP', [input(0)], 'DOUBLE');
    expect(calcFactory.check(calcNode([exp], null, 'ROW<`a` DOUBLE>'), allowing)).toBe(null);
    expect(check(call('RAND', [], 'DOUBLE'))).toBe(
      'RAND(): RAND is not accelerated, it has another value at every call',
    );
    expect(check(call('NO_SUCH', [input(0)]))).toBe('NO_SUCH($0): function NO_SUCH is not implemented');
    expect(check({ kind: 'CALL', class: 'com.acme.MyFunction', operands: [input(0)], type: 'INT' })).toBe(
      'com.acme.MyFunction($0) is a user-defined function',
    );
    expect(check({ kind: 'CORREL_VARIABLE', correl: '$cor0', type: INPUT })).toBe(
      'expression kind CORREL_VARIABLE is not implemented',
    );
    expect(check(division)).toBe(null);
  });

  test('says which columns and fields it reads', () => {
    const node = calcNode(
      [field('y'), input(0)],
      call('=', [input(0), field('y')], 'BOOLEAN'),
      'ROW<`a` BIGINT, `b` INT>',
    );
    expect(referencedPaths(node)).toEqual(
      new Map<number, unknown>([
        [2, new Map([[1, 'all']])],
        [0, 'all'],
      ]),
    );
  });

  test('writes defaults for NULLs in NOT NULL columns, as Flink does', () => {
    const a = input(0, 'INT NOT NULL');
    const projection = [
      call('+', [a, literal(2)], 'INT NOT NULL'),
      a,
      input(1),
      call('CAST', [a], 'VARCHAR(2147483647) NOT NULL'),
    ];
    const harness = new Harness(calcNode(projection, null, 'ROW<`a` INT, `b` INT, `c` INT, `d` VARCHAR(2147483647)>'));
    const rows = [
      [null, null, null],
      [5, 6, null],
    ];
    expect(harness.process(rows)).toEqual([
      [RowKind.INSERT, -1, -1, null, new Uint8Array()],
      [RowKind.INSERT, 7, 5, 6, Uint8Array.of(53)],
    ]);
    expect(harness.process([[null, 1, null]])).toEqual([[RowKind.INSERT, -1, -1, 1, new Uint8Array()]]);
  });
});
