/**
 * What a node keeps in its state, as text: a snapshot of other keys or values is refused, as Flink's serializer snapshots refuse it, instead
 * of being read as something else. Names of columns and nullability are left out: they do not change what is kept.
 */
import { LENGTH_MAX, type LogicalType, type RowField } from '../columnar/types.js';
import type { ExecNode } from '../operators/operator.js';

/** The members of Flink's AggregateCall that say what its accumulator holds. */
interface AggregateCallJson {
  readonly name?: string;
  readonly internalName?: string;
  readonly argList?: readonly number[];
  /** -1: none. */
  readonly filterArg?: number;
  readonly distinct?: boolean;
  readonly type?: unknown;
}

/** For aggregates their keys and calls, for a sink's materializer its keys and rows, for all other nodes the rows that come in. */
export function stateSchemaOf(node: ExecNode): string {
  const { aggCalls, grouping, localAggInputRowType, aggCallNeedRetractions, primaryKeys, inputUpsertKey } = node.json;
  const rows = node.inputTypes.map(schemaText).join('; ');
  // The elements of a primary key have keys of their own, or none.
  if (Array.isArray(primaryKeys))
    return `by ${columnsText(primaryKeys)}, each by ${columnsText(inputUpsertKey)}: ${rows}`;
  if (!Array.isArray(aggCalls)) return rows;
  const fields = fieldsOf(node.inputTypes[0]);
  const keys = Array.isArray(grouping) ? (grouping as number[]).map((column) => fieldText(fields[column])) : [];
  // After a local aggregation the arguments are columns of rows that this node does not see.
  const argFields = localAggInputRowType === undefined ? fields : [];
  const retracts = Array.isArray(aggCallNeedRetractions) ? (aggCallNeedRetractions as boolean[]) : [];
  const calls = (aggCalls as AggregateCallJson[]).map((call, index) =>
    callText(call, argFields, retracts[index] === true),
  );
  return `by ${keys.join(', ') || 'nothing'}: ${calls.join(', ')}`;
}

function columnsText(columns: unknown): string {
  const positions = columns as readonly number[];
  return positions.length === 0 ? 'all columns' : positions.map((column) => `column ${column}`).join(', ');
}

/** The arguments of a call without DISTINCT follow from its result, or do not matter. */
function callText(call: AggregateCallJson, fields: readonly RowField[], retracts: boolean): string {
  const words = [functionName(call), typeText(call.type)];
  if (call.distinct === true) {
    words.push('of DISTINCT', (call.argList ?? []).map((column) => fieldText(fields[column])).join(' and '));
    if ((call.filterArg ?? -1) >= 0) words.push('filtered');
  }
  if (retracts) words.push('with retraction');
  return words.join(' ');
}

/** `$SUM$1` → `SUM`; other versions are named as they are. */
function functionName({ internalName, name }: AggregateCallJson): string {
  return internalName?.replace(/^\$(.+)\$1$/, '$1') ?? String(name);
}

function typeText(type: unknown): string {
  return (typeof type === 'string' ? type : JSON.stringify(type)).replaceAll(' NOT NULL', '');
}

function fieldsOf(type: LogicalType | undefined): readonly RowField[] {
  return type?.kind === 'ROW' ? type.fields : [];
}

function fieldText(field: RowField | undefined): string {
  return field ? schemaText(field.type) : '?';
}

function schemaText(type: LogicalType): string {
  switch (type.kind) {
    case 'CHAR':
    case 'BINARY':
      return `${type.kind}(${type.length})`;
    case 'VARCHAR':
    case 'VARBINARY':
      return type.length >= LENGTH_MAX ? type.kind : `${type.kind}(${type.length})`;
    case 'DECIMAL':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'TIME':
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return `${type.kind}(${type.precision})`;
    case 'ARRAY':
    case 'MULTISET':
      return `${type.kind}<${schemaText(type.element)}>`;
    case 'MAP':
      return `MAP<${schemaText(type.key)}, ${schemaText(type.value)}>`;
    case 'ROW':
      return `ROW<${type.fields.map((field) => schemaText(field.type)).join(', ')}>`;
    case 'UNSUPPORTED':
      return type.text;
    default:
      return type.kind;
  }
}
