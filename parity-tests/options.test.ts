import { describe, expect, it } from 'vitest';
import { findCases } from './find-cases.js';
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

  it('asks for help', () => {
    expect(optionsFromArguments(['--help'])).toBeUndefined();
  });

  it('names a path that is not there', () => {
    expect(() => findCases(['missing.sql'])).toThrow('there is no file or directory missing.sql');
    expect(() => findCases(['missing/*.sql'])).toThrow(UsageError);
  });

  it('refuses what it does not know', () => {
    expect(() => optionsFromArguments(['--fast'])).toThrow(UsageError);
    expect(() => optionsFromArguments(['--engine', 'spark'])).toThrow('expected both or flink');
    expect(() => optionsFromArguments(['--json'])).toThrow('needs a value');
    expect(() => optionsFromArguments(['--parallelism', '0'])).toThrow('positive integer');
  });
});
