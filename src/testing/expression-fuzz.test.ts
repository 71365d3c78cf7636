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

test(
  'random expressions over random rows have the values and exceptions of stock Flink',
  async () => {
    const report = await fuzzExpressions({ seed: SEED, count: COUNT, ...(FUNCTIONS ? { functions: FUNCTIONS } : {}) });
    console.log(
      `FUZZ_SEED=${SEED} FUZZ_COUNT=${COUNT}: ${report.compared} expressions compared, ${report.constant} constant\n` +
        `refused:\n  ${sorted(report.refused)}\nnot planned:\n  ${sorted(report.planErrors)}\nfunctions:\n  ${sorted(report.coverage)}`,
    );
    expect(report.differences, `FUZZ_SEED=${SEED}`).toEqual([]);
    expect(report.compared).toBeGreaterThanOrEqual(COUNT);
  },
  600_000,
);
