/**
 * `npm run bench -- group-aggregate`: nanoseconds a row of group aggregates as in Nexmark's queries, keys looked up and results gathered, over batches of
 * 1000 rows. Ratios within one run are what counts.
 */
import { batchOf, type Batch } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { parseRowType } from '../../columnar/type-parser.js';
import { columnFromValues, utf8, type Value } from '../../testing/column-values.js';
import { type Operator } from '../operator.js';
import { groupAggregateFactory } from './group-aggregate.js';

const ROWS = 1000;
const BATCHES = 64;
const ROUNDS = 30;
const MAX_PARALLELISM = 128;

interface Call {
  readonly name: string;
  readonly args?: readonly number[];
  readonly filter?: number;
  readonly distinct?: boolean;
}

interface BenchCase {
  readonly name: string;
  readonly grouping: readonly number[];
  readonly keyCount: number;
  readonly calls: readonly Call[];
  readonly needRetraction?: boolean;
}

/** auction, day, bidder, price, three filters */
const INPUT =
  'ROW<`auction` BIGINT, `day` VARCHAR(2147483647), `bidder` BIGINT, `price` BIGINT, `f1` BOOLEAN NOT NULL, `f2` BOOLEAN NOT NULL, `f3` BOOLEAN NOT NULL>';
const PRICE = 3;

const counts: readonly Call[] = [
  { name: 'COUNT' },
  { name: 'COUNT', filter: 4 },
  { name: 'COUNT', filter: 5 },
  { name: 'COUNT', filter: 6 },
];
const distinctCounts = (column: number): Call[] =>
  counts.map((count) => ({ ...count, args: [column], distinct: true }));

const countAndSum: readonly Call[] = [{ name: 'COUNT' }, { name: 'SUM', args: [PRICE] }];

const CASES: readonly BenchCase[] = [
  { name: 'COUNT(*), SUM(BIGINT), 1000 keys', grouping: [0], keyCount: 1000, calls: countAndSum },
  {
    name: 'COUNT(*), SUM(BIGINT), 1000 keys, retracting',
    grouping: [0],
    keyCount: 1000,
    calls: countAndSum,
    needRetraction: true,
  },
  { name: 'COUNT(*), SUM(BIGINT), 1,000,000 keys', grouping: [0], keyCount: 1_000_000, calls: countAndSum },
  {
    name: 'q17: 4 counts, MIN, MAX, AVG, SUM by auction and day',
    grouping: [0, 1],
    keyCount: 10_000,
    calls: [...counts, ...['MIN', 'MAX', 'AVG', 'SUM'].map((name) => ({ name, args: [PRICE] }))],
  },
  {
    name: 'q15: 4 counts, 4 distinct counts of bidders, 4 of auctions, by day',
    grouping: [1],
    keyCount: 10_000,
    calls: [...counts, ...distinctCounts(2), ...distinctCounts(0)],
  },
  {
    name: 'q15, retracting',
    grouping: [1],
    keyCount: 10_000,
    calls: [...counts, ...distinctCounts(2), ...distinctCounts(0)],
    needRetraction: true,
  },
  {
    name: 'MAX(BIGINT) retracting, by auction',
    grouping: [0],
    keyCount: 10_000,
    calls: [{ name: 'MAX', args: [PRICE] }],
    needRetraction: true,
  },
];

function operatorOf(
  { grouping, calls, needRetraction = false }: BenchCase,
  memory: WorkerMemory,
  arena: Arena,
): Operator {
  const inputType = parseRowType(INPUT);
  const aggCalls = calls.map(({ name, args = [], filter = -1, distinct = false }) => ({
    internalName: `$${name}$1`,
    argList: args,
    filterArg: filter,
    distinct,
    approximate: false,
    ignoreNulls: false,
    type: name === 'COUNT' ? 'BIGINT NOT NULL' : 'BIGINT',
  }));
  const node = {
    id: 1,
    execNode: groupAggregateFactory.execNode,
    version: 1,
    json: {
      grouping,
      aggCalls,
      aggCallNeedRetractions: aggCalls.map(() => needRetraction),
      generateUpdateBefore: false,
      needRetraction,
    },
    inputs: [0],
    inputTypes: [inputType],
    outputType: {
      kind: 'ROW' as const,
      nullable: false,
      fields: [
        ...grouping.map((index) => inputType.fields[index]!),
        ...aggCalls.map((_call, index) => ({ name: `a${index}`, type: { kind: 'BIGINT' as const, nullable: true } })),
      ],
    },
    description: '',
  };
  return groupAggregateFactory.create(node, {
    memory,
    arena,
    plan: {
      config: new Map(),
      jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en', exactSquareRoot: true },
      allowIncompatible: new Set(),
    },
    subtaskIndex: 0,
    parallelism: 1,
    maxParallelism: MAX_PARALLELISM,
    keyGroups: { start: 0, end: MAX_PARALLELISM - 1 },
    currentTimeMs: () => 0,
    registerTimer: () => undefined,
  });
}

/** The same numbers at each run: a linear congruential generator. */
function numbers(): () => number {
  let state = 12345;
  return () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff);
}

function batches(arena: Arena, keyCount: number): Batch[] {
  const next = numbers();
  const days = ['2026-01-01', '2026-01-02'].map(utf8);
  return Array.from({ length: BATCHES }, () => {
    const rows = Array.from({ length: ROWS }, (): Value[] => {
      const price = next() % 2_000_000;
      return [
        BigInt((next() >> 4) % keyCount),
        days[next() >> 28 > 5 ? 1 : 0]!,
        BigInt((next() >> 4) % keyCount),
        BigInt(price),
        price < 10_000,
        price >= 10_000 && price < 1_000_000,
        price >= 1_000_000,
      ];
    });
    const columns = parseRowType(INPUT).fields.map(({ type }, index) =>
      columnFromValues(
        arena,
        type,
        rows.map((row) => row[index] ?? null),
      ),
    );
    return batchOf(columns, ROWS);
  });
}

export function run(): void {
  for (const benchCase of CASES) {
    const memory = new WorkerMemory();
    const arena = new Arena(memory);
    const operator = operatorOf(benchCase, memory, arena);
    const input = batches(new Arena(memory), benchCase.keyCount);
    let emitted = 0;
    const output = {
      emitBatch: (batch: Batch): void => void (emitted += batch.selectedCount),
      emitWatermark: (): void => undefined,
      reportWatermark: (): void => undefined,
    };
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const start = process.hrtime.bigint();
      for (const batch of input) arena.run(() => operator.processBatch(0, batch, output));
      best = Math.min(best, Number(process.hrtime.bigint() - start));
    }
    const nanos = best / BATCHES / ROWS;
    const share = emitted / ROUNDS / BATCHES / ROWS;
    console.log(`${benchCase.name}: ${nanos.toFixed(1)} ns a row, ${(share * 100).toFixed(0)} % emitted`);
  }
}
