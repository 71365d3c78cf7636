import { describe, expect, it } from 'vitest';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { RecordRefusedError } from '../../../errors.js';
import { textOf, type SqlValue } from '../../../expressions/sql-value.js';
import { array, BIGINT, BOOLEAN, INT, map, row, STRING, timestamp } from './corpus-types.js';
import { optionsOf } from './decode-oracle.js';
import { JsonDecoder } from './json-decoder.js';
import { decodeTexts, rowsOf } from './testing.js';

const TIMESTAMP = timestamp(3);
const options = optionsOf;

function plain(value: SqlValue): unknown {
  if (value instanceof Uint8Array) return textOf(value);
  return Array.isArray(value) ? value.map(plain) : value;
}

describe('JsonDecoder on plain records', () => {
  const type = row({ event_type: INT, bid: row({ auction: BIGINT, channel: STRING, dateTime: TIMESTAMP }) });

  it('reads predicted keys, other orders, missing and unknown fields', () => {
    const rows = decodeTexts(type, options({}), [
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
    const decoder = new JsonDecoder(memory, type, options({}));
    const result = arena.run(() => rowsOf(memory, arena, decoder, ['', '{"event_type":1}', '', '{"event_type":2}']));
    expect(result.rows.map((values) => (values as SqlValue[])[0])).toEqual([1, 2]);
    expect(result.recordIndexes).toEqual([1, 3]);
    expect(result.skippedRecords).toBe(2);
  });

  it('reads as NULL what the plan does not want', () => {
    const wanted = new Map([[1, new Map([[0, 'all' as const]])]]);
    const rows = decodeTexts(type, options({}), ['{"event_type":2,"bid":{"auction":7,"channel":"x"}}'], wanted);
    expect(rows.map(plain)).toEqual([[null, [7n, null, null]]]);
  });

  it('names the record that is refused', () => {
    const memory = new WorkerMemory();
    const arena = new Arena(memory);
    const decoder = new JsonDecoder(memory, type, options({}));
    const decode = (): unknown => arena.run(() => rowsOf(memory, arena, decoder, ['{}', '', '{"event_type":"x"}']));
    expect(decode).toThrow(RecordRefusedError);
    expect(decode).toThrow(expect.objectContaining({ recordIndex: 2 }));
  });

  it('makes room for arrays at the top that have more rows than there are records', () => {
    const many = `[${Array.from({ length: 100 }, (_, i) => `{"event_type":${i}}`).join(',')}]`;
    const rows = decodeTexts(type, options({}), ['{"event_type":-1}', many, '{"event_type":100}']);
    expect(rows.map((values) => (values as SqlValue[])[0])).toEqual(Array.from({ length: 102 }, (_, i) => i - 1));
  });

  it('does not let values of a refused try show through', () => {
    // The kernel has written `bid` when it meets the number that it leaves to the reference decoder.
    const rows = decodeTexts(type, options({ 'ignore-parse-errors': 'true' }), [
      '{"bid":{"auction":5},"event_type":1.5}',
      '{"bid":{"auction":6},"event_type":tru}',
      '{"bid":{"auction":"q","channel":"c"},"event_type":2}',
    ]);
    expect(rows.map(plain)).toEqual([
      [1, [5n, null, null]],
      [2, [null, 'c', null]],
    ]);
  });
});

describe('JsonDecoder on names', () => {
  it('tells names of every length apart', () => {
    const names = Array.from(
      { length: 80 },
      (_, length) => 'n'.repeat(length) + String.fromCharCode(97 + (length % 26)),
    );
    const type = row(Object.fromEntries(names.map((name) => [name, INT])));
    const text = `{${names.map((name, index) => `"${name}":${index}`).join(',')}}`;
    const almost = `{${names.map((name) => `"${name}!":1,"x${name.slice(1)}":2`).join(',')}}`;
    const rows = decodeTexts(type, options({}), [text, almost]);
    expect(rows[0]).toEqual(names.map((_, index) => index));
    // The first name is one letter, `a`, which the second spelling turns into `x`.
    expect(rows[1]).toEqual(names.map(() => null).map((value, index) => (names[index]!.startsWith('x') ? 2 : value)));
  });

  it('finds names of other scripts and names that need escapes', () => {
    const type = row({ größe: INT, 'a"b': INT, 日本: INT });
    expect(decodeTexts(type, options({}), ['{"日本":3,"größe":1,"a\\"b":2}', '{"gr\\u00f6ße":4}'])).toEqual([
      [1, 2, 3],
      [4, null, null],
    ]);
  });
});

describe('JsonDecoder on containers', () => {
  const type = row({ a: array(BIGINT), r: array(row({ s: STRING, b: array(BOOLEAN) })), m: map(STRING, array(INT)) });

  it('reads arrays, of rows and of arrays in them', () => {
    const rows = decodeTexts(type, options({}), [
      '{"a":[1,null, -3 ],"r":[{"s":"x","b":[true,false]},null,{"b":[]}]}',
      '{"a":[],"r":[ ]}',
      '{"a":null}',
    ]);
    expect(rows.map(plain)).toEqual([
      [[1n, null, -3n], [['x', [true, false]], null, [null, []]], null],
      [[], [], null],
      [null, null, null],
    ]);
  });

  it('makes room for long arrays, also when the reference decoder reads some of the records', () => {
    const numbers = Array.from({ length: 1000 }, (_, i) => i);
    const rows = decodeTexts(type, options({}), [
      `{"a":[${numbers.join(',')}]}`,
      `{"a":["7",${numbers.join(',')}],"m":{"k":[${numbers.join(',')}]}}`,
      '{"a":[1]}',
    ]);
    expect(rows.map(plain)).toEqual([
      [numbers.map(BigInt), null, null],
      [[7n, ...numbers.map(BigInt)], null, [['k', numbers]]],
      [[1n], null, null],
    ]);
  });

  it('checks arrays that nobody reads, and keeps none of them', () => {
    const numbers = Array.from({ length: 1000 }, (_, i) => i).join(',');
    const wanted = new Map([[2, 'all' as const]]);
    expect(decodeTexts(type, options({}), [`{"a":[${numbers}]}`], wanted)).toEqual([[null, null, null]]);
    expect(() => decodeTexts(type, options({}), [`{"a":[${numbers},"x"]}`], wanted)).toThrow(RecordRefusedError);
  });
});
