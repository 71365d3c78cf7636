/** One fragment of one subtask at run time: the operators between its inputs and outputs, wired up, and the writers at its ends. */
import type { Batch } from '../columnar/batch.js';
import { Arena, type WorkerMemory } from '../columnar/memory.js';
import type { TypeOf } from '../columnar/types.js';
import { assert, ErrorCode, SlipstreamError } from '../errors.js';
import type { BlobBuffers } from '../state/blob-buffers.js';
import type { FieldMask } from '../expressions/field-mask.js';
import { RowsReader } from '../formats/binary-row/rows-reader.js';
import { PieceWriter, type PieceTarget, type WrittenPiece } from '../operators/exchange/piece-writer.js';
import type { KeyGroupRange, Operator, Output, PlanContext, RuntimeContext } from '../operators/operator.js';
import { operatorNamed } from '../operators/registry.js';
import { createSinkWriter } from '../operators/sink/sink-writer.js';
import { RawScan } from '../operators/table-source-scan/raw-scan.js';
import { usedFieldsOf } from '../operators/used-fields.js';
import { Form, type WatermarkMark } from '../transport/messages.js';
import { EndWatermarks } from './end-watermarks.js';
import type { FragmentPlan } from './fragment-plan.js';
import { FragmentState, type KeyGroupBlob } from './fragment-state.js';
import { InputWatermarks } from './input-watermarks.js';
import { consumersOf, graphFromMessages, isExchange, isSink, type GraphNode, type PlanGraph } from './plan-graph.js';
import { VALUE_SLACK_BYTES } from './raw-batch.js';
import { RawInput, type BatchOrigin, type ReadRows } from './raw-input.js';
import { TimerWishes } from './timer-wishes.js';

export type { BatchOrigin } from './raw-input.js';

export interface FragmentOutput extends WrittenPiece {
  readonly output: number;
}

export interface FragmentResult {
  /** Payloads in the arena, valid until the next frame. */
  readonly outputs: readonly FragmentOutput[];
  /** Watermarks that go downstream between the outputs. */
  readonly marks: readonly WatermarkMark[];
  readonly watermarkMs: bigint | null;
  readonly rowsIn: number;
  readonly rowsSkipped: number;
  /** Processing time at which an operator wants to be called; `null`: none does. */
  readonly timerMs: number | null;
}

/** Where a batch's payload comes from: it is read to a place of our choice. */
export interface PayloadSource {
  readonly byteLength: number;
  readTo(memory: WorkerMemory, pointer: number): void;
}

export interface SubtaskFacts {
  readonly plan: PlanContext;
  readonly subtaskIndex: number;
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** Empty (start > end) without keyed state. */
  readonly keyGroups: KeyGroupRange;
  /** By output index; outputs of form PIECES have one. */
  readonly targets: readonly PieceTarget[];
  readonly currentTimeMs?: () => number;
}

/** The zero bytes behind a raw payload stop a scanner that runs off the last record. */
const PADDING = new Uint8Array(VALUE_SLACK_BYTES);
const NOTHING_READ: ReadRows = { rowsIn: 0, rowsSkipped: 0, watermarkMs: null };
const ONE_CHANNEL: PieceTarget = { channels: 1, maxParallelism: 1, piecePerKeyGroup: false };

interface InnerNode {
  readonly node: GraphNode;
  readonly operator: Operator;
  readonly remembers: boolean;
  /** Of nodes that read several others. */
  readonly watermarks: InputWatermarks | null;
  /** Inputs that have ended. */
  readonly endedInputs: Set<number>;
}

/** A sink or an exchange that is fed. */
interface EndNode {
  write(batch: Batch): readonly FragmentOutput[];
}

interface InputNode {
  readonly node: GraphNode;
  readonly raw: RawInput | null;
  readonly rows: RowsReader | null;
}

export class Fragment {
  private readonly graph: PlanGraph;
  private readonly inputs: readonly InputNode[];
  private readonly operators = new Map<number, InnerNode>();
  private readonly ends = new Map<number, EndNode>();
  private readonly outputs = new Map<number, Output>();
  private readonly consumers = new Map<number, readonly GraphNode[]>();
  private readonly endWatermarks: EndWatermarks;
  private readonly state: FragmentState;
  private readonly assigner: GraphNode | undefined;
  private written: FragmentOutput[] = [];
  private marks: WatermarkMark[] = [];
  /** Greatest watermark that an assigner has seen in the frame. */
  private assignedMs: bigint | null = null;
  /** The assigner's last watermark. Those that the bridge emits for it may come late, and are then behind it. */
  private assignedSoFarMs = -(2n ** 63n);
  private assignedBeforeMs = this.assignedSoFarMs;
  private readonly timers = new TimerWishes();
  /** Ids of inputs and operators that emit nothing any more. */
  private readonly ended = new Set<number>();
  /** An operator that remembers rows has got some of this frame. */
  private remembered = false;

