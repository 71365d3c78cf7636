/**
 * `npm run bench -- mini-batch`: nanoseconds a row of aggregates in bundles of 5000 rows, as in Nexmark's queries, without the exchange: the local
 * aggregate alone, and with the ones behind it. Ratios within one run are what counts.
 */
import { batchOf, type Batch } from '../../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { parseRowType } from '../../../columnar/type-parser.js';
import { type RowField, type TypeOf } from '../../../columnar/types.js';
import { columnFromValues, utf8, type Value } from '../../../testing/column-values.js';
import { globalGroupAggregateFactory } from '../../global-group-aggregate/global-group-aggregate.js';
import { incrementalGroupAggregateFactory } from '../../incremental-group-aggregate/incremental-group-aggregate.js';
import { localGroupAggregateFactory } from '../../local-group-aggregate/local-group-aggregate.js';
import {
  type ExecNode,
  type Operator,
  type OperatorFactory,
  type Output,
  type RuntimeContext,
} from '../../operator.js';
import { groupAggregateFactory } from '../group-aggregate.js';

const ROWS = 1000;
const BATCHES = 60;
const ROUNDS = 20;
const MAX_PARALLELISM = 128;
const NANOS_PER_MICRO = 1000;
const CONFIG = new Map([
  ['table.exec.mini-batch.enabled', 'true'],
  ['table.exec.mini-batch.size', '5000'],
]);

const INPUT = parseRowType(
  'ROW<`auction` BIGINT, `day` VARCHAR(2147483647), `bidder` BIGINT, `price` BIGINT, `f1` BOOLEAN NOT NULL, `f2` BOOLEAN NOT NULL, `f3` BOOLEAN NOT NULL>',
);
const PRICE = 3;

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
  /** Of the key, for an incremental aggregate in the place of the global one. */
  readonly finalGrouping?: readonly number[];
}

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
  { name: 'COUNT(*), SUM(BIGINT), 100 keys', grouping: [0], keyCount: 100, calls: countAndSum },
  { name: 'COUNT(*), SUM(BIGINT), 100,000 keys', grouping: [0], keyCount: 100_000, calls: countAndSum },
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
    name: 'q16: 4 distinct counts of bidders by day and auction, then by day, hardly a key twice',
    grouping: [1, 0],
    finalGrouping: [0],
    keyCount: 1_000_000,
    calls: distinctCounts(2),
  },
];

function callsJson(calls: readonly Call[]) {
  const aggCalls = calls.map(({ name, args = [], filter = -1, distinct = false }) => ({
    internalName: `$${name}$1`,
    argList: args,
    filterArg: filter,
    distinct,
    approximate: false,
    ignoreNulls: false,
    type: name === 'COUNT' ? 'BIGINT NOT NULL' : 'BIGINT',
  }));
  return { aggCalls, aggCallNeedRetractions: aggCalls.map(() => false), needRetraction: false };
}

function rowOf(fields: readonly RowField[]): TypeOf<'ROW'> {
  return { kind: 'ROW', nullable: false, fields };
}

function nodeOf(factory: OperatorFactory, json: object, inputType: TypeOf<'ROW'>, outputType: TypeOf<'ROW'>): ExecNode {
  const { execNode } = factory;
  return {
    id: 1,
    execNode,
    version: 1,
    json: { ...json },
    inputs: [0],
    inputTypes: [inputType],
    outputType,
    description: '',
  };
}

function contextOf(memory: WorkerMemory, arena: Arena): RuntimeContext {
  return {
    memory,
    arena,
    plan: {
      config: CONFIG,
      jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en', exactSquareRoot: true },
      allowIncompatible: new Set(),
    },
    subtaskIndex: 0,
    parallelism: 1,
    maxParallelism: MAX_PARALLELISM,
    keyGroups: { start: 0, end: MAX_PARALLELISM - 1 },
    currentTimeMs: () => 0,
    registerTimer: () => undefined,
  };
}

