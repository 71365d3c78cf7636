import { describe, expect, it } from 'vitest';
import { RowKind, type Batch } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { parseRowType } from '../../columnar/type-parser.js';
import { graphFromMessages } from '../../engine/plan-graph.js';
import { readRawBatch } from '../../engine/raw-batch.js';
import { columnFromValues, utf8, type Value } from '../../testing/column-values.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { sinkNode, sourceNode } from '../../testing/plans.js';
import type { ExecNode, PlanContext } from '../operator.js';
import { rawSinkRefusal } from './raw-rules.js';
import { createRawSinkWriter } from './raw-sink-writer.js';

const COLUMNS = [
  { name: 'k_id', type: 'BIGINT NOT NULL' },
  { name: 'v', type: 'VARCHAR(2147483647)' },
  { name: 'k_zone', type: 'INT NOT NULL' },
];
const UPSERT = { connector: 'upsert-kafka', 'key.format': 'json', 'value.format': 'json' };
const KEYED = { connector: 'kafka', 'key.format': 'json', 'key.fields': 'k_zone;k_id', format: 'json' };
const PRIMARY_KEY = ['k_zone', 'k_id'];

const memory = new WorkerMemory();
const arena = new Arena(memory, 1 << 16);

function sinkOf(options: Record<string, string>, primaryKey = PRIMARY_KEY, json: object = {}): ExecNode {
  const sink = sinkNode(2, 1, COLUMNS, options, true, { primaryKey, ...json });
  return graphFromMessages([sourceNode(1, COLUMNS), sink]).byId.get(2)!;
}

function planWith(config: Record<string, string> = {}): PlanContext {
  return { ...goldenPlan(), config: new Map(Object.entries(config)) };
}

type Row = readonly [kind: number, ...values: Value[]];
const row = (kind: number, id: number | null, v: string | null, zone: number | null): Row => [
  kind,
  id === null ? null : BigInt(id),
  v === null ? null : utf8(v),
  zone,
];

