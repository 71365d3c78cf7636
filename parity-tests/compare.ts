import { NO_ROWS } from './answers.js';
import type { Case, Mode } from './case-file.js';
import { comparableCauses, sameFailure, shownCauses } from './failure.js';
import type { Outcome, SinkLine } from './outcome.js';
import { comparable, difference, topLevelFields, type Comparison } from './rows.js';

/** What is wrong with a case; none when it passes. */
export type Problem = string;

/** Checks stock Flink's own outcome: that the case says something, and that its known answers are right. */
export function checkStock(testCase: Case, stock: Outcome): Problem[] {
  if (stock.outcome === 'timeout') return ['stock Flink did not end in time'];
  if (testCase.mode.kind === 'fails') {
    return stock.outcome === 'failed' ? failureAnswers(testCase, stock) : ['stock Flink did not fail'];
  }
  if (stock.outcome !== 'finished') return [`stock Flink failed: ${shownCauses(stock)}`];
  const problems: Problem[] = [];
  const lines = Object.values(stock.sinks).flat(2);
  problems.push(...missingKeyColumns(testCase.key ?? [], stock));
  if (lines.length === 0 && !testCase.empty && testCase.mode.kind !== 'fallback') {
    problems.push(`no output at all: the case shows nothing (say '-- empty' when that is the point)`);
  }
  for (const [sink, answer] of Object.entries(testCase.answers)) {
    const shown = comparable(stock.sinks[sink] ?? [], comparison(testCase.mode), testCase.key);
    const lines = answer.filter((line) => line !== NO_ROWS).map(lineFromAnswer);
    const known = comparable([lines], comparison(testCase.mode), testCase.key);
    const diff =
      answer.length === 0
        ? ['the block is empty: `--engine flink --write-answers FILE` fills it']
        : difference(known, shown);
    if (diff.length > 0)
      problems.push(`stock Flink's ${sink} is not the known answer (- known, + stock):\n${diff.join('\n')}`);
  }
  return problems;
}

/** Checks the accelerated outcome against stock Flink's: the same, or different where the case names a note that says why. */
export function checkAccelerated(testCase: Case, stock: Outcome, ours: Outcome): Problem[] {
  if (testCase.divergence === undefined) return checkSame(testCase, stock, ours);
  if (ours.accelerated !== true) return [notAccelerated(ours)];
  return checkSame(testCase, stock, ours).length > 0
    ? []
    : [`no longer differs from stock Flink: take out '-- divergence: ${testCase.divergence}'`];
}

function checkSame(testCase: Case, stock: Outcome, ours: Outcome): Problem[] {
  const { mode } = testCase;
  if (ours.outcome === 'timeout') return ['the accelerated job did not end in time'];
  if (mode.kind === 'fails') {
    const problems = sameFailure(stock, ours);
    if (testCase.requireAccelerated && ours.accelerated !== true) problems.push(notAccelerated(ours));
    return problems;
  }
  const problems: Problem[] = [];
  if (mode.kind === 'fallback') {
    if (ours.accelerated === true) problems.push(`ran accelerated, but the case expects a fallback`);
    else if (!(ours.reasons ?? []).some((reason) => reason.includes(mode.reason))) {
      problems.push(
        `fell back, but no reason has the text '${mode.reason}': ${(ours.reasons ?? []).join(' | ') || 'none given'}`,
      );
    }
  } else if (ours.accelerated !== true) {
    problems.push(`${notAccelerated(ours)} ('-- mode: fallback(text)' if that is right)`);
  } else {
    problems.push(...missingNote(testCase, ours));
  }
  if (ours.outcome !== 'finished') problems.push(`failed with the accelerator on: ${shownCauses(ours)}`);
  else problems.push(...differentSinks(testCase, stock, ours));
  return problems;
}

function missingNote({ note }: Case, { notes = [] }: Outcome): Problem[] {
  if (note === undefined || notes.some((found) => found.includes(note))) return [];
  return [`no note in the log has the text '${note}': ${notes.join(' | ') || 'none'}`];
}

function differentSinks(testCase: Case, stock: Outcome, ours: Outcome): Problem[] {
  const problems: Problem[] = [];
  for (const sink of new Set([...Object.keys(stock.sinks), ...Object.keys(ours.sinks)])) {
    const how = comparison(testCase.mode);
    const diff = difference(
      comparable(stock.sinks[sink] ?? [], how, testCase.key),
      comparable(ours.sinks[sink] ?? [], how, testCase.key),
    );
    if (diff.length > 0) problems.push(`${sink} differs (- stock, + accelerated):\n${diff.join('\n')}`);
  }
  return problems;
}

/** Order within a column that is not there is order over all rows: not what the case says. Of several sinks, one has to have the columns. */
function missingKeyColumns(key: readonly number[], stock: Outcome): Problem[] {
  const lines = Object.values(stock.sinks).flat(2);
  const columns = Math.max(
    0,
    ...lines.filter(({ kind }) => kind !== 'W').map(({ text }) => topLevelFields(text).length),
  );
  return key
    .filter((column) => columns > 0 && column > columns)
    .map((column) => `'-- key: ${column}' names no column: the output has ${columns}`);
}

function comparison(mode: Mode): Comparison {
  switch (mode.kind) {
    case 'rows':
    case 'fallback':
      return 'multiset';
    case 'changelog':
      return 'collapsed';
    case 'kinds':
    case 'bytes':
    case 'fails':
      return 'sequence';
  }
}

function failureAnswers(testCase: Case, stock: Outcome): Problem[] {
  const causes = comparableCauses(stock.causes ?? []);
  return (testCase.answers['failure'] ?? [])
    .filter((answer) => !causes.some((cause) => cause.includes(answer)))
    .map((answer) => `stock Flink's failure has no cause with the text '${answer}': ${shownCauses(stock)}`);
}

function notAccelerated(ours: Outcome): Problem {
  return `did not run accelerated: ${(ours.reasons ?? []).join(' | ') || 'no reason given'}`;
}

/** Answers are written as output is shown: the kind may be left out for +I. */
function lineFromAnswer(text: string): SinkLine {
  const kind = /^(\+I|-U|\+U|-D|W) /.exec(text)?.[1] as SinkLine['kind'] | undefined;
  return kind === undefined ? { kind: '+I', text } : { kind, text: text.slice(kind.length + 1) };
}
