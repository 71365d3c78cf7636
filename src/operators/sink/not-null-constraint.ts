/**
 * The check that Flink puts in front of a sink with NOT NULL columns (ConstraintEnforcer with a NotNullConstraint). It looks at the
 * rows and not at their type, since decoders put NULL into NOT NULL columns, too.
 */
import type { Batch } from '../../columnar/batch.js';
import type { Arena } from '../../columnar/memory.js';
import { javaError, type SlipstreamError } from '../../errors.js';

export interface StrictColumn {
  readonly position: number;
  readonly name: string;
}

/** What becomes of a row with a NULL: `table.exec.sink.not-null-enforcer`. */
export type NotNullEnforcer = 'ERROR' | 'DROP';

/** The rows that may be written. Throws what stock Flink throws for the first one that may not. */
export function enforceNotNull(
  arena: Arena,
  batch: Batch,
  columns: readonly StrictColumn[],
  enforcer: NotNullEnforcer,
): Batch {
  const { u8, u32 } = arena.memory;
  const suspects = columns.filter(({ position }) => {
    const { nulls } = batch.columns[position]!;
    return u8.subarray(nulls, nulls + batch.rowCount).includes(1);
  });
  if (suspects.length === 0) return batch;
  const selection = arena.allocate(batch.selectedCount * 4) >> 2;
  let selectedCount = 0;
  for (let k = 0; k < batch.selectedCount; k++) {
    const row = batch.selection === 0 ? k : u32[(batch.selection >> 2) + k]!;
    const violated = suspects.find(({ position }) => u8[batch.columns[position]!.nulls + row] !== 0);
    if (violated === undefined) u32[selection + selectedCount++] = row;
    else if (enforcer === 'ERROR') throw violation(violated.name);
  }
  return selectedCount === batch.selectedCount ? batch : { ...batch, selection: selection << 2, selectedCount };
}

function violation(column: string): SlipstreamError {
  return javaError(
    'org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException',
    `Column '${column}' is NOT NULL, however, a null value is being written into it. ` +
      `You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' ` +
      `to suppress this exception and drop such records silently.`,
  );
}
