/**
 * LIKE patterns as Flink's code generator sorts them (LikeCallGen, SqlLikeChainChecker, SqlLikeUtils.sqlToRegexLike): texts between
 * `%` are searched as bytes; `_` and an escaped `%` go through java.util.regex, where `_` does not match a line terminator.
 */

export type LikePattern =
  | { readonly kind: 'equals' | 'startsWith' | 'endsWith' | 'contains'; readonly text: string }
  /** `%` in other places: first part anchored at the start, last at the end, unless '' there. */
  | {
      readonly kind: 'chain';
      readonly begin: string;
      readonly middle: readonly string[];
      readonly end: string;
      /** No text at all and no `%` either: matches '' only. */
      readonly onlyEmpty: boolean;
    }
  /** The whole text must match. */
  | { readonly kind: 'regex'; readonly source: string };

/** What Flink throws (ValidationException) for an escape that means nothing. */
export class InvalidEscapeError extends Error {}

const ANY_CHARACTER = '[^\\n\\r\\u0085\\u2028\\u2029]';

/** `escape`: null or '' is none; at least one character otherwise. */
export function parseLike(pattern: string, escape: string | null): LikePattern {
  const quick = quickPattern(pattern, escape);
  return quick === undefined ? { kind: 'regex', source: likeRegexSource(pattern, escape) } : sortQuick(quick);
}

/** The pattern without escapes when `%` is its only wildcard. */
function quickPattern(pattern: string, escape: string | null): string | undefined {
  if (escape === null || escape === '') return pattern.includes('_') ? undefined : pattern;
  checkEscape(escape);
  let text = '';
  for (let at = 0; at < pattern.length; at++) {
    const unit = pattern[at] ?? '';
    if (unit === escape) {
      const next = escapedUnit(pattern, at, escape);
      if (next === '%') return undefined;
      text += next;
      at++;
    } else if (unit === '_') {
      return undefined;
    } else {
      text += unit;
    }
  }
  return text;
}

function checkEscape(escape: string): void {
  if (escape.length > 1 || escape === '\0') throw new InvalidEscapeError(`Invalid escape character '${escape}'`);
}

function escapedUnit(pattern: string, at: number, escape: string): string {
  const next = pattern[at + 1];
  if (next !== '_' && next !== '%' && next !== escape) {
    throw new InvalidEscapeError(`Invalid escape sequence '${pattern}', ${at}`);
  }
  return next;
}

function sortQuick(pattern: string): LikePattern {
  if (/^[^%]+$/.test(pattern)) return { kind: 'equals', text: pattern };
  if (/^[^%]+%$/.test(pattern)) return { kind: 'startsWith', text: pattern.slice(0, -1) };
  if (/^%[^%]+$/.test(pattern)) return { kind: 'endsWith', text: pattern.slice(1) };
  if (/^%[^%]+%$/.test(pattern)) return { kind: 'contains', text: pattern.slice(1, -1) };
  const parts = pattern.split('%').filter((part) => part !== '');
  const begin = pattern.startsWith('%') ? '' : (parts.shift() ?? '');
  const end = pattern.endsWith('%') ? '' : (parts.pop() ?? '');
  return { kind: 'chain', begin, middle: parts, end, onlyEmpty: pattern === '' };
}

/** SqlLikeUtils.sqlToRegexLike, in JavaScript's words; with flag `u`. */
export function likeRegexSource(pattern: string, escape: string | null): string {
  if (escape !== null) {
    checkEscape(escape);
    if (escape === '') throw new InvalidEscapeError("Invalid escape character ''");
  }
  let source = '';
  const literal = (unit: string): string => (/[A-Za-z0-9]/.test(unit) ? unit : escapeUnit(unit));
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (escape !== null && character === escape) {
      source += literal(escapedUnit(characters.join(''), characters.slice(0, at).join('').length, escape));
      at++;
    } else if (character === '_') {
      source += ANY_CHARACTER;
    } else if (character === '%') {
      source += '[\\s\\S]*';
    } else {
      source += literal(character);
    }
  }
  return `^(?:${source})$`;
}

function escapeUnit(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
