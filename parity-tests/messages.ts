import type { Message, RowKind } from './case-file.js';

const ROW_KIND = /^(\+I|-U|\+U|-D) /;

/**
 * The messages of one `-->` line.
 *
 * `@watermark [time]`, `@barrier`, `@bytes HEX`, `@tombstone`; `@times N TEXT` is N messages with `#` replaced by 0, 1, 2 …;
 * `@pad N TEXT` is one message with `#` replaced by N letters; `@key KEY @value TEXT` and `@key KEY @tombstone` are messages with keys;
 * anything else is the message itself, as UTF-8.
 */
export function messagesFromLine(line: string): Message[] {
  const rowKind = ROW_KIND.exec(line)?.[1] as RowKind | undefined;
  const text = rowKind === undefined ? line : line.slice(3);
  const [mark, ...rest] = text.split(' ');
  const argument = rest.join(' ');
  switch (mark) {
    case '@watermark':
      return [argument === '' ? { kind: 'watermark' } : { kind: 'watermark', watermarkMs: watermarkMs(argument) }];
    case '@barrier':
      return [{ kind: 'barrier' }];
    case '@bytes':
      return [record(hexBytes(argument), rowKind)];
    case '@tombstone':
      return [record(undefined, rowKind)];
    case '@times': {
      const [count, template] = countAndTemplate(argument);
      return Array.from({ length: count }, (_, i) => record(hexOf(template.replaceAll('#', String(i))), rowKind));
    }
    case '@pad': {
      const [count, template] = countAndTemplate(argument);
      return [record(hexOf(template.replaceAll('#', 'x'.repeat(count))), rowKind)];
    }
    case '@key':
      return [keyedRecord(argument)];
    default:
      if (text.startsWith('@')) throw new Error(`unknown mark ${mark}; use @bytes for a message that begins with @`);
      return [record(hexOf(text), rowKind)];
  }
}

function record(hex: string | undefined, rowKind: RowKind | undefined): Message {
  return { kind: 'record', ...(hex !== undefined && { hex }), ...(rowKind !== undefined && { rowKind }) };
}

function keyedRecord(argument: string): Message {
  const parts = /^(.*?) ?@(value|tombstone)(?: (.*))?$/.exec(argument);
  if (parts === null) throw new Error(`@key: expected a key, then @value and a text, or @tombstone, found ${argument}`);
  const value = parts[2] === 'value' ? hexOf(parts[3] ?? '') : undefined;
  return { ...record(value, undefined), keyHex: hexOf(parts[1]!) };
}

function hexOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

function hexBytes(text: string): string {
  const hex = text.replaceAll(' ', '').toLowerCase();
  if (hex.length % 2 !== 0 || /[^0-9a-f]/.test(hex))
    throw new Error(`@bytes: expected hexadecimal digits, found ${text}`);
  return hex;
}

function countAndTemplate(argument: string): [number, string] {
  const space = argument.indexOf(' ');
  const count = Number(argument.slice(0, space));
  if (space < 0 || !Number.isInteger(count) || count < 0)
    throw new Error(`expected a count and a text, found ${argument}`);
  return [count, argument.slice(space + 1)];
}

/** Epoch milliseconds, or a SQL timestamp, which is read as UTC. */
function watermarkMs(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const ms = Date.parse(`${text.trim().replace(' ', 'T')}Z`);
  if (Number.isNaN(ms)) throw new Error(`@watermark: expected milliseconds or a timestamp, found ${text}`);
  return String(ms);
}
