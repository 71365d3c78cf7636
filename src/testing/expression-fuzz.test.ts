import { expect, test } from 'vitest';
import { fuzzExpressions } from './expression-fuzz.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261130);
const COUNT = Number(process.env['FUZZ_COUNT'] ?? 2000);
const FUNCTIONS = process.env['FUZZ_FUNCTIONS']?.split(',');

function sorted(map: ReadonlyMap<string, number>): string {
  return [...map]
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => `${count} × ${key}`)
    .join('\n  ');
}

const RUNS: readonly { name: string; share: number; config: Readonly<Record<string, string>> }[] = [
  { name: 'in UTC', share: 0.8, config: {} },
  { name: 'in a zone with daylight saving', share: 0.2, config: { 'table.local-time-zone': 'America/New_York' } },
];

test.each(RUNS)(
  'random expressions over random rows have the values and exceptions of stock Flink, $name',
  async ({ share, config }) => {
    const count = Math.ceil(COUNT * share);
    const report = await fuzzExpressions({
      seed: SEED,
      count,
      config,
      ...(FUNCTIONS ? { functions: FUNCTIONS } : {}),
    });
    console.log(
      `FUZZ_SEED=${SEED} FUZZ_COUNT=${COUNT}: ${report.compared} expressions compared (${report.withCondition} with a condition), ` +
        `${report.constant} constant\nrefused:\n  ${sorted(report.refused)}\nnot planned:\n  ${sorted(report.planErrors)}\n` +
        `functions:\n  ${sorted(report.coverage)}`,
    );
    expect(report.differences, `FUZZ_SEED=${SEED}`).toEqual([]);
    expect(report.compared).toBeGreaterThanOrEqual(count);
  },
  600_000,
);
