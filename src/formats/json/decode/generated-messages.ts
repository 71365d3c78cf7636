/** For tests: JSON messages for a row type, from a seed. Mostly sound, often odd, sometimes broken in the middle. */
import type { LogicalType, TypeOf } from '../../../columnar/types.js';

/** A small generator of pseudo-random numbers, the same on every machine (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** 0 up to but not including `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }
}

const NUMBERS = [
  '0',
  '-0',
  '7',
  '-12',
  '127',
  '128',
  '-129',
  '32768',
  '2147483647',
  '2147483648',
  '-2147483648',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '9223372036854775808',
  '12345678901234567890123',
  '1.5',
  '3.7',
  '-3.70',
  '0.1',
  '2147483647.5',
  '9.3e18',
  '1e3',
  '1E-2',
  '1e999',
  '-1e-999',
  '123456.7',
  '12.345',
  '12.344999999999999999999',
  '0.000001',
  '16777217.0',
  '1.00000017881393432617187499',
  '2e23',
];

/** Not numbers as JSON has them. */
const BAD_NUMBERS = [
  '01',
  '-',
  '+1',
  '.5',
  '1.',
  '1.e3',
  '1e',
  '1e+',
  '-01',
  '1.5d',
  'NaN',
  '-Infinity',
  '-INF',
  '0x1p3',
];

const TEXTS = [
  '',
  'a',
  'hello world, this is longer than sixteen bytes',
  'größe',
  '日本語テキスト',
  '😀 emoji',
  'a\\"b\\\\c\\/d',
  '\\b\\f\\n\\r\\t',
  '\\u00e9\\u65E5',
  '\\ud83d\\ude00',
  '\\ud83d',
  '\\ude00x',
  '\\u0000',
  ' 12 ',
  '12',
  '+12',
  '-7.5',
  '1.5d',
  '0x1p3',
  'NaN',
  '-Infinity',
  'Infinity ',
  'true',
  ' TRUE ',
  'yes',
  '٣٤',
  '１２',
  '2024-05-06',
  '2024-02-31',
  '2023-02-29',
  '2024-13-01',
  '+12024-05-06',
  '-0001-05-06',
  '-0000-05-06',
  '02024-05-06',
  '07:08:09',
  '07:08:09.123456789',
  '07:08:09.',
  '24:00:00',
  '07:08',
  '7:08:09',
  '2024-05-06 07:08:09.5',
  '2024-05-06 07:08:09.123456789',
  '2024-05-06 07:08:09.1234567890',
  '2024-05-06 07:08:09',
  '2024-05-06 07:08:09.',
  '2024-02-31 24:00:00',
  '2024-05-06 24:00:01',
  '2024-05-06 07:08:60',
  '1900-02-29 00:00:00.000',
  '0000-02-29 00:00:00.001',
  '2024-05-06T07:08:09.5',
  '2024-05-06t07:08',
  '2024-05-06T24:00',
  '2024-05-06 07:08:09.5Z',
  '2024-05-06T07:08:09.123Z',
  '2024-05-06T07:08Z',
  '2024-02-31T24:00:00Z',
  '2024-05-06t07:08:09Z',
  '2024-05-06T07:08:09+02:00',
  'AQID',
  'AQI=',
  'AQ==',
  'AQ',
  'AQI',
  'A Q I D',
  'AQID BAUG',
  'AQ==AQID',
  'AQ\\u0049D',
  'AQ*D',
  ' AQID ',
  'YQ=a',
];

const FRAGMENTS = [
  'true',
  'false',
  'null',
  'True',
  'nul',
  'truex',
  'fals}',
  '{}',
  '[]',
  '[1,2]',
  '[null]',
  '{"a":1}',
  '{"f0":1,"f1":2}',
  '{"k": [1, 2.50], "k":{"x":[true,null,"\\u0007é\\""]}}',
  '[[1e3,-0.0],[{}],123456789012345678901234567890,1.0,100.0,1e-7,2e23]',
  '[true,[false]]',
  '{"x":{"x":{"x":"y"}}}',
  '"unterminated',
  '[1,',
  '{"a"',
  "'single'",
  'ÿ',
  'é',
];

export function generatedMessage(random: Random, type: TypeOf<'ROW'>): Uint8Array {
  const text = random.chance(4)
    ? random.pick(['', '   ', 'null', '5', '"x"', '[]', '{', ']'])
    : random.chance(8)
      ? `[${Array.from({ length: random.below(4) }, () => topValue(random, type)).join(', ')}]`
      : topValue(random, type);
  const bytes = new TextEncoder().encode(
    text + (random.chance(10) ? random.pick([' ', '}', ' x', '{"f0":1}', '\u0000']) : ''),
  );
  return random.chance(25) ? mutated(random, bytes) : bytes;
}

function topValue(random: Random, type: TypeOf<'ROW'>): string {
  return random.chance(5) ? random.pick(FRAGMENTS) : objectText(random, type, 0);
}