/** Local, global or incremental, and what does it all in one phase. */
function operatorsOf({ grouping, calls, finalGrouping }: BenchCase, context: RuntimeContext): Operator[] {
  const keyFields = grouping.map((column) => INPUT.fields[column]!);
  const results = calls.map((_call, index): RowField => ({
    name: `a${index}`,
    type: { kind: 'BIGINT', nullable: true },
  }));
  const resultType = rowOf([...keyFields, ...results]);
  const partials = partialFields(calls);
  const partialType = rowOf([...keyFields, ...partials]);
  const json = callsJson(calls);
  const local = nodeOf(localGroupAggregateFactory, { ...json, grouping }, INPUT, partialType);
  const globalJson = {
    ...json,
    grouping: grouping.map((_column, index) => index),
    localAggInputRowType: INPUT_JSON,
    generateUpdateBefore: false,
  };
  const global = nodeOf(globalGroupAggregateFactory, globalJson, partialType, resultType);
  const finalKeys = (finalGrouping ?? []).map((index) => keyFields[index]!);
  const finalType = rowOf([...finalKeys, ...partials.filter(({ type }) => type.kind !== 'VARBINARY')]);
  const incrementalJson = {
    partialAggGrouping: grouping.map((_column, index) => index),
    finalAggGrouping: finalGrouping,
    partialOriginalAggCalls: json.aggCalls,
    partialAggCallNeedRetractions: json.aggCallNeedRetractions,
    partialAggNeedRetraction: false,
    partialLocalAggInputRowType: INPUT_JSON,
  };
  const incremental = nodeOf(incrementalGroupAggregateFactory, incrementalJson, partialType, finalType);
  const single = nodeOf(groupAggregateFactory, { ...json, grouping, generateUpdateBefore: false }, INPUT, resultType);
  return [
    localGroupAggregateFactory.create(local, context),
    finalGrouping
      ? incrementalGroupAggregateFactory.create(incremental, context)
      : globalGroupAggregateFactory.create(global, context),
    groupAggregateFactory.create(single, context),
  ];
}

const INPUT_JSON =
  'ROW<`auction` BIGINT, `day` VARCHAR(2147483647), `bidder` BIGINT, `price` BIGINT, `f1` BOOLEAN NOT NULL, `f2` BOOLEAN NOT NULL, `f3` BOOLEAN NOT NULL>';

function partialFields(calls: readonly Call[]): RowField[] {
  const bigint = { kind: 'BIGINT', nullable: true } as const;
  const plain = calls.flatMap(({ name }) => (name === 'AVG' ? [bigint, bigint] : [bigint]));
  const columns = new Set(calls.filter(({ distinct }) => distinct).map(({ args }) => args?.[0]));
  const maps = [...columns].map(() => ({ kind: 'VARBINARY', nullable: true, length: 2147483647 }) as const);
  return [...plain, ...maps].map((type, index) => ({ name: `p${index}`, type }));
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
      const bounds = [price < 10_000, price >= 10_000 && price < 1_000_000, price >= 1_000_000];
      const [auction, bidder] = [BigInt((next() >> 4) % keyCount), BigInt((next() >> 4) % keyCount)];
      return [auction, days[next() >> 28 > 5 ? 1 : 0]!, bidder, BigInt(price), ...bounds];
    });
    const columns = INPUT.fields.map(({ type }, column) =>
      columnFromValues(
        arena,
        type,
        rows.map((row) => row[column]!),
      ),
    );
    return batchOf(columns, ROWS);
  });
}

function outputTo(next: (batch: Batch) => void): Output {
  return { emitBatch: next, emitWatermark: () => undefined, reportWatermark: () => undefined };
}

/** The best round, in nanoseconds of CPU time a row; `process` takes a batch in a frame of its own. */
function measure(arena: Arena, input: readonly Batch[], operators: readonly Operator[]): number {
  const [first, second] = operators;
  let rows = 0;
  const last = outputTo((batch) => void (rows += batch.selectedCount));
  const output = second ? outputTo((batch) => second.processBatch(0, batch, last)) : last;
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (const batch of input) {
      arena.run(() => {
        for (const operator of operators) operator.beginFrame?.();
        first!.processBatch(0, batch, output);
      });
    }
    best = Math.min(best, process.cpuUsage(start).user);
  }
  return (best * NANOS_PER_MICRO) / BATCHES / ROWS;
}

export function run(): void {
  for (const benchCase of CASES) {
    const memory = new WorkerMemory();
    const arena = new Arena(memory);
    const [local, global, single] = operatorsOf(benchCase, contextOf(memory, arena));
    const input = batches(new Arena(memory), benchCase.keyCount);
    const alone = measure(arena, input, [local!]);
    const both = measure(arena, input, [local!, global!]);
    const onePhase = measure(arena, input, [single!]);
    const text = [
      `local ${alone.toFixed(1)}`,
      `local and ${benchCase.finalGrouping ? 'incremental' : 'global'} ${both.toFixed(1)}`,
      `one phase ${onePhase.toFixed(1)}`,
    ];
    console.log(`${benchCase.name}: ${text.join(', ')} ns a row`);
  }
}
