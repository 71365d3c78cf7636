/** One fragment of one subtask at run time: the operators below a source, wired up, and the writers of its outputs. */
import type { Batch } from '../columnar/batch.js';
import { Arena, type WorkerMemory } from '../columnar/memory.js';
import type { TypeOf } from '../columnar/types.js';
import { assert, ErrorCode, RecordRefusedError, SlipstreamError } from '../errors.js';
import { RowsReader } from '../formats/binary-row/rows-reader.js';
import type { FieldMask } from '../expressions/field-mask.js';
import type { KeyGroupRange, Operator, Output, PlanContext, RuntimeContext } from '../operators/operator.js';
import { operatorNamed } from '../operators/registry.js';
import { createSinkWriter, type SinkWriter, type WrittenBatch } from '../operators/sink/sink-writer.js';
import { usedFieldsOf } from '../operators/used-fields.js';
import { RawScan, type ChainErrors, type ScannedBatch } from '../operators/table-source-scan/raw-scan.js';
import { Form, type WatermarkMark } from '../transport/messages.js';
import type { FragmentPlan } from './fragment-plan.js';
import { consumersOf, graphFromMessages, isSink, type GraphNode, type PlanGraph } from './plan-graph.js';
import { readRawBatch, recordOfRawBatch, VALUE_SLACK_BYTES, type RawBatch } from './raw-batch.js';

export interface FragmentOutput extends WrittenBatch {
  readonly output: number;
}

export interface FragmentResult {
  /** Payloads in the arena, valid until the next batch. */
  readonly outputs: readonly FragmentOutput[];
  /** Watermarks that go downstream between the outputs. */
  readonly marks: readonly WatermarkMark[];
  readonly watermarkMs: bigint | null;
  readonly rowsIn: number;
  readonly rowsSkipped: number;
}

/** Where a batch's payload comes from: it is read to a place of our choice, again if the arena was too small. */
export interface PayloadSource {
  readonly byteLength: number;
  readTo(memory: WorkerMemory, pointer: number): void;
}

export interface BatchOrigin {
  readonly topic: string;
  readonly partition: number;
}

export interface SubtaskFacts {
  readonly plan: PlanContext;
  readonly subtaskIndex: number;
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** Empty (start > end) without keyed state. */
  readonly keyGroups: KeyGroupRange;
}

/** The zero bytes behind a raw payload stop a scanner that runs off the last record. */
const PADDING = new Uint8Array(VALUE_SLACK_BYTES);

export class Fragment {
  private readonly graph: PlanGraph;
  private readonly operators = new Map<number, Operator>();
  private readonly writers = new Map<number, { readonly output: number; readonly writer: SinkWriter }>();
  private readonly rawScan: RawScan | null;
  private readonly rowsReader: RowsReader | null;
  private readonly outputs = new Map<number, Output>();
  private readonly sourceId: number;
  private written: FragmentOutput[] = [];
  private marks: WatermarkMark[] = [];
  /** Greatest watermark that an assigner has seen in the batch. */
  private assignedMs: bigint | null = null;

  constructor(
    plan: FragmentPlan,
    private readonly memory: WorkerMemory,
    private readonly arena: Arena,
    facts: SubtaskFacts,
  ) {
    const context: RuntimeContext = {
      ...facts,
      memory,
      arena,
      currentTimeMs: Date.now,
      registerTimer: () => undefined,
    };
    this.graph = graphOf(plan);
    this.sourceId = plan.sourceId;
    const source = this.node(plan.sourceId);
    this.rawScan = plan.sourceForm === Form.RAW ? new RawScan(source, context, this.wantedOf(source)) : null;
    this.rowsReader = this.rawScan ? null : new RowsReader(memory, source.outputType as TypeOf<'ROW'>);
    for (const node of this.graph.nodes) {
      this.outputs.set(node.id, this.outputOf(node));
      if (node.id === plan.sourceId) continue;
      if (isSink(node)) {
        const output = plan.outputs.findIndex((candidate) => candidate.nodeId === node.id);
        const form = plan.outputs[output]!.form;
        this.writers.set(node.id, { output, writer: createSinkWriter(node, node.inputTypes[0]!, form, context) });
      } else {
        const factory = operatorNamed(node.execNode);
        assert(factory !== undefined, `operator ${node.execNode} was planned and is not registered`);
        this.operators.set(node.id, factory.create(node, context));
      }
    }
  }

  processBatch(payload: PayloadSource, origin: BatchOrigin): FragmentResult {
    return this.arena.run(() => {
      this.written = [];
      this.marks = [];
      this.assignedMs = null;
      const pointer = this.arena.allocate(payload.byteLength + VALUE_SLACK_BYTES);
      payload.readTo(this.memory, pointer);
      this.memory.u8.set(PADDING, pointer + payload.byteLength);
      return this.rawScan
        ? this.processRaw(this.rawScan, pointer, payload.byteLength, origin)
        : this.processRows(pointer, payload.byteLength);
    });
  }

  private processRaw(scan: RawScan, pointer: number, byteLength: number, origin: BatchOrigin): FragmentResult {
    const raw = readRawBatch(this.memory, pointer, byteLength);
    try {
      return this.processRecords(scan, raw, origin);
    } catch (error) {
      if (!isErrorOfARow(error)) throw error;
      return this.processOneByOne(scan, raw, origin);
    }
  }

