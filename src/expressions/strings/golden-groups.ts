/** What stock Flink was asked about string functions; the answers are in golden/. */
import { canonicalFromText } from '../../testing/golden-rows.js';
import { type GoldenGroup } from '../../testing/golden-expressions.js';

const STRING = 'VARCHAR(2147483647)';

/** Edge texts, one a row. */
export const EDGE_TEXTS: readonly (string | null)[] = [
  null,
  '',
  ' ',
  'a',
  'abc',
  'Hello World',
  '  padded  ',
  'xxabcxx',
  'ab,cd,,ef',
  ',a,',
  'a/b//c/',
  'aXbXc',
  'größe STRASSE',
  'ßİıſK',
  'ΑΣ ΟΔΥΣΣΕΥΣ Σ',
  '日本語テキスト',
  'a😀b',
  '😀😀',
  'e\u0301cole',
  '\u0001\t\n\r\u0085\u2028',
  'line1\nline2',
  '100% of_it\\now',
  'https://www.nexmark.com/abc/def/item.htm?query=1&channel_id=77&x=channel_id=9',
  'channel_id=5',
  'The quick brown fox jumps over the lazy dog, and the dog sleeps on through the day.',
  'x'.repeat(300),
  '\ua7c0\ua7d0\u{10570}\u2c2f',
  'Ⅷⅷ ǅ ŉ ﬁ',
];

const texts = EDGE_TEXTS.map((text) => [canonicalFromText(text)]);

export const STRING_GOLDEN_GROUPS: Readonly<Record<string, GoldenGroup>> = {
  nexmark: {
    columns: [['s', STRING]],
    rows: texts,
    expressions: [
      'LOWER(s)',
      'UPPER(s)',
      "REGEXP_EXTRACT(s, '(&|^)channel_id=([^&]*)', 2)",
      "REGEXP_EXTRACT(s, '(&|^)channel_id=([^&]*)', 1)",
      "REGEXP_EXTRACT(s, '(&|^)channel_id=([^&]*)', 3)",
      "REGEXP_EXTRACT(s, '(&|^)channel_id=([^&]*)', -1)",
      "REGEXP_EXTRACT(s, '[a-z]+')",
      "REGEXP_EXTRACT(s, '(.)$', 1)",
      "REGEXP_EXTRACT(s, '^(.)(.)?', 2)",
      "REGEXP_EXTRACT(s, '\\s(\\S+)', 1)",
      "SPLIT_INDEX(s, '/', 3)",
      "SPLIT_INDEX(s, '/', 0)",
      "SPLIT_INDEX(s, ',', 1)",
      "SPLIT_INDEX(s, ',', 2)",
      "SPLIT_INDEX(s, ',', -1)",
      "SPLIT_INDEX(s, '', 1)",
      "SPLIT_INDEX(s, '😀', 1)",
      "SPLIT_INDEX(s, 'ab', 1)",
      'SPLIT_INDEX(s, 44, 1)',
      'SPLIT_INDEX(s, 0, 1)',
      'SPLIT_INDEX(s, 256, 1)',
    ],
  },
};
