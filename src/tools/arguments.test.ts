import { describe, expect, it } from 'vitest';
import { choiceOption, numberOption, readOptions, settingsOption } from './arguments.js';
import { UsageError } from './cleanup.js';

const options = { events: { type: 'string' }, set: { type: 'string', multiple: true } } as const;

describe('arguments', () => {
  it('names an unknown option', () => {
    expect(() => readOptions(options, ['--evnts', '3'])).toThrow(/--evnts/);
    expect(() => readOptions(options, ['three'])).toThrow(UsageError);
  });

  it('reads whole numbers with a lower bound', () => {
    expect(numberOption({ events: '1_000' }, 'events', 1, 5)).toBe(1000);
    expect(numberOption({}, 'events', 1, 5)).toBe(5);
    for (const text of ['0', '-1', '1.5', 'x', '1e400'])
      expect(() => numberOption({ events: text }, 'events', 1, 5)).toThrow(
        `--events expects a whole number of at least 1, found '${text}'`,
      );
  });

  it('lists the choices', () => {
    expect(() => choiceOption({ sink: 'file' }, 'sink', ['kafka', 'blackhole'], 'kafka')).toThrow(
      "--sink expects one of kafka, blackhole, found 'file'",
    );
  });

  it('splits settings at the first equals sign', () => {
    expect(settingsOption({ set: ['a.b=c=d', 'e='] }, 'set')).toEqual({ 'a.b': 'c=d', e: '' });
    expect(() => settingsOption({ set: ['a'] }, 'set')).toThrow(UsageError);
  });
});
