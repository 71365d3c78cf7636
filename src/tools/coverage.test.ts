import { expect, it } from 'vitest';
import { coverageText } from './coverage.js';

it('says of every function what a user meets', () => {
  const lines = coverageText().split('\n');
  expect(lines).toContain('| `EXP` | only with `slipstream.allow-incompatible` | |');
  expect(lines).toContain('| `JSON_OBJECT` | covered | |');
  expect(lines).toContain('| `JSON_OBJECTAGG_NULL_ON_NULL` | – | – | – | – | yes | – | – | – | – | – |');
  expect(lines.some((line) => line.includes('COLLECT: not with `table.exec.state.ttl`'))).toBe(true);
});
