/**
 * Logical types as Flink's compiled plans write them: the compact SQL form (`LogicalType.asSerializableString`) or, for time
 * attributes and zero lengths, an object. Mirrors LogicalTypeJsonSerializer. What we do not know becomes UNSUPPORTED, with
 * its text for the reason; only malformed input throws.
 */
import { ErrorCode, SlipstreamError } from '../errors.js';
import { isAccumulatorClass } from './accumulator-classes.js';
import { LENGTH_MAX, type LogicalType, type RowField } from './types.js';

export function parseLogicalType(json: unknown): LogicalType {
  if (typeof json === 'string') return new TypeParser(json).parse();
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    return typeFromObject(json as Readonly<Record<string, unknown>>);
  }
  throw invalid(`a type, found ${JSON.stringify(json)}`);
}

/** A row type, as the outputType of every exec node is. */
export function parseRowType(json: unknown): Extract<LogicalType, { kind: 'ROW' }> {
  const type = parseLogicalType(json);
  if (type.kind !== 'ROW') throw invalid(`a ROW type, found ${JSON.stringify(json)}`);
  return type;
}

function invalid(expected: string): SlipstreamError {
  return new SlipstreamError(ErrorCode.invalidPlan, `expected ${expected}`);
}

function typeFromObject(json: Readonly<Record<string, unknown>>): LogicalType {
  const nullable = json.nullable !== false;
  switch (json.type) {
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return { kind: json.type, nullable, length: Number(json.length) };
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return {
        kind: json.type === 'TIMESTAMP_WITHOUT_TIME_ZONE' ? 'TIMESTAMP' : 'TIMESTAMP_LTZ',
        nullable,
        precision: Number(json.precision),
        ...(json.kind === 'ROWTIME' || json.kind === 'PROCTIME' ? { attribute: json.kind } : {}),
      };
    case 'ARRAY':
    case 'MULTISET':
      return { kind: json.type, nullable, element: parseLogicalType(json.elementType) };
    case 'MAP':
      return { kind: 'MAP', nullable, key: parseLogicalType(json.keyType), value: parseLogicalType(json.valueType) };
    case 'ROW': {
      if (!Array.isArray(json.fields)) throw invalid('the fields of a ROW type');
      const fields = json.fields.map((field: { name: unknown; fieldType: unknown }): RowField => {
        if (typeof field.name !== 'string') throw invalid('the name of a field');
        return { name: field.name, type: parseLogicalType(field.fieldType) };
      });
      return { kind: 'ROW', nullable, fields };
    }
    case 'RAW':
      // The maps of DISTINCT, between a local and a global aggregate: they never leave our fragments, and travel as bytes of our own.
      if (json.class === MAP_VIEW && json.externalDataType !== undefined) {
        return { kind: 'VARBINARY', nullable, length: LENGTH_MAX };
      }
      return { kind: 'UNSUPPORTED', nullable, text: `RAW(${String(json.class)})` };
    case 'STRUCTURED_TYPE':
      if (isAccumulatorClass(json.implementationClass)) return { kind: 'VARBINARY', nullable, length: LENGTH_MAX };
      return { kind: 'UNSUPPORTED', nullable, text: json.type };
    default:
      return { kind: 'UNSUPPORTED', nullable, text: typeof json.type === 'string' ? json.type : JSON.stringify(json) };
  }
}

const MAP_VIEW = 'org.apache.flink.table.api.dataview.MapView';

const SIMPLE = {
  BOOLEAN: 'BOOLEAN',
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INT: 'INTEGER',
  BIGINT: 'BIGINT',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  DATE: 'DATE',
  NULL: 'NULL',
} as const;

/** Recursive descent over the compact form, e.g. "ROW<`a` DECIMAL(10, 2) NOT NULL, `b` ARRAY<INT>>". */
class TypeParser {
  private at = 0;

  constructor(private readonly text: string) {}

  parse(): LogicalType {
    const type = this.type();
    if (this.at !== this.text.length) throw this.unexpected('the end of the type');
    return type;
  }

