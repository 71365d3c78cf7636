import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CaseFileError } from './case-file.js';
import { findCases } from './find-cases.js';
import { parseCase, readCase } from './parse-case.js';

const TABLE = `CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json');`;

function parse(text: string, files: Record<string, string> = {}) {
  return parseCase('x.sql', text, (name) => {
    const file = files[name];
    if (file === undefined) throw new Error(`no file ${name}`);
    return file;
  });
}

function textOf(hex: string | undefined): string | undefined {
  return hex === undefined ? undefined : Buffer.from(hex, 'hex').toString('utf8');
}

describe('a case file', () => {
  it('is SQL with a mode, messages and queries', () => {
    const result = parse(`-- mode: kinds
-- set: table.exec.state.ttl = 1 h
${TABLE}
--> {"a":1}
-->   {"a":"ä"}
SELECT a FROM t;`);
    expect(result.mode).toEqual({ kind: 'kinds' });
    expect(result.config).toEqual({ 'table.exec.state.ttl': '1 h' });
    expect(result.statements.map(({ kind, sink }) => [kind, sink])).toEqual([
      ['definition', undefined],
      ['query', 'result_1'],
    ]);
    expect(result.messages['t']?.map(({ hex }) => textOf(hex))).toEqual(['{"a":1}', '  {"a":"ä"}']);
  });

  it('has every mode of the design', () => {
    for (const mode of ['rows', 'kinds', 'changelog', 'bytes', 'fails']) {
      expect(parse(`-- mode: ${mode}\nSELECT 1;`).mode).toEqual({ kind: mode });
    }
    expect(parse('-- mode: fallback(group (by))\nSELECT 1;').mode).toEqual({ kind: 'fallback', reason: 'group (by)' });
    expect(() => parse('-- mode: nearly\nSELECT 1;')).toThrow('x.sql:1: expected rows, kinds');
  });

  it('knows marks, bytes, tombstones, row kinds and generated messages', () => {
    const result = parse(`-- mode: rows
${TABLE}
--> @watermark
--> @watermark 2026-01-01 00:00:00.5
--> @watermark 17
--> @barrier
--> @bytes 00 FF
--> @bytes
--> @tombstone
--> -U {"a":1}
--> @times 2 {"a":#}
--> @pad 3 {"a":"#"}
SELECT a FROM t;`);
    expect(result.messages['t']).toEqual([
      { kind: 'watermark' },
      { kind: 'watermark', watermarkMs: '1767225600500' },
      { kind: 'watermark', watermarkMs: '17' },
      { kind: 'barrier' },
      { kind: 'record', hex: '00ff' },
      { kind: 'record', hex: '' },
      { kind: 'record' },
      { kind: 'record', hex: Buffer.from('{"a":1}').toString('hex'), rowKind: '-U' },
      { kind: 'record', hex: Buffer.from('{"a":0}').toString('hex') },
      { kind: 'record', hex: Buffer.from('{"a":1}').toString('hex') },
      { kind: 'record', hex: Buffer.from('{"a":"xxx"}').toString('hex') },
    ]);
  });

  it('gives messages to the table above them', () => {
    const result = parse(`-- mode: rows
${TABLE}
--> 1
CREATE TEMPORARY TABLE \`u\` (b INT) WITH ('connector' = 'case');
--> 2
SELECT * FROM t, u;`);
    expect(Object.entries(result.messages).map(([table, list]) => [table, list.length])).toEqual([
      ['t', 1],
      ['u', 1],
    ]);
    expect(() => parse('-- mode: rows\n--> 1\nSELECT 1;')).toThrow(`x.sql:2: '-->' belongs under a CREATE TABLE`);
  });

  it('does not end a statement within quotes or comments', () => {
    const result = parse(`-- mode: rows
SELECT ';--', 'it''s; --> fine' /* ; -- */, \`a;b\` -- ; SELECT 2;
  , '
--> not a message; in a string
' FROM (VALUES (1)) AS v (\`a;b\`);`);
    expect(result.statements).toHaveLength(1);
    expect(result.statements[0]?.sql).toContain('--> not a message; in a string');
    expect(result.messages).toEqual({});
  });

  it('takes the inserts of a statement set as they are, and SET as configuration', () => {
    const result = parse(`-- mode: rows
SET 'a.b' = 'c;d';
EXECUTE STATEMENT SET BEGIN
  INSERT INTO o SELECT 1;
-- answer:
--| 1
  INSERT INTO p SELECT 2;
END;`);
    expect(result.config).toEqual({ 'a.b': 'c;d' });
    expect(result.statements.map(({ kind, sink }) => [kind, sink])).toEqual([
      ['insert', 'o'],
      ['insert', 'p'],
    ]);
    expect(result.answers).toEqual({ o: ['1'] });
  });

  it('keeps answers with the statement above them, and a failure with the case', () => {
    const result = parse(`-- mode: kinds
SELECT 1;
-- answer:
--| (1)
--|   -U (2)

SELECT 2;
-- answer:
`);
    expect(result.answers).toEqual({ result_1: ['(1)', '  -U (2)'], result_2: [] });
    expect(parse('-- mode: fails\nSELECT 1;\n-- answer:\n--| boom').answers).toEqual({ failure: ['boom'] });
    expect(() => parse('-- mode: rows\n--| 1\nSELECT 1;')).toThrow(`belongs under an '-- answer:' line`);
  });

  it('includes shared text', () => {
    const result = parse('-- mode: rows\n-- include: table.sql\nSELECT * FROM t;', {
      'table.sql': `${TABLE}\n--> 1\n`,
    });
    expect(result.messages['t']).toHaveLength(1);
  });

  it('reads key, parallelism, empty, note and require', () => {
    const result = parse(
      '-- mode: fails\n-- key: 1, 3\n-- parallelism: 2\n-- empty\n-- note: a b\n-- require: accelerated\nSELECT 1;',
    );
    expect(result).toMatchObject({ key: [1, 3], parallelism: 2, empty: true, note: 'a b', requireAccelerated: true });
  });

  it('has a title and comments that are none of these', () => {
    const text = '-- strings: what LIKE does\n-- mode: rows\n-- Two keys: 1 and 2.\nSELECT\n-- one: the number\n1;';
    expect(parse(text).statements).toHaveLength(1);
  });

  it('refuses what it does not understand, with the line', () => {
    expect(() => parse('SELECT 1;')).toThrow(CaseFileError);
    expect(() => parse('-- mode: rows\nSELECT 1')).toThrow(`the last statement has no ';'`);
    expect(() => parse('-- mode: rows\nCREATE TABLE t (a INT);')).toThrow('no query and no INSERT');
    expect(() => parse(`-- mode: rows\n${TABLE}\n--> @bytes xyz\nSELECT 1;`)).toThrow('x.sql:3: @bytes');
    expect(() => parse(`-- mode: rows\n${TABLE}\n--> @barier\nSELECT 1;`)).toThrow('x.sql:3: unknown mark @barier');
    expect(() => parse('-- mode: rows\n-- key: 0\nSELECT 1;')).toThrow('x.sql:2: expected a positive integer');
    expect(() => parse('-- mode: rows\n-- keys: 1\nSELECT 1;')).toThrow('x.sql:2: unknown directive keys');
    expect(() => parse('-- mode: rows\nSELECT 1;\n-- answr:\n--| 1')).toThrow('x.sql:3: unknown directive answr');
    expect(() => parse('-- mode: rows\n-- require: luck\nSELECT 1;')).toThrow('x.sql:2: expected');
  });
});

describe('the cases of the repository', () => {
  const here = import.meta.dirname;

  it('can all be read, and all have their answers filled in', () => {
    const cases = findCases([join(here, 'cases')]).map((file) => readCase(file, join(here, 'shared')));
    expect(cases.length).toBeGreaterThan(150);
    const unexplained = cases.filter(
      ({ divergence }) => divergence !== undefined && !existsSync(join(here, '..', 'docs', 'divergences', divergence)),
    );
    expect(unexplained.map(({ file }) => file)).toEqual([]);
    const unfilled = cases.filter(({ answers }) => Object.values(answers).some((lines) => lines.length === 0));
    expect(unfilled.map(({ file }) => file)).toEqual([]);
  });
});
