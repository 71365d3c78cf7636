/** Answers of a row oracle, written down: one JSON line a request. See row-oracle.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { WRITES_GOLDEN } from './golden-derive.js';
import { askRowOracle, type GoldenRows, type RowOracle, type RowRequest } from './row-oracle.js';

/** The golden answers to the requests; asks Flink and writes the file first, when golden files are to be written. */
export function goldenRows<O extends RowOracle>(
  url: URL,
  oracle: O,
  requests: readonly RowRequest[],
): readonly GoldenRows<O>[] {
  if (WRITES_GOLDEN) {
    const lines = askRowOracle(oracle, requests).map((answer) => JSON.stringify(answer));
    writeFileSync(url, `[\n${lines.join(',\n')}\n]\n`);
  }
  return JSON.parse(readFileSync(url, 'utf8')) as GoldenRows<O>[];
}
