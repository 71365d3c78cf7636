import { expect, it } from 'vitest';
import { TimerWishes } from './timer-wishes.js';

it('keeps the earliest wish of each operator until it has come', () => {
  const wishes = new TimerWishes();
  expect(wishes.earliestMs).toBeNull();
  wishes.wish(1, 30);
  wishes.wish(1, 20);
  wishes.wish(1, 40);
  wishes.wish(2, 25);
  expect(wishes.earliestMs).toBe(20);
  expect([wishes.take(1, 20), wishes.take(2, 20)]).toEqual([true, false]);
  expect(wishes.earliestMs).toBe(25);
  expect([wishes.take(1, 99), wishes.take(2, 99)]).toEqual([false, true]);
  expect(wishes.earliestMs).toBeNull();
});
