import { describe, expect, it } from 'vitest';
import { codecs } from './messages.js';

const MIN = -(2n ** 63n);

describe('messages', () => {
  it('carries 64-bit integers exactly', () => {
    const bytes = codecs.ClientFrame.serialize({
      sequence: 2n ** 60n + 1n,
      epoch: 1n,
      watermark: { input: 0, timestampMs: MIN },
    });
    const frame = codecs.ClientFrame.deserialize(bytes);
    expect(frame.sequence).toBe(2n ** 60n + 1n);
    expect(frame.watermark?.timestampMs).toBe(MIN);
    expect(frame.batch ?? null).toBeNull();
  });

  it('carries a batch with an inline payload of any size', () => {
    const inline = Buffer.alloc(6 << 20, 7);
    const batch = {
      input: 0,
      rowCount: 1,
      payload: { inline },
      splitId: 't-0',
      topic: 't',
      partition: 3,
      outputSlot: 0,
    };
    const frame = codecs.ClientFrame.deserialize(codecs.ClientFrame.serialize({ sequence: 1n, epoch: 2n, batch }));
    expect(frame.batch?.payload?.inline?.length).toBe(inline.length);
    expect(frame.batch?.partition).toBe(3);
  });

  it('carries a result whose watermark is the smallest long', () => {
    const result = {
      outputs: [],
      hasWatermark: true,
      watermarkMs: MIN,
      rowsIn: 5,
      rowsSkipped: 0,
      busyNs: 12,
      marks: [{ afterOutputs: 1, timestampMs: 7n }],
      hasTimer: false,
      timerMs: 0n,
    };
    const frame = codecs.ServerFrame.deserialize(codecs.ServerFrame.serialize({ sequence: 9n, credits: 4, result }));
    expect(frame.result?.watermarkMs).toBe(MIN);
    expect(Number(frame.result?.rowsIn)).toBe(5);
    expect(frame.result?.marks[0]).toMatchObject({ afterOutputs: 1, timestampMs: 7n });
  });
});
