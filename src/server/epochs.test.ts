import { expect, it } from 'vitest';
import { Epochs } from './epochs.js';

it('refuses an older attempt once a newer one has opened', () => {
  const epochs = new Epochs();
  const key = Epochs.key('job', 'fragment-1', 0);
  epochs.open(key, 5n);
  epochs.check(key, 5n);
  epochs.open(key, 6n);
  expect(() => epochs.check(key, 5n)).toThrow('expected epoch 6 or later of job/fragment-1/0, found 5');
  expect(() => epochs.open(key, 5n)).toThrow('found 5');
  epochs.open(Epochs.key('job', 'fragment-1', 1), 1n);
});
