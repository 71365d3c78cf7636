import { describe, expect, it } from 'vitest';
import { selectedRows } from '../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { graphFromMessages } from '../../engine/plan-graph.js';
import { readRawBatch, recordOfRawBatch, VALUE_SLACK_BYTES } from '../../engine/raw-batch.js';
import { valueAt } from '../../testing/column-values.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { keyedBatchOf, sourceNode, type KeyedRecord } from '../../testing/plans.js';
import type { ExecNode } from '../operator.js';
import { rawScanRefusal, rawSectionsOf } from './raw-rules.js';
import { RawScan, type ScannedBatch } from './raw-scan.js';

const COLUMNS = [
  { name: 'k_id', type: 'BIGINT NOT NULL' },
  { name: 'v', type: 'VARCHAR(2147483647)' },
  { name: 'k_name', type: 'VARCHAR(2147483647) NOT NULL' },
  { name: 'n', type: 'INT' },
];
const PRIMARY_KEY = ['k_name', 'k_id'];
const UPSERT = { connector: 'upsert-kafka', 'key.format': 'json', 'value.format': 'json' };
const EXCEPT_KEY = { ...UPSERT, 'value.fields-include': 'EXCEPT_KEY', 'key.fields-prefix': 'k_' };
const KEYED = { connector: 'kafka', 'key.format': 'json', 'key.fields': 'k_name;k_id', format: 'json' };

const memory = new WorkerMemory();
const arena = new Arena(memory, 1 << 16);

function nodeOf(options: Record<string, string>, columns = COLUMNS, primaryKey = PRIMARY_KEY): ExecNode {
  return graphFromMessages([sourceNode(1, columns, options, true, { primaryKey })]).byId.get(1)!;
}

function scanOf(options: Record<string, string>): RawScan {
  const context = {
    memory,
    arena,
    plan: goldenPlan(),
    subtaskIndex: 0,
    parallelism: 1,
    maxParallelism: 128,
    keyGroups: { start: 0, end: -1 },
    currentTimeMs: () => 0,
    registerTimer: () => undefined,
  };
  return new RawScan(nodeOf(options), context, 'all');
}

function rowsOf({ batch }: ScannedBatch): unknown[][] {
  return selectedRows(memory, batch).map((row) => [
    batch.kinds === 0 ? 0 : memory.u8[batch.kinds + row],
    ...batch.columns.map((column) => {
      const value = valueAt(memory, column, row);
      if (value instanceof Uint8Array) return Buffer.from(value).toString();
      return typeof value === 'bigint' ? Number(value) : value;
    }),
  ]);
}

/** Row kind and columns of each row; all records at once, which must be the same as one after the other. */
function scan(options: Record<string, string>, records: readonly KeyedRecord[]): unknown[][] {
  const scanner = scanOf(options);
  const origin = { topic: 't', partition: 0 };
  const bytes = keyedBatchOf(records);
  return arena.run(() => {
    const pointer = arena.allocate(bytes.length + VALUE_SLACK_BYTES);
    memory.u8.set(bytes, pointer);
    const batch = readRawBatch(memory, pointer, bytes.length);
    const atOnce = rowsOf(scanner.scan(arena, batch, origin));
    // From the same bytes, as after an error in the batch.
    const oneByOne = records.flatMap((_, index) =>
      rowsOf(scanner.scan(arena, recordOfRawBatch(arena, batch, index), origin)),
    );
    expect(oneByOne).toEqual(atOnce);
    return atOnce;
  });
}

const key = (name: string, id: number): string => `{"k_name":"${name}","k_id":${id}}`;
const shortKey = (name: string, id: number): string => `{"name":"${name}","id":${id}}`;

