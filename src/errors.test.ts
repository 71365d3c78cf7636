import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ErrorCode } from './errors.js';

it('describes every code in docs/errors.md, and no other', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/errors.md'), 'utf8');
  const described = [...text.matchAll(/^\| (SLIP-\d+) \|/gm)].map(([, code]) => code);
  expect(described).toEqual(Object.values(ErrorCode));
});
