import { expect, it } from 'vitest';
import { INEXACT_FUNCTIONS, unknownIncompatible } from './inexact.js';

it('knows its own names, and says which ones mean nothing', () => {
  expect(unknownIncompatible(new Set())).toBeNull();
  expect(unknownIncompatible(new Set(INEXACT_FUNCTIONS.map(({ names }) => names[0]!.toLowerCase())))).toBeNull();
  expect(unknownIncompatible(new Set(['exp', 'powre', 'all']))).toBe(
    'slipstream.allow-incompatible names POWRE, ALL, which it does not know; known are ' +
      'ACOS, ASIN, ATAN, ATAN2, COS, EXP, LN, LOG10, LOG2, POWER, SIN, TAN',
  );
});
