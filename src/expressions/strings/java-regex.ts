/**
 * java.util.regex patterns → JavaScript RegExp, for the part of the language whose meaning is the same or can be spelled out.
 *
 * Refused, with the reason:
 * - flags, look-behind, back references, possessive and atomic groups, \b, \G, \Q, most \p classes, class intersection and union;
 * - negative look-ahead: the engines differ between the two units of a character;
 * - quantified groups that can match nothing: the engines disagree on empty iterations;
 * - capturing groups inside a quantified group: JavaScript forgets what they captured at each iteration, Java keeps it;
 * - unbounded quantifiers over groups with alternatives or quantifiers inside: Java recurses for each iteration and fails with
 *   StackOverflowError on long text.
 *
 * Both engines backtrack, prefer the leftmost match and the first alternative, and see code points (flag `u`).
 */

/** A pattern that was understood. */
export interface JavaRegex {
  readonly source: string;
  readonly groupCount: number;
  /** It can match the empty string. */
  readonly nullable: boolean;
  /** Text that every match contains, as far as it is easily seen; '' if none. */
  readonly required: string;
}

export type JavaRegexResult = { readonly regex: JavaRegex } | { readonly refusal: string };

/** `%` of SIMILAR TO: the one group with a flag that is understood. */
export const ANY_TEXT = '(?s:.*)';

class Refused extends Error {}

/** What a piece of the pattern is. */
interface Piece {
  readonly source: string;
  readonly nullable: boolean;
  readonly captures: number;
  /** Alternatives or quantifiers inside: Java's matcher recurses over it. */
  readonly branching: boolean;
  /** The longest literal that every match of the piece contains. */
  readonly required: string;
  /** The piece is one literal character. */
  readonly literal?: string;
}

/** Java's line terminators; JavaScript's leave out U+0085. */
const LINE_TERMINATORS = '\\n\\r\\u0085\\u2028\\u2029';
const DOLLAR = `(?=(?:\\r\\n|(?<!\\r)\\n|[\\r\\u0085\\u2028\\u2029])?$)`;
/** ASCII only, as in Java without UNICODE_CHARACTER_CLASS: inside a class. */
const CLASS_CONTENT: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'A-Za-z0-9_',
  s: ' \\t\\n\\x0b\\f\\r',
};
const POSIX: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  Alpha: 'A-Za-z',
  Digit: '0-9',
  Alnum: 'A-Za-z0-9',
  Space: ' \\t\\n\\x0b\\f\\r',
  XDigit: '0-9A-Fa-f',
};
const CONTROL: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', a: '\x07', e: '\x1b' };

export function parseJavaRegex(pattern: string): JavaRegexResult {
  try {
    const parser = new Parser(pattern);
    const piece = parser.alternatives();
    if (!parser.atEnd) throw new Refused('unmatched closing parenthesis');
    const { source, nullable, required } = piece;
    return { regex: { source, nullable, required, groupCount: parser.groupCount } };
  } catch (error) {
    if (error instanceof Refused) return { refusal: `regular expression '${pattern}': ${error.message}` };
    throw error;
  }
}

class Parser {
  private readonly units: readonly string[];
  private at = 0;
  groupCount = 0;

  constructor(pattern: string) {
    this.units = [...pattern];
  }

  get atEnd(): boolean {
    return this.at >= this.units.length;
  }

  private get next(): string {
    return this.units[this.at] ?? '';
  }

  private take(): string {
    return this.units[this.at++] ?? '';
  }

  private eat(unit: string): boolean {
    if (this.next !== unit) return false;
    this.at++;
    return true;
  }

  alternatives(): Piece {
    const branches = [this.sequence()];
    while (this.eat('|')) branches.push(this.sequence());
    const [only] = branches;
    if (branches.length === 1 && only) return only;
    return {
      source: branches.map((branch) => branch.source).join('|'),
      nullable: branches.some((branch) => branch.nullable),
      captures: branches.reduce((sum, branch) => sum + branch.captures, 0),
      branching: true,
      required: '',
    };
  }

