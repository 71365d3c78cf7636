/** Stock Flink as an oracle of operators that feed one another, in bundles. See ChainOracle.java. */
import { startOracle, type LineOracle, type ThrownChain } from './expression-oracle.js';
import { type OperatorOutput, type OperatorRequest } from './operator-oracle.js';

export type ChainRequest = Omit<OperatorRequest, 'node' | 'fields'> & {
  /** Classes of exec nodes, from the source to the sink. */
  readonly nodes: readonly string[];
};

export type ChainAnswer =
  | {
      /** As a compiled plan writes them. */
      readonly nodes: readonly Readonly<Record<string, unknown>>[];
      /** Of the first. */
      readonly inputType: string;
      /** Per step, per node. */
      readonly outputs: readonly (readonly (readonly OperatorOutput[])[])[];
      readonly thrown?: ThrownChain;
    }
  | { readonly planError: ThrownChain };

let shared: LineOracle<ChainRequest, ChainAnswer> | undefined;

/** One JVM per test process, started at the first question. */
export function chainOracle(): LineOracle<ChainRequest, ChainAnswer> {
  shared ??= startOracle('ChainOracle');
  return shared;
}
