import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { optionsFromArguments } from './options.js';
import { specFromOptions } from './spec.js';

const names = (argv: string[]) => optionsFromArguments(argv)?.queryFiles.map((file) => path.basename(file, '.sql'));

describe('the options of nexmark', () => {
  it('runs all queries in numeric order by default', () => {
    expect(names([])).toEqual(Array.from({ length: 24 }, (_, index) => `q${index}`));
  });

  it('takes queries in the order asked for', () => {
    expect(names(['--queries', 'q5,q0'])).toEqual(['q5', 'q0']);
    expect(() => names(['--queries', 'q0,q99'])).toThrow("there is no query 'q99'");
  });

  it('takes further queries from a directory', () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'slipstream-test-'));
    try {
      expect(() => names(['--queries-dir', directory])).toThrow('no .sql file');
      writeFileSync(path.join(directory, 'mine.sql'), 'SELECT 1');
      expect(names(['--queries-dir', directory])).toEqual(['mine']);
      expect(names(['--queries-dir', directory, '--queries', 'mine,q1'])).toEqual(['mine', 'q1']);
    } finally {
      rmSync(directory, { recursive: true });
    }
    expect(() => names(['--queries-dir', directory])).toThrow('there is no');
  });

  it('refuses formats that are not there yet', () => {
    expect(() => names(['--format', 'avro'])).toThrow('--format avro is not supported yet');
    expect(() => names(['--format', 'xml'])).toThrow('expects one of json, avro, protobuf, csv');
  });

  it('gives help', () => {
    expect(optionsFromArguments(['--help'])).toBeUndefined();
  });

  it('keeps our settings from the stock engine', () => {
    const options = optionsFromArguments([
      '--set',
      'slipstream.batch.max-rows=500',
      '--set',
      'a=b',
      '--lane',
      'off',
      '--ordered',
    ]);
    if (options === undefined) throw new Error('no options');
    const spec = specFromOptions(options, '127.0.0.1:1', '/nowhere');
    expect(Object.keys(spec.settings).filter((key) => key.startsWith('slipstream.'))).toEqual([]);
    expect(spec.settings['a']).toBe('b');
    expect(spec.slipstreamSettings).toMatchObject({
      'slipstream.enabled': 'true',
      'slipstream.lane.enabled': 'false',
      'slipstream.batch.max-rows': '500',
    });
    expect([spec.partitions, spec.parallelism]).toEqual([1, 1]);
  });
});
