/** Stock Flink as an oracle of keyed operators of one input: its plan, and its own operator in its own harness. See OperatorOracle.java. */
import { type CanonicalValue } from './canonical-values.js';
import { startOracle, type LineOracle, type ThrownChain } from './expression-oracle.js';

/** Row kind in front. */
export type OperatorRow = readonly [kind: number, ...values: CanonicalValue[]];
export type OperatorStep =
  | OperatorRow
  | { readonly watermark: number }
  /** Processing time from here on, milliseconds. */
  | { readonly time: number }
  | { readonly barrier: true }
  | { readonly end: true };
export type OperatorOutput = OperatorRow | { readonly watermark: number };

export interface OperatorRequest {
  /** CREATE TABLE of the one source; connector `oracle`, option `changelog`: insert, upsert or all. */
  readonly table: string;
  readonly query: string;
  /** Class of the exec node. */
  readonly node: string;
  readonly config?: Readonly<Record<string, string>>;
  /** Boolean fields of the node, as another sink would have planned them. */
  readonly fields?: Readonly<Record<string, boolean>>;
  readonly steps: readonly OperatorStep[];
}

export type OperatorAnswer =
  | {
      /** The node as a compiled plan writes it. */
      readonly node: Readonly<Record<string, unknown>>;
      readonly inputType: string;
      readonly outputType: string;
      /** Per step. */
      readonly outputs: readonly (readonly OperatorOutput[])[];
      /** What the last of the steps threw. */
      readonly thrown?: ThrownChain;
    }
  | { readonly planError: ThrownChain };

let shared: LineOracle<OperatorRequest, OperatorAnswer> | undefined;

/** One JVM per test process, started at the first question. */
export function operatorOracle(): LineOracle<OperatorRequest, OperatorAnswer> {
  shared ??= startOracle('OperatorOracle');
  return shared;
}
