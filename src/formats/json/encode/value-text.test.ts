import { expect, it } from 'vitest';
import { dateText } from './value-text.js';

const MS_PER_DAY = 86_400_000;

it('writes every day of the years 1580 to 2420, leap days of centuries too', () => {
  const [first, last] = [Date.UTC(1580, 0, 1) / MS_PER_DAY, Date.UTC(2420, 11, 31) / MS_PER_DAY];
  const different: string[] = [];
  for (let day = first; day <= last; day++) {
    const expected = new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
    if (dateText(BigInt(day)) !== expected) different.push(expected);
  }
  expect(different).toEqual([]);
});
