import { describe, expect, it } from 'vitest';
import { parseLogicalType } from '../columnar/type-parser.js';
import type { ExecNode, KeyedState, Operator } from '../operators/operator.js';
import { FragmentState } from './fragment-state.js';
import { stateSchemaOf } from './state-schema.js';

const INPUT = 'ROW<`auction` BIGINT, `price` INT, `name` VARCHAR(2147483647), `cents` DECIMAL(10, 2)>';

interface Call {
  readonly name?: string;
  readonly internalName: string;
  readonly argList: readonly number[];
  readonly filterArg?: number;
  readonly distinct?: boolean;
  readonly type: string;
}

const SUM: Call = { internalName: '$SUM$1', argList: [1], type: 'INT' };
const COUNT_NAMES: Call = { internalName: '$COUNT$1', argList: [2], distinct: true, type: 'BIGINT NOT NULL' };

const AVG: Call = { internalName: '$AVG$1', argList: [2], type: 'DECIMAL(38, 6)' };

function aggregate(calls: readonly Call[], input = INPUT, grouping = [0]): ExecNode {
  return nodeOf({ grouping, aggCalls: calls, aggCallNeedRetractions: calls.map(() => false) }, input);
}

function nodeOf(json: ExecNode['json'], input = INPUT): ExecNode {
  return {
    id: 1,
    execNode: 'stream-exec-group-aggregate',
    version: 1,
    json,
    inputs: [0],
    inputTypes: [parseLogicalType(input)],
    outputType: parseLogicalType('ROW<>'),
    description: '',
  };
}

describe('the schema of state', () => {
  it('names the keys and what is kept for each call', () => {
    expect(stateSchemaOf(aggregate([SUM, COUNT_NAMES], INPUT, [0, 3]))).toBe(
      'by BIGINT, DECIMAL(10, 2): SUM INT, COUNT BIGINT of DISTINCT VARCHAR',
    );
    expect(stateSchemaOf(aggregate([SUM], INPUT, []))).toBe('by nothing: SUM INT');
    expect(stateSchemaOf(nodeOf({ aggCalls: [SUM], grouping: [0], aggCallNeedRetractions: [true] }))).toBe(
      'by BIGINT: SUM INT with retraction',
    );
  });

  it('is the rows of other nodes, and the columns that are their keys', () => {
    expect(stateSchemaOf(nodeOf({}))).toBe('ROW<BIGINT, INTEGER, VARCHAR, DECIMAL(10, 2)>');
    expect(stateSchemaOf(nodeOf({ uniqueKeys: [2, 0] }))).toBe(
      'by column 2, column 0: ROW<BIGINT, INTEGER, VARCHAR, DECIMAL(10, 2)>',
    );
  });

  it('has the arguments of calls whose rows another node aggregates first', () => {
    const localTypes = 'ROW<`g` BIGINT, `name` VARCHAR(2147483647), `cents` DECIMAL(10, 2)>';
    const calls = [{ ...COUNT_NAMES, argList: [1] }, AVG];
    const partials = 'ROW<`g` BIGINT, `bucket` INT, `partial` BIGINT>';
    const global = { grouping: [0], aggCalls: calls, localAggInputRowType: localTypes };
    const text = 'COUNT BIGINT of DISTINCT VARCHAR, AVG DECIMAL(38, 6) of scale 2';
    expect(stateSchemaOf(nodeOf(global, partials))).toBe(`by BIGINT: ${text}`);
    const incremental = {
      partialAggGrouping: [0, 1],
      partialOriginalAggCalls: calls,
      partialLocalAggInputRowType: localTypes,
      partialAggCallNeedRetractions: [true, false],
    };
    expect(stateSchemaOf(nodeOf(incremental, partials))).toBe(
      `by BIGINT, INTEGER: ${text.replace(',', ' with retraction,')}`,
    );
  });

  it('tells sums of one result type apart by the scale in which they are kept', () => {
    const other = INPUT.replace('DECIMAL(10, 2)', 'DECIMAL(10, 3)');
    const avg = { ...AVG, argList: [3] };
    expect(stateSchemaOf(aggregate([avg], other))).not.toBe(stateSchemaOf(aggregate([avg])));
  });

  it('tells which calls share their values', () => {
    const [first, second] = [COUNT_NAMES, { ...COUNT_NAMES, filterArg: 3 }];
    const input = INPUT.replace('price` INT', 'price` VARCHAR(2147483647)');
    const shared = stateSchemaOf(aggregate([first, second, { ...second, argList: [1] }], input));
    const text = 'COUNT BIGINT of DISTINCT VARCHAR';
    expect(shared).toBe(`by BIGINT: ${text}, ${text} as 1 filtered, ${text} filtered`);
  });

  it('is rows, and what they are kept by, of the materializer of a sink', () => {
    expect(stateSchemaOf(nodeOf({ primaryKeys: [2, 0], inputUpsertKey: [] }, 'ROW<`a` INT, `b` INT, `c` DATE>'))).toBe(
      'by column 2, column 0, each by all columns: ROW<INTEGER, INTEGER, DATE>',
    );
    expect(stateSchemaOf(nodeOf({ primaryKeys: [0], inputUpsertKey: [1] }, 'ROW<`a` INT, `b` INT>'))).toBe(
      'by column 0, each by column 1: ROW<INTEGER, INTEGER>',
    );
  });

  it('forgets names, nullability and further columns', () => {
    const other = 'ROW<`before` ARRAY<INT>, `id` BIGINT NOT NULL, `amount` INT>';
    const renamed: Call = { ...SUM, name: 'total', argList: [2], type: 'INT NOT NULL' };
    expect(stateSchemaOf(aggregate([renamed], other, [1]))).toBe(stateSchemaOf(aggregate([SUM])));
  });

  it.each([
    ['another function', [{ ...SUM, internalName: '$MAX$1' }]],
    ['another type', [{ ...SUM, type: 'BIGINT' }]],
    ['another order', [COUNT_NAMES, SUM]],
    ['one call more', [SUM, COUNT_NAMES, SUM]],
    ['DISTINCT of another type', [SUM, { ...COUNT_NAMES, argList: [1] }]],
    ['DISTINCT with a filter', [SUM, { ...COUNT_NAMES, filterArg: 3 }]],
    ['no DISTINCT', [SUM, { ...COUNT_NAMES, distinct: false }]],
  ])('sees %s', (_what, calls) => {
    expect(stateSchemaOf(aggregate(calls))).not.toBe(stateSchemaOf(aggregate([SUM, COUNT_NAMES])));
  });
});

