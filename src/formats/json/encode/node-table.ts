/** The table of nodes that drives the kernel; its layout is drawn in src/kernels/json-encode.as.ts. */
import { type Column } from '../../../columnar/batch.js';
import { type WorkerMemory } from '../../../columnar/memory.js';
import { assertNever, childTypes, type LogicalType, type TypeOf } from '../../../columnar/types.js';
import { quoted } from './value-text.js';

const NODE_BYTES = 48;

const Form = {
  NULL: 0,
  BOOL: 1,
  INT32: 2,
  INT64: 3,
  DECIMAL64: 4,
  DECIMAL128: 5,
  STRING: 6,
  BINARY: 7,
  DATE: 8,
  TIME: 9,
  TIMESTAMP: 10,
  INSTANT: 11,
  TEXT: 12,
  ROW: 13,
  ARRAY: 14,
  MAP: 15,
} as const;

function formOf(type: LogicalType): number {
  switch (type.kind) {
    case 'NULL':
      return Form.NULL;
    case 'BOOLEAN':
      return Form.BOOL;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return Form.INT32;
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
      return Form.INT64;
    case 'FLOAT':
    case 'DOUBLE':
      return Form.TEXT;
    case 'DECIMAL':
      return type.precision <= 18 ? Form.DECIMAL64 : Form.DECIMAL128;
    case 'CHAR':
    case 'VARCHAR':
      return Form.STRING;
    case 'BINARY':
    case 'VARBINARY':
      return Form.BINARY;
    case 'DATE':
      return Form.DATE;
    case 'TIME':
      return Form.TIME;
    case 'TIMESTAMP':
      return Form.TIMESTAMP;
    case 'TIMESTAMP_LTZ':
      return Form.INSTANT;
    case 'ROW':
      return Form.ROW;
    case 'ARRAY':
      return Form.ARRAY;
    case 'MAP':
    case 'MULTISET':
      return Form.MAP;
    case 'UNSUPPORTED':
      throw new Error(`no JSON form for type ${type.text}`);
    default:
      return assertNever(type);
  }
}

interface Node {
  readonly pointer: number;
  readonly children: readonly Node[];
}

/** Lives as long as its stream, see WorkerMemory.allocateOwned. */
export class NodeTable {
  private readonly top: Node;

  constructor(
    private readonly memory: WorkerMemory,
    rowType: TypeOf<'ROW'>,
  ) {
    const pointer = memory.allocateOwned(NODE_BYTES);
    this.top = this.build(pointer, rowType, undefined);
  }

  get root(): number {
    return this.top.pointer;
  }

  /**
   * Points the nodes at the buffers of a batch. `textsOf`: views of the texts of a column that is written as finished text; its
   * values are those of the rows when `perRow`, otherwise elements of lists.
   */
  bind(columns: readonly Column[], textsOf: (column: Column, perRow: boolean) => number): void {
    this.top.children.forEach((node, index) => this.bindColumn(node, columns[index]!, true, textsOf));
  }

  private bindColumn(
    node: Node,
    column: Column,
    perRow: boolean,
    textsOf: (column: Column, perRow: boolean) => number,
  ): void {
    const isText = this.memory.u32[node.pointer >> 2] === Form.TEXT;
    const data = isText ? textsOf(column, perRow) : column.data;
    const word = node.pointer >> 2;
    this.memory.u32[word + 3] = column.nulls;
    this.memory.u32[word + 4] = data;
    this.memory.u32[word + 5] = column.aux;
    const childPerRow = perRow && column.physical === 'row';
    node.children.forEach((child, index) => this.bindColumn(child, column.children[index]!, childPerRow, textsOf));
  }

  private build(pointer: number, type: LogicalType, fieldName: string | undefined): Node {
    const key = fieldName === undefined ? { pointer: 0, byteLength: 0 } : this.keyText(fieldName);
    const types = childTypes(type);
    const first = types.length === 0 ? 0 : this.memory.allocateOwned(types.length * NODE_BYTES);
    const word = pointer >> 2;
    const scale = type.kind === 'DECIMAL' ? type.scale : 0;
    this.memory.u32.set([formOf(type), key.pointer, key.byteLength, 0, 0, 0, first, types.length, scale], word);
    const children = types.map((child, index) =>
      this.build(first + index * NODE_BYTES, child, type.kind === 'ROW' ? type.fields[index]!.name : undefined),
    );
    return { pointer, children };
  }

  private keyText(fieldName: string): { pointer: number; byteLength: number } {
    const bytes = Buffer.from(`,${quoted(fieldName)}:`, 'utf8');
    const pointer = this.memory.allocateOwned(bytes.length);
    this.memory.u8.set(bytes, pointer);
    return { pointer, byteLength: bytes.length };
  }
}