function objectText(random: Random, type: TypeOf<'ROW'>, depth: number): string {
  const odd = random.chance(40);
  const entries: string[] = [];
  for (const field of type.fields) {
    if (random.chance(odd ? 20 : 8)) continue;
    const times = odd && random.chance(10) ? 2 : 1;
    for (let i = 0; i < times; i++)
      entries.push(`${nameText(random, field.name)}${valueText(random, field.type, depth)}`);
  }
  if (random.chance(odd ? 35 : 10))
    entries.push(`${nameText(random, random.pick(['x', 'unknown', 'f', 'é']))}${anyText(random)}`);
  if (random.chance(odd ? 30 : 5)) shuffle(random, entries);
  return `${space(random)}{${space(random)}${entries.join(`${space(random)},${space(random)}`)}${space(random)}}`;
}

function nameText(random: Random, name: string): string {
  const escaped =
    random.chance(2) && name.length > 0
      ? `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
      : name;
  return `"${random.chance(1) ? escaped.toUpperCase() : escaped}"${space(random)}:${space(random)}`;
}

function space(random: Random): string {
  return random.chance(90) ? '' : random.pick([' ', '\n', '\t', '\r\n', '  ']);
}

export function shuffle<T>(random: Random, entries: T[]): void {
  for (let i = entries.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [entries[i], entries[j]] = [entries[j]!, entries[i]!];
  }
}

function anyText(random: Random): string {
  switch (random.below(5)) {
    case 0:
      return random.pick(FRAGMENTS);
    case 1:
      return `"${random.pick(TEXTS)}"`;
    case 2:
      return random.chance(15) ? random.pick(BAD_NUMBERS) : random.pick(NUMBERS);
    default:
      return random.pick(['1', '"text"', 'true', 'null', '{"deep":[{"er":1}]}']);
  }
}

export function valueText(random: Random, type: LogicalType, depth: number): string {
  if (random.chance(12)) return anyText(random);
  if (random.chance(8)) return 'null';
  switch (type.kind) {
    case 'BOOLEAN':
      return random.pick(['true', 'false', '"true"', '"no"', '1']);
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'INTERVAL_YEAR_MONTH':
    case 'INTERVAL_DAY_TIME':
      return random.chance(60) ? String(random.below(1000) - 300) : random.pick(NUMBERS);
    case 'FLOAT':
    case 'DOUBLE':
    case 'DECIMAL':
      return random.chance(40) ? `${random.below(2000) - 1000}.${random.below(1000)}` : random.pick(NUMBERS);
    case 'DATE':
      return `"${random.pick(['2024-05-06', '1969-12-31', '2000-02-29', '0001-01-01', '9999-12-31'])}"`;
    case 'TIME':
      return `"${random.pick(['07:08:09', '00:00:00.5', '23:59:59.999999999'])}"`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ': {
      const separator = random.chance(50) ? ' ' : 'T';
      const zone = (type.kind === 'TIMESTAMP_LTZ') !== random.chance(10) ? 'Z' : '';
      return `"20${10 + random.below(90)}-0${1 + random.below(9)}-1${random.below(10)}${separator}0${random.below(10)}:5${random.below(10)}:00.${random.pick(['0', '12', '123', '0004', '123456789'])}${zone}"`;
    }
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return `"${random.pick(TEXTS)}"`;
    case 'ROW':
      return objectText(random, type, depth + 1);
    case 'ARRAY':
      return `[${Array.from({ length: random.below(4) }, () => valueText(random, type.element, depth + 1)).join(',')}]`;
    case 'MAP':
    case 'MULTISET': {
      const value: LogicalType = type.kind === 'MAP' ? type.value : { kind: 'INTEGER', nullable: true };
      const size = random.chance(10) ? 20 : random.below(5);
      return `{${Array.from({ length: size }, () => `"k${random.below(40)}é":${valueText(random, value, depth + 1)}`).join(',')}}`;
    }
    default:
      return anyText(random);
  }
}

const INTERESTING_BYTES = [
  0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d, 0x20, 0x00, 0x80, 0xc3, 0xe2, 0xed, 0xf0, 0xff, 0x30, 0x65, 0x6e,
];

export function mutated(random: Random, bytes: Uint8Array): Uint8Array {
  let result = [...bytes];
  for (let times = 1 + random.below(2); times > 0; times--) {
    const at = random.below(result.length + 1);
    switch (random.below(5)) {
      case 0:
        result = result.slice(0, at);
        break;
      case 1:
        result.splice(at, 1 + random.below(3));
        break;
      case 2:
        result.splice(at, 0, random.pick(INTERESTING_BYTES));
        break;
      case 3:
        result[Math.min(at, Math.max(result.length - 1, 0))] = random.pick(INTERESTING_BYTES);
        break;
      default:
        result.splice(at, 0, ...result.slice(at, at + random.below(8)));
    }
  }
  return Uint8Array.from(result);
}
