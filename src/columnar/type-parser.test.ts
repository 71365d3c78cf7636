import { describe, expect, it } from 'vitest';
import { parseLogicalType, parseRowType } from './type-parser.js';

describe('parseLogicalType', () => {
  it('reads the compact forms', () => {
    expect(parseLogicalType('INT NOT NULL')).toEqual({ kind: 'INTEGER', nullable: false });
    expect(parseLogicalType('DECIMAL(10, 2)')).toEqual({ kind: 'DECIMAL', precision: 10, scale: 2, nullable: true });
    expect(parseLogicalType('VARCHAR(2147483647)')).toEqual({ kind: 'VARCHAR', length: 2147483647, nullable: true });
    expect(parseLogicalType('TIMESTAMP(6) WITH LOCAL TIME ZONE NOT NULL')).toEqual({
      kind: 'TIMESTAMP_LTZ',
      precision: 6,
      nullable: false,
    });
    expect(parseLogicalType('INTERVAL DAY(2) TO SECOND(3)').kind).toBe('INTERVAL_DAY_TIME');
    expect(parseLogicalType('INTERVAL SECOND(3) NOT NULL')).toEqual({ kind: 'INTERVAL_DAY_TIME', nullable: false });
    expect(parseLogicalType('INTERVAL YEAR(4) TO MONTH').kind).toBe('INTERVAL_YEAR_MONTH');
  });

  it('reads nested types with quoted names and comments', () => {
    const type = parseRowType("ROW<`a``b` ARRAY<INT NOT NULL> 'it''s', `m` MAP<VARCHAR(3), ROW<`x` DOUBLE>> NOT NULL>");
    expect(type.fields[0]).toEqual({
      name: 'a`b',
      type: { kind: 'ARRAY', nullable: true, element: { kind: 'INTEGER', nullable: false } },
    });
    expect(type.fields[1]!.type).toMatchObject({ kind: 'MAP', nullable: false, value: { kind: 'ROW' } });
  });

  it('reads the object form of time attributes', () => {
    const json = { type: 'TIMESTAMP_WITHOUT_TIME_ZONE', precision: 3, kind: 'ROWTIME' };
    expect(parseLogicalType(json)).toEqual({ kind: 'TIMESTAMP', precision: 3, attribute: 'ROWTIME', nullable: true });
  });

  it('names what it does not know, also inside other types', () => {
    const type = parseRowType(
      "ROW<`r` RAW('java.lang.Object', 'AB>,') NOT NULL, `z` TIMESTAMP(3) WITH TIME ZONE, `i` INT>",
    );
    expect(type.fields[0]!.type).toEqual({
      kind: 'UNSUPPORTED',
      nullable: false,
      text: "RAW('java.lang.Object', 'AB>,')",
    });
    expect(type.fields[1]!.type).toEqual({ kind: 'UNSUPPORTED', nullable: true, text: 'TIMESTAMP(3) WITH TIME ZONE' });
    expect(type.fields[2]!.type.kind).toBe('INTEGER');
  });

  it('takes accumulators of aggregates for bytes, and no other structured types', () => {
    const aggregates = 'org.apache.flink.table.runtime.functions.aggregate';
    const implementationClass = `${aggregates}.MinWithRetractAggFunction$MinWithRetractAccumulator`;
    expect(parseLogicalType({ type: 'STRUCTURED_TYPE', implementationClass, attributes: [] }).kind).toBe('VARBINARY');
    const list = "`list` RAW('java.util.LinkedList', 'AB=='), `retractList` RAW('java.util.LinkedList', 'AB==')";
    const text = `ROW<\`a\` STRUCTURED<'${aggregates}.ArrayAggFunction$ArrayAggAccumulator', ${list}> NOT NULL, \`i\` INT>`;
    expect(parseRowType(text).fields.map(({ type }) => [type.kind, type.nullable])).toEqual([
      ['VARBINARY', false],
      ['INTEGER', true],
    ]);
    const other = { type: 'STRUCTURED_TYPE', implementationClass: 'x.Y', attributes: [] };
    expect(parseLogicalType(other)).toEqual({ kind: 'UNSUPPORTED', nullable: true, text: 'STRUCTURED_TYPE' });
    expect(parseLogicalType("STRUCTURED<'x.Y', `a` INT>").kind).toBe('UNSUPPORTED');
  });

  it('refuses malformed types', () => {
    expect(() => parseLogicalType('DECIMAL')).toThrow("expected ( at 7 of type 'DECIMAL'");
    expect(() => parseLogicalType('INT NOT')).toThrow("expected the end of the type at 3 of type 'INT NOT'");
    expect(() => parseLogicalType(7)).toThrow('expected a type');
  });
});
