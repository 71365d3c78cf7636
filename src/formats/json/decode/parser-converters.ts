/**
 * JsonParserToRowDataConverters: values straight from the token stream (decode.json-parser.enabled, the default).
 *
 * The order in which tokens are asked for is Flink's to the letter, because on unexpected tokens it decides what is read as
 * what: a converter that is handed a `{` and does not expect one leaves the stream inside that object.
 */
import { assertNever, type LogicalType, type TypeOf } from '../../../columnar/types.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import type { JsonOptions } from '../options.js';
import { booleanOfText, bytesOfText, fieldIndexes, INTEGER_BITS, integerOfText, integerValue } from './converter.js';
import type { IntegerKind } from './converter.js';
import { parseDateText, parseTimestampText, parseTimeText } from './date-time-text.js';
import { DecodeError, EndlessDecodeError } from './decode-error.js';
import { JavaHashMap } from './hash-map-order.js';
import { Token, type JacksonParser } from './jackson-parser.js';
import {
  decimalColumnValue,
  parseBigDecimal,
  parseDouble,
  parseFloat32,
  trimJava,
  truncatedDouble,
} from './java-numbers.js';
import { readTree, treeText, type TreeOptions } from './json-tree.js';

export type ParserConverter = (parser: JacksonParser) => SqlValue;

export class ParserConverters {
  constructor(
    private readonly options: JsonOptions,
    private readonly trees: TreeOptions,
  ) {}

  nullable(type: LogicalType): ParserConverter {
    return this.nullSafe(this.converter(type));
  }

  /** JSON null is NULL; with ignore-parse-errors, so is what fails. */
  private nullSafe<T>(convert: (parser: JacksonParser) => T): (parser: JacksonParser) => T | null {
    const { ignoreParseErrors } = this.options;
    return (parser) => {
      if (parser.token === null || parser.token === Token.NULL) return null;
      if (!ignoreParseErrors) return convert(parser);
      try {
        return convert(parser);
      } catch (error) {
        if (error instanceof DecodeError) return null;
        throw error;
      }
    };
  }

  private converter(type: LogicalType): ParserConverter {
    const { timestampFormat } = this.options;
    switch (type.kind) {
      case 'NULL':
        return () => null;
      case 'BOOLEAN':
        return convertBoolean;
      case 'TINYINT':
      case 'SMALLINT':
        return smallIntegerConverter(type.kind);
      case 'INTEGER':
      case 'INTERVAL_YEAR_MONTH':
      case 'BIGINT':
      case 'INTERVAL_DAY_TIME':
        return integerConverter(type.kind);
      case 'FLOAT':
        return (parser) => parseFloat32(textOf(parser));
      case 'DOUBLE':
        return (parser) => parseDouble(textOf(parser));
      case 'DECIMAL':
        return (parser) => convertDecimal(parser, type);
      case 'CHAR':
      case 'VARCHAR':
        return (parser) => bytesOfText(this.convertText(parser));
      case 'BINARY':
      case 'VARBINARY':
        return (parser) => parser.binary();
      case 'DATE':
        return (parser) => parseDateText(textOf(parser));
      case 'TIME':
        return (parser) => parseTimeText(textOf(parser));
      case 'TIMESTAMP':
        return (parser) => parseTimestampText(textOf(parser), timestampFormat, false);
      case 'TIMESTAMP_LTZ':
        return (parser) => parseTimestampText(textOf(parser), timestampFormat, true);
      case 'ARRAY':
        return this.arrayConverter(type.element);
      case 'MAP':
        return this.mapConverter(type.value);
      case 'MULTISET':
        return this.mapConverter({ kind: 'INTEGER', nullable: true });
      case 'ROW':
        return this.rowConverter(type);
      case 'UNSUPPORTED':
        throw new Error(`unsupported type ${type.text}`);
      default:
        return assertNever(type);
    }
  }

  private convertText(parser: JacksonParser): string {
    if (parser.token === Token.START_OBJECT || parser.token === Token.START_ARRAY) {
      return treeText(readTree(parser, this.trees.bigDecimals), this.trees.numberText);
    }
    return textOf(parser);
  }

  private arrayConverter(elementType: LogicalType): ParserConverter {
    const convertElement = this.nullable(elementType);
    return (parser) => {
      if (parser.token !== Token.START_ARRAY) throw new DecodeError('Illegal JSON array data...');
      const elements: SqlValue[] = [];
      while (parser.next() !== Token.END_ARRAY) {
        if (parser.exhausted) throw new EndlessDecodeError();
        elements.push(convertElement(parser));
      }
      return elements;
    };
  }

