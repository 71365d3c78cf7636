/** Rows in and out, seven fields of a Nexmark bid a row. Baseline: JSON.stringify and JSON.parse of ready objects and texts. */
import { batchOf, type Column } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { LENGTH_MAX, type LogicalType } from '../../columnar/types.js';
import { rowTypeOf } from '../../testing/arbitrary-rows.js';
import { columnFromValues, utf8, type Value } from '../../testing/column-values.js';
import { RowsReader } from './rows-reader.js';
import { RowsWriter } from './rows-writer.js';

const ROWS = 500;
const ROUNDS = 100;
const RUNS = 40;
const nullable = true;
const text: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable };
const bigint: LogicalType = { kind: 'BIGINT', nullable };
const timestamp: LogicalType = { kind: 'TIMESTAMP', precision: 3, nullable };
const bidTypes: readonly LogicalType[] = [bigint, bigint, bigint, text, text, timestamp, text];

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
function nsPerRow(work: () => void): number {
  const best = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    for (let round = 0; round < ROUNDS; round++) work();
    return ((performance.now() - start) * 1e6) / ROUNDS / ROWS;
  });
  return Math.min(...best);
}

function measure(types: readonly LogicalType[], rowOf: (row: number) => Value[]): { read: number; write: number } {
  const memory = new WorkerMemory();
  const input = new Arena(memory, 4 << 20);
  const rowType = rowTypeOf(types);
  const rows = Array.from({ length: ROWS }, (_, row) => rowOf(row));
  const columns: Column[] = types.map((type, index) => columnFromValues(input, type, rows.map((row) => row[index]!))); // prettier-ignore
  const batch = batchOf(columns, ROWS);
  const written = new RowsWriter(memory, rowType).write(input, batch);
  const arena = new Arena(memory, 4 << 20);
  const writer = new RowsWriter(memory, rowType);
  const reader = new RowsReader(memory, rowType);
  const write = nsPerRow(() => {
    arena.reset();
    writer.write(arena, batch);
  });
  const read = nsPerRow(() => {
    arena.reset();
    reader.read(arena, written.pointer, written.byteLength);
  });
  return { read, write };
}

function baselines(): { read: number; write: number } {
  const objects = Array.from({ length: ROWS }, (_, row) =>
    bid(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : 1714979289120)),
  );
  const texts = objects.map((object) => JSON.stringify(object));
  return {
    write: nsPerRow(() => objects.forEach((object) => JSON.stringify(object))),
    read: nsPerRow(() => texts.forEach((line) => JSON.parse(line) as unknown)),
  };
}

export function run(): void {
  const baseline = baselines();
  const line = (name: string, { read, write }: { read: number; write: number }): void => {
    const shown = (ns: number, base: number): string =>
      `${ns.toFixed(1).padStart(8)} ns/row ${(base / ns).toFixed(1).padStart(6)} ×`;
    console.log(`${name.padEnd(32)} read ${shown(read, baseline.read)}   write ${shown(write, baseline.write)}`);
  };
  line('JSON.parse and JSON.stringify', baseline);
  line('7 fields of a bid', measure(bidTypes, bid));
  line(
    '  BIGINT alone',
    measure([bigint], (row) => [BigInt(row)]),
  );
  line(
    '  VARCHAR of 6 bytes',
    measure([text], () => [utf8('Google')]),
  );
  line(
    '  VARCHAR of 60 bytes',
    measure([text], () => [utf8('x'.repeat(60))]),
  );
  line(
    '  TIMESTAMP(9)',
    measure([{ kind: 'TIMESTAMP', precision: 9, nullable }], (row) => [bid(row)[5]!]),
  );
  line(
    '  DECIMAL(23, 3)',
    measure([{ kind: 'DECIMAL', precision: 23, scale: 3, nullable }], (row) => [BigInt(row * 908)]),
  );
  line(
    '  ROW of the 7 fields',
    measure([{ ...rowTypeOf(bidTypes), nullable }], (row) => [bid(row)]),
  );
  line('  ARRAY<BIGINT> of 8', measure([{ kind: 'ARRAY', element: bigint, nullable }], () => [[1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]])); // prettier-ignore
}
