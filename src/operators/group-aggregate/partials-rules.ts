/** Support rules of aggregates whose work is shared by local, incremental and global ones. */
import { describeCall, type AggregateCall } from '../../aggregates/aggregate-call.js';
import { packedColumns } from '../../aggregates/nested-values.js';
import { aggregateFunctionOf } from '../../aggregates/registry.js';
import { childTypes, isSameLayout, type LogicalType, type RowField } from '../../columnar/types.js';
import { miniBatchSize } from '../node-options.js';
import { type ExecNode, type PlanContext, type Refusal } from '../operator.js';

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
    const refusal = nestedRefusal(call);
    if (refusal !== null) return `${describeCall(call)}: ${refusal}`;
  }
  return null;
}

/**
 * In a local aggregate a nested value is any object of Flink's, or of several classes in turn, and not behind an exchange: their equals and hashCode are not
 * that of the bytes. So only calls may have one that do not compare, or that may find a value several times.
 */
function nestedRefusal(call: AggregateCall): Refusal {
  if (packedColumns([call]).length === 0) return null;
  if (call.function === 'ARRAY_AGG' && !call.distinct && !call.needsRetraction) return null;
  const findsAgain = call.function === 'COUNT' && !call.needsRetraction && call.filterIndex < 0;
  if (findsAgain && !call.argTypes.some(hasMap)) return null;
  return 'of nested values it is not implemented in two phases';
}

/** Maps are equal whatever the order of their entries, their bytes are not. */
function hasMap(type: LogicalType): boolean {
  return type.kind === 'MAP' || type.kind === 'MULTISET' || childTypes(type).some(hasMap);
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
