/** Small plans in the form that the bridge sends, for tests of the gate, of fragments and of the server. */
import { NodeRole, type CheckPlanRequest, type PlanNodeMessage } from '../transport/messages.js';

export const JVM = {
  specificationVersion: '17',
  doubleProbe: '1.9999999999999998E23',
  localTimeZone: 'UTC',
  locale: 'en',
  exactSquareRoot: true,
};

function node(
  id: number,
  execNode: string,
  role: number,
  inputs: number[],
  json: object,
  rawCapable = false,
): PlanNodeMessage {
  return {
    id,
    execNode,
    version: 1,
    spec: Buffer.from(JSON.stringify(json)),
    inputs,
    role,
    description: `${execNode}(${id})`,
    rawCapable,
    rawRefusal: rawCapable ? '' : 'the connector hands over rows',
  };
}

export interface Column {
  readonly name: string;
  readonly type: string;
}

function rowType(columns: readonly Column[]): string {
  return `ROW<${columns.map((column) => `\`${column.name}\` ${column.type}`).join(', ')}>`;
}

function table(
  columns: readonly Column[],
  options: Readonly<Record<string, string>>,
  primaryKey: readonly string[] = [],
): object {
  const schema = { columns: columns.map((column) => ({ name: column.name, dataType: column.type })) };
  const constraint = { name: 'pk', type: 'PRIMARY_KEY', columns: primaryKey };
  return {
    identifier: '`default_catalog`.`default_database`.`t`',
    resolvedTable: { schema: primaryKey.length === 0 ? schema : { ...schema, primaryKey: constraint }, options },
  };
}

/** What a node has beyond the usual: `primaryKey` is the table's, the others go into the node's JSON. */
export interface Extras {
  readonly primaryKey?: readonly string[];
}

export function sourceNode(
  id: number,
  columns: readonly Column[],
  options: Readonly<Record<string, string>> = { format: 'json' },
  rawCapable = true,
  { primaryKey, ...extras }: Extras = {},
): PlanNodeMessage {
  const json = {
    scanTableSource: { table: table(columns, options, primaryKey) },
    outputType: rowType(columns),
    ...extras,
  };
  return node(id, 'stream-exec-table-source-scan', NodeRole.SOURCE, [], json, rawCapable);
}

export function sinkNode(
  id: number,
  input: number,
  columns: readonly Column[],
  options: Readonly<Record<string, string>> = { format: 'json' },
  rawCapable = true,
  { primaryKey, ...extras }: Extras = {},
): PlanNodeMessage {
  const json = {
    dynamicTableSink: { table: table(columns, options, primaryKey) },
    inputChangelogMode: ['INSERT'],
    outputType: rowType(columns),
    ...extras,
  };
  return node(id, 'stream-exec-sink', NodeRole.SINK, [input], json, rawCapable);
}

export function innerNode(
  id: number,
  execNode: string,
  inputs: number[],
  columns: readonly Column[],
  json: object = {},
): PlanNodeMessage {
  return node(id, execNode, NodeRole.INNER, inputs, { ...json, outputType: rowType(columns) });
}

export function request(nodes: PlanNodeMessage[], config: Record<string, string> = {}): CheckPlanRequest {
  return { flinkVersion: '2.2.1', nodes, config, jvm: JVM };
}

/** A raw batch of these records (docs/internals/batch-layout.md); null is a record without a value. */
export function rawBatchOf(records: readonly (string | Uint8Array | null)[]): Buffer {
  const values = records.map((record) => (record === null ? Buffer.alloc(0) : Buffer.from(record)));
  const hasNulls = records.includes(null);
  const align8 = (bytes: number): number => (bytes + 7) & -8;
  const offsetsBytes = align8((values.length + 1) * 4);
  const nullsBytes = hasNulls ? align8(values.length) : 0;
  const valueBytes = values.reduce((sum, value) => sum + value.length, 0);
  const batch = Buffer.alloc(16 + offsetsBytes + nullsBytes + valueBytes);
  batch.writeUInt32LE(values.length, 0);
  batch.writeUInt32LE(hasNulls ? 8 : 0, 4);
  batch.writeUInt32LE(valueBytes, 8);
  let offset = 0;
  values.forEach((value, index) => {
    value.copy(batch, 16 + offsetsBytes + nullsBytes + offset);
    offset += value.length;
    batch.writeUInt32LE(offset, 16 + (index + 1) * 4);
  });
  if (hasNulls)
    records.forEach((record, index) => batch.writeUInt8(record === null ? 1 : 0, 16 + offsetsBytes + index));
  return batch;
}

export type KeyedRecord = readonly [key: string | null, value: string | null];

/** A raw batch of records with keys, as RawBatchBuilder of the bridge lays it out. */
export function keyedBatchOf(records: readonly KeyedRecord[]): Buffer {
  const align8 = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);
  const bytesOf = (part: 0 | 1): Buffer[] => records.map((record) => Buffer.from(record[part] ?? ''));
  const offsetsOf = (texts: readonly Buffer[]): Buffer => {
    let end = 0;
    return align8(Buffer.from(new Uint32Array([0, ...texts.map((text) => (end += text.length))]).buffer));
  };
  const nullsOf = (part: 0 | 1): Buffer => align8(Buffer.from(records.map((record) => Number(record[part] === null))));
  const [keys, values] = [bytesOf(0), bytesOf(1)];
  const hasNulls = records.some(([, value]) => value === null);
  const total = (texts: readonly Buffer[]): number => Buffer.concat(texts).length;
  const header = new Uint32Array([records.length, hasNulls ? 9 : 1, total(values), total(keys)]);
  return Buffer.concat([
    Buffer.from(header.buffer),
    offsetsOf(values),
    hasNulls ? nullsOf(1) : Buffer.alloc(0),
    offsetsOf(keys),
    nullsOf(0),
    align8(Buffer.concat(values)),
    Buffer.concat(keys),
  ]);
}

/** The values of an encoded raw batch, as text. */
export function recordsOf(batch: Uint8Array): string[] {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
  const count = bytes.readUInt32LE(0);
  const values = 16 + (((count + 1) * 4 + 7) & -8);
  return Array.from({ length: count }, (_, index) =>
    bytes.toString('utf8', values + bytes.readUInt32LE(16 + index * 4), values + bytes.readUInt32LE(20 + index * 4)),
  );
}

/** An exchange that hashes `keys`; without keys, one that brings everything to one subtask. */
export function exchangeNode(
  id: number,
  input: number,
  columns: readonly Column[],
  keys: readonly number[] = [],
): PlanNodeMessage {
  const requiredDistribution = keys.length > 0 ? { type: 'HASH', keys } : { type: 'SINGLETON' };
  return innerNode(id, 'stream-exec-exchange', [input], columns, { inputProperties: [{ requiredDistribution }] });
}
