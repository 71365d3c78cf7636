/**
 * What a node keeps in its state, as text: a snapshot of other keys or values is refused, as Flink's serializer snapshots refuse it, instead
 * of being read as something else. Names of columns and nullability are left out: they do not change what is kept.
 */
import { parseRowType } from '../columnar/type-parser.js';
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

/** What a node groups by, in columns of its input, what it calls, and the rows in which the calls count their arguments. */
interface AggregatedRows {
  readonly grouping: readonly number[];
  readonly calls: readonly AggregateCallJson[];
  readonly retracts: readonly boolean[];
  readonly argFields: readonly RowField[];
}

/** For aggregates their keys and calls, for a sink's materializer its keys and rows, for all other nodes the rows that come in, and their keys. */
export function stateSchemaOf(node: ExecNode): string {
  const { primaryKeys, inputUpsertKey, uniqueKeys } = node.json;
  const rows = node.inputTypes.map(schemaText).join('; ');
  // The elements of a primary key have keys of their own, or none.
  if (Array.isArray(primaryKeys))
    return `by ${columnsText(primaryKeys)}, each by ${columnsText(inputUpsertKey)}: ${rows}`;
  const aggregated = aggregatedRows(node);
  if (aggregated === null) return Array.isArray(uniqueKeys) ? `by ${columnsText(uniqueKeys)}: ${rows}` : rows;
  const { grouping, calls, retracts, argFields } = aggregated;
  const fields = fieldsOf(node.inputTypes[0]);
  const keys = grouping.map((column) => fieldText(fields[column]));
  const texts = calls.map((_call, index) => callText(calls, index, argFields, retracts[index] === true));
  return `by ${keys.join(', ') || 'nothing'}: ${texts.join(', ')}`;
}

/** Null for nodes that do not aggregate. After a local aggregation the arguments are columns of rows that only the node's JSON tells of. */
function aggregatedRows({ json, inputTypes }: ExecNode): AggregatedRows | null {
  const isIncremental = Array.isArray(json.partialOriginalAggCalls);
  const calls = isIncremental ? json.partialOriginalAggCalls : json.aggCalls;
  if (!Array.isArray(calls)) return null;
  const grouping = isIncremental ? json.partialAggGrouping : json.grouping;
  const retracts = isIncremental ? json.partialAggCallNeedRetractions : json.aggCallNeedRetractions;
  const localRows = isIncremental ? json.partialLocalAggInputRowType : json.localAggInputRowType;
  return {
    grouping: Array.isArray(grouping) ? (grouping as number[]) : [],
    calls: calls as AggregateCallJson[],
    retracts: Array.isArray(retracts) ? (retracts as boolean[]) : [],
    argFields: localRows === undefined ? fieldsOf(inputTypes[0]) : parseRowType(localRows).fields,
  };
}

function columnsText(columns: unknown): string {
  const positions = columns as readonly number[];
  return positions.length === 0 ? 'all columns' : positions.map((column) => `column ${column}`).join(', ');
}

/** The arguments of a call without DISTINCT follow from its result, or do not matter, but for the scale in which AVG adds up DECIMALs. */
function callText(
  calls: readonly AggregateCallJson[],
  index: number,
  fields: readonly RowField[],
  retracts: boolean,
): string {
  const call = calls[index]!;
  const columns = call.argList ?? [];
  const words = [functionName(call), typeText(call.type)];
  if (call.distinct === true) {
    words.push('of DISTINCT', columns.map((column) => fieldText(fields[column])).join(' and '));
    const sharing = calls.findIndex((other) => other.distinct === true && isSame(other.argList ?? [], columns));
    if (sharing < index) words.push(`as ${sharing + 1}`);
    if ((call.filterArg ?? -1) >= 0) words.push('filtered');
  } else if (words[0] === 'AVG') {
    const type = fields[columns[0] ?? -1]?.type;
    if (type?.kind === 'DECIMAL') words.push(`of scale ${type.scale}`);
  }
  if (retracts) words.push('with retraction');
  return words.join(' ');
}

function isSame(columns: readonly number[], others: readonly number[]): boolean {
  return columns.length === others.length && columns.every((column, index) => column === others[index]);
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
