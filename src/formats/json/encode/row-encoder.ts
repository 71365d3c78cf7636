/**
 * One row to JSON, value by value, as RowDataToJsonConverters does it: what the kernel leaves alone (maps with a NULL key, with
 * equal or with malformed keys), and the kernel's oracle in tests. Differences from Flink: docs/divergences/json-sink.md.
 */
import { type Column } from '../../../columnar/batch.js';
import { type WorkerMemory } from '../../../columnar/memory.js';
import { type TypeOf } from '../../../columnar/types.js';
import { type JavaExceptionInfo, javaError, SlipstreamError } from '../../../errors.js';
import { doubleToString } from '../../../expressions/java/double-to-string.js';
import { floatToString } from '../../../expressions/java/float-to-string.js';
import { type NumberTextVersion } from '../../../expressions/java/number-text.js';
import { decodeJavaText } from '../../../expressions/strings/java-text.js';
import { type JsonEncodeOptions } from './encode-options.js';
import { dateText, dateTimeSeparator, decimalText, quoted, timestampText, timeText } from './value-text.js';

/** An object keeps the place of a key that is set again, as Jackson's ObjectNode does. */
type JsonObject = Map<string, JsonNode>;
type JsonNode = string | JsonObject | readonly JsonNode[];

const NULL_KEY_MESSAGE =
  "JSON format doesn't support to serialize map data with null keys. " +
  'You can drop null key entries or encode null in literals by specifying map-null-key.mode option.';

export class RowEncoder {
  private readonly separator: string;

  constructor(
    private readonly memory: WorkerMemory,
    private readonly rowType: TypeOf<'ROW'>,
    private readonly options: JsonEncodeOptions,
    private readonly numberText: NumberTextVersion,
  ) {
    this.separator = dateTimeSeparator(options.timestampFormat);
  }

  /** The text of row `index`. Throws what stock Flink throws when the row has none. */
  encode(columns: readonly Column[], index: number): string {
    try {
      return textOf(this.row(this.rowType, columns, index, undefined));
    } catch (error) {
      if (!(error instanceof SlipstreamError)) throw error;
      throw javaError('java.lang.RuntimeException', 'Could not serialize row.', ...error.causes);
    }
  }

  /** `reuse`: the node that the same key of the same object had before; a row keeps what it does not set. */
  private row(type: TypeOf<'ROW'>, columns: readonly Column[], index: number, reuse: JsonNode | undefined): JsonNode {
    const object: JsonObject = reuse instanceof Map ? reuse : new Map<string, JsonNode>();
    type.fields.forEach(({ name }, position) => {
      const column = columns[position]!;
      try {
        const isNull = this.memory.u8[column.nulls + index] !== 0;
        if (isNull && this.options.encodeIgnoreNullFields) return;
        object.set(name, this.node(column, index, object.get(name)));
      } catch (error) {
        if (!(error instanceof SlipstreamError)) throw error;
        throw javaError('java.lang.RuntimeException', `Fail to serialize at field: ${name}.`, ...error.causes);
      }
    });
    return object;
  }

