/**
 * One record at a time, exactly as Flink's JsonParserRowDataDeserializationSchema (or JsonRowDataDeserializationSchema, with
 * decode.json-parser.enabled = false) decodes it: the slow path of the kernel, and its oracle in tests.
 */
import { childTypes, type LogicalType, type TypeOf } from '../../../columnar/types.js';
import { RecordRefusedError } from '../../../errors.js';
import type { NumberTextVersion } from '../../../expressions/java/number-text.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import type { Refusal } from '../../../operators/operator.js';
import type { NullRows } from '../../format.js';
import type { JsonOptions } from '../options.js';
import { DecodeError, EndlessDecodeError, UndecidableError } from './decode-error.js';
import { utf8Document } from './encoding.js';
import { JacksonParser, Token } from './jackson-parser.js';
import { readTree, type JsonTree, type TreeOptions } from './json-tree.js';
import { ParserConverters, type ParserConverter } from './parser-converters.js';
import { TreeConverters, type TreeConverter } from './tree-converters.js';

export type DecodedRow = readonly SqlValue[];

/** Flink's converters refuse a map whose keys are no strings when they are made. */
export function checkDecodedType(type: LogicalType): Refusal {
  const key = type.kind === 'MAP' ? type.key : type.kind === 'MULTISET' ? type.element : null;
  if (key !== null && key.kind !== 'CHAR' && key.kind !== 'VARCHAR') {
    return 'the JSON format does not read maps whose keys are not strings';
  }
  for (const child of childTypes(type)) {
    const refusal = checkDecodedType(child);
    if (refusal !== null) return refusal;
  }
  return null;
}

export class ReferenceDecoder {
  private readonly convertTokens: ParserConverter;
  private readonly convertTree: TreeConverter;
  private readonly trees: TreeOptions;

  constructor(
    rowType: TypeOf<'ROW'>,
    private readonly options: JsonOptions,
    numberText: NumberTextVersion = 'legacy',
    private readonly nullRows: NullRows = 'failure',
  ) {
    this.trees = { bigDecimals: hasDecimal(rowType), numberText };
    this.convertTokens = new ParserConverters(options, this.trees).nullable(rowType);
    this.convertTree = new TreeConverters(options, this.trees).nullable(rowType);
  }

  /** The rows of one record that has a value; throws RecordRefusedError where Flink throws. */
  decode(record: Uint8Array, recordIndex: number): readonly (DecodedRow | null)[] {
    const rows: (DecodedRow | null)[] = [];
    try {
      if (this.options.decodeJsonParserEnabled) this.decodeTokens(record, rows);
      else this.decodeTree(record, rows);
    } catch (error) {
      const expected = error instanceof DecodeError || error instanceof UndecidableError;
      if (!expected) throw error;
      if (error instanceof UndecidableError || !this.options.ignoreParseErrors) {
        throw new RecordRefusedError(recordIndex, `Failed to deserialize JSON record: ${error.message}`);
      }
    }
    return rows;
  }

  private decodeTokens(record: Uint8Array, rows: (DecodedRow | null)[]): void {
    if (record.length === 0) return;
    const { bytes, start } = utf8Document(record);
    const parser = new JacksonParser(bytes, start);
    const first = parser.next();
    if (first === Token.START_OBJECT) {
      rows.push(this.collected(this.convertTokens(parser)));
    } else if (first === Token.START_ARRAY) {
      while (parser.next() !== Token.END_ARRAY) {
        rows.push(this.collected(this.convertTokens(parser)));
        // Every element takes a byte.
        if (rows.length > record.length) throw new EndlessDecodeError();
      }
    } else {
      throw new DecodeError('No content to map due to end-of-input');
    }
  }

  /**
   * Flink hands NULL to the collector for an element that is no row. Inside Flink's own try block the next operator then fails
   * on it: the job fails, or, with ignore-parse-errors, that failure is swallowed and the rest of the array with it.
   */
  private collected(row: SqlValue): DecodedRow | null {
    if (row === null && this.nullRows === 'failure') throw new DecodeError('the collector was given null');
    return row as DecodedRow | null;
  }

  private decodeTree(record: Uint8Array, rows: (DecodedRow | null)[]): void {
    const root = this.documentTree(record);
    if (root.kind !== 'array') {
      const row = this.convertTree(root);
      if (row !== null) rows.push(row as DecodedRow);
      return;
    }
    for (const item of root.items) {
      const row = this.convertTree(item);
      if (row !== null) rows.push(row as DecodedRow);
    }
  }

  private documentTree(record: Uint8Array): JsonTree {
    const { bytes, start } = utf8Document(record);
    const parser = new JacksonParser(bytes, start);
    return parser.next() === null ? { kind: 'missing' } : readTree(parser, this.trees.bigDecimals);
  }
}

function hasDecimal(type: LogicalType): boolean {
  return type.kind === 'DECIMAL' || childTypes(type).some(hasDecimal);
}
