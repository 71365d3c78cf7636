import { describe, expect, it } from 'vitest';
import { findCases, sampled } from './find-cases.js';
import { optionsFromArguments, UsageError } from './options.js';

describe('the command line', () => {
  it('has defaults', () => {
    expect(optionsFromArguments([])).toMatchObject({ paths: [], engine: 'both', lanes: ['on'], restore: false });
  });

  it('takes values behind a blank or an equals sign', () => {
    const options = optionsFromArguments(['a.sql', '--lane=both', '--parallelism', '3', '--json', 'out', '--restore']);
    expect(options).toMatchObject({
      paths: ['a.sql'],
      lanes: ['on', 'off'],
      parallelism: 3,
      json: 'out',
      restore: true,
    });
  });

  it('cuts the cases into parts of about the same size, each case always in the same one', () => {
    const files = Array.from({ length: 400 }, (_file, n) => `cases/a-${n}.sql`);
    const parts = [1, 2, 3, 4].map((part) => sampled(files, optionsFromArguments([`--sample=${part}/4`])?.sample));
    expect(parts.flat().sort()).toEqual([...files].sort());
    for (const part of parts) expect(part.length).toBeGreaterThan(70);
    expect(sampled(files.slice(0, 9), { part: 1, parts: 4 })).toEqual(
      parts[1]?.filter((file) => files.indexOf(file) < 9),
    );
    expect(sampled(files, undefined)).toEqual(files);
  });

  it('asks for help', () => {
    expect(optionsFromArguments(['--help'])).toBeUndefined();
  });

  it('names a path that is not there', () => {
    expect(() => findCases(['missing.sql'])).toThrow('there is no file or directory missing.sql');
    expect(() => findCases(['missing/*.sql'])).toThrow(UsageError);
  });

  it('refuses what it does not know', () => {
    expect(() => optionsFromArguments(['--fast'])).toThrow(UsageError);
    expect(() => optionsFromArguments(['--fast'])).toThrow('unknown option --fast. Try --help.');
    expect(() => optionsFromArguments(['--engine', 'spark'])).toThrow('expected both or flink');
    expect(() => optionsFromArguments(['--json'])).toThrow('needs a value');
    expect(() => optionsFromArguments(['--parallelism', '0'])).toThrow('positive integer');
    expect(() => optionsFromArguments(['--sample', '5/4'])).toThrow('K of 1 to N');
    expect(() => optionsFromArguments(['--sample', 'some'])).toThrow('K of 1 to N');
  });
});
