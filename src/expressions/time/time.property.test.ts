import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Arena, WorkerMemory } from '../../columnar/memory.js';
import { EvaluationRuntime } from '../../codegen/runtime.js';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { civilDate, epochDays, julianDate, EPOCH_JULIAN } from './calendar.js';
import { dateTimeParts, DateTimeFormat } from './date-time-format.js';
import { parsePattern } from './date-time-pattern.js';
import { extractDateUnit } from './extract-unit.js';
import { FormattedTexts } from './formatted-texts.js';
import { parseTimestamp } from './parse-times.js';
import { timestampText } from './text-of-times.js';

/** Years 0 to 9999, where JavaScript writes four digits too. */
const milliseconds = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });

function formatOf(pattern: string): DateTimeFormat {
  const parsed = parsePattern(pattern);
  if ('refusal' in parsed) throw new Error(parsed.refusal);
  return new DateTimeFormat(parsed.parts);
}

function formatted(format: DateTimeFormat, ms: bigint, nanos: number): string {
  const bytes = new Uint8Array(format.bytesMax);
  return Buffer.from(bytes.subarray(0, format.write(bytes, 0, dateTimeParts(ms, nanos)))).toString();
}

describe('dates and times', () => {
  test('a format of digits writes what Date writes', () => {
    const format = formatOf("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
    fc.assert(
      fc.property(milliseconds, fc.integer({ min: 0, max: 999_999 }), (ms, nanos) => {
        expect(formatted(format, BigInt(ms), nanos)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  test('dates and days are inverse, and both calendars agree from the year -4800 on', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_400_000, max: 100_000_000 }), (days) => {
        const date = civilDate(days);
        expect(epochDays(date.year, date.month, date.day)).toBe(days);
        expect(julianDate(days + EPOCH_JULIAN)).toEqual(date);
      }),
    );
  });

  test('fields of dates are those of Date', () => {
    fc.assert(
      fc.property(fc.integer({ min: -683_000, max: 2_932_896 }), (days) => {
        const date = new Date(days * 86_400_000);
        expect(extractDateUnit('YEAR', days)).toBe(date.getUTCFullYear());
        expect(extractDateUnit('MONTH', days)).toBe(date.getUTCMonth() + 1);
        expect(extractDateUnit('DAY', days)).toBe(date.getUTCDate());
        expect(extractDateUnit('DOW', days)).toBe(date.getUTCDay() + 1);
        expect(extractDateUnit('DOY', days)).toBe(days - Date.UTC(date.getUTCFullYear(), 0, 1) / 86_400_000 + 1);
      }),
      { examples: [[0], [19_782]] },
    );
  });

  test('a timestamp is read back from its text', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -62_135_596_800_000n, max: 253_402_300_799_999n }),
        fc.integer({ min: 0, max: 999_999 }),
        (ms, nanos) => {
          expect(parseTimestamp(timestampText(ms, nanos, 9), 9)).toEqual({ milliseconds: ms, nanos });
        },
      ),
    );
  });

  test('texts that are kept are those that would be written', () => {
    const memory = new WorkerMemory();
    const rt = new EvaluationRuntime(new Arena(memory), goldenPlan());
    for (const pattern of ['yyyy-MM-dd', 'HH:mm', 'yyyy-MM-dd HH', 'mm:ss']) {
      const format = formatOf(pattern);
      const texts = new FormattedTexts(format, memory);
      fc.assert(
        fc.property(
          fc.array(fc.oneof(milliseconds, fc.integer({ min: 0, max: 200_000 })), { maxLength: 50 }),
          (values) => {
            const seen = values.map((ms) => {
              const pointer = texts.text(rt, BigInt(ms), 0);
              return [pointer, rt.length, formatted(format, BigInt(ms), 0)] as const;
            });
            // Also after all others of the batch: nothing that was handed out is overwritten.
            for (const [pointer, length, wanted] of seen) {
              expect(Buffer.from(memory.u8.subarray(pointer, pointer + length)).toString()).toBe(wanted);
            }
            rt.arena.reset();
          },
        ),
      );
    }
  });
});
