import type { SinkLine } from './outcome.js';

/** Whether order counts, and whether the changelog is applied first. */
export type Comparison = 'multiset' | 'sequence' | 'collapsed';

/**
 * Lines in a form in which equal outputs are equal lists.
 *
 * @param subtasks lines of one sink, by attempt and subtask
 * @param key columns from 1; in a sequence, order then counts within a key only
 */
export function comparable(
  subtasks: readonly (readonly SinkLine[])[],
  how: Comparison,
  key: readonly number[] | undefined,
): string[] {
  const lines = subtasks.flat();
  switch (how) {
    case 'multiset':
      return lines.map(shown).sort();
    case 'collapsed':
      return collapsed(lines);
    case 'sequence':
      return key === undefined ? lines.map(shown) : byKey(lines, key).map(shown);
  }
}

/** As answers are written: without the kind when it is +I. */
export function shown(line: SinkLine): string {
  return line.kind === '+I' ? line.text : `${line.kind} ${line.text}`;
}

/** The rows that are left when each line is applied, sorted; one that is removed more often than added shows as `-D`. */
export function collapsed(lines: readonly SinkLine[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind, text } of lines) {
    if (kind === 'W') continue;
    counts.set(text, (counts.get(text) ?? 0) + (kind === '+I' || kind === '+U' ? 1 : -1));
  }
  const result: string[] = [];
  for (const [text, count] of counts) {
    for (let i = 0; i < Math.abs(count); i++) result.push(count > 0 ? text : `-D ${text}`);
  }
  return result.sort();
}

/** Stable: rows of a key keep their order. */
function byKey(lines: readonly SinkLine[], key: readonly number[]): SinkLine[] {
  const keyed = lines.map((line) => {
    const fields = topLevelFields(line.text);
    return { line, key: key.map((column) => fields[column - 1] ?? '').join('\u0000') };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ line }) => line);
}

/** Fields of a row's text `(1, 'a, b', [2, 3])`. */
export function topLevelFields(text: string): string[] {
  const fields: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 1;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "'") quoted = !quoted;
    else if (!quoted && (c === '(' || c === '[' || c === '{')) depth++;
    else if (!quoted && (c === ')' || c === ']' || c === '}')) depth--;
    else if (!quoted && depth === 1 && text.startsWith(', ', i)) {
      fields.push(text.slice(start, i));
      start = i + 2;
    }
  }
  fields.push(text.slice(start, -1));
  return fields;
}

/** How many lines of a difference are shown, and how much of each. */
const SHOWN_LINES_MAX = 12;
const SHOWN_CHARACTERS_MAX = 400;

/** Lines that are only in one list, `- ` for the first and `+ ` for the second; empty when the lists are equal. */
export function difference(first: readonly string[], second: readonly string[]): string[] {
  if (first.length === second.length && first.every((line, i) => line === second[i])) return [];
  const removed = missing(first, second).map((line) => `  - ${shortened(line)}`);
  const added = missing(second, first).map((line) => `  + ${shortened(line)}`);
  if (removed.length === 0 && added.length === 0) return orderDifference(first, second);
  return [...limited(removed), ...limited(added)];
}

function orderDifference(first: readonly string[], second: readonly string[]): string[] {
  const at = first.findIndex((line, i) => line !== second[i]);
  return [
    `  same lines in another order, from line ${at + 1} on:`,
    `  - ${shortened(first[at] ?? '')}`,
    `  + ${shortened(second[at] ?? '')}`,
  ];
}

/** Lines of `lines` that `others` does not have, as multisets. */
function missing(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

function limited(lines: string[]): string[] {
  if (lines.length <= SHOWN_LINES_MAX) return lines;
  return [...lines.slice(0, SHOWN_LINES_MAX), `    … and ${lines.length - SHOWN_LINES_MAX} more`];
}

function shortened(line: string): string {
  return line.length <= SHOWN_CHARACTERS_MAX
    ? line
    : `${line.slice(0, SHOWN_CHARACTERS_MAX)}… (${line.length} characters)`;
}
