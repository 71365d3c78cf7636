/** Needs the JVM. With SLIPSTREAM_WRITE_GOLDEN=1 the files are written instead of compared. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deriveAggregates, goldenAggregatesText } from '../testing/aggregate-oracle.js';
import { WRITES_GOLDEN } from '../testing/golden-derive.js';
import { AGGREGATE_GROUPS } from './golden-groups.js';
import { LIST_GROUPS } from './golden-list-groups.js';
import { TTL_GROUPS } from './golden-ttl-groups.js';

describe('aggregates: stock Flink still answers so', () => {
  for (const [group, requests] of Object.entries({ ...AGGREGATE_GROUPS, ...LIST_GROUPS, ...TTL_GROUPS })) {
    const url = new URL(`golden/${group}.json`, import.meta.url);
    test(
      group,
      async () => {
        const derived = goldenAggregatesText(await deriveAggregates(requests));
        if (WRITES_GOLDEN) writeFileSync(url, derived);
        expect(derived).toBe(readFileSync(url, 'utf8'));
      },
      60_000,
    );
  }
});
