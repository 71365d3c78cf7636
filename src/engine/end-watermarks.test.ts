import { describe, expect, it } from 'vitest';
import { EndWatermarks } from './end-watermarks.js';

describe('EndWatermarks', () => {
  it('is the least of all ends, and only moves on', () => {
    const watermarks = new EndWatermarks([1, 2]);
    watermarks.reached(1, 10n);
    expect(watermarks.due(1)).toBeNull();
    watermarks.reached(2, 7n);
    expect(watermarks.due(2)).toEqual({ afterOutputs: 2, timestampMs: 7n });
    watermarks.reached(2, 6n);
    expect(watermarks.due(3)).toBeNull();
    watermarks.reached(2, 20n);
    expect(watermarks.due(4)).toEqual({ afterOutputs: 4, timestampMs: 10n });
  });

  it('goes back to the start of a frame', () => {
    const watermarks = new EndWatermarks([1]);
    watermarks.reached(1, 5n);
    watermarks.due(0);
    watermarks.save();
    watermarks.reached(1, 9n);
    expect(watermarks.due(0)?.timestampMs).toBe(9n);
    watermarks.undo();
    expect(watermarks.due(0)).toBeNull();
    watermarks.reached(1, 6n);
    expect(watermarks.due(0)?.timestampMs).toBe(6n);
  });
});
