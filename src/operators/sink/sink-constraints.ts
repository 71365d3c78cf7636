/**
 * Flink's ConstraintEnforcer in front of a sink whose rows are materialized here: it stands before the materializer, on the other side of an
 * exchange. In Flink's plan it is a part of the sink; the gate makes a node of it (materialized-sinks.ts).
 */
import type { OperatorFactory } from '../operator.js';
import { enforceNotNull, type NotNullEnforcer, type StrictColumn } from './not-null-constraint.js';

/** The JSON of the node. */
export interface SinkConstraintsJson {
  readonly strictColumns: readonly StrictColumn[];
  readonly enforcer: NotNullEnforcer;
}

export const sinkConstraintsFactory: OperatorFactory = {
  execNode: 'sink-constraints',
  versions: [1],
  check: () => null,
  create: (node, { arena }) => {
    const { strictColumns, enforcer } = node.json as unknown as SinkConstraintsJson;
    return {
      processBatch(_input, batch, output) {
        const rows = enforceNotNull(arena, batch, strictColumns, enforcer);
        if (rows.selectedCount > 0) output.emitBatch(rows);
      },
    };
  },
};
