/** Jackson's JsonNode trees: how JsonNodeDeserializer reads them, and the text that toString() gives. */
import { doubleToString } from '../../../expressions/java/double-to-string.js';
import type { NumberTextVersion } from '../../../expressions/java/number-text.js';
import { DecodeError } from './decode-error.js';
import { Token, type JacksonParser } from './jackson-parser.js';
import { bigDecimalText, parseBigDecimal, parseDouble, stripTrailingZeros, type Decimal } from './java-numbers.js';

export interface TreeOptions {
  /** DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS: some column of the table is a DECIMAL. */
  readonly bigDecimals: boolean;
  /** How the JVM writes a double. */
  readonly numberText: NumberTextVersion;
}

export type JsonTree =
  | { readonly kind: 'null' | 'missing' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  /** Of two equal names the later value counts, in the earlier's place. */
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, JsonTree> };

/** The value at the parser's token; leaves the parser at its last token. */
export function readTree(parser: JacksonParser, bigDecimals: boolean): JsonTree {
  switch (parser.token) {
    case Token.START_OBJECT:
      return readObject(parser, bigDecimals);
    case Token.START_ARRAY:
      return readArray(parser, bigDecimals);
    case Token.STRING:
      return { kind: 'string', value: parser.text() ?? '' };
    case Token.INT:
      return { kind: 'integer', value: BigInt(parser.text() ?? '') };
    case Token.FLOAT: {
      const text = parser.text() ?? '';
      if (bigDecimals) return { kind: 'decimal', value: stripTrailingZeros(parseBigDecimal(text)) };
      return { kind: 'double', value: parseDouble(text) };
    }
    case Token.TRUE:
    case Token.FALSE:
      return { kind: 'boolean', value: parser.token === Token.TRUE };
    case Token.NULL:
      return { kind: 'null' };
    default:
      throw new DecodeError('unexpected token in a tree');
  }
}

function readObject(parser: JacksonParser, bigDecimals: boolean): JsonTree {
  const fields = new Map<string, JsonTree>();
  while (parser.next() === Token.FIELD_NAME) {
    const name = parser.text() ?? '';
    parser.next();
    fields.set(name, readTree(parser, bigDecimals));
  }
  return { kind: 'object', fields };
}

function readArray(parser: JacksonParser, bigDecimals: boolean): JsonTree {
  const items: JsonTree[] = [];
  while (parser.next() !== Token.END_ARRAY) {
    items.push(readTree(parser, bigDecimals));
  }
  return { kind: 'array', items };
}

/** JsonNode.toString: compact. */
export function treeText(tree: JsonTree, version: NumberTextVersion): string {
  switch (tree.kind) {
    case 'null':
    case 'missing':
      return 'null';
    case 'boolean':
      return String(tree.value);
    case 'integer':
      return tree.value.toString();
    case 'double': {
      const text = doubleToString(tree.value, version);
      return Number.isFinite(tree.value) ? text : `"${text}"`;
    }
    case 'decimal':
      return bigDecimalText(tree.value);
    case 'string':
      return quoted(tree.value);
    case 'array':
      return `[${tree.items.map((item) => treeText(item, version)).join(',')}]`;
    case 'object':
      return `{${[...tree.fields].map(([name, value]) => `${quoted(name)}:${treeText(value, version)}`).join(',')}}`;
  }
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

function quoted(text: string): string {
  return `"${text.replace(/["\\\u0000-\u001f]/g, (unit) => SHORT_ESCAPES[unit] ?? unicodeEscape(unit))}"`;
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** JsonNode.asText: empty for containers. */
export function scalarText(tree: JsonTree, version: NumberTextVersion): string {
  switch (tree.kind) {
    case 'string':
      return tree.value;
    case 'double':
      return doubleToString(tree.value, version);
    case 'array':
    case 'object':
    case 'missing':
      return '';
    default:
      return treeText(tree, version);
  }
}