  private sequence(): Piece {
    const pieces: Piece[] = [];
    while (!this.atEnd && this.next !== '|' && this.next !== ')') pieces.push(this.quantified());
    return {
      source: pieces.map((piece) => piece.source).join(''),
      nullable: pieces.every((piece) => piece.nullable),
      captures: pieces.reduce((sum, piece) => sum + piece.captures, 0),
      branching: pieces.some((piece) => piece.branching),
      required: longestRequired(pieces),
    };
  }

  private quantified(): Piece {
    const isGroup = this.next === '(';
    const isAnchor = this.next === '^' || this.next === '$';
    const atom = this.atom();
    const quantifier = this.quantifier();
    if (quantifier === undefined) return atom;
    if (isAnchor || atom.source.startsWith('(?=')) {
      throw new Refused('a quantified assertion is not implemented');
    }
    if (isGroup) checkQuantifiedGroup(atom, quantifier);
    return {
      source: atom.source + quantifier.source,
      nullable: atom.nullable || quantifier.min === 0,
      captures: atom.captures,
      branching: true,
      required: quantifier.min > 0 ? atom.required : '',
    };
  }

  private quantifier(): { source: string; min: number; unbounded: boolean } | undefined {
    let source: string;
    let min = 0;
    let unbounded = true;
    if (this.eat('*')) source = '*';
    else if (this.eat('+')) [source, min] = ['+', 1];
    else if (this.eat('?')) [source, unbounded] = ['?', false];
    else if (this.next === '{') {
      const match = /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(this.units.slice(this.at, this.at + 12).join(''));
      if (!match) throw new Refused('illegal repetition');
      source = match[0];
      min = Number(match[1]);
      unbounded = match[2] !== undefined && match[3] === undefined;
      if (match[3] !== undefined && Number(match[3]) < min) throw new Refused('illegal repetition');
      this.at += source.length;
    } else return undefined;
    if (this.eat('?')) source += '?';
    if (this.next === '+') throw new Refused('possessive quantifiers are not implemented');
    if (this.next === '*' || this.next === '?' || this.next === '{') {
      throw new Refused('a quantified quantifier is not implemented');
    }
    return { source, min, unbounded };
  }

  private atom(): Piece {
    const unit = this.take();
    switch (unit) {
      case '.':
        return single(`[^${LINE_TERMINATORS}]`);
      case '^':
        return assertion('^');
      case '$':
        return assertion(DOLLAR);
      case '(':
        return this.group();
      case '[':
        return this.characterClass();
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
      case '{':
        throw new Refused(`dangling ${unit}`);
      default:
        return literal(unit);
    }
  }

  private group(): Piece {
    if (this.units.slice(this.at - 1, this.at + ANY_TEXT.length - 1).join('') === ANY_TEXT) {
      this.at += ANY_TEXT.length - 1;
      return { ...single('[\\s\\S]*'), nullable: true, branching: true };
    }
    let open = '(';
    let isAssertion = false;
    if (this.eat('?')) {
      const kind = this.take();
      if (kind !== ':' && kind !== '=') throw new Refused(`group (?${kind} is not implemented`);
      open = `(?${kind}`;
      isAssertion = kind !== ':';
    } else {
      this.groupCount++;
    }
    const body = this.alternatives();
    if (!this.eat(')')) throw new Refused('unclosed group');
    if (isAssertion && body.captures > 0) throw new Refused('a capturing group in a look-ahead is not implemented');
    return {
      source: `${open}${body.source})`,
      nullable: isAssertion || body.nullable,
      captures: body.captures + (open === '(' ? 1 : 0),
      branching: body.branching,
      required: isAssertion ? '' : body.required,
    };
  }

  private escape(): Piece {
    const unit = this.take();
    if (CLASS_CONTENT[unit] !== undefined) return single(`[${CLASS_CONTENT[unit]}]`);
    const positive = CLASS_CONTENT[unit.toLowerCase()];
    if (positive !== undefined) return single(`[^${positive}]`);
    if (unit === 'p' || unit === 'P') return single(`[${unit === 'P' ? '^' : ''}${this.posix()}]`);
    return literal(this.escapedCharacter(unit));
  }

  private posix(): string {
    const match = /^\{([A-Za-z]+)\}/.exec(this.units.slice(this.at, this.at + 12).join(''));
    const content = POSIX[match?.[1] ?? ''];
    if (!match || content === undefined) throw new Refused('this \\p class is not implemented');
    this.at += match[0].length;
    return content;
  }

