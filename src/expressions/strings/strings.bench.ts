/**
 * `npm run bench -- strings`: nanoseconds a row of functions over strings and times, as generated loops evaluate them, beside the
 * same over JavaScript strings. Ratios within one run are what counts.
 */
import { batchOf, type Batch } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { LENGTH_MAX, type LogicalType } from '../../columnar/types.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { columnFromValues, utf8 } from '../../testing/column-values.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { type CallExpression, type Expression } from '../expression.js';
import { ExpressionProgram } from '../program.js';
import { type SqlValue } from '../sql-value.js';

const ROWS = 500;
const BATCHES = 400;
const ROUNDS = 8;
const TEXT: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable: true };
const INT: LogicalType = { kind: 'INTEGER', nullable: false };
const BIGINT: LogicalType = { kind: 'BIGINT', nullable: true };
const BOOLEAN: LogicalType = { kind: 'BOOLEAN', nullable: true };
const TIMESTAMP: LogicalType = { kind: 'TIMESTAMP', precision: 3, nullable: true };
const SYMBOL: LogicalType = { kind: 'NULL', nullable: false };

const url: Expression = { kind: 'input', index: 0, type: TEXT };
const time: Expression = { kind: 'input', index: 1, type: TIMESTAMP };

function call(name: string, type: LogicalType, ...operands: readonly Expression[]): CallExpression {
  return { kind: 'call', function: name, version: 1, operands, type };
}

function literal(value: SqlValue, type: LogicalType): Expression {
  return { kind: 'literal', value, type };
}

function text(value: string): Expression {
  return literal(utf8(value), { kind: 'CHAR', length: value.length, nullable: false });
}

function unit(value: string): Expression {
  return { kind: 'symbol', symbol: 'TIME_UNIT_RANGE', value, type: SYMBOL };
}

/** The expression, and the same in JavaScript over (url, milliseconds). */
const CASES: readonly (readonly [string, Expression, (url: string, ms: number) => unknown])[] = [
  ['LOWER', call('LOWER', TEXT, url), (s) => s.toLowerCase()],
  ['CHAR_LENGTH', call('CHAR_LENGTH', INT, url), (s) => s.length],
  [
    "= 'https://…'",
    call('=', BOOLEAN, url, text('https://www.nexmark.com/50abc/item.htm?query=5')),
    (s) => s === 'https://www.nexmark.com/50abc/item.htm?query=5',
  ],
  ["LIKE '%item%'", call('LIKE', BOOLEAN, url, text('%item%')), (s) => s.includes('item')],
  ["LIKE 'https%'", call('LIKE', BOOLEAN, url, text('https%')), (s) => s.startsWith('https')],
  ['SUBSTRING 9, 10', call('SUBSTRING', TEXT, url, literal(9, INT), literal(10, INT)), (s) => s.slice(8, 18)],
  ["SPLIT_INDEX '/', 3", call('SPLIT_INDEX', TEXT, url, text('/'), literal(3, INT)), (s) => s.split('/')[3]],
  ["|| '-' ||", call('||', TEXT, call('||', TEXT, url, text('-')), url), (s) => `${s}-${s}`],
  [
    'REGEXP_EXTRACT, no match',
    call('REGEXP_EXTRACT', TEXT, url, text('(&|^)channel_id=([^&]*)'), literal(2, INT)),
    (s) => /(&|^)channel_id=([^&]*)/u.exec(s)?.[2],
  ],
  [
    'REGEXP_EXTRACT, match',
    call('REGEXP_EXTRACT', TEXT, url, text('(\\?|^)query=([^&]*)'), literal(2, INT)),
    (s) => /(\?|^)query=([^&]*)/u.exec(s)?.[2],
  ],
  [
    "DATE_FORMAT 'yyyy-MM-dd'",
    call('DATE_FORMAT', TEXT, time, text('yyyy-MM-dd')),
    (_s, ms) => new Date(ms).toISOString().slice(0, 10),
  ],
  [
    "DATE_FORMAT 'HH:mm'",
    call('DATE_FORMAT', TEXT, time, text('HH:mm')),
    (_s, ms) => new Date(ms).toISOString().slice(11, 16),
  ],
  [
    "DATE_FORMAT 'yyyy-MM-dd HH:mm:ss'",
    call('DATE_FORMAT', TEXT, time, text('yyyy-MM-dd HH:mm:ss')),
    (_s, ms) => new Date(ms).toISOString().slice(0, 19),
  ],
  ['EXTRACT HOUR', call('EXTRACT', BIGINT, unit('HOUR'), time), (_s, ms) => Math.trunc((ms % 86_400_000) / 3_600_000)],
  ['EXTRACT YEAR', call('EXTRACT', BIGINT, unit('YEAR'), time), (_s, ms) => new Date(ms).getUTCFullYear()],
  ['CAST AS VARCHAR', call('CAST', TEXT, time), (_s, ms) => new Date(ms).toISOString()],
];

const urls = Array.from(
  { length: ROWS },
  (_, index) => `https://www.nexmark.com/${index % 97}abc/item.htm?query=${index % 7}`,
);
const millis = Array.from({ length: ROWS }, (_, index) => 1_767_225_600_000 + index * 37);

function makeBatch(arena: Arena): Batch {
  return batchOf(
    [
      columnFromValues(arena, TEXT, urls.map(utf8)),
      columnFromValues(
        arena,
        TIMESTAMP,
        millis.map((ms) => ({ timestampMs: BigInt(ms), nanos: 0 })),
      ),
    ],
    ROWS,
  );
}

/** Of processor time, the least of some rounds: the machine may be shared. */
function nanosecondsARow(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    for (let batch = 0; batch < BATCHES; batch++) work();
    const { user, system } = process.cpuUsage(start);
    return ((user + system) * 1000) / (BATCHES * ROWS);
  });
  return Math.min(...rounds);
}

let sink: unknown;

export function run(): void {
  for (const [name, expression, inJavaScript] of CASES) {
    const memory = new WorkerMemory();
    const arena = new Arena(memory, 1 << 20);
    const batch = arena.run(() => makeBatch(arena));
    const { top } = arena;
    const program = new ExpressionProgram([expression], null, new EvaluationRuntime(arena, goldenPlan()));
    const ours = nanosecondsARow(() => {
      arena.top = top;
      sink = program.evaluate(batch);
    });
    const plain = nanosecondsARow(() => {
      for (let index = 0; index < ROWS; index++) sink = inJavaScript(urls[index] ?? '', millis[index] ?? 0);
    });
    console.log(
      `${name.padEnd(36)} ${ours.toFixed(1).padStart(7)} ns   JavaScript strings ${plain.toFixed(1).padStart(7)} ns`,
    );
  }
  void sink;
}
