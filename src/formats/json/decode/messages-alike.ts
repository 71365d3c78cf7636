/**
 * For tests: messages that one writer might have written. All with the same order of names and the same spaces, times in the
 * same minutes, so that what the kernel predicts mostly holds; with values at the edges of what it takes.
 */
import type { LogicalType, TypeOf } from '../../../columnar/types.js';
import { mutated, shuffle, valueText, type Random } from './generated-messages.js';

const MINUTES = ['2024-05-06?07:08', '1969-12-31?23:59', '2024-05-06?07:09'];
const ODD_SECONDS = [
  ':07',
  ':07.1',
  ':07.1234',
  ':60.000',
  ':5:.123',
  ':5a.123',
  ':07.12a',
  ':07:123',
  '.07.123',
  ':0:.000',
];
const SPACES = ['', '', ' ', '\n  ', ' '.repeat(40)];

interface Style {
  readonly order: Map<LogicalType, number[]>;
  readonly comma: string;
  readonly colon: string;
  readonly separator: string;
  /** Percent of the values that are odd; set anew for each message. */
  odd: number;
}

export function messagesAlike(random: Random, type: TypeOf<'ROW'>, count: number): Uint8Array[] {
  const style: Style = {
    order: new Map<LogicalType, number[]>(),
    comma: `,${random.pick(SPACES)}`,
    colon: `${random.pick(SPACES)}:${random.pick(SPACES)}`,
    separator: random.pick([' ', 'T']),
    odd: 0,
  };
  const encoder = new TextEncoder();
  const messages: Uint8Array[] = [];
  while (messages.length < count) {
    style.odd = random.chance(20) ? 20 : 0;
    const text = rowText(random, type, style);
    if (random.chance(2)) messages.push(encoder.encode(text.slice(0, -1)), encoder.encode('}'));
    else messages.push(random.chance(2) ? mutated(random, encoder.encode(text)) : encoder.encode(text));
  }
  return messages;
}

function rowText(random: Random, type: TypeOf<'ROW'>, style: Style): string {
  const entries: string[] = [];
  for (const index of orderOf(random, type, style)) {
    const { name, type: fieldType } = type.fields[index]!;
    if (random.chance(3)) continue;
    if (random.chance(3)) entries.push(`"unknown"${style.colon}[1, {"a": "]"}]`);
    const times = random.chance(style.odd) && random.chance(20) ? 2 : 1;
    for (let i = 0; i < times; i++) entries.push(`"${name}"${style.colon}${textOf(random, fieldType, style)}`);
  }
  return `{${style.comma.slice(1)}${entries.join(style.comma)}}`;
}

function orderOf(random: Random, type: TypeOf<'ROW'>, style: Style): number[] {
  let order = style.order.get(type);
  if (order === undefined) {
    order = type.fields.map((_, index) => index);
    if (random.chance(50)) shuffle(random, order);
    style.order.set(type, order);
  }
  return order;
}

function textOf(random: Random, type: LogicalType, style: Style): string {
  if (random.chance(8)) return random.chance(style.odd) ? random.pick(['nul', 'nulL', 'xull', 'nuLl']) : 'null';
  switch (type.kind) {
    case 'TINYINT':
      return integerText(random, 2, style);
    case 'SMALLINT':
      return integerText(random, 4, style);
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return integerText(random, 9, style);
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return integerText(random, random.chance(50) ? 8 : 19, style);
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
      return timestampText(random, type.kind === 'TIMESTAMP' ? '' : 'Z', style);
    case 'VARCHAR':
      return stringText(random, style);
    case 'ROW':
      return rowText(random, type, style);
    case 'ARRAY':
      return `[${Array.from({ length: random.below(4) }, () => textOf(random, type.element, style)).join(style.comma)}]`;
    case 'BOOLEAN':
      return random.pick(['true', 'false']);
    default:
      return random.chance(style.odd) ? valueText(random, type, 0) : 'null';
  }
}

function integerText(random: Random, digitsMax: number, style: Style): string {
  const length = 1 + random.below(digitsMax);
  // Of 19 digits those fit that start with an 8.
  const digits = Array.from({ length }, (_, i) => (i === 0 && length > 1 ? 1 + random.below(8) : random.below(10)));
  const text = (random.chance(25) ? '-' : '') + digits.join('');
  if (!random.chance(style.odd)) return text;
  return (
    random.pick([`0${text}`, text.replace('-', '-0'), `${text}999`, '-', '""', `"${text}"`, `-"${text}"`]) +
    random.pick(['', '', '.0', 'e1', 'x', ' ', '/', ':'])
  );
}

function timestampText(random: Random, zone: string, style: Style): string {
  const minute = random.chance(85) ? MINUTES[0]! : random.pick(MINUTES);
  const seconds = `:${10 + random.below(50)}.${100 + random.below(900)}`;
  const tail = random.chance(style.odd) ? random.pick(ODD_SECONDS) : seconds;
  const end = random.chance(style.odd) ? random.pick(['Z', '', ' ', 'Z ']) : zone;
  return `"${minute.replace('?', style.separator)}${tail}${end}"`;
}

function stringText(random: Random, style: Style): string {
  const length = random.below(40);
  const text = Array.from({ length }, () => String.fromCharCode(97 + random.below(26))).join('');
  const at = random.below(length + 1);
  if (random.chance(20)) {
    const other = random.pick(['\\n', '\\"', '\\\\', 'é', '日本', '😀', '\\u00e9', '\u0001', '\u007f']);
    return `"${text.slice(0, at)}${other}${text.slice(at)}"`;
  }
  return `"${random.chance(style.odd) ? text.slice(0, at) + random.pick(['\\ud83d', '\\x', '"']) + text.slice(at) : text}"`;
}
