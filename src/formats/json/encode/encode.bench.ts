/** JSON out, seven fields of a Nexmark bid a row; and what the difficult types cost. Baseline: JSON.stringify of ready objects. */
import { batchOf, type Column } from '../../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { LENGTH_MAX, type LogicalType } from '../../../columnar/types.js';
import { rowTypeOf } from '../../../testing/arbitrary-rows.js';
import { columnFromValues, utf8, type Value } from '../../../testing/column-values.js';
import { defaultEncodeOptions } from './encode-options.js';
import { JsonEncoder } from './json-encoder.js';

const ROWS = 500;
const ROUNDS = 100;
const RUNS = 40;
const nullable = true;
const text: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable };
const bigint: LogicalType = { kind: 'BIGINT', nullable };
const bidTypes: readonly LogicalType[] = [
  bigint,
  bigint,
  bigint,
  text,
  text,
  { kind: 'TIMESTAMP', precision: 3, nullable },
  text,
];
const plan = { jvm: { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en_US', exactSquareRoot: true } };

function bid(row: number): Value[] {
  return [
    BigInt(1000 + (row % 97)),
    BigInt(2000 + (row % 1013)),
    BigInt((row * 7919) % 100000000),
    utf8(['Google', 'Facebook', 'Baidu', 'channel-8123'][row % 4]!),
    utf8(`https://www.nexmark.com/item${row}/abc/item.htm?query=1&channel_id=${row * 31}`),
    { timestampMs: 1714979289120n + BigInt(row), nanos: 0 },
    utf8('extra padding of a bid '.repeat(2 + (row % 3))),
  ];
}

/** The best of several runs: what else the machine does only ever adds. */
function nsPerRow(work: () => void, rounds: number): number {
  const best = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    for (let round = 0; round < rounds; round++) work();
    return ((performance.now() - start) * 1e6) / rounds / ROWS;
  });
  return Math.min(...best);
}

function nsOfEncoder(types: readonly LogicalType[], rowOf: (row: number) => Value[], rounds: number): number {
  const memory = new WorkerMemory();
  const input = new Arena(memory, 4 << 20);
  const rowType = rowTypeOf(types);
  const rows = Array.from({ length: ROWS }, (_, row) => rowOf(row));
  const columns: Column[] = types.map((type, index) => columnFromValues(input, type, rows.map((row) => row[index]!))); // prettier-ignore
  const arena = new Arena(memory, 4 << 20);
  const encoder = new JsonEncoder(memory, rowType, defaultEncodeOptions, { plan });
  return nsPerRow(() => {
    arena.reset();
    encoder.encode(arena, batchOf(columns, ROWS));
  }, rounds);
}

function nsOfStringify(): number {
  const decoder = new TextDecoder();
  const objects = Array.from({ length: ROWS }, (_, row) =>
    Object.fromEntries(
      bid(row).map((value, index) => {
        if (value instanceof Uint8Array) return [`f${index}`, decoder.decode(value)];
        return [`f${index}`, typeof value === 'bigint' ? Number(value) : '2024-05-06 07:08:09.12'];
      }),
    ),
  );
  const out = new Uint8Array(1 << 20);
  const encoder = new TextEncoder();
  return nsPerRow(() => {
    let at = 0;
    for (const object of objects) at += encoder.encodeInto(JSON.stringify(object), out.subarray(at)).written;
  }, ROUNDS / 8);
}

export function run(): void {
  const kernel = nsOfEncoder(bidTypes, bid, ROUNDS);
  const baseline = nsOfStringify();
  const line = (name: string, ns: number): void =>
    console.log(`${name.padEnd(44)} ${ns.toFixed(1).padStart(8)} ns/row  ${(baseline / ns).toFixed(2).padStart(6)} ×`);
  line('JSON.stringify + encodeInto (baseline)', baseline);
  line('kernel, 7 fields of a bid', kernel);
  const decimal: LogicalType = { kind: 'DECIMAL', precision: 23, scale: 3, nullable };
  line(
    '  DECIMAL(23, 3) alone',
    nsOfEncoder([decimal], (row) => [BigInt(row * 908)], ROUNDS),
  );
  line(
    '  TIMESTAMP(3) alone',
    nsOfEncoder([bidTypes[5]!], (row) => [bid(row)[5]!], ROUNDS),
  );
  line(
    '  BIGINT alone',
    nsOfEncoder([bigint], (row) => [BigInt((row * 7919) % 100000000)], ROUNDS),
  );
  line(
    '  url alone',
    nsOfEncoder([text], (row) => [bid(row)[4]!], ROUNDS),
  );
  const double: LogicalType = { kind: 'DOUBLE', nullable };
  line(
    '  DOUBLE alone, two decimals',
    nsOfEncoder([double], (row) => [(row * 7919) / 100], ROUNDS / 10),
  );
}
