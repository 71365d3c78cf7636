/**
 * Stock Flink as an oracle of what a row becomes: JsonEncodeOracle, BinaryRowOracle and KeyHashOracle in bridge-testing. A golden file is
 * requests and answers, written down (see row-golden.ts).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TypeOf } from '../columnar/types.js';
import { type SqlValue } from '../expressions/sql-value.js';
import { type CanonicalValue, canonicalFromValue, valueFromCanonical } from './canonical-values.js';
import { type Value } from './column-values.js';
import { type ThrownChain } from './expression-oracle.js';

export interface RowRequest {
  /** SQL text of the row type, see type-text.ts. */
  readonly type: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly CanonicalValue[])[];
}

export type RowResult = { readonly hex: string } | { readonly thrown: ThrownChain };

/** The key that the generated key projection makes of the row, its hash code, and its key group for two maxParallelisms. */
export interface KeyResult {
  readonly hex: string;
  readonly hash: number;
  readonly keyGroup128: number;
  readonly keyGroup32768: number;
}

interface ResultOf {
  readonly BinaryRowOracle: RowResult;
  readonly JsonEncodeOracle: RowResult;
  readonly KeyHashOracle: KeyResult;
}

export type RowOracle = keyof ResultOf;

export interface GoldenRows<O extends RowOracle = 'BinaryRowOracle'> extends RowRequest {
  readonly results: readonly ResultOf[O][];
}

const TARGET = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../flink-bridge/bridge-testing/target');
const OUTPUT_BYTES_MAX = 1 << 28;

/** One JVM for all requests. */
export function askRowOracle<O extends RowOracle>(
  oracle: O,
  requests: readonly RowRequest[],
  java = 'java',
): GoldenRows<O>[] {
  const file = path.join(TARGET, 'classpath.txt');
  if (!existsSync(file)) throw new Error(`expected ${file}; compile the Maven modules first`);
  const classPath = `${path.join(TARGET, 'classes')}:${readFileSync(file, 'utf8').trim()}`;
  const { stdout, stderr, status } = spawnSync(
    java,
    ['-Xmx1g', '-XX:+UseSerialGC', '-cp', classPath, `io.slipstream.flink.testing.oracle.${oracle}`],
    { input: requests.map((request) => `${JSON.stringify(request)}\n`).join(''), maxBuffer: OUTPUT_BYTES_MAX },
  );
  if (status !== 0) throw new Error(`${oracle} ended with ${status}: ${stderr.toString().slice(-2000)}`);
  const lines = stdout.toString('utf8').trim().split('\n');
  return requests.map((request, index) => ({
    ...request,
    results: (JSON.parse(lines[index]!) as { results: ResultOf[O][] }).results,
  }));
}

/** Values of column-values.ts to canonical ones and back; they differ in how a timestamp is written. */
export function canonicalRow(row: readonly Value[], type: TypeOf<'ROW'>): readonly CanonicalValue[] {
  return canonicalFromValue(renamed(row, 'timestampMs', 'milliseconds') as SqlValue, type) as CanonicalValue[];
}

export function rowFromCanonical(row: readonly CanonicalValue[], type: TypeOf<'ROW'>): readonly Value[] {
  return renamed(valueFromCanonical(row, type), 'milliseconds', 'timestampMs') as Value[];
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((part) => renamed(part, from, to));
  if (typeof value !== 'object' || value === null || !(from in value)) return value;
  const { [from]: milliseconds, ...rest } = value as Record<string, unknown>;
  return { ...rest, [to]: milliseconds };
}
