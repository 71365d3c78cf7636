/**
 * Patterns of java.time.format.DateTimeFormatter, the letters whose meaning does not depend on a locale or a zone
 * (DateTimeFormatterBuilder.parsePattern and parseField).
 */

/** How the sign of a number is printed (java.time.format.SignStyle). */
export type SignStyle = 'NORMAL' | 'NOT_NEGATIVE' | 'EXCEEDS_PAD';

/** Fields by pattern letter; K, k and h are the clock variants of the hour. */
export type PatternField =
  'y' | 'u' | 'Q' | 'M' | 'D' | 'd' | 'H' | 'k' | 'K' | 'h' | 'm' | 's' | 'S' | 'A' | 'n' | 'N';

export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'number';
      readonly field: PatternField;
      readonly minWidth: number;
      readonly maxWidth: number;
      readonly sign: SignStyle;
    }
  /** Two digits of the year, base 2000. */
  | { readonly kind: 'reduced'; readonly field: 'y' | 'u' }
  /** The first `width` digits of the nanosecond of the second. */
  | { readonly kind: 'fraction'; readonly width: number };

/** The parts, or why the pattern is not accepted. */
export type PatternResult = { readonly parts: readonly PatternPart[] } | { readonly refusal: string };

const VALUE_MAX_WIDTH = 19;

export function parsePattern(pattern: string): PatternResult {
  const parts: PatternPart[] = [];
  for (let at = 0; at < pattern.length;) {
    const letter = pattern[at] ?? '';
    if (/[A-Za-z]/.test(letter)) {
      let end = at;
      while (pattern[end] === letter) end++;
      const part = letterPart(letter, end - at);
      if (typeof part === 'string') return { refusal: `pattern '${pattern}': ${part}` };
      parts.push(part);
      at = end;
    } else if (letter === "'") {
      const quoted = quotedText(pattern, at);
      if (quoted === undefined) return { refusal: `pattern '${pattern}' has a quote without an end` };
      parts.push({ kind: 'literal', text: quoted.text });
      at = quoted.end;
    } else if ('[]{}#'.includes(letter)) {
      return { refusal: `pattern '${pattern}': '${letter}' is not implemented` };
    } else {
      parts.push({ kind: 'literal', text: letter });
      at++;
    }
  }
  return { parts };
}

/** From the opening quote; two quotes are one quote, inside and outside of quoted text. */
function quotedText(pattern: string, start: number): { text: string; end: number } | undefined {
  let text = '';
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern[at] !== "'") {
      text += pattern[at] ?? '';
    } else if (pattern[at + 1] === "'") {
      text += "'";
      at++;
    } else {
      return { text: text === '' ? "'" : text, end: at + 1 };
    }
  }
  return undefined;
}

function letterPart(letter: string, count: number): PatternPart | string {
  const tooMany = `${letter.repeat(count)} is not implemented`;
  switch (letter) {
    case 'y':
    case 'u':
      if (count === 2) return { kind: 'reduced', field: letter };
      return number(letter, count, VALUE_MAX_WIDTH, count < 4 ? 'NORMAL' : 'EXCEEDS_PAD');
    case 'Q':
    case 'M':
      return count <= 2 ? simple(letter, count) : `${letter.repeat(count)} depends on the locale`;
    case 'd':
    case 'H':
    case 'k':
    case 'K':
    case 'h':
    case 'm':
    case 's':
      return count <= 2 ? simple(letter, count) : tooMany;
    case 'D':
      if (count === 1) return simple(letter, 1);
      return count <= 3 ? number(letter, count, 3, 'NOT_NEGATIVE') : tooMany;
    case 'S':
      return count <= 9 ? { kind: 'fraction', width: count } : tooMany;
    case 'A':
    case 'n':
    case 'N':
      return count <= VALUE_MAX_WIDTH ? number(letter, count, VALUE_MAX_WIDTH, 'NOT_NEGATIVE') : tooMany;
    default:
      return `letter ${letter} depends on the locale or the zone, or means nothing`;
  }
}

/** appendValue(field) and appendValue(field, 2). */
function simple(field: PatternField, count: number): PatternPart {
  return count === 1 ? number(field, 1, VALUE_MAX_WIDTH, 'NORMAL') : number(field, 2, 2, 'NOT_NEGATIVE');
}

function number(field: PatternField, minWidth: number, maxWidth: number, sign: SignStyle): PatternPart {
  return { kind: 'number', field, minWidth, maxWidth, sign };
}