  private node(column: Column, index: number, reuse: JsonNode | undefined): JsonNode {
    const { memory } = this;
    if (memory.u8[column.nulls + index] !== 0) return 'null';
    const { type, data } = column;
    switch (type.kind) {
      case 'BOOLEAN':
        return memory.u8[data + index] !== 0 ? 'true' : 'false';
      case 'TINYINT':
      case 'SMALLINT':
      case 'INTEGER':
      case 'INTERVAL_YEAR_MONTH':
        return String(memory.i32[(data >> 2) + index]);
      case 'BIGINT':
      case 'INTERVAL_DAY_TIME':
        return String(memory.i64[(data >> 3) + index]);
      case 'FLOAT':
        return floatingText(floatToString(memory.f32[(data >> 2) + index]!, this.numberText));
      case 'DOUBLE':
        return floatingText(doubleToString(memory.f64[(data >> 3) + index]!, this.numberText));
      case 'DECIMAL':
        return decimalText(this.unscaled(column, index), type.scale, this.options.encodeDecimalAsPlainNumber);
      case 'DATE':
        return `"${dateText(BigInt(memory.i32[(data >> 2) + index]!))}"`;
      case 'TIME':
        return `"${timeText(secondOfDay(memory.i32[(data >> 2) + index]!))}"`;
      case 'TIMESTAMP':
      case 'TIMESTAMP_LTZ': {
        const nanos = memory.i32[(column.aux >> 2) + index]!;
        const instant = type.kind === 'TIMESTAMP_LTZ';
        return `"${timestampText(memory.i64[(data >> 3) + index]!, nanos, this.separator, instant)}"`;
      }
      case 'CHAR':
      case 'VARCHAR':
        return quoted(decodeJavaText(this.bytes(column, index)));
      case 'BINARY':
      case 'VARBINARY':
        return `"${Buffer.from(this.bytes(column, index)).toString('base64')}"`;
      case 'ROW':
        return this.row(type, column.children, index, reuse);
      case 'ARRAY':
        return this.elements(column, index).map((at) => this.node(column.children[0]!, at, undefined));
      case 'MULTISET':
      case 'MAP':
        return this.map(column, index);
      case 'NULL':
      case 'UNSUPPORTED':
        return 'null';
    }
  }

  private map(column: Column, index: number): JsonNode {
    const [keys, values] = column.children as [Column, Column];
    const object: JsonObject = new Map<string, JsonNode>();
    for (const at of this.elements(column, index)) {
      let key: string;
      if (this.memory.u8[keys.nulls + at] === 0) key = decodeJavaText(this.bytes(keys, at));
      else if (this.options.mapNullKeyMode === 'DROP') continue;
      else if (this.options.mapNullKeyMode === 'LITERAL') key = this.options.mapNullKeyLiteral;
      else throw javaError('java.lang.RuntimeException', NULL_KEY_MESSAGE);
      object.set(key, this.node(values, at, object.get(key)));
    }
    return object;
  }

  private elements(column: Column, index: number): number[] {
    const start = this.memory.u32[(column.data >> 2) + index * 2]!;
    return Array.from({ length: this.memory.u32[(column.data >> 2) + index * 2 + 1]! }, (_, k) => start + k);
  }

  private bytes(column: Column, index: number): Uint8Array {
    const pointer = this.memory.u32[(column.data >> 2) + index * 2]!;
    return this.memory.u8.subarray(pointer, pointer + this.memory.u32[(column.data >> 2) + index * 2 + 1]!);
  }

  private unscaled(column: Column, index: number): bigint {
    const word = column.data >> 3;
    if (column.physical === 'int64') return this.memory.i64[word + index]!;
    return (this.memory.i64[word + index * 2 + 1]! << 64n) | this.memory.u64[word + index * 2]!;
  }
}

/** Jackson quotes NaN and the infinities. */
function floatingText(text: string): string {
  return /[NI]/.test(text) ? `"${text}"` : text;
}

/** LocalTime.ofSecondOfDay(ms / 1000). */
function secondOfDay(ms: number): number {
  const second = Math.trunc(ms / 1000);
  if (second >= 0 && second < 86400) return second;
  const info: JavaExceptionInfo = {
    className: 'java.time.DateTimeException',
    message: `Invalid value for SecondOfDay (valid values 0 - 86399): ${second}`,
  };
  throw javaError(info.className, info.message);
}

function textOf(node: JsonNode): string {
  if (typeof node === 'string') return node;
  if (node instanceof Map) {
    return `{${Array.from(node, ([key, value]) => `${quoted(key)}:${textOf(value)}`).join(',')}}`;
  }
  return `[${(node as readonly JsonNode[]).map(textOf).join(',')}]`;
}
