/** Casts with strings, dates and times, for the fuzzer. */
import { type FuzzType, type SqlTemplate } from '../function.js';

/** SQL type and what the result is. */
const FROM_TEXT: readonly (readonly [string, FuzzType])[] = [
  ['BOOLEAN', 'BOOLEAN'],
  ['TINYINT', 'TINYINT'],
  ['SMALLINT', 'SMALLINT'],
  ['INT', 'INT'],
  ['BIGINT', 'BIGINT'],
  ['FLOAT', 'FLOAT'],
  ['DOUBLE', 'DOUBLE'],
  ['DECIMAL(7, 2)', 'DECIMAL'],
  ['DECIMAL(30, 5)', 'DECIMAL'],
  ['DATE', 'DATE'],
  ['TIME', 'TIME'],
  ['TIMESTAMP(3)', 'TIMESTAMP'],
  ['TIMESTAMP(9)', 'TIMESTAMP'],
  ['TIMESTAMP_LTZ(3)', 'TIMESTAMP_LTZ'],
  ['BYTES', 'BYTES'],
  ['BINARY(4)', 'BYTES'],
  ['CHAR(4)', 'STRING'],
  ['VARCHAR(2)', 'STRING'],
];

const TO_TEXT: readonly FuzzType[] = [
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INT',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'BYTES',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMP_LTZ',
];

const AMONG_TIMES: readonly (readonly [FuzzType, string, FuzzType])[] = [
  ['TIMESTAMP', 'DATE', 'DATE'],
  ['TIMESTAMP', 'TIME', 'TIME'],
  ['TIMESTAMP', 'TIMESTAMP(0)', 'TIMESTAMP'],
  ['TIMESTAMP', 'TIMESTAMP(6)', 'TIMESTAMP'],
  ['TIMESTAMP', 'TIMESTAMP_LTZ(3)', 'TIMESTAMP_LTZ'],
  ['TIMESTAMP_LTZ', 'TIMESTAMP(3)', 'TIMESTAMP'],
  ['TIMESTAMP_LTZ', 'DATE', 'DATE'],
  ['TIMESTAMP_LTZ', 'TIME', 'TIME'],
  ['DATE', 'TIMESTAMP(3)', 'TIMESTAMP'],
  ['DATE', 'TIMESTAMP_LTZ(3)', 'TIMESTAMP_LTZ'],
  ['TIME', 'TIMESTAMP(3)', 'TIMESTAMP'],
];

export const TEXT_CAST_TEMPLATES: readonly SqlTemplate[] = [
  ...FROM_TEXT.flatMap(([type, result]): SqlTemplate[] => [
    { sql: `CAST($0 AS ${type})`, operands: ['STRING'], result },
    { sql: `TRY_CAST($0 AS ${type})`, operands: ['STRING'], result },
    {
      sql: `TRY_CAST($0 AS ${type})`,
      operands: [["'12'", "' -7.5 '", "'1e3'", "'2024-02-30'", "'10:11:12.5'", "'no'"]],
      result,
    },
  ]),
  ...TO_TEXT.flatMap((from): SqlTemplate[] =>
    ['STRING', 'VARCHAR(5)', 'CHAR(12)'].map((type) => ({
      sql: `CAST($0 AS ${type})`,
      operands: [from],
      result: 'STRING',
    })),
  ),
  ...AMONG_TIMES.map(([from, type, result]): SqlTemplate => ({ sql: `CAST($0 AS ${type})`, operands: [from], result })),
];
