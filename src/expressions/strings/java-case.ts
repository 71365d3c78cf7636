/**
 * String.toLowerCase and toUpperCase of the JVM, with its version of Unicode: Node's is newer and has letters and pairs that the
 * JVM leaves alone. Languages with rules of their own (Turkish, Azeri, Lithuanian) are refused by `checkCaseMapping`.
 */
import { javaError } from '../../errors.js';
import { type PlanContext, type Refusal } from '../../operators/operator.js';

/** java.specification.version → major version of Unicode. */
const UNICODE_OF_JVM: Readonly<Record<string, number>> = {
  '17': 13,
  '18': 13,
  '19': 14,
  '20': 15,
  '21': 15,
  '22': 15,
  '23': 15,
};

/** Letters, first to last, whose case pairs came with a version of Unicode. */
const NEW_PAIRS: readonly (readonly [first: number, last: number, unicode: number])[] = [
  [0x019b, 0x019b, 16],
  [0x0264, 0x0264, 16],
  [0x1c89, 0x1c8a, 16],
  [0x2c2f, 0x2c2f, 14],
  [0x2c5f, 0x2c5f, 14],
  [0xa7c0, 0xa7c1, 14],
  [0xa7cb, 0xa7cd, 16],
  [0xa7ce, 0xa7cf, 17],
  [0xa7d0, 0xa7d1, 14],
  [0xa7d2, 0xa7d5, 17],
  [0xa7d6, 0xa7d9, 14],
  [0xa7da, 0xa7dc, 16],
  [0x10570, 0x105bc, 14],
  [0x10d50, 0x10d85, 16],
  [0x16ea0, 0x16ed3, 17],
];

/** Characters of a pair that is newer than the JVM's Unicode, by the version of the JVM. */
function newerThan(unicode: number): RegExp {
  const ranges = NEW_PAIRS.filter((pair) => pair[2] > unicode).map(
    ([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`,
  );
  return new RegExp(`[${ranges.join('')}]`, 'u');
}

export function checkCaseMapping(plan: PlanContext): Refusal {
  if (UNICODE_OF_JVM[plan.jvm.specificationVersion] === undefined) {
    return `the case mapping of JVM ${plan.jvm.specificationVersion} is not known`;
  }
  const language = plan.jvm.locale.split(/[-_]/)[0];
  return language === 'tr' || language === 'az' || language === 'lt'
    ? `locale ${plan.jvm.locale} has its own rules`
    : null;
}

/** Case mapping of one JVM. */
export class JavaCase {
  private readonly unmapped: RegExp;

  constructor(plan: PlanContext) {
    this.unmapped = newerThan(UNICODE_OF_JVM[plan.jvm.specificationVersion] ?? 0);
  }

  upper(text: string): string {
    return this.unmapped.test(text)
      ? mapEach(text, (c) => (this.unmapped.test(c) ? c : c.toUpperCase()))
      : text.toUpperCase();
  }

  lower(text: string): string {
    if (text.includes('Σ')) return this.lowerWithSigma(text);
    return this.unmapped.test(text)
      ? mapEach(text, (c) => (this.unmapped.test(c) ? c : c.toLowerCase()))
      : text.toLowerCase();
  }

  /** Each character alone, so that JavaScript's own rule of the final sigma does not apply. */
  private lowerWithSigma(text: string): string {
    const characters = [...text];
    return characters
      .map((c, index) => {
        if (c === 'Σ') return isFinalSigma(characters, index) ? 'ς' : 'σ';
        return this.unmapped.test(c) ? c : c.toLowerCase();
      })
      .join('');
  }
}

function mapEach(text: string, map: (character: string) => string): string {
  return Array.from(text, map).join('');
}

/** What the rule below was compared on with the JVM. */
const KNOWN_NEIGHBOUR = /^(?=[\p{Ll}\p{Lu}])[\p{Script=Greek}\p{Script=Latin}\p{Script=Cyrillic}]$/u;
const SEPARATOR = /^[ \t\n\r!#-&(-+/;-@[-^`{-~]$/;

/**
 * ConditionalSpecialCasing.isFinalCased looks for cased letters before and after within a word, and the words are those of
 * java.text.BreakIterator. Known here: letters on either side, and the ends of the text or characters that always end a word.
 */
function isFinalSigma(characters: readonly string[], index: number): boolean {
  const before = neighbour(characters[index - 1]);
  const after = neighbour(characters[index + 1]);
  if (before === undefined || after === undefined) {
    throw javaError(
      'java.lang.UnsupportedOperationException',
      `LOWER of a capital sigma beside '${before === undefined ? characters[index - 1] : characters[index + 1]}' is not implemented`,
    );
  }
  return before === 'letter' && after === 'end';
}

function neighbour(character: string | undefined): 'letter' | 'end' | undefined {
  if (character === undefined || SEPARATOR.test(character)) return 'end';
  return KNOWN_NEIGHBOUR.test(character) ? 'letter' : undefined;
}