  private type(): LogicalType {
    const start = this.at;
    const word = this.word();
    if (word in SIMPLE) {
      const kind = SIMPLE[word as keyof typeof SIMPLE];
      return { kind, nullable: this.nullable() };
    }
    switch (word) {
      case 'CHAR':
      case 'VARCHAR':
      case 'BINARY':
      case 'VARBINARY': {
        const [length] = this.numbers();
        return { kind: word, length, nullable: this.nullable() };
      }
      case 'DECIMAL': {
        const [precision, scale] = this.numbers();
        return { kind: 'DECIMAL', precision, scale, nullable: this.nullable() };
      }
      case 'TIME': {
        const [precision] = this.numbers();
        return { kind: 'TIME', precision, nullable: this.nullable() };
      }
      case 'TIMESTAMP':
        return this.timestamp(start);
      case 'INTERVAL':
        return this.interval();
      case 'ARRAY':
      case 'MULTISET': {
        this.expect('<');
        const element = this.type();
        this.expect('>');
        return { kind: word, element, nullable: this.nullable() };
      }
      case 'MAP': {
        this.expect('<');
        const key = this.type();
        this.expect(', ');
        const value = this.type();
        this.expect('>');
        return { kind: 'MAP', key, value, nullable: this.nullable() };
      }
      case 'ROW': {
        const fields = this.fields();
        return { kind: 'ROW', fields, nullable: this.nullable() };
      }
      default:
        return this.unsupported(start);
    }
  }

  private timestamp(start: number): LogicalType {
    const [precision] = this.numbers();
    if (this.skip(' WITH LOCAL TIME ZONE')) return { kind: 'TIMESTAMP_LTZ', precision, nullable: this.nullable() };
    if (this.skip(' WITH TIME ZONE')) return this.unsupported(start);
    return { kind: 'TIMESTAMP', precision, nullable: this.nullable() };
  }

  private interval(): LogicalType {
    this.expect(' ');
    const first = this.word();
    this.optionalNumbers();
    if (this.skip(' TO ')) {
      this.word();
      this.optionalNumbers();
    }
    const kind = first === 'YEAR' || first === 'MONTH' ? 'INTERVAL_YEAR_MONTH' : 'INTERVAL_DAY_TIME';
    return { kind, nullable: this.nullable() };
  }

  private fields(): RowField[] {
    this.expect('<');
    const fields: RowField[] = [];
    while (!this.skip('>')) {
      if (fields.length > 0) this.expect(', ');
      const name = this.quoted('`');
      this.expect(' ');
      const type = this.type();
      if (this.skip(' ')) this.quoted("'");
      fields.push({ name, type });
    }
    return fields;
  }

  /** RAW('…', '…'), STRUCTURED<…>, TIMESTAMP(p) WITH TIME ZONE, …: the text up to its end at this nesting level. */
  private unsupported(start: number): LogicalType {
    let depth = 0;
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (char === "'" || char === '`') {
        this.quoted(char);
        continue;
      }
      if (depth === 0 && (char === '>' || char === ',' || this.text.startsWith(' NOT NULL', this.at))) break;
      if (char === '<' || char === '(') depth++;
      if (char === '>' || char === ')') depth--;
      this.at++;
    }
    const text = this.text.slice(start, this.at);
    const nullable = this.nullable();
    if (isAccumulatorClass(/^STRUCTURED<'([^']+)'/.exec(text)?.[1])) {
      return { kind: 'VARBINARY', nullable, length: LENGTH_MAX };
    }
    return { kind: 'UNSUPPORTED', text, nullable };
  }

  private nullable(): boolean {
    return !this.skip(' NOT NULL');
  }

  private word(): string {
    const match = /^[A-Z_]+/.exec(this.text.slice(this.at, this.at + 32));
    if (!match) throw this.unexpected('a type name');
    this.at += match[0].length;
    return match[0];
  }

  private numbers(): number[] {
    const numbers = this.optionalNumbers();
    if (numbers.length === 0) throw this.unexpected('(');
    return numbers;
  }

  private optionalNumbers(): number[] {
    const match = /^\((\d+)(?:, (\d+))?\)/.exec(this.text.slice(this.at, this.at + 32));
    if (!match) return [];
    this.at += match[0].length;
    return match
      .slice(1)
      .filter((digits) => digits !== undefined)
      .map(Number);
  }

  /** A doubled quote stands for one. */
  private quoted(quote: string): string {
    this.expect(quote);
    let content = '';
    for (;;) {
      const end = this.text.indexOf(quote, this.at);
      if (end < 0) throw this.unexpected(quote);
      content += this.text.slice(this.at, end);
      this.at = end + 1;
      if (this.text[this.at] !== quote) return content;
      content += quote;
      this.at++;
    }
  }

  private skip(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private expect(token: string): void {
    if (!this.skip(token)) throw this.unexpected(`'${token}'`);
  }

  private unexpected(expected: string): SlipstreamError {
    return invalid(`${expected} at ${this.at} of type '${this.text}'`);
  }
}
