import { describe, expect, it } from 'vitest';
import { RowKind } from '../../columnar/batch.js';
import { parseLogicalType } from '../../columnar/type-parser.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { OperatorHarness } from '../../testing/operator-harness.js';
import type { ExecNode } from '../operator.js';
import { miniBatchAssignerFactory } from './mini-batch-assigner.js';

const LONG_MAX = 2n ** 63n - 1n;
const mark = (watermarkMs: number | bigint): object => ({ watermarkMs: BigInt(watermarkMs) });

function assigner(mode: string, interval: number): ExecNode {
  const type = parseLogicalType('ROW<`a` INT>');
  return {
    id: 2,
    execNode: 'stream-exec-mini-batch-assigner',
    version: 1,
    json: { miniBatchInterval: { interval, mode } },
    inputs: [1],
    inputTypes: [type],
    outputType: type,
    description: 'MiniBatchAssigner',
  };
}

describe('StreamExecMiniBatchAssigner', () => {
  it('marks the batches of processing time, with rows and without', () => {
    const harness = new OperatorHarness(miniBatchAssignerFactory, assigner('ProcTime', 100));
    expect(harness.timerMs).toBe(100);
    expect(harness.process([[RowKind.INSERT, 1]])).toEqual([[0, 1]]);
    harness.nowMs = 250;
    expect(harness.process([[RowKind.INSERT, 2]])).toEqual([mark(200), [0, 2]]);
    expect(harness.process([[RowKind.INSERT, 3]])).toEqual([[0, 3]]);
    expect(harness.advanceTime(420)).toEqual([mark(300), mark(400)]);
    expect(harness.timerMs).toBe(500);
    expect(harness.watermark(7n)).toEqual([]);
    expect(harness.watermark(LONG_MAX)).toEqual([mark(LONG_MAX)]);
    expect(harness.watermark(LONG_MAX)).toEqual([]);
  });

  it('lets through the watermarks that end an interval of event time', () => {
    const harness = new OperatorHarness(miniBatchAssignerFactory, assigner('RowTime', 5));
    const emitted = Array.from({ length: 22 }, (_, index) => harness.watermark(BigInt(index))).flat();
    expect(emitted).toEqual([4, 9, 14, 19].map(mark));
    expect(harness.watermark(33n)).toEqual([mark(33)]);
    expect(harness.watermark(31n)).toEqual([]);
    expect(harness.endInput()).toEqual([mark(33)]);
    expect(harness.watermark(LONG_MAX)).toEqual([mark(LONG_MAX)]);
  });

  it('refuses modes that it does not know', () => {
    expect(miniBatchAssignerFactory.check(assigner('None', 5), goldenPlan())).toBe('mode None is not covered');
  });
});
