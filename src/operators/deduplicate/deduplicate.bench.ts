/** Rows of a Nexmark bid, the last one by (bidder, auction), as in q18. Baseline: a Map of ready objects by a string of the key. */
import { batchOf, type Batch, type Column } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { parseRowType } from '../../columnar/type-parser.js';
import { columnFromValues, utf8, type Value } from '../../testing/column-values.js';
import { type ExecNode, type RuntimeContext } from '../operator.js';
import { deduplicateFactory } from './deduplicate.js';

/** Few, so that they stay in the caches, where the decoder leaves them. */
const BATCHES = 8;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 10;
const ROWS = 2000;
/** Distinct keys among all rows, and rows that one key gets on average. */
const BIDDERS = 1000;
const AUCTIONS = 60;

const rowtime = { type: 'TIMESTAMP_WITHOUT_TIME_ZONE', precision: 3, kind: 'ROWTIME' };
const fields = [
  ...['auction', 'bidder', 'price'].map((name) => ({ name, fieldType: 'BIGINT' })),
  ...['channel', 'url'].map((name) => ({ name, fieldType: 'VARCHAR(2147483647)' })),
  { name: 'dateTime', fieldType: rowtime },
  { name: 'extra', fieldType: 'VARCHAR(2147483647)' },
];
const rowType = parseRowType({ type: 'ROW', fields });

function nodeOf(json: Readonly<Record<string, unknown>>): ExecNode {
  return {
    id: 2,
    execNode: deduplicateFactory.execNode,
    version: 1,
    json: { uniqueKeys: [1, 0], isRowtime: true, keepLastRow: true, outputInsertOnly: false, ...json },
    inputs: [1],
    inputTypes: [rowType],
    outputType: rowType,
    description: 'Deduplicate',
  };
}

/** CPU time: others may use the machine too. */
function nsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000;
}

function bid(row: number): Value[] {
  const random = Math.imul(row + 1, 2654435761) >>> 0;
  return [
    BigInt(random % AUCTIONS),
    BigInt((random >>> 8) % BIDDERS),
    BigInt((row * 7919) % 100000000),
    utf8(['Google', 'Facebook', 'Baidu', 'channel-8123'][row % 4]!),
    utf8(`https://www.nexmark.com/item${row}/abc/item.htm?query=1&channel_id=${row * 31}`),
    { timestampMs: 1714979289120n + BigInt(row >> 4), nanos: 0 },
    utf8('extra padding of a bid '.repeat(2 + (row % 3))),
  ];
}

function nsPerRow(
  name: string,
  json: Readonly<Record<string, unknown>>,
  batches: readonly Batch[],
  memory: WorkerMemory,
): number {
  const arena = new Arena(memory, 8 << 20);
  const context: RuntimeContext = {
    memory,
    arena,
    plan: {
      config: new Map(),
      jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en', exactSquareRoot: true },
      allowIncompatible: new Set(),
    },
    subtaskIndex: 0,
    parallelism: 1,
    maxParallelism: 128,
    keyGroups: { start: 0, end: 127 },
    currentTimeMs: () => 0,
    registerTimer: () => undefined,
  };
  const operator = deduplicateFactory.create(nodeOf(json), context);
  let results = 0;
  const output = {
    emitBatch: (batch: Batch) => void (results += batch.selectedCount),
    emitWatermark: () => undefined,
    reportWatermark: () => undefined,
  };
  let start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    if (round === WARM_UP_ROUNDS) start = process.cpuUsage();
    for (const batch of batches) {
      arena.reset();
      operator.beginFrame?.();
      operator.processBatch(0, batch, output);
    }
  }
  const ns = nsSince(start) / (ROWS * BATCHES * (ROUNDS - WARM_UP_ROUNDS));
  for (const state of operator.states ?? []) state.release();
  arena.release();
  console.log(
    `${name.padEnd(44)} ${ns.toFixed(0).padStart(6)} ns/row ${(results / ROWS / BATCHES / ROUNDS).toFixed(2).padStart(6)} results a row`,
  );
  return ns;
}

export function run(): void {
  const memory = new WorkerMemory();
  const input = new Arena(memory, 64 << 20);
  const batches = Array.from({ length: BATCHES }, (_, batch) => {
    const rows = Array.from({ length: ROWS }, (_, row) => bid(batch * ROWS + row));
    const columns: Column[] = rowType.fields.map(({ type }, index) => columnFromValues(input, type, rows.map((row) => row[index]!))); // prettier-ignore
    return batchOf(columns, ROWS);
  });
  nsPerRow('rowtime, keep last, -U', { generateUpdateBefore: true }, batches, memory);
  nsPerRow('rowtime, keep last, no -U', { generateUpdateBefore: false }, batches, memory);
  nsPerRow('processing time, keep last, -U', { generateUpdateBefore: true, isRowtime: false }, batches, memory);
  nsPerRow('processing time, keep first', { isRowtime: false, keepLastRow: false }, batches, memory);
  baseline();
}

function baseline(): void {
  const objects = Array.from({ length: ROWS * BATCHES }, (_, row) => bid(row));
  const start = process.cpuUsage();
  const latest = new Map<string, Value[]>();
  for (const object of objects) {
    const key = `${object[1] as bigint},${object[0] as bigint}`;
    const previous = latest.get(key);
    const [before, now] = [previous?.[5], object[5]] as { timestampMs: bigint }[];
    if (!before || before.timestampMs <= now!.timestampMs) latest.set(key, object);
  }
  const ns = nsSince(start) / objects.length;
  console.log(`${'Map of objects, nothing emitted'.padEnd(44)} ${ns.toFixed(0).padStart(6)} ns/row`);
}
