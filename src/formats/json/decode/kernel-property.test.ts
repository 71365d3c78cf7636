import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import type { TypeOf } from '../../../columnar/types.js';
import { RecordRefusedError } from '../../../errors.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import { arbitraryRowType } from '../../../testing/arbitrary-rows.js';
import { canonicalFromValue } from '../../../testing/canonical-values.js';
import type { JsonOptions } from '../options.js';
import { BIGINT, INT, NEXMARK, row, STRING, timestamp, timestampLtz } from './corpus-types.js';
import { optionsOf } from './decode-oracle.js';
import { generatedMessage, Random } from './generated-messages.js';
import { JsonDecoder } from './json-decoder.js';
import { messagesAlike } from './messages-alike.js';
import { ReferenceDecoder } from './reference-decoder.js';
import { rowsOf } from './testing.js';

const MESSAGES_MAX = 24;
const RUNS = 400;
/** Of a timestamp, behind its minute. */
const MINUTE_TAILS = [
  ':09.123',
  ':59.999',
  ':60.000',
  ':6:.000',
  ':0:.000',
  ':5a.123',
  ':07.12a',
  ':07:123',
  '.07.123',
  ':07',
  ':07.1',
  ':07.1234',
  ':07.123 ',
];

const arbitraryOptions = fc
  .record({
    iso: fc.boolean(),
    mode: fc.constantFrom('', 'ignore-parse-errors', 'fail-on-missing-field'),
    tree: fc.boolean(),
  })
  .map(({ iso, mode, tree }) =>
    optionsOf({
      ...(iso ? { 'timestamp-format.standard': 'ISO-8601' } : {}),
      ...(mode === '' ? {} : { [mode]: 'true' }),
      ...(tree ? { 'decode.json-parser.enabled': 'false' } : {}),
    }),
  );

const arbitraryTable = fc
  .oneof(fc.constant(NEXMARK), arbitraryRowType(12, [STRING]))
  .map((type): TypeOf<'ROW'> => ({ ...type, nullable: true }));

const arbitraryCase = fc.record({
  type: arbitraryTable,
  options: arbitraryOptions,
  seed: fc.integer(),
  count: fc.integer({ min: 0, max: MESSAGES_MAX }),
  split: fc.integer({ min: 1, max: MESSAGES_MAX }),
});

interface Decoded {
  rows: unknown[];
  recordIndexes: number[];
  /** Index of the record that ended it. */
  refused: number | null;
}

function messagesOf(seed: number, count: number, type: TypeOf<'ROW'>): Uint8Array[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => generatedMessage(random, type));
}

function canonical(type: TypeOf<'ROW'>, row: SqlValue): unknown {
  return canonicalFromValue(row, type);
}

function byReference(type: TypeOf<'ROW'>, options: JsonOptions, messages: readonly Uint8Array[]): Decoded {
  const decoder = new ReferenceDecoder(type, options);
  const decoded: Decoded = { rows: [], recordIndexes: [], refused: null };
  for (const [index, message] of messages.entries()) {
    if (message.length === 0) continue;
    try {
      for (const row of decoder.decode(message, index)) {
        decoded.rows.push(canonical(type, row));
        decoded.recordIndexes.push(index);
      }
    } catch (error) {
      if (!(error instanceof RecordRefusedError)) throw error;
      return { ...decoded, refused: index };
    }
  }
  return decoded;
}

/** In batches of at most `split` records; a small arena, so that it has to grow. */
function byDecoder(type: TypeOf<'ROW'>, options: JsonOptions, messages: readonly Uint8Array[], split: number): Decoded {
  const memory = new WorkerMemory();
  const arena = new Arena(memory, 4096);
  const decoder = new JsonDecoder(memory, type, options);
  const decoded: Decoded = { rows: [], recordIndexes: [], refused: null };
  for (let first = 0; first < messages.length; first += split) {
    const batch = messages.slice(first, first + split);
    try {
      const { rows, recordIndexes, skippedRecords } = arena.run(() => rowsOf(memory, arena, decoder, batch));
      decoded.rows.push(...rows.map((row) => canonical(type, row)));
      decoded.recordIndexes.push(...recordIndexes.map((index) => first + index));
      expect(skippedRecords).toBe(batch.length - new Set(recordIndexes).size);
    } catch (error) {
      if (!(error instanceof RecordRefusedError)) throw error;
      return { ...decoded, refused: first + error.recordIndex };
    }
  }
  return decoded;
}

interface Case {
  readonly type: TypeOf<'ROW'>;
  readonly options: JsonOptions;
  readonly split: number;
}

function check({ type, options, split }: Case, messages: readonly Uint8Array[]): void {
  const expected = byReference(type, options, messages);
  const actual = byDecoder(type, options, messages, split);
  expect(actual.refused).toBe(expected.refused);
  // Of a batch with a refused record nothing comes out.
  const complete = expected.refused === null ? Infinity : Math.floor(expected.refused / split) * split;
  const kept = expected.recordIndexes.filter((index) => index < complete).length;
  expect(actual.recordIndexes).toEqual(expected.recordIndexes.slice(0, kept));
  expect(actual.rows).toEqual(expected.rows.slice(0, kept));
}

describe('JsonDecoder on generated messages', () => {
  it('decodes what the reference decoder decodes, in batches of any size', () => {
    fc.assert(
      fc.property(arbitraryCase, (drawn) => check(drawn, messagesOf(drawn.seed, drawn.count, drawn.type))),
      { numRuns: RUNS },
    );
  });

  it('decodes what the reference decoder decodes, when the kernel can predict it', () => {
    fc.assert(
      fc.property(arbitraryCase, (drawn) =>
        check(drawn, messagesAlike(new Random(drawn.seed), drawn.type, drawn.count)),
      ),
      { numRuns: RUNS },
    );
  });
});

