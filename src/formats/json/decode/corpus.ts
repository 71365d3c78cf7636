/** For tests: messages whose answers of stock Flink are written down in golden/. */
import type { LogicalType, TypeOf } from '../../../columnar/types.js';
import {
  array,
  BIGINT,
  BOOLEAN,
  BYTES,
  CONTAINERS,
  decimal,
  DECIMALS,
  DOUBLE,
  FLOAT,
  INT,
  LENIENT_VALUES,
  map,
  NEXMARK,
  row,
  SCALARS,
  STRING,
  timestamp,
  timestampLtz,
} from './corpus-types.js';
import type { MessageGroup } from './decode-oracle.js';
import { generatedMessage, Random } from './generated-messages.js';
import { hashOfBytes } from './hash-map-order.js';

const LENIENT = { 'ignore-parse-errors': 'true' };
const ISO = { 'timestamp-format.standard': 'ISO-8601' };
const TREE = { 'decode.json-parser.enabled': 'false' };
const STRICT_FIELDS = { 'fail-on-missing-field': 'true' };

type Options = Readonly<Record<string, string>>;

/** In strict mode, in lenient mode and both from the tree. */
const MODES: readonly Options[] = [{}, LENIENT, TREE, { ...TREE, ...LENIENT }];

function groups(type: TypeOf<'ROW'>, messages: readonly (string | Uint8Array)[], modes = MODES): MessageGroup[] {
  const bytes = messages.map((message) => (typeof message === 'string' ? new TextEncoder().encode(message) : message));
  return modes.map((options) => ({ type, options, messages: bytes }));
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

function utf16(text: string, bigEndian: boolean, mark: boolean): Uint8Array {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return Uint8Array.from(bigEndian ? bytes.swap16() : bytes);
}

function utf32(text: string, bigEndian: boolean, mark: boolean): Uint8Array {
  const points = [...((mark ? '\ufeff' : '') + text)].map((character) => character.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  points.forEach((point, index) => view.setUint32(index * 4, point, !bigEndian));
  return new Uint8Array(view.buffer);
}

const NUMBER_TOKENS =
  '0 -0 12 -12 127 128 -128 -129 32767 32768 2147483647 2147483648 -2147483648 -2147483649 9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 99999999999999999999 1.9 -1.9 0.5 1e3 1E+3 1e-3 2147483647.5 2147483648.0 9.2233720368547758e18 1e19 1e999 -1e999 1e-999 3.4e38 3.5e38 1.17549435E-38 4.9e-324 16777217.0 1.00000017881393432617187499 0.1 123456.7 12.345 12.3449 999.995 -999.995 9999.995 0.000000000000000001 5e-19 4e-19 1e18 999999999999999999.4 12345678901234567890123456789012345678 1e38 1e400 0e400 1e2147483647 1e-2147483648 01 -01 +1 .5 1. - 1e 1e+ 1.e3 0x10 NaN Infinity -Infinity -INF +INF tru truex True nul nullx fals'.split(
    ' ',
  );

const STRING_TOKENS = [
  ...NUMBER_TOKENS.map((token) => `"${token}"`),
  ...[
    '""',
    '" "',
    '" 12 "',
    '"\\t12\\n"',
    '"1 2"',
    '"1.5d"',
    '"1.5F"',
    '"1.5L"',
    '"0x1p3"',
    '"-0X1.8P-1"',
    '"0x.8p0d"',
  ],
  ...[
    '"٣٤"',
    '"１２"',
    '"١.٥"',
    '"true"',
    '"TRUE"',
    '" tRue "',
    '"yes"',
    '"\\u0031\\u0032"',
    '"1\\u00a0"',
    '"--1"',
    '"+-1"',
  ],
];

const OTHER_TOKENS = ['true', 'false', 'null', '{}', '[]', '{"a":1}', '[1]', '[true]', '{"f":7}', '{"g":7,"f":8}'];

/** One column `f` and a witness `g` behind it, which shows where the parser stands after an error. */
function oneColumn(type: LogicalType, tokens: readonly string[], modes: readonly Options[] = MODES): MessageGroup[] {
  const messages = tokens.map((token) => `{"f":${token},"g":1}`);
  return groups(row({ f: type, g: INT }), messages, modes);
}

const DATE_TEXTS =
  '2024-05-06 2024-02-29 2023-02-29 2024-02-30 2024-02-31 2024-04-31 2024-12-32 2024-00-10 2024-13-01 2024-1-1 24-01-01 +2024-01-01 +12024-01-01 12024-01-01 -0001-01-01 -0000-01-01 0000-01-01 0001-01-01 9999-12-31 +999999999-12-31 -999999999-01-01 +1000000000-01-01 +5881580-07-12 2024-05-06T 2024/05/06'.split(
    ' ',
  );
const TIME_TEXTS =
  '07:08:09 00:00:00 23:59:59 24:00:00 24:00:01 23:60:00 23:59:60 7:08:09 07:08 07:08:09. 07:08:09.1 07:08:09.123456789 07:08:09.1234567890 24:00:00.000 24:00:00.001 07:08:09Z'.split(
    ' ',
  );
const quoted = (text: string): string => `"${text}"`;
const TIMESTAMP_TEXTS = DATE_TEXTS.flatMap((date) => [
  `${date} 07:08:09`,
  `${date}T07:08:09`,
  `${date} 00:00:00.001Z`,
]).concat(
  TIME_TEXTS.flatMap((time) => [
    `2024-05-06 ${time}`,
    `2024-05-06T${time}`,
    `2024-05-06t${time}`,
    `2024-02-31 ${time}Z`,
    `2024-05-06T${time}Z`,
  ]),
  ['2024-05-06 07:08:09+02:00', '2024-05-06T07:08:09z', ' 2024-05-06 07:08:09', '2024-05-06  07:08:09', '1714979289'],
);

const BASE64_TEXTS = [
  'AQID',
  'AQI=',
  'AQ==',
  'AQ',
  'AQI',
  'AQ=',
  'A',
  '=',
  'A Q',
  'AQID BAUG',
  ' AQID',
  'AQ==AQID',
  'AQ\\u0049D',
  'A\\u0051==',
  'AQ\\u003d=',
  '\\u003dAQID',
  '\\u0020AQID',
  'AQ*D',
  'AQ-_',
  'AQ+/',
  'AQID\\n',
  'AQ==x',
  'é',
];

const STRINGS = [
  '"a"',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"\\u0000\\u001f\\u007f\\u0080\\u07ff\\u0800\\uffff"',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"\\ude00"',
  '"\\ud83dx\\ude00"',
  '"\\ud83d\\ud83d\\ude00"',
  '"\\u12"',
  '"\\u12g4"',
  '"\\x"',
  '"\\é"',
  '"\u0001\u001f\u007f\n\t"',
  '"größe 日本 😀"',
  '3.10',
  '1e3',
  '-0',
  'true',
  'false',
  '{"k": [1, 2.50]}',
  '{"b":1,"a":2,"b":3}',
  '[]',
  '{}',
  '[1.0, 100.0, 1e7, 12345678.9, 1e-3, 0.00099, -0.0, 1e23, 2e23, 4.9e-324, 1.7976931348623157e308, 1e999, -1e999]',
  '[123456789012345678901234567890, -0, 2147483648, 0.1e1, 1.10, 1.500e10, 0.0000000123, 0.00]',
  '["\\u0007\\u001f\\n\\"\\\\/é\\ud83d"]',
  '{"\\u0007é":null,"":true}',
  '[1,2',
  '{"a":}',
  '"unterminated',
];

const BROKEN = [
  '',
  ' ',
  '   \n',
  'null',
  '5',
  '"x"',
  'true',
  '[]',
  '{}',
  ' { } ',
  '{"f":1} trailing',
  '{"f":1}{"f":2}',
  '{"f":1}]',
  '{"f":1,}',
  '{,"f":1}',
  '{"f" 1}',
  '{"f"::1}',
  "{'f':1}",
  '{f:1}',
  '{"f":1 "g":2}',
  '{"f":1;"g":2}',
  '{"f":1/*c*/,"g":2}',
  '{"f":1,"g":2',
  '{"f":1,"g":',
  '{"f":1,"g"',
  '{"f":1,"g',
  '{"f":1,',
  '{"f":1',
  '{',
  '{"f":\u00001,"g":2}',
  '{"f":1,"x":tru,"g":2}',
  '{"x":tru,"f":1,"g":2}',
  '{"x":01,"f":1,"g":2}',
  '{"x":"\\q","f":1,"g":2}',
  '{"f":1,"g":2,"x":tru}',
  '{"f":1,"g":2,"x":01}',
  '{"f":1,"g":2,"x":"\\q"}',
  '{"f":1,"g":2,tru}',
  '{"f":1,"g":2,"x":[1,{"y":}]}',
  '{"f":1,"g":2,"x":{"f":3}}',
  '{"f":1,"f":2,"g":3}',
  '{"f":1,"g":3,"f":2}',
  '{"z":0,"g":3,"f":9}',
  '{"f":1,"f":2}',
  '{"F":1,"G":2}',
  '{"\\u0066":1,"g":2}',
  '[{"f":1,"g":2},{"f":3}]',
  '[{"f":1,"g":2},9,{"f":3}]',
  '[{"f":1},null,{"f":3}]',
  '[null]',
  '[9]',
  '[[{"f":1}]]',
  '[{"f":"x"},{"f":2}]',
  '[{"f":1},{"f":2]',
  '[{"f":1}',
  '[{"f":1},]',
];

const INVALID_UTF8 = [
  '{"f":"\xc3","g":1}',
  '{"f":"\xc3\x28","g":1}',
  '{"f":"\x80","g":1}',
  '{"f":"\xff","g":1}',
  '{"f":"\xc0\x80","g":1}',
  '{"f":"\xe0\x80\x80","g":1}',
  '{"f":"\xed\xa0\xbd\xed\xb8\x80","g":1}',
  '{"f":"\xed\xa0\xbd","g":1}',
  '{"f":"\xf0\x80\x80\x80","g":1}',
  '{"f":"\xf4\x90\x80\x80","g":1}',
  '{"f":"\xf7\xbf\xbf\xbf","g":1}',
  '{"f":"\xf8\x88\x80\x80\x80","g":1}',
  '{"f":"\xe2\x82","g":1}',
  '{"x":"\xc3\x28","f":"a","g":1}',
  '{"x":"\xc0\x80","f":"a","g":1}',
  '{"x":"\xed\xa0\xbd","f":"a","g":1}',
  '{"\xc3\x28":1,"f":"a","g":1}',
  '{"f\xc3":1,"f":"a","g":1}',
  '{"f":"a","g":1,"\xc3\x28":1}',
  '\xef\xbb\xbf{"f":"a","g":1}',
  '\xef\xbb{"f":"a","g":1}',
  '{"f":\xe9,"g":1}',
  '{\xe9:1,"g":1}',
  '{"f":tru\xc3\xa9,"g":1}',
  '{"f":true\xc3\xa9,"g":1}',
].map(latin1);

const ENCODED_TEXT = '{"f":"aé日😀","g":1}';
const ENCODINGS = [
  ...[true, false].flatMap((bigEndian) =>
    [true, false].flatMap((mark) => [utf16(ENCODED_TEXT, bigEndian, mark), utf32(ENCODED_TEXT, bigEndian, mark)]),
  ),
  utf16('{}', true, false),
  utf16('{"f":"\ud83dx","g":1}', true, false),
  utf16('{"f":"\ude00","g":1}', false, false),
  utf16('{"f":"\ufffex","g":1}', false, true),
  utf16('{"f":"a","g":1}\ud83d', true, true),
  utf16('{"f":"a","g":1', true, true),
  utf16('{"f":"a","g":1}', false, true).subarray(0, 29),
  latin1('\x00\x00{\x00'),
  latin1('\x00{\x00\x00'),
  latin1('\x00\x00\xff\xfe{}'),
  latin1('\x00{\x00}'),
  latin1('{\x00}\x00'),
  latin1('{\x00'),
  latin1('\x00'),
  latin1('\x00\x00\x00{\x00\x11\x00\x00'),
];

const LIMITS = [
  `{"f":${'1'.repeat(1000)},"g":1}`,
  `{"f":${'1'.repeat(1001)},"g":1}`,
  `{"x":${'1'.repeat(1001)},"f":"a","g":1}`,
  `{"f":0.${'1'.repeat(999)},"g":1}`,
  `{"f":0.${'1'.repeat(1000)},"g":1}`,
  `{"f":1e${'0'.repeat(999)},"g":1}`,
  `{"f":${'['.repeat(998)}${']'.repeat(998)},"g":1}`,
  `{"f":${'['.repeat(999)}${']'.repeat(999)},"g":1}`,
  `{"f":${'['.repeat(1000)}${']'.repeat(1000)},"g":1}`,
  `{"x":${'['.repeat(999)}${']'.repeat(999)},"f":"a","g":1}`,
  `{"x":${'['.repeat(1000)}${']'.repeat(1000)},"f":"a","g":1}`,
  `{"${'n'.repeat(50000)}":1,"f":"a","g":1}`,
  `{"${'n'.repeat(50001)}":1,"f":"a","g":1}`,
  `{"f":tru${'e'.repeat(300)},"g":1}`,
  `{"f":"${'é'.repeat(3000)}","g":1}`,
];

/** Keys that share a bucket of the smallest table. */
function collidingKeys(count: number): string[] {
  const keys: string[] = [];
  for (let i = 0; keys.length < count; i++) {
    const hash = hashOfBytes(new TextEncoder().encode(`k${i}`));
    if (((hash ^ (hash >>> 16)) & 15) === 3) keys.push(`k${i}`);
  }
  return keys;
}

const MAPS = [
  ...[8, 9, 10, 12].map(
    (count) => `{"m":{${[...collidingKeys(count), 'x', 'y'].map((key) => `"${key}":1`).join(',')}}}`,
  ),
  '{"m":{}}',
  '{"m":{"x":1,"x":2}}',
  '{"m":{"b":1,"a":2,"c":null,"":3}}',
  `{"m":{${Array.from({ length: 12 }, (_, i) => `"key${i}":${i}`).join(',')}}}`,
  `{"m":{${Array.from({ length: 13 }, (_, i) => `"key${i}":${i}`).join(',')}}}`,
  `{"m":{${Array.from({ length: 200 }, (_, i) => `"schlüssel ${i}":${i}`).join(',')}}}`,
  '{"m":{"x":"q","y":1}}',
  '{"m":[1]}',
  '{"m":"text"}',
  '{"m":7}',
  '{"m":{"x":{"y":1}}}',
  '{"m":{"\\ud83d":1,"?":2}}',
];

const ROWS = [
  '{"r":{"a":1,"b":[1,null,"3"]},"m":{"x":1,"x":2}}',
  '{"r":{"a":"q","b":[1,"q"]},"m":{"x":"q"}}',
  '{"r":"oops","m":{}}',
  '{"r":{"a":{"b":5}},"m":{"z":1}}',
  '{"r":{"a":[1,2]},"m":{"z":1}}',
  '{"r":{"a":tru,"b":[2]},"m":{"z":1}}',
  '{"r":{"a":1,"b":[1,tru,2]},"m":{"z":1}}',
  '{"r":{"a":1,"b":{"c":1}},"m":{"z":1}}',
  '{"r":{"a":1,"b":[[1]]},"m":{"z":1}}',
  '{"r":{"a":1,"b":[]},"m":{"z":[1]}}',
  '{"r":{"b":[1]},"m":null}',
  '{"r":{},"m":{}}',
  '{"r":null}',
];

const ALL_MODES: readonly Options[] = [...MODES, STRICT_FIELDS, { ...TREE, ...STRICT_FIELDS }];
const TIME_MODES: readonly Options[] = [LENIENT, { ...LENIENT, ...ISO }, { ...LENIENT, ...TREE }];

/** Written by hand, around every rule of the formats. */
export const WRITTEN_CORPUS: Readonly<Record<string, readonly MessageGroup[]>> = {
  booleans: oneColumn(BOOLEAN, [...STRING_TOKENS, ...OTHER_TOKENS, '0', '1', '1.5', 'tru']),
  integers: (['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'] as const).flatMap((kind) =>
    oneColumn(
      { kind, nullable: true },
      [...NUMBER_TOKENS, ...STRING_TOKENS, ...OTHER_TOKENS],
      [LENIENT, { ...LENIENT, ...TREE }],
    ),
  ),
  'floating-point': [FLOAT, DOUBLE].flatMap((type) =>
    oneColumn(type, [...NUMBER_TOKENS, ...STRING_TOKENS, ...OTHER_TOKENS], [LENIENT, { ...LENIENT, ...TREE }]),
  ),
  decimals: [decimal(6, 2), decimal(18, 18), decimal(38, 0)].flatMap((type) =>
    oneColumn(type, [...NUMBER_TOKENS, ...STRING_TOKENS, ...OTHER_TOKENS], [LENIENT, { ...LENIENT, ...TREE }]),
  ),
  strings: [
    ...oneColumn(STRING, STRINGS),
    ...groups(
      row({ f: STRING, d: decimal(5, 2) }),
      STRINGS.map((text) => `{"f":${text}}`),
    ),
    ...oneColumn({ kind: 'CHAR', length: 2, nullable: true }, ['"abc"', '"a"', '""'], [{}]),
  ],
  binaries: oneColumn(BYTES, [...BASE64_TEXTS.map(quoted), ...OTHER_TOKENS, '12', '1.5']),
  dates: oneColumn({ kind: 'DATE', nullable: true }, [...DATE_TEXTS.map(quoted), ...OTHER_TOKENS, '19000'], TIME_MODES),
  times: oneColumn({ kind: 'TIME', precision: 3, nullable: true }, [...TIME_TEXTS.map(quoted), '25200000'], TIME_MODES),
  timestamps: [timestamp(3), timestampLtz(9)].flatMap((type) =>
    oneColumn(type, [...TIMESTAMP_TEXTS.map(quoted), ...OTHER_TOKENS, '1714979289', '1714979289.5'], TIME_MODES),
  ),
  documents: groups(row({ f: INT, g: INT }), BROKEN, ALL_MODES),
  'no-columns': groups(row({}), ['{}', '{"a":1}', '[]', '[{},{}]', '{"a":tru}', '{']),
  encodings: groups(row({ f: STRING, g: INT }), [...INVALID_UTF8, ...ENCODINGS]),
  limits: groups(row({ f: STRING, g: INT }), LIMITS),
  maps: groups(row({ m: map(STRING, INT) }), MAPS),
  rows: groups(row({ r: row({ a: INT, b: array(INT) }), m: map(STRING, BIGINT) }), ROWS, ALL_MODES),
};

const GENERATED_PER_GROUP = 30;
const GENERATED_MODES: readonly Options[] = [
  {},
  LENIENT,
  { ...ISO, ...LENIENT },
  STRICT_FIELDS,
  TREE,
  { ...TREE, ...LENIENT },
];

/** From a seed: sound, odd and broken messages for tables of every type. */
export function generatedCorpus(seed: number, perGroup = GENERATED_PER_GROUP): MessageGroup[] {
  const random = new Random(seed);
  return [NEXMARK, SCALARS, DECIMALS, CONTAINERS, LENIENT_VALUES].flatMap((type) =>
    GENERATED_MODES.map((options) => ({
      type,
      options,
      messages: Array.from({ length: perGroup }, () => generatedMessage(random, type)),
    })),
  );
}
