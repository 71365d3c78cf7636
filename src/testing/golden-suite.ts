/** The tests of a folder of golden files: compared without a JVM, and derived again from stock Flink. */
import { describe, expect, test } from 'vitest';
import { deriveGolden, goldenText, writeGolden, WRITES_GOLDEN } from './golden-derive.js';
import { compareWithGolden, readGolden, type GoldenGroup } from './golden-expressions.js';

/** `refused`: expressions (SQL) that must not run here, with a part of the reason. */
export function describeGolden(
  name: string,
  groups: Readonly<Record<string, GoldenGroup>>,
  folder: URL,
  refused: Readonly<Record<string, string>> = {},
): void {
  describe(`${name}: answers of stock Flink`, () => {
    for (const group of Object.keys(groups)) {
      test(group, () => {
        const golden = readGolden(new URL(`${group}.json`, folder));
        expect(golden.answers.map((answer) => answer.sql)).toEqual(groups[group]?.expressions);
        const differences: string[] = [];
        for (const answer of golden.answers) {
          const comparison = compareWithGolden(golden, answer);
          const reason = refused[answer.sql];
          if ('differences' in comparison && reason === undefined) differences.push(...comparison.differences);
          else if (!('refusal' in comparison)) differences.push(`${answer.sql} is not refused`);
          else if (reason === undefined || !comparison.refusal.includes(reason)) {
            differences.push(`${answer.sql} is refused: ${comparison.refusal}`);
          }
        }
        expect(differences).toEqual([]);
      });
    }
  });
}

/** Needs the JVM. With SLIPSTREAM_WRITE_GOLDEN=1 the files are written instead of compared. */
export function describeGoldenOracle(name: string, groups: Readonly<Record<string, GoldenGroup>>, folder: URL): void {
  describe(`${name}: stock Flink still answers so`, () => {
    for (const [group, asked] of Object.entries(groups)) {
      const url = new URL(`${group}.json`, folder);
      test(
        group,
        async () => {
          const derived = await deriveGolden(asked);
          if (WRITES_GOLDEN) writeGolden(url, derived);
          expect(goldenText(derived)).toBe(goldenText(readGolden(url)));
        },
        30_000,
      );
    }
  });
}
