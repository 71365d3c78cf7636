/** Stock Flink as an oracle of expressions: a JVM that plans them and runs Flink's own generated code. See ExpressionOracle.java. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePlanJson } from '../expressions/plan-json.js';
import { eachLine } from '../tools/lines.js';
import { type CanonicalValue } from './canonical-values.js';

export interface OracleRequest {
  /** Name and SQL type; the table is called `t`. */
  readonly columns: readonly (readonly [string, string])[];
  readonly rows: readonly (readonly CanonicalValue[])[];
  readonly expressions: readonly string[];
  readonly where?: string;
  /** Table configuration, Flink's keys. */
  readonly config?: Readonly<Record<string, string>>;
}

/** Class and message, outermost first. */
export type ThrownChain = readonly (readonly [string, string | null])[];

export type OracleResult =
  { readonly value: CanonicalValue } | { readonly thrown: ThrownChain } | { readonly filtered: true };

export type OracleAnswer =
  | {
      /** The calc node of the compiled plan. */
      readonly calc: Readonly<Record<string, unknown>>;
      /** Per expression, per row. */
      readonly results: readonly (readonly OracleResult[])[];
    }
  /** Flink's generated code for the calc does not compile: a job with it fails. */
  | { readonly calc: Readonly<Record<string, unknown>>; readonly compileError: ThrownChain }
  /** The shape of the plan: all was folded away, or nothing is computed. */
  | { readonly noCalc: string }
  | { readonly planError: ThrownChain };

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const STDERR_CHARS_MAX = 4000;

/** A JVM that answers each line of JSON with one. */
export class LineOracle<Request, Answer> {
  private readonly waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  private stderr = '';

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    eachLine(child.stdout, (line) => this.waiting.shift()?.resolve(line));
    child.stderr.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-STDERR_CHARS_MAX);
    });
    child.on('exit', (code) => {
      for (const { reject } of this.waiting.splice(0)) reject(new Error(`oracle ended with ${code}: ${this.stderr}`));
    });
    // The test process may end at any time; the JVM ends when its stdin closes.
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref();
  }

  async ask(request: Request): Promise<Answer> {
    const line = await new Promise<string>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.child.stdin.write(`${JSON.stringify(request)}\n`);
    });
    return parsePlanJson(line) as Answer;
  }
}

let shared: LineOracle<OracleRequest, OracleAnswer> | undefined;

/** One JVM per test process, started at the first question. */
export function expressionOracle(): LineOracle<OracleRequest, OracleAnswer> {
  shared ??= startOracle('ExpressionOracle');
  return shared;
}

/** A class of io.slipstream.flink.testing.oracle. */
export function startOracle<Request, Answer>(className: string): LineOracle<Request, Answer> {
  const options = ['-Xmx2g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', oracleClassPath()];
  return new LineOracle(
    spawn('java', [...options, `io.slipstream.flink.testing.oracle.${className}`], { stdio: 'pipe' }),
  );
}

/** Of bridge-testing, without our planner hook: this is stock Flink. */
function oracleClassPath(): string {
  const target = path.join(ROOT, 'flink-bridge/bridge-testing/target');
  const file = path.join(target, 'classpath.txt');
  if (!existsSync(file)) throw new Error(`expected ${file}; compile the Maven modules first`);
  const entries = readFileSync(file, 'utf8').trim().split(':');
  return [path.join(target, 'classes'), ...entries.filter((entry) => !/bridge-(core|planner)\b/.test(entry))].join(':');
}
