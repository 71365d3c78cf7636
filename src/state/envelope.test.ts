import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ErrorCode, SlipstreamError } from '../errors.js';
import { crc32, crc32ByTables } from './crc32.js';
import { readEnvelope, writeEnvelope } from './envelope.js';

const arbitraryU32 = fc.integer({ min: 0, max: 0xffffffff });
const arbitrarySections = fc.array(
  fc.record({
    operator: arbitraryU32,
    execNode: fc.string({ unit: 'grapheme' }),
    execNodeVersion: arbitraryU32,
    state: fc.string(),
    schema: fc.string(),
    layoutVersion: arbitraryU32,
    content: fc.uint8Array({ minLength: 1, maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
  }),
  { minLength: 1, maxLength: 5 },
);

const plain = (bytes: Uint8Array): unknown =>
  readEnvelope(bytes).map((section) => ({ ...section, content: Buffer.from(section.content).toString('hex') }));

describe('the envelope of state', () => {
  it('gives back what was written', () => {
    fc.assert(
      fc.property(arbitrarySections, (sections) => {
        expect(plain(writeEnvelope(sections))).toEqual(
          sections.map((section) => ({ ...section, content: section.content.toString('hex') })),
        );
      }),
    );
  });

  it('is empty when there is nothing', () => {
    const empty = {
      operator: 0,
      execNode: 'a',
      execNodeVersion: 1,
      state: 's',
      schema: '',
      layoutVersion: 1,
      content: Buffer.alloc(0),
    };
    expect(writeEnvelope([]).length).toBe(0);
    expect(writeEnvelope([empty]).length).toBe(0);
    expect(readEnvelope(Buffer.alloc(0))).toEqual([]);
  });

  it('refuses every damaged byte and every cut', () => {
    fc.assert(
      fc.property(arbitrarySections, fc.nat(), fc.integer({ min: 1, max: 255 }), (sections, place, flip) => {
        const bytes = Buffer.from(writeEnvelope(sections));
        const at = place % bytes.length;
        const cut = bytes.subarray(0, at);
        if (at > 0) expect(() => readEnvelope(cut)).toThrow(SlipstreamError);
        bytes[at]! ^= flip;
        expect(() => readEnvelope(bytes)).toThrow(SlipstreamError);
      }),
      { numRuns: 500 },
    );
  });

  it('names both versions of an envelope that it does not know', () => {
    const bytes = Buffer.from(writeEnvelope([{ operator: 1, execNode: 'a', execNodeVersion: 1, state: 's', schema: '', layoutVersion: 1, content: Buffer.alloc(3) }])); // prettier-ignore
    bytes.writeUInt32LE(9, 4);
    expect(() => readEnvelope(bytes)).toThrow('expected a state envelope of version 1, found 9');
    try {
      readEnvelope(bytes);
    } catch (error) {
      expect((error as SlipstreamError).code).toBe(ErrorCode.incompatibleState);
    }
  });

  it('has the same checksum with and without the native function', () => {
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(crc32ByTables(bytes)).toBe(crc32(bytes));
      }),
    );
  });
});
