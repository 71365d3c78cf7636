/** Support rules of aggregates whose work is shared by local, incremental and global ones. */
import { describeCall, type AggregateCall } from '../../aggregates/aggregate-call.js';
import { packedColumns } from '../../aggregates/nested-values.js';
import { aggregateFunctionOf } from '../../aggregates/registry.js';
import { isSameLayout, type LogicalType, type RowField } from '../../columnar/types.js';
import { miniBatchSize } from '../node-options.js';
import { type ExecNode, type PlanContext, type Refusal } from '../operator.js';

/** Sums of more digits than a DECIMAL has begin anew, and depend on the order: 10^10 different values of 28 digits do not get there. */
const UNORDERED_SUM_DIGITS_MAX = 28;
const UNORDERED: readonly string[] = ['COUNT', 'SUM', 'AVG', '$SUM0', 'SUM0', 'MIN', 'MAX'];

/** Of nodes that only work in bundles. */
export function checkBundles(node: ExecNode, context: PlanContext): Refusal {
  const size = miniBatchSize(node, context.config);
  if (size === null) return 'it needs table.exec.mini-batch.enabled';
  if (!(size > 0)) return 'table.exec.mini-batch.size must be above 0';
  return null;
}

export function checkPartials(calls: readonly AggregateCall[]): Refusal {
  for (const call of calls) {
    if (!aggregateFunctionOf(call)?.hasPartials) {
      return `${describeCall(call)}: it is not implemented in two phases`;
    }
    if (packedColumns([call]).length > 0) {
      return `${describeCall(call)}: of nested values it is not implemented in two phases`;
    }
    const refusal = call.distinct && call.argIndexes.length > 0 ? orderRefusal(call) : null;
    if (refusal !== null) return `${describeCall(call)}: ${refusal}`;
  }
  return null;
}

/** Maps of DISTINCT are merged in the order of Java's HashMap over boxed values, which we do not know. */
function orderRefusal(call: AggregateCall): Refusal {
  if (call.function === 'COUNT') return null;
  const [type] = call.argTypes;
  const depends =
    !UNORDERED.includes(call.function ?? '') ||
    type?.kind === 'FLOAT' ||
    type?.kind === 'DOUBLE' ||
    (type?.kind === 'DECIMAL' && type.precision > UNORDERED_SUM_DIGITS_MAX);
  return depends ? `DISTINCT over ${type?.kind} in two phases depends on the order of Java's maps` : null;
}

/** The columns of partial results, or of results, have the types that we make. */
export function checkColumns(fields: readonly RowField[], types: readonly (LogicalType | undefined)[]): Refusal {
  if (fields.length !== types.length) return `${fields.length} columns, expected ${types.length}`;
  const other = fields.find(({ type }, index) => types[index] === undefined || !isSameLayout(type, types[index]));
  return other ? `column ${other.name} is not of the type that it should have` : null;
}

export function rowFields(type: LogicalType | undefined): readonly RowField[] {
  return type?.kind === 'ROW' ? type.fields : [];
}
