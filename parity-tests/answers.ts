import { readFileSync, writeFileSync } from 'node:fs';
import type { Case } from './case-file.js';
import { comparableCauses } from './failure.js';
import type { Outcome } from './outcome.js';
import { shown } from './rows.js';

/** Stands for a sink that got nothing: a block without lines is one that is still to be filled. */
export const NO_ROWS = '(no rows)';

/** The case without the blocks that are still to be filled. */
export function withoutEmptyAnswers(testCase: Case): Case {
  const answers = Object.entries(testCase.answers).filter(([, lines]) => lines.length > 0);
  return { ...testCase, answers: Object.fromEntries(answers) };
}

/**
 * Fills the empty `-- answer:` blocks of a case's file with what stock Flink said. It spares the typing, not the reading: an
 * answer is only worth something when a person has checked it.
 *
 * @returns how many blocks were filled
 */
export function writeAnswers(testCase: Case, stock: Outcome): number {
  const lines = readFileSync(testCase.file, 'utf8').split('\n');
  const sinks = Object.keys(testCase.answers);
  const result: string[] = [];
  let filled = 0;
  let block = 0;
  lines.forEach((line, i) => {
    result.push(line);
    if (!/^--\s*answer:\s*$/.test(line)) return;
    const sink = sinks[block++];
    if (sink === undefined || lines[i + 1]?.startsWith('--|')) return;
    result.push(...answerLines(sink, stock).map((answer) => `--| ${answer}`));
    filled++;
  });
  if (filled > 0) writeFileSync(testCase.file, result.join('\n'));
  return filled;
}

function answerLines(sink: string, stock: Outcome): string[] {
  // Further lines of a message name objects and places in the text.
  if (sink === 'failure') return comparableCauses(stock.causes ?? []).map((cause) => cause.split('\n')[0] ?? '');
  const lines = (stock.sinks[sink] ?? []).flat().map(shown);
  return lines.length > 0 ? lines : [NO_ROWS];
}
