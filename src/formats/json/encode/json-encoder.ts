/**
 * The `json` format of a sink: selected rows to one JSON text each, byte for byte as JsonRowDataSerializationSchema.
 *
 * The kernel writes rows until one needs the row encoder (see there), which writes that one. FLOAT and DOUBLE are spelled by
 * TypeScript first, for all rows of the batch.
 */
import { type Batch } from '../../../columnar/batch.js';
import { type Arena, SLACK_BYTES, type WorkerMemory } from '../../../columnar/memory.js';
import { childTypes, type LogicalType, type TypeOf } from '../../../columnar/types.js';
import { assert } from '../../../errors.js';
import { numberTextVersion } from '../../../expressions/java/number-text.js';
import { instantiateKernel } from '../../../kernels/instance.js';
import { type PlanContext, type Refusal } from '../../../operators/operator.js';
import { type EncodedRecords } from '../../format.js';
import { type JsonEncodeOptions } from './encode-options.js';
import { floatingTexts } from './floating-texts.js';
import { NodeTable } from './node-table.js';
import { RowEncoder } from './row-encoder.js';
import { dateTimeSeparator } from './value-text.js';

interface JsonEncodeKernel {
  configure(dateTimeSeparator: number, ignoreNullFields: number, decimalsPlain: number): void;
  /** Rows `from` to `count`; returns the index of the first one that was not written, or `count`. */
  encode(
    root: number,
    indexes: number,
    from: number,
    count: number,
    out: number,
    outEnd: number,
    offsets: number,
  ): number;
  stopReason(): number;
}
const STOP_FULL = 1;
/** See docs/internals/batch-layout.md. */
const RAW_HEADER_BYTES = 16;

const kernels = new WeakMap<WorkerMemory, JsonEncodeKernel>();
function jsonEncodeKernel(memory: WorkerMemory): JsonEncodeKernel {
  let kernel = kernels.get(memory);
  if (!kernel) {
    kernel = instantiateKernel<JsonEncodeKernel>('json-encode', memory);
    kernels.set(memory, kernel);
  }
  return kernel;
}

/** Bytes that are taken for a row when an arena turns out too small. */
const ROW_BYTES_GUESS = 256;

export interface JsonEncodeContext {
  readonly plan: Pick<PlanContext, 'jvm'>;
}

export class JsonEncoder {
  private readonly kernel: JsonEncodeKernel;
  private readonly nodes: NodeTable;
  private readonly rowEncoder: RowEncoder;
  private readonly numberText;

  static check(rowType: TypeOf<'ROW'>, _options: JsonEncodeOptions, context: Pick<PlanContext, 'jvm'>): Refusal {
    const { specificationVersion } = context.jvm;
    if (numberTextVersion(specificationVersion) === undefined) {
      return `json: the text of FLOAT and DOUBLE is not known for Java ${specificationVersion}`;
    }
    return refusalOf(rowType, 'json');
  }

  constructor(
    private readonly memory: WorkerMemory,
    rowType: TypeOf<'ROW'>,
    private readonly options: JsonEncodeOptions,
    context: JsonEncodeContext,
  ) {
    const numberText = numberTextVersion(context.plan.jvm.specificationVersion);
    assert(numberText !== undefined, 'a JSON encoder for a plan that was not checked');
    this.numberText = numberText;
    this.kernel = jsonEncodeKernel(memory);
    this.nodes = new NodeTable(memory, rowType);
    this.rowEncoder = new RowEncoder(memory, rowType, options, numberText);
  }

  /**
   * u32 offsets[count + 1] and the bytes of the texts in the arena. They lie as in a raw batch: the values right behind the offsets,
   * at a multiple of 8, and room for its header before them; `gapBytes` further for what a raw batch has between the two.
   */
  encode(arena: Arena, batch: Batch, gapBytes = 0): EncodedRecords {
    const count = batch.selectedCount;
    this.nodes.bind(batch.columns, (column, perRow) =>
      floatingTexts(arena, column, this.numberText, perRow ? batch.selection : 0, perRow ? count : column.length),
    );
    this.kernel.configure(
      dateTimeSeparator(this.options.timestampFormat).charCodeAt(0),
      Number(this.options.encodeIgnoreNullFields),
      Number(this.options.encodeDecimalAsPlainNumber),
    );
    const offsetsBytes = (((count + 1) * 4 + 7) & ~7) + gapBytes;
    let valuesBytes = arena.freeBytes - SLACK_BYTES - RAW_HEADER_BYTES - offsetsBytes;
    for (;;) {
      if (valuesBytes > 0) {
        const offsets = arena.reserve(RAW_HEADER_BYTES + offsetsBytes + valuesBytes) + RAW_HEADER_BYTES;
        const values = offsets + offsetsBytes;
        const unwritten = this.encodeRows(batch, offsets, values, values + valuesBytes);
        if (unwritten === 0) {
          const byteLength = this.memory.u32[(offsets >> 2) + count]!;
          arena.advance(values + byteLength);
          return { count, offsets, values, byteLength, inPlace: true };
        }
      }
      // Texts of one batch lie in one piece: once more, with twice the room.
      valuesBytes = Math.max(valuesBytes * 2, count * ROW_BYTES_GUESS);
    }
  }

  /** The number of rows that found no room between `values` and `end`. */
  private encodeRows(batch: Batch, offsets: number, values: number, end: number): number {
    const count = batch.selectedCount;
    this.memory.u32[offsets >> 2] = 0;
    for (let row = 0; row < count; row++) {
      row = this.kernel.encode(this.nodes.root, batch.selection, row, count, values, end, offsets);
      if (row === count) break;
      if (this.kernel.stopReason() === STOP_FULL) return count - row;
      if (!this.encodeRare(batch, row, offsets, values, end)) return count - row;
    }
    return 0;
  }

  private encodeRare(batch: Batch, row: number, offsets: number, values: number, end: number): boolean {
    const index = batch.selection === 0 ? row : this.memory.u32[(batch.selection >> 2) + row]!;
    const bytes = Buffer.from(this.rowEncoder.encode(batch.columns, index), 'utf8');
    const written = this.memory.u32[(offsets >> 2) + row]!;
    if (values + written + bytes.length > end) return false;
    this.memory.u8.set(bytes, values + written);
    this.memory.u32[(offsets >> 2) + row + 1] = written + bytes.length;
    return true;
  }
}

/** What RowDataToJsonConverters refuses when the job starts, and types that we do not have. */
function refusalOf(type: LogicalType, path: string): Refusal {
  if (type.kind === 'UNSUPPORTED') return `${path}: type ${type.text} is not supported`;
  if (type.kind === 'MAP' || type.kind === 'MULTISET') {
    const key = type.kind === 'MAP' ? type.key : type.element;
    if (key.kind !== 'CHAR' && key.kind !== 'VARCHAR') {
      return `${path}: JSON format doesn't support non-string as key type of map`;
    }
  }
  if (type.kind === 'ROW') {
    for (const field of type.fields) {
      const refusal = refusalOf(field.type, `${path}.${field.name}`);
      if (refusal !== null) return refusal;
    }
    return null;
  }
  return (
    childTypes(type)
      .map((child) => refusalOf(child, path))
      .find((refusal) => refusal !== null) ?? null
  );
}