  private processRecords(scan: RawScan, raw: RawBatch, origin: BatchOrigin): FragmentResult {
    const scanned = scan.scan(this.arena, raw, origin);
    if (scanned.batch.selectedCount > 0) this.outputs.get(this.sourceId)!.emitBatch(scanned.batch);
    return this.result(scanned.batch.selectedCount, scanned.skippedRecords, scanned.watermarkMs);
  }

  /**
   * Somewhere in the batch is an error. Flink takes a row through the whole chain before it decodes the next record: the first
   * record with an error decides which one the user sees, and what is dropped when the decoder ignores errors.
   */
  private processOneByOne(scan: RawScan, raw: RawBatch, origin: BatchOrigin): FragmentResult {
    this.written = [];
    this.marks = [];
    this.assignedMs = null;
    let rowsIn = 0;
    let skipped = 0;
    let watermarkMs: bigint | null = null;
    for (let record = 0; record < raw.count; record++) {
      const scanned = this.scanRecord(scan, raw, record, origin);
      rowsIn += scanned.batch.selectedCount;
      skipped += scanned.skippedRecords;
      // The watermark generator is called behind `collect`, which an error leaves: such a row is no candidate.
      const emitted = this.emitRows(scanned.batch, scan.chainErrors);
      if (emitted && scanned.watermarkMs !== null && (watermarkMs === null || scanned.watermarkMs > watermarkMs)) {
        watermarkMs = scanned.watermarkMs;
      }
    }
    return this.result(rowsIn, skipped, watermarkMs);
  }

  private scanRecord(scan: RawScan, raw: RawBatch, record: number, origin: BatchOrigin): ScannedBatch {
    try {
      return scan.scan(this.arena, recordOfRawBatch(this.arena, raw, record), origin);
    } catch (error) {
      throw error instanceof RecordRefusedError ? new RecordRefusedError(record, error.message) : error;
    }
  }

  /** The rows of one record, each for itself. False when one of them was dropped. */
  private emitRows(batch: Batch, onError: ChainErrors): boolean {
    const output = this.outputs.get(this.sourceId)!;
    const selection = this.arena.allocate(batch.selectedCount * 4);
    let complete = true;
    for (let k = 0; k < batch.selectedCount; k++) {
      const { u32 } = this.memory;
      u32[(selection >> 2) + k] = batch.selection === 0 ? k : u32[(batch.selection >> 2) + k]!;
      try {
        output.emitBatch({ ...batch, selection: selection + k * 4, selectedCount: 1 });
      } catch (error) {
        if (onError === 'fail' || !isErrorOfARow(error)) throw error;
        complete = false;
        if (onError === 'drop-message') break;
      }
    }
    return complete;
  }

  private processRows(pointer: number, byteLength: number): FragmentResult {
    const batch = this.rowsReader!.read(this.arena, pointer, byteLength);
    if (batch.selectedCount > 0) this.outputs.get(this.sourceId)!.emitBatch(batch);
    return this.result(batch.selectedCount, 0, null);
  }

  private result(rowsIn: number, rowsSkipped: number, watermarkMs: bigint | null): FragmentResult {
    return {
      outputs: this.written,
      marks: this.marks,
      watermarkMs: watermarkMs ?? this.assignedMs,
      rowsIn,
      rowsSkipped,
    };
  }

  /** What a node emits goes to each of its consumers, in the graph's order. */
  private outputOf(node: GraphNode): Output {
    const consumers = consumersOf(this.graph, node.id);
    return {
      emitBatch: (batch) => {
        for (const consumer of consumers) this.deliver(node, consumer, batch);
      },
      // Everything below is stateless: a watermark has nothing to do there but to keep its place among the rows.
      emitWatermark: (timestampMs) => this.marks.push({ afterOutputs: this.written.length, timestampMs }),
      reportWatermark: (timestampMs) => {
        this.assignedMs = timestampMs;
      },
    };
  }

  private deliver(from: GraphNode, to: GraphNode, batch: Batch): void {
    const sink = this.writers.get(to.id);
    if (sink) {
      this.written.push({ output: sink.output, ...sink.writer.write(this.arena, batch) });
      return;
    }
    const operator = this.operators.get(to.id)!;
    const output = this.outputs.get(to.id)!;
    // A union may read the same node twice.
    to.inputs.forEach((id, index) => {
      if (id === from.id) operator.processBatch(index, batch, output);
    });
  }

  private wantedOf(source: GraphNode): FieldMask {
    return usedFieldsOf(consumersOf(this.graph, source.id), source);
  }

  private node(id: number): GraphNode {
    const node = this.graph.byId.get(id);
    assert(node !== undefined, `node ${id} is not in the fragment`);
    return node;
  }
}

/** What stock Flink, too, throws for a row or a record; all else is an error of ours. */
function isErrorOfARow(error: unknown): boolean {
  return (
    error instanceof SlipstreamError &&
    (error.code === ErrorCode.evaluationFailed || error.code === ErrorCode.recordRefused)
  );
}

function graphOf(plan: FragmentPlan): PlanGraph {
  return graphFromMessages(
    plan.nodes.map((node) => ({
      id: node.id,
      execNode: node.execNode,
      version: node.version,
      spec: Buffer.from(node.spec, 'utf8'),
      inputs: [...node.inputs],
      role: node.role,
      description: '',
      rawCapable: false,
      rawRefusal: '',
    })),
  );
}
