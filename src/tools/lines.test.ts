import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { eachLine, linesOf } from './lines.js';

const PIECES = [
  { pieces: [], lines: [] },
  { pieces: ['a\nb\n'], lines: ['a', 'b'] },
  { pieces: ['a', 'b', '\n', '\n', 'c'], lines: ['ab', '', 'c'] },
  { pieces: ['a\r', '\nb\r\n'], lines: ['a', 'b'] },
  // What readline takes for the end of a line, too.
  { pieces: ['"\u2028\u2029\u0085\v\f\r"', '\n1\n'], lines: ['"\u2028\u2029\u0085\v\f\r"', '1'] },
];

test.each(PIECES)('lines of $pieces', async ({ pieces, lines }) => {
  const found: string[] = [];
  for await (const line of linesOf(Readable.from(pieces))) found.push(line);
  expect(found).toEqual(lines);
});

test.each(PIECES)('each line of $pieces', async ({ pieces, lines }) => {
  const found: string[] = [];
  const stream = new PassThrough();
  eachLine(stream, (line) => found.push(line));
  const ended = new Promise((resolve) => stream.once('end', resolve));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await ended;
  expect(found).toEqual(lines);
});

test('a character may come in two pieces', async () => {
  const stream = new PassThrough();
  const bytes = Buffer.from('€😀\n');
  for (const byte of bytes) stream.write(Buffer.of(byte));
  stream.end();
  expect((await linesOf(stream).next()).value).toBe('€😀');
});
