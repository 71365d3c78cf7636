/** Asks stock Flink for the answers of golden groups; see golden-expressions.ts. */
import { writeFileSync } from 'node:fs';
import { expressionOracle, type OracleAnswer } from './expression-oracle.js';
import { type GoldenAnswer, type GoldenFile, type GoldenGroup } from './golden-expressions.js';

/** Set to write the golden files anew instead of comparing with them. */
export const WRITES_GOLDEN = process.env['SLIPSTREAM_WRITE_GOLDEN'] === '1';

/** Expressions that are planned together; one that cannot be planned is found by asking alone. */
const EXPRESSIONS_MAX = 40;

export async function deriveGolden(group: GoldenGroup): Promise<GoldenFile> {
  const answers: GoldenAnswer[] = [];
  for (let at = 0; at < group.expressions.length; at += EXPRESSIONS_MAX) {
    answers.push(...(await askTogether(group, group.expressions.slice(at, at + EXPRESSIONS_MAX))));
  }
  return { ...group, answers };
}

async function askTogether(group: GoldenGroup, expressions: readonly string[]): Promise<GoldenAnswer[]> {
  const answer = await ask(group, expressions);
  if ('results' in answer) return answersOf(answer, expressions);
  if (expressions.length === 1) {
    throw new Error(`stock Flink does not plan ${expressions[0]}: ${JSON.stringify(answer).slice(0, 1000)}`);
  }
  const alone: GoldenAnswer[] = [];
  for (const expression of expressions) alone.push(...(await askTogether(group, [expression])));
  return alone;
}

function ask(group: GoldenGroup, expressions: readonly string[]): Promise<OracleAnswer> {
  const { columns, rows, config } = group;
  return expressionOracle().ask({ columns, rows, expressions, ...(config ? { config } : {}) });
}

function answersOf(
  answer: Extract<OracleAnswer, { results: unknown }>,
  expressions: readonly string[],
): GoldenAnswer[] {
  const projection = answer.calc['projection'] as readonly unknown[];
  return expressions.map((sql, index) => ({ sql, rex: projection[index], results: answer.results[index] ?? [] }));
}

/** One line an answer, so that a change shows as what it is. */
export function writeGolden(url: URL, golden: GoldenFile): void {
  writeFileSync(url, goldenText(golden));
}

export function goldenText(golden: GoldenFile): string {
  const { answers, ...group } = golden;
  const json = (value: unknown): string =>
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `bigint ${inner}` : inner)).replace(
      /"bigint (-?\d+)"/g,
      '$1',
    );
  const lines = answers.map((answer) => `    ${json(answer)}`);
  return `{\n${Object.entries(group)
    .map(([key, value]) => `  ${json(key)}: ${json(value)},\n`)
    .join('')}  "answers": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
