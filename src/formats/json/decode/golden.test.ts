import { describe, expect, test } from 'vitest';
import { askDecoder, askReference } from './decode-oracle.js';
import { differences, GOLDEN_GROUPS, readGolden } from './golden-files.js';

describe('decoded JSON messages: answers of stock Flink', () => {
  for (const [name, groups] of Object.entries(GOLDEN_GROUPS)) {
    test(`${name}, the reference decoder`, () => {
      const golden = readGolden(name);
      expect(golden.map((group) => group.length)).toEqual(groups.map((group) => group.messages.length));
      expect(groups.flatMap((group, index) => differences(group, golden[index]!, askReference(group)))).toEqual([]);
    });

    test(`${name}, kernel and reference decoder together`, () => {
      const golden = readGolden(name);
      expect(groups.flatMap((group, index) => differences(group, golden[index]!, askDecoder(group)))).toEqual([]);
    });
  }
});
