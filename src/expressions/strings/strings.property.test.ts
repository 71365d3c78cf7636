import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchOf } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { LENGTH_MAX, type LogicalType } from '../../columnar/types.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { SlipstreamError } from '../../errors.js';
import { columnFromValues, valueAt, type Value } from '../../testing/column-values.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { type CallExpression, type Expression } from '../expression.js';
import { ExpressionProgram } from '../program.js';
import { evaluateReference } from '../reference.js';
import { type SqlValue } from '../sql-value.js';

const TEXT: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable: true };
const INT: LogicalType = { kind: 'INTEGER', nullable: true };
const BOOLEAN: LogicalType = { kind: 'BOOLEAN', nullable: true };
const TYPES = [TEXT, TEXT, INT, INT];
const plan = goldenPlan();

const [s, t, i, j] = TYPES.map((type, index): Expression => ({ kind: 'input', index, type })) as [
  Expression,
  Expression,
  Expression,
  Expression,
];

function call(name: string, type: LogicalType, ...operands: readonly Expression[]): CallExpression {
  return { kind: 'call', function: name, version: 1, operands, type };
}

function constant(text: string): Expression {
  const value = new Uint8Array(Buffer.from(text));
  return { kind: 'literal', value, type: { kind: 'CHAR', length: [...text].length, nullable: false } };
}

function varchar(length: number): LogicalType {
  return { kind: 'VARCHAR', length, nullable: true };
}

const EXPRESSIONS: readonly CallExpression[] = [
  call('CHAR_LENGTH', INT, s),
  call('SUBSTRING', TEXT, s, i),
  call('SUBSTRING', TEXT, s, i, j),
  call('LEFT', TEXT, s, i),
  call('RIGHT', TEXT, s, i),
  call('LTRIM', TEXT, s),
  call('RTRIM', TEXT, s),
  call('BTRIM', TEXT, s, constant('ab😀')),
  call('POSITION', INT, t, s),
  call('LOCATE', INT, t, s, i),
  call('INSTR', INT, s, t),
  call('SPLIT_INDEX', TEXT, s, t, i),
  call('REPLACE', TEXT, s, t, constant('<😀>')),
  call('||', TEXT, call('||', TEXT, s, t), s),
  call('CONCAT', TEXT, s, t),
  call('CONCAT_WS', TEXT, t, s, s, t),
  call('STARTSWITH', BOOLEAN, s, t),
  call('ENDSWITH', BOOLEAN, s, t),
  call('LOWER', TEXT, s),
  call('UPPER', TEXT, s),
  call('REVERSE', TEXT, s),
  call('ASCII', INT, s),
  call('LIKE', BOOLEAN, s, constant('a%b%')),
  call('LIKE', BOOLEAN, s, constant('%ab%')),
  call('LIKE', BOOLEAN, s, constant('%a')),
  call('LIKE', BOOLEAN, s, constant('_%😀')),
  call('CAST', varchar(3), s),
  call('CAST', { kind: 'CHAR', length: 6, nullable: true }, s),
  call('CAST', INT, s),
  call('TRY_CAST', INT, s),
  call('TRY_CAST', { kind: 'DECIMAL', precision: 10, scale: 3, nullable: true }, s),
];

/** Short texts over few characters, so that searches find; and longer ones, so that vectors are crossed. */
const piece = fc.constantFrom(
  'a',
  'b',
  ' ',
  '😀',
  'é',
  'ß',
  'A',
  '\n',
  'ab',
  '0',
  '9',
  '.',
  '-',
  '日本',
  'x'.repeat(17),
);
const wellFormed = fc.array(piece, { maxLength: 12 }).map((pieces) => new Uint8Array(Buffer.from(pieces.join(''))));
const anyBytes = fc
  .array(fc.constantFrom(0x61, 0x62, 0x20, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xe2, 0xff), { maxLength: 24 })
  .map((bytes) => Uint8Array.from(bytes));
const int = fc.oneof(fc.integer({ min: -6, max: 8 }), fc.constantFrom(2147483647, -2147483648));

function rowsOf(text: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Value[][]> {
  const nullable = <T extends Value>(values: fc.Arbitrary<T>): fc.Arbitrary<Value> => fc.option(values, { freq: 8 });
  return fc.array(fc.tuple(nullable(text), nullable(text), nullable(int), nullable(int)), {
    minLength: 1,
    maxLength: 20,
  });
}

/** The loop over all rows, or the message of what it threw. */
function evaluateLoop(expression: Expression, rows: readonly (readonly Value[])[]): unknown {
  const memory = new WorkerMemory();
  // Small, so that batches are evaluated again on a larger one.
  const arena = new Arena(memory, 1 << 12);
  const program = new ExpressionProgram([expression], null, new EvaluationRuntime(arena, plan));
  return captured(() =>
    arena.run(() => {
      const columns = TYPES.map((type, index) =>
        columnFromValues(
          arena,
          type,
          rows.map((row) => row[index] ?? null),
        ),
      );
      const column = program.evaluate(batchOf(columns, rows.length))?.columns[0];
      if (!column) throw new Error('no rows');
      return rows.map((_row, index) => valueAt(memory, column, index));
    }),
  );
}

function captured(compute: () => readonly unknown[]): unknown {
  try {
    return compute().map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value));
  } catch (error) {
    if (!(error instanceof SlipstreamError)) throw error;
    return error.message;
  }
}

describe('string functions', () => {
  for (const expression of EXPRESSIONS) {
    test(`${expression.function} with ${expression.operands.length} operands as ${expression.type.kind}: loop and reference agree`, () => {
      fc.assert(
        fc.property(rowsOf(wellFormed), (rows) => {
          const reference = captured(() => rows.map((row) => evaluateReference(expression, row as SqlValue[], plan)));
          expect(evaluateLoop(expression, rows)).toEqual(reference);
        }),
        { numRuns: 60 },
      );
    });
  }

  /** Of malformed text, what is cut off at its end is undefined in Flink too: it then reads the bytes behind. */
  const onMalformed = EXPRESSIONS.filter(({ function: name }) =>
    ['CHAR_LENGTH', 'SPLIT_INDEX', '||', 'CONCAT', 'LOWER', 'UPPER', 'ASCII', 'CAST', 'TRY_CAST', 'REPLACE'].includes(
      name,
    ),
  );
  for (const expression of onMalformed) {
    test(`${expression.function} as ${expression.type.kind} of malformed text: loop and reference agree`, () => {
      fc.assert(
        fc.property(rowsOf(anyBytes), (rows) => {
          const reference = captured(() => rows.map((row) => evaluateReference(expression, row as SqlValue[], plan)));
          expect(evaluateLoop(expression, rows)).toEqual(reference);
        }),
        { numRuns: 60 },
      );
    });
  }
});
