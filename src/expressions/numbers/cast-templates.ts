/** Casts among numbers and booleans for the fuzzer. */
import { type FuzzType, type SqlTemplate } from '../function.js';

const TARGETS: readonly (readonly [sql: string, type: FuzzType])[] = [
  ['BOOLEAN', 'BOOLEAN'],
  ['TINYINT', 'TINYINT'],
  ['SMALLINT', 'SMALLINT'],
  ['INT', 'INT'],
  ['BIGINT', 'BIGINT'],
  ['FLOAT', 'FLOAT'],
  ['DOUBLE', 'DOUBLE'],
  ['DECIMAL(4, 1)', 'DECIMAL'],
  ['DECIMAL(18, 6)', 'DECIMAL'],
  ['DECIMAL(23, 3)', 'DECIMAL'],
  ['DECIMAL(38, 10)', 'DECIMAL'],
  ['DECIMAL(10, 0)', 'DECIMAL'],
];

export const NUMBER_CAST_TEMPLATES: readonly SqlTemplate[] = TARGETS.flatMap(([target, result]) =>
  TARGETS.map(([, from]) => from)
    .filter((from, index, all) => all.indexOf(from) === index)
    .flatMap((from) => [
      { sql: `CAST($0 AS ${target})`, operands: [from], result },
      { sql: `TRY_CAST($0 AS ${target})`, operands: [from], result },
    ]),
);
