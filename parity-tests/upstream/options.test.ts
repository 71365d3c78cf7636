import { expect, it } from 'vitest';
import { UsageError } from '../../src/tools/cleanup.js';
import { optionsFromArguments } from './options.js';

it('refuses an empty list of tests, which Maven would take for all of them', () => {
  expect(() => optionsFromArguments(['--tests', ' , '])).toThrow(UsageError);
  expect(optionsFromArguments(['--tests', ' CalcITCase,'])?.tests).toEqual(['CalcITCase']);
});

it('refuses a bundle that is not there', () => {
  expect(() => optionsFromArguments(['--sidecar', 'missing.mjs'])).toThrow('there is no file missing.mjs');
});

it('knows sets of tests', () => {
  expect(optionsFromArguments(['--set', 'keyed'])?.tests).toContain('AggregateITCase');
  expect(optionsFromArguments(['--set', 'keyed'])?.tests).not.toContain('CalcITCase');
  expect(optionsFromArguments([])?.tests).toEqual(expect.arrayContaining(['AggregateITCase', 'CalcITCase']));
  expect(() => optionsFromArguments(['--set', 'none'])).toThrow('there are stateless and keyed, not none');
});