  constructor(
    plan: FragmentPlan,
    private readonly memory: WorkerMemory,
    private readonly arena: Arena,
    facts: SubtaskFacts,
  ) {
    const contextOf = (node: GraphNode): RuntimeContext => ({
      ...facts,
      memory,
      arena,
      currentTimeMs: facts.currentTimeMs ?? Date.now,
      registerTimer: (timestampMs) => this.timers.wish(node.id, timestampMs),
    });
    this.graph = graphOf(plan);
    for (const node of this.graph.nodes) this.consumers.set(node.id, consumersOf(this.graph, node.id));
    for (const node of this.graph.nodes) this.outputs.set(node.id, this.outputOf(node));
    this.inputs = plan.inputs.map(({ nodeId, form }) => this.inputOf(this.node(nodeId), form === Form.RAW, contextOf));
    plan.outputs.forEach(({ nodeId, form }, output) => {
      const node = this.node(nodeId);
      this.ends.set(nodeId, endOf(node, output, form, contextOf(node), facts.targets[output] ?? ONE_CHANNEL));
    });
    for (const node of this.graph.nodes) {
      if (this.ends.has(node.id) || plan.inputs.some((input) => input.nodeId === node.id)) continue;
      const factory = operatorNamed(node.execNode);
      if (factory === undefined) {
        const message = `operator ${node.execNode} is in the plan and not in this sidecar: another release planned it`;
        throw new SlipstreamError(ErrorCode.unknownNode, message);
      }
      const operator = factory.create(node, contextOf(node));
      const watermarks = node.inputs.length > 1 ? new InputWatermarks(node.inputs) : null;
      const remembers = factory.remembers === true;
      this.operators.set(node.id, { node, operator, remembers, watermarks, endedInputs: new Set() });
    }
    this.assigner = this.graph.nodes.find((node) => node.execNode === 'stream-exec-watermark-assigner');
    this.endWatermarks = new EndWatermarks([...this.ends.keys()]);
    this.state = new FragmentState([...this.operators.values()], facts.keyGroups);
  }

  /** Processing time at which an operator wants to be called; `null`: none does. */
  get wantedTimerMs(): number | null {
    return this.timers.earliestMs;
  }

  processBatch(input: number, payload: PayloadSource, origin: BatchOrigin): FragmentResult {
    return this.frame(() => {
      const { node, raw, rows } = this.input(input);
      const pointer = this.arena.allocate(payload.byteLength + VALUE_SLACK_BYTES);
      payload.readTo(this.memory, pointer);
      this.memory.u8.set(PADDING, pointer + payload.byteLength);
      const output = this.outputs.get(node.id)!;
      if (raw) {
        const target = { emitBatch: (batch: Batch) => output.emitBatch(batch), startOver: () => this.startOver() };
        return raw.read(pointer, payload.byteLength, origin, target);
      }
      const batch = rows!.read(this.arena, pointer, payload.byteLength);
      if (batch.selectedCount > 0) output.emitBatch(batch);
      return { rowsIn: batch.selectedCount, rowsSkipped: 0, watermarkMs: null };
    });
  }

  /**
   * A watermark of the input, combined by the bridge where there are several (joined-inputs.ts). With an assigner, one that the bridge
   * emits for it: it does not pass the assigner, but comes from it.
   */
  processWatermark(timestampMs: bigint): FragmentResult {
    return this.frame(() => {
      if (this.assigner && timestampMs <= this.assignedSoFarMs) return NOTHING_READ;
      const from = this.assigner ? [this.assigner] : this.inputs.map(({ node }) => node);
      for (const { id } of from) this.outputs.get(id)!.emitWatermark(timestampMs);
      return NOTHING_READ;
    });
  }

  processTimer(timestampMs: number): FragmentResult {
    return this.frame(() => {
      for (const { node, operator } of this.operators.values()) {
        if (this.timers.take(node.id, timestampMs)) operator.processTimer?.(timestampMs, this.outputs.get(node.id)!);
      }
      return NOTHING_READ;
    });
  }

  /** Before a barrier: what operators hold back without state comes out. */
  prepareSnapshot(): FragmentResult {
    return this.frame(() => {
      for (const { node, operator } of this.operators.values()) operator.prepareSnapshot?.(this.outputs.get(node.id)!);
      return NOTHING_READ;
    });
  }

  /** Each operator is told once all is over that it reads, inputs before those that read them (OperatorChain.finishOperators). */
  endInput(input: number): FragmentResult {
    return this.frame(() => {
      this.ended.add(this.input(input).node.id);
      for (const { node, operator, endedInputs } of this.operators.values()) {
        node.inputs.forEach((id, index) => {
          if (!this.ended.has(id) || endedInputs.has(index)) return;
          endedInputs.add(index);
          operator.endInput?.(index, this.outputs.get(node.id)!);
        });
        if (endedInputs.size === node.inputs.length) this.ended.add(node.id);
      }
      return NOTHING_READ;
    });
  }

  snapshot(): KeyGroupBlob[] {
    return this.state.snapshot();
  }

