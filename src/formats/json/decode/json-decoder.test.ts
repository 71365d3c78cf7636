import { describe, expect, it } from 'vitest';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import type { LogicalType, TypeOf } from '../../../columnar/types.js';
import { textOf, type SqlValue } from '../../../expressions/sql-value.js';
import { parseJsonOptions, type JsonOptions } from '../options.js';
import { JsonDecoder } from './json-decoder.js';
import { decodeTexts, rowsOf } from './testing.js';

const nullable = { nullable: true } as const;
const BIGINT: LogicalType = { kind: 'BIGINT', ...nullable };
const INT: LogicalType = { kind: 'INTEGER', ...nullable };
const STRING: LogicalType = { kind: 'VARCHAR', length: 2147483647, ...nullable };
const TIMESTAMP: LogicalType = { kind: 'TIMESTAMP', precision: 3, ...nullable };
const row = (fields: Record<string, LogicalType>): TypeOf<'ROW'> => ({
  kind: 'ROW',
  nullable: true,
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
});

function options(given: Record<string, string> = {}): JsonOptions {
  const parsed = parseJsonOptions(new Map(Object.entries(given)));
  if ('refusal' in parsed) throw new Error(parsed.refusal);
  return parsed.options;
}

function plain(value: SqlValue): unknown {
  if (value instanceof Uint8Array) return textOf(value);
  return Array.isArray(value) ? value.map(plain) : value;
}

describe('JsonDecoder on plain records', () => {
  const type = row({ event_type: INT, bid: row({ auction: BIGINT, channel: STRING, dateTime: TIMESTAMP }) });

  it('reads predicted keys, other orders, missing and unknown fields', () => {
    const rows = decodeTexts(type, options(), [
      '{"event_type":2,"bid":{"auction":9007199254740993,"channel":"a\\u00e9\\n","dateTime":"2024-05-06 07:08:09.5"}}',
      '{ "bid" : { "x": [1, {"y": "]"}], "channel": "é", "auction": -1 } , "event_type" : 0 }',
      '{"bid":null}',
    ]);
    expect(rows.map(plain)).toEqual([
      [2, [9007199254740993n, 'aé\n', { milliseconds: 1714979289500n, nanos: 0 }]],
      [0, [-1n, 'é', null]],
      [null, null],
    ]);
  });

  it('skips records without a value and names the record of each row', () => {
    const memory = new WorkerMemory();
    const arena = new Arena(memory);
    const decoder = new JsonDecoder(memory, type, options());
    const result = arena.run(() => rowsOf(memory, arena, decoder, ['', '{"event_type":1}', '', '{"event_type":2}']));
    expect(result.rows.map((values) => (values as SqlValue[])[0])).toEqual([1, 2]);
    expect(result.recordIndexes).toEqual([1, 3]);
    expect(result.skippedRecords).toBe(2);
  });

  it('reads as NULL what the plan does not want', () => {
    const wanted = new Map([[1, new Map([[0, 'all' as const]])]]);
    const rows = decodeTexts(type, options(), ['{"event_type":2,"bid":{"auction":7,"channel":"x"}}'], wanted);
    expect(rows.map(plain)).toEqual([[null, [7n, null, null]]]);
  });
});