describe('upsert mode', () => {
  it('takes rows from the value and deletions from the key', () => {
    const rows = scan(UPSERT, [
      [key('a', 1), '{"k_id":1,"k_name":"a","v":"x","n":5}'],
      [key('b', 2), null],
      [key('c', 3), '{"k_id":3,"k_name":"other","v":"y\\n"}'],
      [key('a', 1), null],
    ]);
    expect(rows).toEqual([
      [0, 1, 'x', 'a', 5],
      [3, 2, null, 'b', null],
      [0, 3, 'y\n', 'other', null],
      [3, 1, null, 'a', null],
    ]);
  });

  it('takes rows from both when the value lacks the key', () => {
    const rows = scan(EXCEPT_KEY, [
      [shortKey('a', 1), '{"v":"x","n":5}'],
      [shortKey('b', 2), null],
      [shortKey('c', 3), '{}'],
    ]);
    expect(rows).toEqual([
      [0, 1, 'x', 'a', 5],
      [3, 2, null, 'b', null],
      [0, 3, null, 'c', null],
    ]);
  });

  it('may be a batch of deletions, or of rows', () => {
    expect(scan(EXCEPT_KEY, [[shortKey('a', 1), null]])).toEqual([[3, 1, null, 'a', null]]);
    expect(scan(EXCEPT_KEY, [[shortKey('a', 1), '{"n":1}']])).toEqual([[0, 1, null, 'a', 1]]);
    expect(scan(UPSERT, [[key('a', 1), null]])).toEqual([[3, 1, null, 'a', null]]);
  });

  it('has no row without a key, but looks at the value', () => {
    expect(
      scan(UPSERT, [
        [null, '{"k_id":1}'],
        [null, null],
        ['', '{"k_id":1}'],
        [key('a', 1), ''],
      ]),
    ).toEqual([]);
    expect(() => scan(UPSERT, [[null, '{']])).toThrow('Failed to deserialize JSON record');
    expect(() => scan(UPSERT, [['{', null]])).toThrow('Failed to deserialize JSON record');
  });

  it('joins every row of the value with every row of the key', () => {
    const two = `[${shortKey('a', 1)},${shortKey('b', 2)}]`;
    expect(
      scan(EXCEPT_KEY, [
        [two, '[{"n":7},{"n":8}]'],
        [two, null],
      ]),
    ).toEqual([
      [0, 1, null, 'a', 7],
      [0, 2, null, 'b', 7],
      [0, 1, null, 'a', 8],
      [0, 2, null, 'b', 8],
      [3, 1, null, 'a', null],
      [3, 2, null, 'b', null],
    ]);
  });

  it('takes a value that is no row for a deletion, as Flink does with broken ones that it ignores', () => {
    const lenient = { ...EXCEPT_KEY, 'value.json.ignore-parse-errors': 'true' };
    expect(
      scan(lenient, [
        [shortKey('a', 1), '{'],
        [shortKey('b', 2), '[{"n":1},null,{"n":2}]'],
      ]),
    ).toEqual([
      [3, 1, null, 'a', null],
      [0, 2, null, 'b', 1],
      [3, 2, null, 'b', null],
      [0, 2, null, 'b', 2],
    ]);
    expect(scan(EXCEPT_KEY, [[shortKey('b', 2), '[null]']])).toEqual([[3, 2, null, 'b', null]]);
    // Not from a tree, of which Flink hands on rows only.
    const tree = { ...lenient, 'value.json.decode.json-parser.enabled': 'false' };
    expect(
      scan(tree, [
        [shortKey('a', 1), '{'],
        [shortKey('b', 2), '[{"n":1},null]'],
      ]),
    ).toEqual([[0, 2, null, 'b', 1]]);
  });

  it('fails on a key that is no row, in the decoder of the value', () => {
    const lenientKey = { ...EXCEPT_KEY, 'key.json.ignore-parse-errors': 'true' };
    const lenient = { ...lenientKey, 'value.json.ignore-parse-errors': 'true' };
    expect(() => scan(lenientKey, [['{', '{}']])).toThrow('a key or value is null');
    expect(() => scan(lenient, [['{', null]])).toThrow('a key or value is null');
    const keys = `[${shortKey('a', 1)},null]`;
    expect(
      scan(lenient, [
        ['{', '{}'],
        [keys, '[{"n":1},{"n":2}]'],
        ['{', ''],
      ]),
    ).toEqual([[0, 1, null, 'a', 1]]);
    const tree = { ...lenient, 'value.json.decode.json-parser.enabled': 'false' };
    expect(scan(tree, [[keys, '[{"n":1},{"n":2}]']])).toEqual([
      [0, 1, null, 'a', 1],
      [0, 1, null, 'a', 2],
    ]);
  });
});

describe('keys beside the value', () => {
  it('are overwritten by the fields of the value', () => {
    expect(
      scan(KEYED, [
        [key('a', 1), '{"k_id":2,"v":"x"}'],
        [key('b', 2), null],
        [null, '{"v":"y"}'],
      ]),
    ).toEqual([[0, 2, 'x', null, null]]);
  });

  it('may be broken where both formats ignore it', () => {
    const lenientKey = { ...KEYED, 'key.json.ignore-parse-errors': 'true', 'value.fields-include': 'EXCEPT_KEY' };
    const lenient = { ...lenientKey, 'json.ignore-parse-errors': 'true' };
    const records: KeyedRecord[] = [
      ['{', '{"v":"x"}'],
      [key('b', 2), '{"v":"y"}'],
      [key('c', 3), '{'],
    ];
    expect(scan(lenient, records)).toEqual([[0, 2, 'y', 'b', null]]);
    expect(() => scan(lenientKey, records.slice(0, 2))).toThrow('a key or value is null');
    const whole = { ...lenientKey, 'value.fields-include': 'ALL' };
    expect(() => scan(whole, records.slice(0, 2))).toThrow('a key or value is null');
  });
});

it('lets failures of later operators on a deletion through, which Flink makes outside of the decoder', () => {
  const scanner = scanOf({ ...UPSERT, 'value.json.ignore-parse-errors': 'true' });
  const chainErrors = (record: KeyedRecord): string =>
    arena.run(() => {
      const bytes = keyedBatchOf([record]);
      const pointer = arena.allocate(bytes.length + VALUE_SLACK_BYTES);
      memory.u8.set(bytes, pointer);
      return scanner.scan(arena, readRawBatch(memory, pointer, bytes.length), { topic: 't', partition: 0 }).chainErrors;
    });
  expect(chainErrors([key('a', 1), null])).toBe('fail');
  expect(chainErrors([key('a', 1), '{}'])).toBe('drop-message');
});

describe('support rules of a decoded source', () => {
  it('want the key when there is one', () => {
    expect(rawScanRefusal(nodeOf(UPSERT), goldenPlan())).toBeNull();
    expect(rawSectionsOf(nodeOf(UPSERT))).toEqual({ key: true });
    expect(rawSectionsOf(nodeOf({ format: 'json' }))).toEqual({});
  });

  it('refuse other formats of the key, and lists in it where deletions are made of it', () => {
    expect(rawScanRefusal(nodeOf({ ...KEYED, 'key.format': 'csv' }), goldenPlan())).toBe('format csv is not covered');
    const columns = [{ name: 'a', type: 'ARRAY<INT> NOT NULL' }];
    expect(rawScanRefusal(nodeOf(UPSERT, columns, ['a']), goldenPlan())).toBe(
      'key field a of type ARRAY in upsert mode',
    );
    expect(rawScanRefusal(nodeOf({ ...KEYED, 'key.fields': 'a' }, columns), goldenPlan())).toBeNull();
  });
});
