/** Stock Flink as an oracle of group aggregates: its plan, and its own operator in its own harness. See AggregateOracle.java. */
import { type CanonicalValue } from './canonical-values.js';
import { startOracle, type LineOracle, type ThrownChain } from './expression-oracle.js';

/**
 * A row kind (RowKind of columnar/batch.ts) and values; or, as a number, the time in milliseconds from here on; or a checkpoint, from which
 * another operator goes on.
 */
export type AggregateStep = readonly [kind: number, ...values: CanonicalValue[]] | number | typeof RESTORE;
export const RESTORE = 'restore';
export type AggregateRow = readonly [kind: number, ...values: CanonicalValue[]];

export interface AggregateRequest {
  /** Name and SQL type; the table is called `t`. */
  readonly columns: readonly (readonly [string, string])[];
  /** The table has all four row kinds; otherwise inserts alone. */
  readonly changelog: boolean;
  readonly query: string;
  /** false: as for a sink that upserts. */
  readonly updateBefore?: boolean;
  /** Each SUM becomes SUM0, to which no SQL of one aggregate leads. */
  readonly sum0?: boolean;
  readonly rows: readonly AggregateStep[];
  /** Absent: on the heap. */
  readonly backend?: 'rocksdb';
  /** Table configuration, Flink's keys. */
  readonly config?: Readonly<Record<string, string>>;
}

export type AggregateAnswer =
  | {
      /** The group aggregate as a compiled plan writes it. */
      readonly node: Readonly<Record<string, unknown>>;
      readonly inputType: string;
      readonly outputType: string;
      /** What comes to the aggregate, behind the calc in front of it. */
      readonly inputs: readonly AggregateStep[];
      /** Per input. */
      readonly outputs: readonly (readonly AggregateRow[])[];
      /** What the last of the inputs threw. */
      readonly thrown?: ThrownChain;
    }
  | { readonly node: Readonly<Record<string, unknown>>; readonly compileError: ThrownChain }
  | { readonly noAggregate: string }
  | { readonly planError: ThrownChain };

let shared: LineOracle<AggregateRequest, AggregateAnswer> | undefined;

/** One JVM per test process, started at the first question. */
export function aggregateOracle(): LineOracle<AggregateRequest, AggregateAnswer> {
  shared ??= startOracle('AggregateOracle');
  return shared;
}

/** What is written down of a request and its answer. */
export type GoldenAggregate = Pick<AggregateRequest, 'query' | 'changelog'> &
  Extract<AggregateAnswer, { outputs: unknown }>;

/** Asks one after the other; what stock Flink cannot plan or run at all is a mistake of the group. */
export async function deriveAggregates(requests: readonly AggregateRequest[]): Promise<GoldenAggregate[]> {
  const golden: GoldenAggregate[] = [];
  for (const request of requests) {
    const answer = await aggregateOracle().ask(request);
    if (!('outputs' in answer)) throw new Error(`${request.query}: ${JSON.stringify(answer).slice(0, 1000)}`);
    // Ids are counted through all plans of the JVM.
    const node = { ...answer.node, id: 1 };
    golden.push({ query: request.query, changelog: request.changelog, ...answer, node });
  }
  return golden;
}

/** One JSON object a line. */
export function goldenAggregatesText(golden: readonly GoldenAggregate[]): string {
  return `[\n${golden.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`;
}