describe('JsonDecoder on messages that differ from those before in one place', () => {
  const type = row({
    a: INT,
    b: STRING,
    t: timestamp(3),
    z: timestampLtz(3),
    r: row({ a: BIGINT, b: BIGINT }),
  });
  const long = 'n'.repeat(20);
  const longNames = row({
    [`${long}1`]: INT,
    [`${long}2`]: INT,
    [`${long}${long}1`]: INT,
    [`${long}${long}2`]: INT,
  });

  function times(name: string, texts: readonly string[]): string[] {
    return texts.map((text) => `{"${name}":"${text}"}`);
  }

  const sequences: readonly (readonly [string, TypeOf<'ROW'>, readonly string[]])[] = [
    [
      'a name twice',
      type,
      ['{"a":1,"b":"x"}', '{"a":1,"a":2}', '{"a":3,"a":4}', '{"a":1,"a":2,"a":3,"a":4,"a":5,"b":"y"}'],
    ],
    [
      'a name of the outer row in an inner one',
      type,
      ['{"r":{"a":1},"a":2}', '{"r":{"a":1,"a":2}}', '{"r":{"a":3,"b":4}}'],
    ],
    [
      'a brace for a comma',
      type,
      ['{"a":1,"b":"x"}', '{"a":1{"b":"x"}', '{"u":1,"a":2}', '{"u":1{"a":2}', '{"u":1,"a":3}'],
    ],
    [
      'a comma for a brace',
      type,
      ['{"a":1}', ',"a":1}', '{"r":{"a":1}}', '{"r":,"a":1}}', '{"r":{,"a":1}}', '{,"a":1}'],
    ],
    [
      'commas too many',
      type,
      ['{"a":1,"b":"x"}', '{"a":1,}', '{"a":1,,"b":"x"}', '{"r":{"a":1,}}', '{}', '{ }', '{"r":{}}'],
    ],
    [
      'the last letter of a name',
      longNames,
      [1, 2, 1, 2].flatMap((n) => [`{"${long}${n}":${n}}`, `{"${long}${long}${n}":${n}}`]),
    ],
    [
      'spaces',
      type,
      [
        '{"a":1,"b":"x"}',
        '{ "a": 1, "b": "x" }',
        '{\n"a" :1 ,\n"b" :"x"\n}',
        '{"a":1,\u000b"b":"x"}',
        '{ "a": 1, "b": "x" }',
      ],
    ],
    [
      'letters of null',
      type,
      ['{"a":null}', '{"a":nul}', '{"a":nulL}', '{"a":nullx}', '{"b":null,"a":1}', '{"b":nu,"a":1}'],
    ],
    [
      'signs',
      type,
      [
        '{"r":{"a":1}}',
        '{"r":{"a":-1}}',
        ...['-', '--1', '-"1"', '-01', '-0', '0', '00', '-12345678901234567'].map((n) => `{"r":{"a":${n}}}`),
      ],
    ],
    [
      'lengths of numbers',
      type,
      Array.from({ length: 21 }, (_, n) => `{"r":{"a":${'9'.repeat(n)},"b":-${'8'.repeat(n)}}}`),
    ],
    [
      'numbers of 32 bits',
      type,
      ['2147483647', '2147483648', '-2147483648', '-2147483649', '"5"', '5 '].map((n) => `{"a":${n}}`),
    ],
    [
      'times in a minute',
      type,
      times('t', ['2024-05-06 07:08:09.123', ...MINUTE_TAILS.map((tail) => `2024-05-06 07:08${tail}`)]),
    ],
    [
      'times in the first minute',
      type,
      times(
        't',
        MINUTE_TAILS.map((tail) => `1970-01-01 00:00${tail}`),
      ),
    ],
    [
      'zoned times',
      type,
      times('z', [
        '2024-05-06 07:08:09.123Z',
        ...MINUTE_TAILS.flatMap((tail) => ['Z', '', 'Z ', 'z'].map((zone) => `2024-05-06 07:08${tail}${zone}`)),
      ]),
    ],
    [
      'times without quotes',
      type,
      [
        '{"t":"2024-05-06 07:08:09.123"}',
        '{"z":"2024-05-06 07:08:09.123Z"}',
        '{"z":"2024-05-06 07:08:09.124Z}}',
        '{"t": 2024-05-06 07:08:09.123"}',
        '{"t":\'2024-05-06 07:08:09.123"}',
      ],
    ],
    [
      'messages cut in two',
      type,
      ['{"a":1,"b":"x"}', '{"a":1,"b":"x"', '}', '{"a":1,"b":"x', '"}', '{"a":1,"b', '":"x"}', '{"a":1,"b":"x"}'],
    ],
  ];

  for (const mode of ['ignore-parse-errors', 'fail-on-missing-field']) {
    it.each(sequences)(`${mode}: %s`, (_title, sequenceType, texts) => {
      const messages = texts.map((text) => new TextEncoder().encode(text));
      const options = optionsOf({ [mode]: 'true' });
      check({ type: sequenceType, options, split: texts.length }, messages);
      // In strict mode the first bad one ends it: each behind a good one.
      for (const message of messages)
        check({ type: sequenceType, options, split: 1 }, [messages[0]!, message, message]);
    });
  }
});