  /** As `snapshot`, but the checksums are left to whoever hands it out: a barrier waits for this. Who has sent a blob gives it back to `buffers`. */
  copyState(buffers: BlobBuffers): KeyGroupBlob[] {
    return this.state.copy(buffers);
  }

  restore(blob: { readonly keyGroup: number; readonly content: Uint8Array }): void {
    this.state.restore(blob);
  }

  /** Gives the memory of its states back; not used after it. */
  release(): void {
    this.state.release();
  }

  private frame(run: () => ReadRows): FragmentResult {
    this.arena.reset();
    this.written = [];
    this.marks = [];
    this.assignedMs = null;
    this.remembered = false;
    this.endWatermarks.save();
    this.assignedBeforeMs = this.assignedSoFarMs;
    for (const { operator, watermarks } of this.operators.values()) {
      watermarks?.save();
      operator.beginFrame?.();
    }
    const { rowsIn, rowsSkipped, watermarkMs } = run();
    return {
      outputs: this.written,
      marks: this.marks,
      watermarkMs: watermarkMs ?? this.assignedMs,
      rowsIn,
      rowsSkipped,
      timerMs: this.timers.earliestMs,
    };
  }

  private startOver(): boolean {
    if (this.remembered) return false;
    this.written = [];
    this.marks = [];
    this.assignedMs = null;
    this.endWatermarks.undo();
    this.assignedSoFarMs = this.assignedBeforeMs;
    for (const { operator, watermarks } of this.operators.values()) {
      watermarks?.undo();
      operator.undoFrame?.();
    }
    return true;
  }

  /** What a node emits goes to each of its consumers, in the graph's order. */
  private outputOf(node: GraphNode): Output {
    const consumers = this.consumers.get(node.id)!;
    return {
      emitBatch: (batch) => {
        for (const consumer of consumers) this.deliver(node, consumer, batch);
      },
      emitWatermark: (timestampMs) => {
        if (node === this.assigner) this.assignedSoFarMs = timestampMs;
        this.deliverWatermark(node, timestampMs);
        const mark = this.endWatermarks.due(this.written.length);
        if (mark) this.marks.push(mark);
      },
      reportWatermark: (timestampMs) => {
        this.assignedMs = timestampMs;
      },
    };
  }

  private deliver(from: GraphNode, to: GraphNode, batch: Batch): void {
    const end = this.ends.get(to.id);
    if (end) {
      this.written.push(...end.write(batch));
      return;
    }
    const { operator, remembers } = this.operators.get(to.id)!;
    if (remembers) this.remembered = true;
    const output = this.outputs.get(to.id)!;
    // A union may read the same node twice.
    to.inputs.forEach((id, index) => {
      if (id === from.id) operator.processBatch(index, batch, output);
    });
  }

  private deliverWatermark(from: GraphNode, timestampMs: bigint): void {
    for (const to of this.consumers.get(from.id)!) {
      if (this.ends.has(to.id)) {
        this.endWatermarks.reached(to.id, timestampMs);
        continue;
      }
      const { operator, watermarks } = this.operators.get(to.id)!;
      const reachedMs = watermarks ? watermarks.reached(from.id, timestampMs) : timestampMs;
      if (reachedMs === null) continue;
      if (operator.processWatermark) {
        operator.processWatermark(to.inputs.indexOf(from.id), reachedMs, this.outputs.get(to.id)!);
      } else {
        this.deliverWatermark(to, reachedMs);
      }
    }
  }

  private inputOf(node: GraphNode, isRaw: boolean, contextOf: (node: GraphNode) => RuntimeContext): InputNode {
    const scan = isRaw ? new RawScan(node, contextOf(node), this.wantedOf(node)) : null;
    const raw = scan ? new RawInput(scan, this.memory, this.arena) : null;
    return { node, raw, rows: isRaw ? null : new RowsReader(this.memory, node.outputType as TypeOf<'ROW'>) };
  }

  private wantedOf(source: GraphNode): FieldMask {
    return usedFieldsOf(this.consumers.get(source.id)!, source);
  }

  private input(index: number): InputNode {
    const input = this.inputs[index];
    if (!input) {
      const message = `expected an input below ${this.inputs.length}, found input ${index}`;
      throw new SlipstreamError(ErrorCode.corruptPayload, message);
    }
    return input;
  }

  private node(id: number): GraphNode {
    const node = this.graph.byId.get(id);
    assert(node !== undefined, `node ${id} is not in the fragment`);
    return node;
  }
}

function endOf(
  node: GraphNode,
  output: number,
  form: FragmentPlan['outputs'][number]['form'],
  context: RuntimeContext,
  target: PieceTarget,
): EndNode {
  const { arena } = context;
  if (isExchange(node)) {
    const writer = new PieceWriter(node, context, target);
    return { write: (batch) => writer.write(arena, batch).map((piece) => ({ output, ...piece })) };
  }
  assert(isSink(node), `node ${node.id} ends a fragment and is neither sink nor exchange`);
  const writer = createSinkWriter(node, node.inputTypes[0]!, form, context);
  return { write: (batch) => [{ output, keyGroup: 0, ...writer.write(arena, batch) }] };
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