  /** Keys are strings; others were refused when the plan was checked. */
  private mapConverter(valueType: LogicalType): ParserConverter {
    const convertKey = this.nullSafe((parser) => this.convertText(parser));
    const convertValue = this.nullable(valueType);
    return (parser) => {
      if (parser.token !== Token.START_OBJECT) throw new DecodeError('Illegal JSON map data...');
      const map = new JavaHashMap();
      while (parser.next() !== Token.END_OBJECT) {
        if (parser.exhausted) throw new EndlessDecodeError();
        const key = convertKey(parser);
        parser.next();
        map.put(key, convertValue(parser));
      }
      return map.toValue();
    };
  }

  private rowConverter(type: TypeOf<'ROW'>): ParserConverter {
    const converters = type.fields.map((field) => this.nullable(field.type));
    const indexes = fieldIndexes(type);
    // Flink's arity is the number of different names.
    const arity = indexes.size;
    const { failOnMissingField } = this.options;
    return (parser) => {
      if (parser.token !== Token.START_OBJECT) throw new DecodeError('Illegal JSON object data...');
      const row: SqlValue[] = new Array<SqlValue>(arity).fill(null);
      let count = 0;
      parser.next();
      while (!parser.isAt(Token.END_OBJECT)) {
        if (count >= arity) {
          skipToNextField(parser);
          continue;
        }
        const name = parser.text();
        parser.next();
        const index = name === null ? undefined : indexes.get(name);
        if (index === undefined) {
          skipToNextField(parser);
          continue;
        }
        row[index] = converters[index]!(parser);
        parser.next();
        count++;
      }
      if (count < arity && failOnMissingField) throw new DecodeError('Some field is missing in the JSON data.');
      return row;
    };
  }
}

function skipToNextField(parser: JacksonParser): void {
  // Flink's switch over a null token throws.
  if (parser.token === null) throw new DecodeError('no token');
  if (parser.token === Token.START_OBJECT || parser.token === Token.START_ARRAY) {
    let open = 1;
    while (open > 0) {
      const token = parser.next();
      if (token === Token.END_ARRAY || token === Token.END_OBJECT) open--;
      else if (token === Token.START_ARRAY || token === Token.START_OBJECT) open++;
      else if (parser.exhausted) throw new EndlessDecodeError();
    }
  }
  parser.next();
}

function textOf(parser: JacksonParser): string {
  const text = parser.text();
  if (text === null) throw new DecodeError('no token');
  return text;
}

function convertBoolean(parser: JacksonParser): boolean {
  if (parser.token === Token.TRUE) return true;
  return parser.token === Token.FALSE ? false : booleanOfText(textOf(parser));
}

/** TINYINT and SMALLINT: a token with a fraction goes through the text, and so fails. */
function smallIntegerConverter(kind: IntegerKind): ParserConverter {
  const bits = INTEGER_BITS[kind];
  return (parser) => {
    if (parser.token !== Token.INT) return integerOfText(kind, textOf(parser));
    return integerValue(kind, checkedInteger(BigInt(textOf(parser)), bits));
  };
}

function integerConverter(kind: IntegerKind): ParserConverter {
  const bits = INTEGER_BITS[kind];
  return (parser) => {
    if (parser.token === Token.INT) return integerValue(kind, checkedInteger(BigInt(textOf(parser)), bits));
    if (parser.token === Token.FLOAT) return integerValue(kind, truncatedDouble(parseDouble(textOf(parser)), bits));
    return integerOfText(kind, textOf(parser));
  };
}

function checkedInteger(value: bigint, bits: number): bigint {
  if (BigInt.asIntN(bits, value) !== value) throw new DecodeError('number out of range');
  return value;
}

function convertDecimal(parser: JacksonParser, type: TypeOf<'DECIMAL'>): SqlValue {
  const text = textOf(parser);
  if (parser.token !== Token.STRING && parser.token !== Token.INT && parser.token !== Token.FLOAT) {
    throw new DecodeError('token is not numeric');
  }
  const value = parseBigDecimal(parser.token === Token.STRING ? trimJava(text) : text);
  return decimalColumnValue(value, type.precision, type.scale);
}