describe('state of another query', () => {
  const operatorWith = (state: KeyedState): Operator => ({ states: [state], processBatch: () => undefined });
  const keyGroups = { start: 0, end: 0 };

  class Bytes implements KeyedState {
    readonly name = 'totals';
    readonly layoutVersion = 1;
    restored = '';
    constructor(private readonly content: string) {}
    snapshot: KeyedState['snapshot'] = (_keyGroup, out) => out.writeBytes(Buffer.from(this.content));
    restore: KeyedState['restore'] = (_keyGroup, input) => {
      this.restored = input.readBytes(input.remainingBytes).toString();
    };
    release = (): void => undefined;
  }

  const fragmentWith = (node: ExecNode, state: KeyedState): FragmentState =>
    new FragmentState([{ node, operator: operatorWith(state) }], keyGroups);

  it('is refused when it is kept for other calls, with both named, although its bytes would fit', () => {
    const [blob] = fragmentWith(aggregate([SUM]), new Bytes('12345678')).snapshot();
    const same = new Bytes('');
    fragmentWith(aggregate([SUM]), same).restore(blob!);
    expect(same.restored).toBe('12345678');
    const other = new Bytes('');
    const restore = (): void => fragmentWith(aggregate([{ ...SUM, type: 'FLOAT' }]), other).restore(blob!);
    expect(restore).toThrow(
      expect.objectContaining({
        code: 'SLIP-5002',
        message:
          'the snapshot holds state totals of operator 0 (stream-exec-group-aggregate_1) (by BIGINT: SUM INT); ' +
          'this fragment keeps it as (by BIGINT: SUM FLOAT): was the query changed?',
      }),
    );
    expect(other.restored).toBe('');
  });
});
