import { describe, expect, test } from 'vitest';
import { askStockFlink } from './decode-oracle.js';
import { differences, GOLDEN_GROUPS, readGolden, writeGolden } from './golden-files.js';

/** With SLIPSTREAM_WRITE_GOLDEN=1 the files are written instead of compared. */
const WRITES_GOLDEN = process.env['SLIPSTREAM_WRITE_GOLDEN'] === '1';

describe('decoded JSON messages: stock Flink still answers so', () => {
  test('all golden files', () => {
    const entries = Object.entries(GOLDEN_GROUPS);
    const outcomes = askStockFlink(entries.flatMap(([, groups]) => groups));
    let next = 0;
    for (const [name, groups] of entries) {
      const derived = outcomes.slice(next, (next += groups.length));
      if (WRITES_GOLDEN) writeGolden(name, derived);
      const golden = readGolden(name);
      expect(groups.flatMap((group, index) => differences(group, golden[index]!, derived[index]!))).toEqual([]);
    }
  }, 180_000);
});
