import { expect, it } from 'vitest';
import { InputWatermarks } from './input-watermarks.js';

it('moves on with the slowest input, and only then', () => {
  const watermarks = new InputWatermarks([3, 4]);
  expect(watermarks.reached(3, 10n)).toBeNull();
  expect(watermarks.reached(4, 7n)).toBe(7n);
  expect(watermarks.reached(4, 7n)).toBeNull();
  expect(watermarks.reached(4, 5n)).toBeNull();
  expect(watermarks.reached(4, 20n)).toBe(10n);
});

it('counts a node that is read twice as two inputs', () => {
  const watermarks = new InputWatermarks([3, 3]);
  expect(watermarks.reached(3, 10n)).toBe(10n);
});

it('goes back to before the frame', () => {
  const watermarks = new InputWatermarks([3, 4]);
  watermarks.reached(3, 10n);
  watermarks.reached(4, 7n);
  watermarks.save();
  expect(watermarks.reached(4, 9n)).toBe(9n);
  watermarks.undo();
  expect(watermarks.reached(4, 9n)).toBe(9n);
});
