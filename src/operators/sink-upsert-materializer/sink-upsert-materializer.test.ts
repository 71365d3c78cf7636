import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowKind } from '../../columnar/batch.js';
import { parseRowType } from '../../columnar/type-parser.js';
import { utf8, type Value } from '../../testing/column-values.js';
import { OperatorHarness, type Emitted, type KindRow } from '../../testing/operator-harness.js';
import { type ExecNode, type OperatorFactory } from '../operator.js';
import {
  createSinkUpsertMaterializer,
  sinkUpsertMaterializerRefusal,
  type SinkUpsertMaterializerSpec,
} from './sink-upsert-materializer.js';

const { INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE } = RowKind;
const rowType = parseRowType('ROW<`id` BIGINT, `pk` INT, `s` VARCHAR(2147483647)>');
const byUpsertKey: SinkUpsertMaterializerSpec = { rowType, primaryKeys: [1], inputUpsertKey: [0], ttlMs: 0 };
const byRow: SinkUpsertMaterializerSpec = { ...byUpsertKey, inputUpsertKey: [] };
const node: ExecNode = {
  id: 2,
  execNode: 'sink-upsert-materializer',
  version: 1,
  json: {},
  inputs: [1],
  inputTypes: [rowType],
  outputType: rowType,
  description: 'SinkMaterializer',
};

function open(spec: SinkUpsertMaterializerSpec): OperatorHarness {
  const factory: OperatorFactory = {
    execNode: node.execNode,
    versions: [1],
    check: () => null,
    create: (_node, context) => createSinkUpsertMaterializer(context, spec),
  };
  return new OperatorHarness(factory, node);
}

function row(kind: number, id: number, pk: number, s: string): KindRow {
  return [kind, BigInt(id), pk, utf8(s)];
}

/** SinkUpsertMaterializer.java, on lists. */
function model(spec: SinkUpsertMaterializerSpec, rows: readonly KindRow[]): KindRow[] {
  const state = new Map<unknown, Value[][]>();
  const results: KindRow[] = [];
  const text = (values: readonly Value[]): string => values.map(String).join('|');
  for (const [kind, ...values] of rows) {
    const list = state.get(values[1]) ?? [];
    state.set(values[1], list);
    const isSame = (other: Value[]): boolean =>
      spec.inputUpsertKey.length > 0 ? other[0] === values[0] : text(other) === text(values);
    const found = list.findIndex(isSame);
    if (kind === INSERT || kind === UPDATE_AFTER) {
      results.push([list.length === 0 ? INSERT : UPDATE_AFTER, ...values]);
      if (spec.inputUpsertKey.length > 0 && found >= 0) list[found] = values;
      else list.push(values);
    } else if (found >= 0) {
      const wasLast = found === list.length - 1;
      list.splice(found, 1);
      if (list.length === 0) results.push([DELETE, ...values]);
      else if (wasLast) results.push([UPDATE_AFTER, ...list[list.length - 1]!]);
    }
  }
  return results;
}

describe('SinkUpsertMaterializer', () => {
  // SinkUpsertMaterializerTest.testUpsertKey and testNoUpsertKeyFlow.
  it('keeps the rows of a primary key by their upsert key', () => {
    const harness = open(byUpsertKey);
    const step = (...one: Parameters<typeof row>): Emitted[] => harness.process([row(...one)]);
    expect(step(INSERT, 1, 1, 'a1')).toEqual([row(INSERT, 1, 1, 'a1')]);
    expect(step(UPDATE_AFTER, 1, 1, 'a11')).toEqual([row(UPDATE_AFTER, 1, 1, 'a11')]);
    expect(step(INSERT, 3, 1, 'a3')).toEqual([row(UPDATE_AFTER, 3, 1, 'a3')]);
    expect(step(DELETE, 1, 1, 'a111')).toEqual([]);
    expect(step(DELETE, 3, 1, 'a33')).toEqual([row(DELETE, 3, 1, 'a33')]);
    expect(step(INSERT, 4, 1, 'a4')).toEqual([row(INSERT, 4, 1, 'a4')]);
    expect(step(UPDATE_BEFORE, 5, 1, 'a5')).toEqual([]);
  });

  it('goes back to the row before when the last one goes', () => {
    const harness = open(byRow);
    const rows = [row(INSERT, 1, 1, 'x'), row(INSERT, 2, 1, 'x'), row(DELETE, 2, 1, 'x')];
    expect(harness.process(rows)).toEqual([
      row(INSERT, 1, 1, 'x'),
      row(UPDATE_AFTER, 2, 1, 'x'),
      row(UPDATE_AFTER, 1, 1, 'x'),
    ]);
  });

  it('forgets the rows of a key all at once', () => {
    const harness = open({ ...byRow, ttlMs: 100 });
    expect(harness.process([row(INSERT, 1, 1, 'a')])).toHaveLength(1);
    harness.nowMs = 99;
    expect(harness.process([row(INSERT, 2, 1, 'b')])).toEqual([row(UPDATE_AFTER, 2, 1, 'b')]);
    harness.nowMs = 199;
    expect(harness.process([row(DELETE, 2, 1, 'b')])).toEqual([]);
    expect(harness.process([row(UPDATE_AFTER, 3, 1, 'c')])).toEqual([row(INSERT, 3, 1, 'c')]);
  });

  it('answers as the reference over any batches and restores', () => {
    const anyRow = fc
      .tuple(
        fc.constantFrom(INSERT, INSERT, UPDATE_AFTER, DELETE, UPDATE_BEFORE),
        fc.nat(3),
        fc.nat(2),
        fc.constantFrom('a', 'a long string'),
      )
      .map((parts) => row(...parts));
    const batches = fc.array(fc.array(anyRow, { minLength: 1, maxLength: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(byUpsertKey, byRow), batches, fc.nat(8), (spec, batches, restoreAt) => {
        let harness = open(spec);
        const results: Emitted[] = [];
        batches.forEach((rows, index) => {
          if (index === restoreAt) {
            const blobs = harness.snapshot();
            harness.release();
            harness = open(spec);
            harness.restore(blobs);
          }
          results.push(...harness.process(rows));
        });
        harness.release();
        expect(results).toEqual(model(spec, batches.flat()));
      }),
      { numRuns: 100 },
    );
  });

  it('refuses to compare what Flink compares field by field', () => {
    const withDouble = parseRowType('ROW<`id` DOUBLE, `pk` INT>');
    expect(sinkUpsertMaterializerRefusal(byRow)).toBeNull();
    expect(sinkUpsertMaterializerRefusal({ ...byRow, rowType: withDouble })).toBeNull();
    const keyed = { ...byUpsertKey, rowType: withDouble };
    expect(sinkUpsertMaterializerRefusal(keyed)).toContain('by their upsert key, column id of type DOUBLE');
    expect(sinkUpsertMaterializerRefusal({ ...keyed, inputUpsertKey: [1] })).toBeNull();
  });
});
