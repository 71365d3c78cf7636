/** For tests: stock Flink's answers to JSON messages (JsonDecodeOracle in bridge-testing), and ours in the same notation. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import type { TypeOf } from '../../../columnar/types.js';
import { RecordRefusedError } from '../../../errors.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import { canonicalFromValue, type CanonicalValue } from '../../../testing/canonical-values.js';
import { typeText } from '../../../testing/type-text.js';
import { parseJsonOptions, type JsonOptions } from '../options.js';
import { JsonDecoder } from './json-decoder.js';
import { ReferenceDecoder } from './reference-decoder.js';
import { rowsOf } from './testing.js';

/** Messages of one table. */
export interface MessageGroup {
  readonly type: TypeOf<'ROW'>;
  /** Without `json.`. */
  readonly options: Readonly<Record<string, string>>;
  readonly messages: readonly Uint8Array[];
}

/** What came of one message. */
export interface Outcome {
  readonly rows: readonly (readonly CanonicalValue[])[];
  readonly failed: boolean;
  /** Stock Flink does not come to an end. */
  readonly endless?: true;
}

interface OracleResult {
  readonly rows: readonly (readonly CanonicalValue[] | null)[];
  readonly thrown?: readonly (readonly [string, string | null])[];
  readonly endless?: true;
}

const TARGET = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../../../flink-bridge/bridge-testing/target',
);
const OUTPUT_BYTES_MAX = 1 << 29;
const ORACLE_TIMEOUT_MS = 170_000;

/** One JVM for all groups. */
export function askStockFlink(groups: readonly MessageGroup[]): Outcome[][] {
  const file = path.join(TARGET, 'classpath.txt');
  if (!existsSync(file)) throw new Error(`expected ${file}; compile the Maven modules first`);
  const classPath = `${path.join(TARGET, 'classes')}:${readFileSync(file, 'utf8').trim()}`;
  const requests = groups.map(({ type, options, messages }) => ({
    type: typeText(type),
    options,
    messages: messages.map((message) => Buffer.from(message).toString('hex')),
  }));
  const { stdout, stderr, status } = spawnSync(
    'java',
    ['-Xmx1g', '-XX:+UseSerialGC', '-cp', classPath, 'io.slipstream.flink.testing.oracle.JsonDecodeOracle'],
    {
      input: requests.map((request) => `${JSON.stringify(request)}\n`).join(''),
      maxBuffer: OUTPUT_BYTES_MAX,
      timeout: ORACLE_TIMEOUT_MS,
    },
  );
  if (status !== 0) throw new Error(`JsonDecodeOracle ended with ${status}: ${stderr.toString().slice(-2000)}`);
  const lines = stdout.toString('utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { results: OracleResult[] }).results.map(outcomeOf));
}

function outcomeOf({ rows, thrown, endless }: OracleResult): Outcome {
  if (endless) return ENDLESS;
  if (thrown !== undefined) return { rows: [], failed: true };
  return { rows: rows.filter((row) => row !== null), failed: false };
}

const ENDLESS: Outcome = { rows: [], failed: true, endless: true };

export function optionsOf(given: Readonly<Record<string, string>>): JsonOptions {
  const parsed = parseJsonOptions(new Map(Object.entries(given)));
  if ('refusal' in parsed) throw new Error(parsed.refusal);
  return parsed.options;
}

function canonicalRow(type: TypeOf<'ROW'>, row: readonly SqlValue[]): readonly CanonicalValue[] {
  return type.fields.map((field, index) => canonicalFromValue(row[index]!, field.type));
}

function outcome(type: TypeOf<'ROW'>, decode: () => readonly (readonly SqlValue[])[]): Outcome {
  try {
    return { rows: decode().map((row) => canonicalRow(type, row)), failed: false };
  } catch (error) {
    if (error instanceof RecordRefusedError)
      return error.message.includes('come to an end') ? ENDLESS : { rows: [], failed: true };
    throw error;
  }
}

/** Of the reference decoder alone. */
export function askReference({ type, options, messages }: MessageGroup): Outcome[] {
  const decoder = new ReferenceDecoder(type, optionsOf(options));
  return messages.map((message) => outcome(type, () => decoder.decode(message, 0).map((row) => row ?? [])));
}

/** Of kernel and reference decoder together, each message a batch of its own. */
export function askDecoder({ type, options, messages }: MessageGroup): Outcome[] {
  const memory = new WorkerMemory();
  const arena = new Arena(memory);
  const decoder = new JsonDecoder(memory, type, optionsOf(options));
  return messages.map((message) =>
    outcome(type, () => arena.run(() => rowsOf(memory, arena, decoder, [message]).rows as SqlValue[][])),
  );
}
