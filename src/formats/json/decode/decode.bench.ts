/**
 * `npm run bench -- json-decode`: nanoseconds a Nexmark record, all fields decoded: the kernel, JSON.parse and filling columns,
 * and a scanner in JavaScript of the kind that would be generated from the schema. Ratios within one run are what counts.
 */
import { allocateColumn, type Column } from '../../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import type { RowField, TypeOf } from '../../../columnar/types.js';
import { parseJsonOptions } from '../options.js';
import { NEXMARK } from './corpus-types.js';
import { Random } from './generated-messages.js';
import { JsonDecoder, type RawValues } from './json-decoder.js';
import { ScalarScanner } from './scanner-baseline.js';
import { rawValuesOf } from './testing.js';

const RECORDS = 200_000;
const BATCH_RECORDS = 500;
/** The contenders take turns; of the first rounds, in which much is compiled, nothing is counted. */
const WARM_UP_ROUNDS = 3;
const ROUNDS = 9;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function word(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS[random.below(26)]).join('');
}

/** Sizes and shares of Nexmark's generator: 92 % bids, 6 % auctions, 2 % persons; 333 bytes on average. */
export function nexmarkRecord(random: Random, index: number): string {
  const dateTime = new Date(1_767_225_600_000 + index).toISOString().replace('T', ' ').replace('Z', '');
  const kind = random.below(50);
  if (kind === 0) {
    const person = {
      id: 1000 + index,
      name: `${word(random, 6)} ${word(random, 7)}`,
      emailAddress: `${word(random, 7)}@${word(random, 5)}.com`,
      creditCard: '1234 5678 9012 3456',
      city: word(random, 9),
      state: 'OR',
      dateTime,
      extra: word(random, 30),
    };
    return JSON.stringify({ event_type: 0, person, auction: null, bid: null });
  }
  if (kind < 4) {
    const auction = {
      id: 1000 + index,
      itemName: word(random, 14),
      description: word(random, 60),
      initialBid: random.below(10_000),
      reserve: random.below(100_000),
      dateTime,
      expires: dateTime,
      seller: 1000 + random.below(10_000),
      category: 10 + random.below(5),
      extra: word(random, 90),
    };
    return JSON.stringify({ event_type: 1, person: null, auction, bid: null });
  }
  const bid = {
    auction: 1000 + random.below(100_000),
    bidder: 1000 + random.below(100_000),
    price: 100 + random.below(10_000_000),
    channel: random.pick(['Google', 'Facebook', 'Baidu', 'Apple', `channel-${random.below(10_000)}`]),
    url: `https://www.nexmark.com/${word(random, 5)}/${word(random, 5)}/${word(random, 5)}/item.htm?query=1&channel_id=${random.below(1e9)}`,
    dateTime,
    extra: word(random, 55),
  };
  return JSON.stringify({ event_type: 2, person: null, auction: null, bid });
}

interface Contender {
  readonly name: string;
  /** Decodes the batch and returns something that depends on it. */
  run(raw: RawValues, texts: readonly string[]): number;
}

export async function run(): Promise<void> {
  const random = new Random(1);
  const memory = new WorkerMemory();
  const input = new Arena(memory, 96 << 20);
  const batches = Array.from({ length: RECORDS / BATCH_RECORDS }, (_, batch) => {
    const texts = Array.from({ length: BATCH_RECORDS }, (_, i) => nexmarkRecord(random, batch * BATCH_RECORDS + i));
    return { texts, raw: rawValuesOf(memory, input, texts) };
  });
  const contenders = [kernelContender(memory), scannerContender(memory), parseContender(memory)];
  const bytes = batches.reduce((sum, { texts }) => sum + texts.reduce((all, text) => all + text.length, 0), 0);
  console.log(`${RECORDS} records, ${Math.round(bytes / RECORDS)} bytes each, batches of ${BATCH_RECORDS}`);

  const rounds = contenders.map((): number[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    contenders.forEach((contender, index) => {
      // CPU time, so that other processes count for less.
      const start = process.cpuUsage();
      for (const { raw, texts } of batches) contender.run(raw, texts);
      const { user, system } = process.cpuUsage(start);
      if (round >= WARM_UP_ROUNDS) rounds[index]!.push(((user + system) * 1000) / RECORDS);
    });
  }
  const medians = rounds.map((times) => times.sort((left, right) => left - right)[ROUNDS >> 1]!);
  contenders.forEach((contender, index) => {
    const nanos = medians[index]!;
    const gigabytes = bytes / RECORDS / nanos;
    console.log(
      `${contender.name.padEnd(28)} ${nanos.toFixed(0).padStart(6)} ns/record ${gigabytes.toFixed(2).padStart(6)} GB/s ` +
        `${(nanos / medians[0]!).toFixed(2).padStart(6)}×   (median of ${ROUNDS}; best ${rounds[index]![0]!.toFixed(0)})`,
    );
  });
}

function kernelContender(memory: WorkerMemory): Contender {
  const parsed = parseJsonOptions(new Map());
  if ('refusal' in parsed) throw new Error(parsed.refusal);
  const decoder = new JsonDecoder(memory, NEXMARK, parsed.options);
  const arena = new Arena(memory, 4 << 20);
  return { name: 'kernel', run: (raw) => arena.run(() => decoder.decode(arena, raw).batch.rowCount) };
}

function scannerContender(memory: WorkerMemory): Contender {
  const arena = new Arena(memory, 4 << 20);
  return {
    name: 'JavaScript scanner',
    run: (raw) => arena.run(() => new ScalarScanner(memory, arena, NEXMARK, raw).run()),
  };
}

function parseContender(memory: WorkerMemory): Contender {
  const arena = new Arena(memory, 4 << 20);
  return {
    name: 'JSON.parse and fill',
    run: (_raw, texts) =>
      arena.run(() => {
        const columns = NEXMARK.fields.map((field) => allocateColumn(arena, field.type, texts.length, 1));
        texts.forEach((text, row) => {
          const value = JSON.parse(text) as Record<string, unknown>;
          NEXMARK.fields.forEach((field, index) => fill(arena, columns[index]!, field, row, value[field.name]));
        });
        return columns.length;
      }),
  };
}

const encoder = new TextEncoder();

function fill(arena: Arena, column: Column, field: RowField, row: number, value: unknown): void {
  if (value === null || value === undefined) return;
  const { memory } = arena;
  memory.u8[column.nulls + row] = 0;
  switch (column.physical) {
    case 'row':
      (field.type as TypeOf<'ROW'>).fields.forEach((child, index) =>
        fill(arena, column.children[index]!, child, row, (value as Record<string, unknown>)[child.name]),
      );
      break;
    case 'int64':
      memory.i64[(column.data >> 3) + row] = BigInt(value as number);
      break;
    case 'int32':
      memory.i32[(column.data >> 2) + row] = value as number;
      break;
    case 'timestamp':
      memory.i64[(column.data >> 3) + row] = BigInt(Date.parse(`${(value as string).replace(' ', 'T')}Z`));
      memory.i32[(column.aux >> 2) + row] = 0;
      break;
    default: {
      const text = value as string;
      const pointer = arena.reserve(text.length * 3);
      const { written } = encoder.encodeInto(text, memory.u8.subarray(pointer, pointer + text.length * 3));
      arena.advance(pointer + written);
      memory.u32[(column.data >> 2) + row * 2] = pointer;
      memory.u32[(column.data >> 2) + row * 2 + 1] = written;
    }
  }
}
