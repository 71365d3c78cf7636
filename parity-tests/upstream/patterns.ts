/** Patterns of test classes: what surefire is given, and which classes it took. */

/**
 * A name without a folder means the streaming classes only: the batch suites have the same names. A pattern with a folder goes to
 * surefire as it is.
 */
export function surefirePatterns(pattern: string): readonly string[] {
  if (pattern.includes('/')) return [pattern];
  return [`**/runtime/stream/**/${pattern}`, `**/nodes/exec/stream/${pattern}`];
}

/** Did the pattern take this class? `**` stands for any folders, `*` and `?` for parts of one name; a method behind `#` says nothing here. */
export function isTakenBy(pattern: string, className: string): boolean {
  const file = className.replaceAll('.', '/');
  return surefirePatterns(pattern).some((text) => expressionOf(text).test(file));
}

function expressionOf(pattern: string): RegExp {
  const [path = ''] = pattern.replace(/\.(java|class)$/, '').split('#');
  const anchored = path.startsWith('**/') ? path : `**/${path}`;
  const source = anchored
    .split(/(\*\*\/|\*|\?)/)
    .map((part) => WILD_CARDS[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('')}$`);
}

const WILD_CARDS: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '*': '[^/]*', '?': '[^/]' };

/** Patterns that took none of the classes. */
export function unmatched(patterns: readonly string[], classNames: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => !classNames.some((className) => isTakenBy(pattern, className)));
}