  /** The one character that an escape stands for, in a class or outside. */
  private escapedCharacter(unit: string): string {
    if (unit === '') throw new Refused('it ends with a backslash');
    const control = CONTROL[unit];
    if (control !== undefined) return control;
    if (unit === 'x' || unit === 'u') {
      const digits = this.units.slice(this.at, this.at + (unit === 'x' ? 2 : 4)).join('');
      const code = Number.parseInt(digits, 16);
      if (!/^(?:[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4})$/.test(digits) || (code >= 0xd800 && code < 0xe000)) {
        throw new Refused(`escape \\${unit}${digits} is not implemented`);
      }
      this.at += digits.length;
      return String.fromCharCode(code);
    }
    if (/[A-Za-z0-9]/.test(unit)) throw new Refused(`escape \\${unit} is not implemented`);
    return unit;
  }

  private characterClass(): Piece {
    const negated = this.eat('^');
    let content = '';
    if (this.next === ']') throw new Refused('a class that begins with ] is not implemented');
    while (!this.eat(']')) {
      if (this.atEnd) throw new Refused('unclosed class');
      content += this.classItem();
    }
    return single(`[${negated ? '^' : ''}${content}]`);
  }

  private classItem(): string {
    const low = this.classCharacter();
    if (low.set) return low.source;
    const isRange = this.next === '-' && this.units[this.at + 1] !== ']' && this.units[this.at + 1] !== undefined;
    if (!isRange) return low.source;
    this.at++;
    const high = this.classCharacter();
    if (high.set || (high.code ?? 0) < (low.code ?? 0)) throw new Refused('illegal range in a class');
    return `${low.source}-${high.source}`;
  }

  private classCharacter(): { source: string; set: boolean; code?: number } {
    const unit = this.take();
    if (unit === '[') throw new Refused('a class within a class is not implemented');
    if (unit === '&' && this.next === '&') throw new Refused('class intersection is not implemented');
    if (unit !== '\\') return plainClassCharacter(unit);
    const escaped = this.take();
    if (CLASS_CONTENT[escaped] !== undefined) return { source: CLASS_CONTENT[escaped] ?? '', set: true };
    if (escaped === 'p') return { source: this.posix(), set: true };
    if (/[DWSP]/.test(escaped)) throw new Refused(`\\${escaped} in a class is not implemented`);
    return plainClassCharacter(this.escapedCharacter(escaped));
  }
}

function plainClassCharacter(character: string): { source: string; set: boolean; code: number } {
  const code = character.codePointAt(0) ?? 0;
  return { source: codeSource(code), set: false, code };
}

/** Never a syntax character. */
function codeSource(code: number): string {
  return /[A-Za-z0-9]/.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : `\\u{${code.toString(16)}}`;
}

function checkQuantifiedGroup(group: Piece, quantifier: { unbounded: boolean; source: string }): void {
  if (group.nullable) throw new Refused('a quantified group that can match nothing is not implemented');
  const inner = group.captures - (group.source.startsWith('(?') ? 0 : 1);
  const onlyOnce = quantifier.source.startsWith('?');
  if (inner > 0 && !onlyOnce) throw new Refused('a capturing group inside a quantified group is not implemented');
  if (quantifier.unbounded && group.branching) {
    throw new Refused('an unbounded quantifier over alternatives or quantifiers is not implemented');
  }
}

function literal(character: string): Piece {
  const source = codeSource(character.codePointAt(0) ?? 0);
  return { source, nullable: false, captures: 0, branching: false, required: character, literal: character };
}

function single(source: string): Piece {
  return { source, nullable: false, captures: 0, branching: false, required: '' };
}

function assertion(source: string): Piece {
  return { source, nullable: true, captures: 0, branching: false, required: '' };
}

/** The longest run of literals, or what one piece requires. */
function longestRequired(pieces: readonly Piece[]): string {
  let longest = '';
  let run = '';
  for (const piece of pieces) {
    run = piece.literal === undefined ? '' : run + piece.literal;
    for (const candidate of [run, piece.required]) if (candidate.length > longest.length) longest = candidate;
  }
  return longest;
}