function batchOfRows(rows: readonly Row[], keep?: readonly number[]): Batch {
  const { fields } = parseRowType(`ROW<${COLUMNS.map(({ name, type }) => `\`${name}\` ${type}`).join(', ')}>`);
  const columns = fields.map((field, index) =>
    columnFromValues(
      arena,
      field.type,
      rows.map((values) => values[index + 1] as Value),
    ),
  );
  const kinds = arena.allocate(rows.length);
  rows.forEach(([kind], index) => (memory.u8[kinds + index] = kind));
  const selection = keep ? arena.allocate(keep.length * 4) : 0;
  keep?.forEach((index, k) => (memory.u32[(selection >> 2) + k] = index));
  return { rowCount: rows.length, columns, kinds, selection, selectedCount: keep?.length ?? rows.length };
}

/** Key and value of each record. */
function write(node: ExecNode, rows: readonly Row[], keep?: readonly number[], config = {}): (string | null)[][] {
  const context = {
    memory,
    arena,
    plan: planWith(config),
    subtaskIndex: 0,
    parallelism: 1,
    maxParallelism: 128,
    keyGroups: { start: 0, end: -1 },
    currentTimeMs: () => 0,
    registerTimer: () => undefined,
  };
  const writer = createRawSinkWriter(node, context);
  return arena.run(() => {
    const written = writer.write(arena, batchOfRows(rows, keep));
    const raw = readRawBatch(memory, written.pointer, written.byteLength);
    expect(raw.count).toBe(written.rowCount);
    const part = (offsets: number, bytes: number, nulls: number, record: number): string | null => {
      if (offsets === 0 || (nulls !== 0 && memory.u8[nulls + record] !== 0)) return null;
      const [start, end] = memory.u32.subarray((offsets >> 2) + record, (offsets >> 2) + record + 2);
      return Buffer.from(memory.u8.subarray(bytes + start!, bytes + end!)).toString();
    };
    return Array.from({ length: raw.count }, (_, record) => [
      part(raw.keyOffsets, raw.keys, raw.keyNulls, record),
      part(raw.valueOffsets, raw.values, raw.valueNulls, record),
    ]);
  });
}

const INSERTS = [row(RowKind.INSERT, 1, 'a', 7), row(RowKind.INSERT, 2, null, 8)];

describe('records with keys', () => {
  it('have the key fields in the order of the primary key, and all fields in the value', () => {
    expect(write(sinkOf(UPSERT), INSERTS)).toEqual([
      ['{"k_zone":7,"k_id":1}', '{"k_id":1,"v":"a","k_zone":7}'],
      ['{"k_zone":8,"k_id":2}', '{"k_id":2,"v":null,"k_zone":8}'],
    ]);
  });

  it('have no prefix in the key and no key field in the value when the table says so', () => {
    const options = { ...KEYED, 'key.fields-prefix': 'k_', 'value.fields-include': 'EXCEPT_KEY' };
    expect(write(sinkOf(options, []), INSERTS)).toEqual([
      ['{"zone":7,"id":1}', '{"v":"a"}'],
      ['{"zone":8,"id":2}', '{"v":null}'],
    ]);
  });

  it('encode key and value by formats of their own', () => {
    const options = { ...UPSERT, 'value.json.encode.ignore-null-fields': 'true' };
    expect(write(sinkOf(options), INSERTS)[1]).toEqual(['{"k_zone":8,"k_id":2}', '{"k_id":2,"k_zone":8}']);
  });
});

describe('upsert mode', () => {
  const CHANGES = [
    row(RowKind.UPDATE_BEFORE, 1, 'a', 7),
    row(RowKind.UPDATE_AFTER, 1, 'b', 7),
    row(RowKind.INSERT, 2, 'c', 7),
    row(RowKind.DELETE, 3, 'd', 7),
  ];

  it('writes deletions and old halves of updates without a value', () => {
    const records = write(sinkOf(UPSERT), CHANGES);
    expect(records.map(([key]) => key)).toEqual([1, 1, 2, 3].map((id) => `{"k_zone":7,"k_id":${id}}`));
    expect(records.map(([, value]) => value)).toEqual([
      null,
      '{"k_id":1,"v":"b","k_zone":7}',
      '{"k_id":2,"v":"c","k_zone":7}',
      null,
    ]);
  });

  it('looks at the kinds of the selected rows', () => {
    expect(write(sinkOf(UPSERT), CHANGES, [1, 3]).map(([, value]) => value)).toEqual([
      '{"k_id":1,"v":"b","k_zone":7}',
      null,
    ]);
    expect(write(sinkOf(UPSERT), CHANGES, [0, 3]).map(([, value]) => value)).toEqual([null, null]);
  });

  it('is the same for batches of any size', () => {
    const many = Array.from({ length: 3000 }, (_, id) =>
      row(id % 3 === 0 ? RowKind.DELETE : RowKind.INSERT, id, 'x', 1),
    );
    const records = write(sinkOf(UPSERT), many);
    expect(records).toEqual(
      many.map((_, id) => [`{"k_zone":1,"k_id":${id}}`, id % 3 === 0 ? null : `{"k_id":${id},"v":"x","k_zone":1}`]),
    );
  });
});

describe('NOT NULL columns', () => {
  const ROWS = [
    row(RowKind.INSERT, 1, 'a', 7),
    row(RowKind.INSERT, 2, 'b', null),
    row(RowKind.INSERT, null, 'c', null),
  ];
  const message = (column: string): string =>
    `Column '${column}' is NOT NULL, however, a null value is being written into it. You can set job configuration ` +
    `'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently.`;

  it('fail on the first row with a NULL, at its first column', () => {
    expect(() => write(sinkOf(UPSERT), ROWS)).toThrow(message('k_zone'));
    expect(() => write(sinkOf(UPSERT), ROWS, [0, 2])).toThrow(message('k_id'));
    expect(write(sinkOf(UPSERT), ROWS, [0])).toHaveLength(1);
  });

  it('drop such rows when that is wanted', () => {
    const dropping = { 'table.exec.sink.not-null-enforcer': 'DROP' };
    expect(write(sinkOf(UPSERT), ROWS, undefined, dropping)).toEqual([
      ['{"k_zone":7,"k_id":1}', '{"k_id":1,"v":"a","k_zone":7}'],
    ]);
    expect(write(sinkOf(UPSERT), ROWS, [1, 2], dropping)).toEqual([]);
  });
});

describe('support rules of an encoded sink', () => {
  const CHANGELOG = { inputChangelogMode: ['INSERT', 'UPDATE_AFTER', 'DELETE'] };
  const refusal = (options: Record<string, string>, json: object = {}, config = {}): string | null =>
    rawSinkRefusal(sinkOf(options, PRIMARY_KEY, json), planWith(config));

  it('take updates in upsert mode only', () => {
    expect(refusal(UPSERT, CHANGELOG)).toBeNull();
    expect(refusal(KEYED, CHANGELOG)).toBe('the sink takes updates');
    expect(refusal(KEYED)).toBeNull();
  });

  it.each([
    ['a key of another format', { ...UPSERT, 'key.format': 'raw' }, {}, {}, 'format raw is not covered'],
    ['key fields that are not there', { ...KEYED, 'key.fields': 'x' }, {}, {}, "key fields x with prefix ''"],
    ['a list that is written in another way', { ...KEYED, 'key.fields': "'v'" }, {}, {}, "option key.fields: 'v'"],
    ['a wrong prefix', { ...UPSERT, 'key.fields-prefix': 'z_' }, {}, {}, "key fields k_zone, k_id with prefix 'z_'"],
    ['materialized rows', UPSERT, { ...CHANGELOG, requireUpsertMaterialize: true }, {}, 'Flink materializes'],
    [
      'checks of nested columns',
      UPSERT,
      {},
      { 'table.exec.sink.nested-constraint-enforcer': 'ROWS' },
      'table.exec.sink.nested-constraint-enforcer is ROWS',
    ],
  ])('refuse %s', (_name, options, json, config, reason) => {
    expect(refusal(options as Record<string, string>, json, config)).toContain(reason);
  });
});
