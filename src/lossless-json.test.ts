import { expect, it } from 'vitest';
import { parseLosslessJson } from './lossless-json.js';

it('keeps every digit of long integers, and nothing else changes', () => {
  const text = '{"a":-9223372036854775808,"b":9007199254740993,"c":12,"d":"1234567890123456789\\" 5","e":1234567890123456.5,"f":1e3}';
  expect(parseLosslessJson(text)).toEqual({
    a: '-9223372036854775808',
    b: '9007199254740993',
    c: 12,
    d: '1234567890123456789" 5',
    e: 1234567890123456.5,
    f: 1000,
  });
});
