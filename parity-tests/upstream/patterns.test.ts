import { describe, expect, it } from 'vitest';
import { isTakenBy, surefirePatterns, unmatched } from './patterns.js';

const STREAM = 'org.apache.flink.table.planner.runtime.stream';
const SQL_CALC = `${STREAM}.sql.CalcITCase`;
const TABLE_CALC = `${STREAM}.table.CalcITCase`;
const SINK = 'org.apache.flink.table.planner.plan.nodes.exec.stream.SinkSemanticTests';

describe('patterns of test classes', () => {
  it('mean the streaming classes only, unless they name a folder', () => {
    expect(surefirePatterns('CalcITCase')).toEqual([
      '**/runtime/stream/**/CalcITCase',
      '**/nodes/exec/stream/CalcITCase',
    ]);
    expect(surefirePatterns('**/stream/sql/CalcITCase')).toEqual(['**/stream/sql/CalcITCase']);
    expect(isTakenBy('CalcITCase', 'org.apache.flink.table.planner.runtime.batch.sql.CalcITCase')).toBe(false);
  });

  it('take classes as surefire does', () => {
    expect(isTakenBy('CalcITCase', SQL_CALC)).toBe(true);
    expect(isTakenBy('CalcITCase', TABLE_CALC)).toBe(true);
    expect(isTakenBy('**/stream/sql/CalcITCase', TABLE_CALC)).toBe(false);
    expect(isTakenBy('*ITCase', SQL_CALC)).toBe(true);
    expect(isTakenBy('*ITCase', SINK)).toBe(false);
    expect(isTakenBy('Sink*Tests', SINK)).toBe(true);
    expect(isTakenBy('CalcITCas?', SQL_CALC)).toBe(true);
    expect(isTakenBy('Calc', SQL_CALC)).toBe(false);
    expect(isTakenBy('stream/sql/CalcITCase.java', SQL_CALC)).toBe(true);
    expect(isTakenBy('CalcITCase#testFilter', SQL_CALC)).toBe(true);
  });

  it('that took nothing are found', () => {
    expect(unmatched(['CalcITCase', 'NoSuchITCase', 'Sink*'], [SQL_CALC, SINK])).toEqual(['NoSuchITCase']);
  });
});
