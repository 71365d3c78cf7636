import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import type { TypeOf } from '../../../columnar/types.js';
import { RecordRefusedError } from '../../../errors.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import { arbitraryRowType } from '../../../testing/arbitrary-rows.js';
import { canonicalFromValue } from '../../../testing/canonical-values.js';
import type { JsonOptions } from '../options.js';
import { NEXMARK, STRING } from './corpus-types.js';
import { optionsOf } from './decode-oracle.js';
import { generatedMessage, Random } from './generated-messages.js';
import { JsonDecoder } from './json-decoder.js';
import { ReferenceDecoder } from './reference-decoder.js';
import { rowsOf } from './testing.js';

const MESSAGES_MAX = 24;

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

describe('JsonDecoder on generated messages', () => {
  it('decodes what the reference decoder decodes, in batches of any size', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ type, options, seed, count, split }) => {
        const messages = messagesOf(seed, count, type);
        const expected = byReference(type, options, messages);
        const actual = byDecoder(type, options, messages, split);
        expect(actual.refused).toBe(expected.refused);
        // Of a batch with a refused record nothing comes out.
        const complete = expected.refused === null ? Infinity : Math.floor(expected.refused / split) * split;
        const kept = expected.recordIndexes.filter((index) => index < complete).length;
        expect(actual.recordIndexes).toEqual(expected.recordIndexes.slice(0, kept));
        expect(actual.rows).toEqual(expected.rows.slice(0, kept));
      }),
      { numRuns: 400 },
    );
  });
});
