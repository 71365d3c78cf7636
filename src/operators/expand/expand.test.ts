import { describe, expect, it } from 'vitest';
import { RowKind } from '../../columnar/batch.js';
import { parseLogicalType } from '../../columnar/type-parser.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { utf8 } from '../../testing/column-values.js';
import { OperatorHarness } from '../../testing/operator-harness.js';
import type { ExecNode } from '../operator.js';
import { expandFactory } from './expand.js';

const { INSERT, DELETE } = RowKind;
const column = (inputIndex: number, type: string): object => ({ kind: 'INPUT_REF', inputIndex, type });
const literal = (value: number | null, type: string): object => ({ kind: 'LITERAL', value, type });

function expand(inputType: string, outputType: string, projects: object[][]): ExecNode {
  return {
    id: 2,
    execNode: 'stream-exec-expand',
    version: 1,
    json: { projects },
    inputs: [1],
    inputTypes: [parseLogicalType(inputType)],
    outputType: parseLogicalType(outputType),
    description: 'Expand',
  };
}

describe('StreamExecExpand', () => {
  it('gives each row once per project, row by row, with its kind', () => {
    const node = expand(
      'ROW<`s` VARCHAR(100), `d` DECIMAL(30, 2), `t` TIMESTAMP(6)>',
      'ROW<`s` VARCHAR(100), `d` DECIMAL(30, 2), `t` TIMESTAMP(6), `e` BIGINT NOT NULL>',
      [
        [
          column(0, 'VARCHAR(100)'),
          literal(null, 'DECIMAL(30, 2)'),
          column(2, 'TIMESTAMP(6)'),
          literal(1, 'BIGINT NOT NULL'),
        ],
        [
          literal(null, 'VARCHAR(100)'),
          column(1, 'DECIMAL(30, 2)'),
          column(2, 'TIMESTAMP(6)'),
          literal(2, 'BIGINT NOT NULL'),
        ],
      ],
    );
    expect(expandFactory.check(node, goldenPlan())).toBeNull();
    const timestamp = { timestampMs: 5n, nanos: 6000 };
    const rows = new OperatorHarness(expandFactory, node).process([
      [INSERT, utf8('first'), 12n ** 25n, timestamp],
      [DELETE, null, -1n, null],
    ]);
    expect(rows).toEqual([
      [INSERT, utf8('first'), null, timestamp, 1n],
      [INSERT, null, 12n ** 25n, timestamp, 2n],
      [DELETE, null, null, null, 1n],
      [DELETE, null, -1n, null, 2n],
    ]);
  });

  it('takes a list from one column, and refuses two', () => {
    const type = 'ARRAY<INT>';
    const projects = (second: object) => [[column(0, type)], [second]];
    const output = `ROW<\`a\` ${type}>`;
    const input = `ROW<\`a\` ${type}, \`b\` ${type}>`;
    const one = expand(input, output, projects(literal(null, type)));
    expect(expandFactory.check(one, goldenPlan())).toBeNull();
    expect(new OperatorHarness(expandFactory, one).process([[INSERT, [1, 2], [3]]])).toEqual([
      [INSERT, [1, 2]],
      [INSERT, null],
    ]);
    const two = expand(input, output, projects(column(1, type)));
    expect(expandFactory.check(two, goldenPlan())).toBe('column a comes from several columns of lists');
  });
});
