/** JsonToRowDataConverters: values from a tree of the whole document (decode.json-parser.enabled = false). */
import { assertNever, type LogicalType, type TypeOf } from '../../../columnar/types.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import type { JsonOptions } from '../options.js';
import { decodeBase64Text } from './base64.js';
import {
  booleanOfText,
  bytesOfText,
  INTEGER_BITS,
  integerOfText,
  integerValue,
  type IntegerKind,
} from './converter.js';
import { parseDateText, parseTimestampText, parseTimeText } from './date-time-text.js';
import { DecodeError } from './decode-error.js';
import { JavaHashMap } from './hash-map-order.js';
import {
  decimalColumnValue,
  parseBigDecimal,
  parseDouble,
  parseFloat32,
  trimJava,
  truncatedDecimal,
  truncatedDouble,
} from './java-numbers.js';
import { scalarText, treeText, type JsonTree, type TreeOptions } from './json-tree.js';

export type TreeConverter = (tree: JsonTree) => SqlValue;

export class TreeConverters {
  constructor(
    private readonly options: JsonOptions,
    private readonly trees: TreeOptions,
  ) {}

  nullable(type: LogicalType): TreeConverter {
    const convert = this.converter(type);
    const { ignoreParseErrors } = this.options;
    return (tree) => {
      if (tree.kind === 'null' || tree.kind === 'missing') return null;
      if (!ignoreParseErrors) return convert(tree);
      try {
        return convert(tree);
      } catch (error) {
        if (error instanceof DecodeError) return null;
        throw error;
      }
    };
  }

  private converter(type: LogicalType): TreeConverter {
    const { timestampFormat } = this.options;
    const text = (tree: JsonTree): string => scalarText(tree, this.trees.numberText);
    switch (type.kind) {
      case 'NULL':
        return () => null;
      case 'BOOLEAN':
        return (tree) => (tree.kind === 'boolean' ? tree.value : booleanOfText(text(tree)));
      case 'TINYINT':
      case 'SMALLINT':
        return smallIntegerConverter(type.kind, text);
      case 'INTEGER':
      case 'INTERVAL_YEAR_MONTH':
      case 'BIGINT':
      case 'INTERVAL_DAY_TIME':
        return integerConverter(type.kind, text);
      case 'FLOAT':
        // Rounded twice here, through double.
        return (tree) => (tree.kind === 'double' ? Math.fround(tree.value) : parseFloat32(trimJava(text(tree))));
      case 'DOUBLE':
        return (tree) => (tree.kind === 'double' ? tree.value : parseDouble(trimJava(text(tree))));
      case 'DECIMAL':
        return (tree) => convertDecimal(tree, type, text);
      case 'CHAR':
      case 'VARCHAR':
        return (tree) => bytesOfText(isContainer(tree) ? treeText(tree, this.trees.numberText) : text(tree));
      case 'BINARY':
      case 'VARBINARY':
        // JsonNode.binaryValue of anything but a string is null, silently.
        return (tree) => (tree.kind === 'string' ? decodeBase64Text(trimJava(tree.value)) : null);
      case 'DATE':
        return (tree) => parseDateText(text(tree));
      case 'TIME':
        return (tree) => parseTimeText(text(tree));
      case 'TIMESTAMP':
        return (tree) => parseTimestampText(text(tree), timestampFormat, false);
      case 'TIMESTAMP_LTZ':
        return (tree) => parseTimestampText(text(tree), timestampFormat, true);
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

  private arrayConverter(elementType: LogicalType): TreeConverter {
    const convertElement = this.nullable(elementType);
    return (tree) => {
      if (tree.kind !== 'array') throw new DecodeError('not an array node');
      return tree.items.map(convertElement);
    };
  }

  /** Anything that is no object has no fields, and so is an empty map. */
  private mapConverter(valueType: LogicalType): TreeConverter {
    const convertValue = this.nullable(valueType);
    return (tree) => {
      const map = new JavaHashMap();
      if (tree.kind === 'object') {
        for (const [name, value] of tree.fields) map.put(name, convertValue(value));
      }
      return map.toValue();
    };
  }

  private rowConverter(type: TypeOf<'ROW'>): TreeConverter {
    const fields = type.fields.map((field) => ({ name: field.name, convert: this.nullable(field.type) }));
    const { failOnMissingField } = this.options;
    return (tree) => {
      if (tree.kind !== 'object') throw new DecodeError('not an object node');
      return fields.map(({ name, convert }) => {
        const value = tree.fields.get(name);
        if (value !== undefined) return convert(value);
        if (failOnMissingField) throw new DecodeError(`Could not find field with name '${name}'.`);
        return null;
      });
    };
  }
}

function isContainer(tree: JsonTree): boolean {
  return tree.kind === 'array' || tree.kind === 'object';
}

function smallIntegerConverter(kind: IntegerKind, text: (tree: JsonTree) => string): TreeConverter {
  return (tree) => integerOfText(kind, text(tree));
}

/** A number that the type can hold is cut; any other goes through its text, and so fails. */
function integerConverter(kind: IntegerKind, text: (tree: JsonTree) => string): TreeConverter {
  const bits = INTEGER_BITS[kind];
  return (tree) => {
    if (tree.kind === 'integer' && BigInt.asIntN(bits, tree.value) === tree.value)
      return integerValue(kind, tree.value);
    if (tree.kind === 'double') return integerValue(kind, truncatedDouble(tree.value, bits));
    if (tree.kind === 'decimal') return integerValue(kind, truncatedDecimal(tree.value, bits));
    return integerOfText(kind, text(tree));
  };
}

/** The text is not trimmed here. */
function convertDecimal(tree: JsonTree, type: TypeOf<'DECIMAL'>, text: (tree: JsonTree) => string): SqlValue {
  const value = tree.kind === 'decimal' ? tree.value : parseBigDecimal(text(tree));
  return decimalColumnValue(value, type.precision, type.scale);
}
