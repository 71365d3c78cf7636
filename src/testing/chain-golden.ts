/**
 * What a chain of stock Flink's operators answered, written down, and ours on the same steps: a line per sequence of steps. Each operator's output is compared in
 * order, but for columns of our own form (maps of DISTINCT).
 */
import { parseRowType } from '../columnar/type-parser.js';
import { type TypeOf } from '../columnar/types.js';
import { assert } from '../errors.js';
import { type ExecNode, type OperatorFactory } from '../operators/operator.js';
import { operatorNamed } from '../operators/registry.js';
import { type ChainAnswer, type ChainRequest } from './chain-oracle.js';
import { goldenPlan } from './golden-expressions.js';
import { type Emitted, type KindRow, OperatorHarness } from './operator-harness.js';
import { type OperatorOutput, type OperatorRow, type OperatorStep } from './operator-oracle.js';
import { canonicalRow, rowFromCanonical } from './row-oracle.js';

export type AnsweredChain = Extract<ChainAnswer, { outputs: unknown }>;

export interface ChainCase {
  readonly name: string;
  readonly request: ChainRequest;
  readonly answer: AnsweredChain;
}

export interface ChainRunOptions {
  /** Where a batch of the first operator ends, beyond where it must. */
  readonly isBatchEnd: (step: number) => boolean;
  /** Rows of a batch between operators. */
  readonly batchRows: number;
  /** Takes a snapshot before this step, as a barrier does, and restores it. */
  readonly restoresAt?: (step: number) => boolean;
}

/** All outputs of each operator. */
export function runChain({ request, answer }: ChainCase, options: ChainRunOptions): OperatorOutput[][] {
  const chain = new Chain(request, answer, options.batchRows);
  let rows: KindRow[] = [];
  const flush = (): void => {
    if (rows.length > 0) chain.send(rows);
    rows = [];
  };
  request.steps.forEach((step, index) => {
    if (options.restoresAt?.(index)) {
      flush();
      chain.restore();
    }
    if (isRow(step)) rows.push([step[0], ...rowFromCanonical(step.slice(1) as never, chain.inputType)]);
    else flush();
    if (!isRow(step)) chain.apply(step);
    else if (options.isBatchEnd(index)) flush();
  });
  flush();
  chain.release();
  return chain.outputs;
}

/** Flink's, as `runChain` gives ours. */
export function expectedOutputs(one: ChainCase): OperatorOutput[][] {
  const answer = withoutObjects(one.answer);
  return answer.nodes.map((_node, index) => answer.outputs.flatMap((step) => step[index]!));
}

/** What is compared of an answer, and worth to be written down. */
export function withoutObjects(answer: AnsweredChain): AnsweredChain {
  const hidden = answer.nodes.map(hiddenColumns);
  const outputs = answer.outputs.map((step) =>
    step.map((rows, index) => rows.map((output) => withoutColumns(output, hidden[index]!))),
  );
  return { ...answer, outputs };
}

class Chain {
  readonly outputs: OperatorOutput[][];
  readonly inputType: TypeOf<'ROW'>;
  private readonly links: readonly { readonly factory: OperatorFactory; readonly node: ExecNode }[];
  private harnesses: OperatorHarness[];

  constructor(
    private readonly request: ChainRequest,
    answer: AnsweredChain,
    private readonly batchRows: number,
  ) {
    this.inputType = parseRowType(answer.inputType);
    let input = this.inputType;
    this.links = answer.nodes.map((json) => {
      const node = execNodeOf(json, input);
      input = node.outputType as TypeOf<'ROW'>;
      const factory = operatorNamed(node.execNode);
      assert(factory !== undefined, `no operator ${node.execNode}`);
      const refusal = factory.check(node, goldenPlan(request.config));
      assert(refusal === null, `${node.description} is refused: ${refusal}`);
      return { factory, node };
    });
    this.outputs = this.links.map(() => []);
    this.harnesses = this.open();
  }

  send(rows: readonly KindRow[]): void {
    this.passOn(0, this.harnesses[0]!.process(rows));
  }

  /** Each operator gets the step behind what comes from the one before it. */
  apply(step: Exclude<OperatorStep, OperatorRow>): void {
    if ('watermark' in step) {
      this.passOn(0, this.harnesses[0]!.watermark(BigInt(step.watermark)));
      return;
    }
    this.harnesses.forEach((harness, index) => {
      if ('time' in step) harness.nowMs = step.time;
      else this.passOn(index, 'barrier' in step ? harness.prepareSnapshot() : harness.endInput());
    });
  }

  restore(): void {
    this.harnesses = this.open().map((fresh, index) => {
      const old = this.harnesses[index]!;
      fresh.nowMs = old.nowMs;
      fresh.restore(old.snapshot());
      old.release();
      return fresh;
    });
  }

  release(): void {
    for (const harness of this.harnesses) harness.release();
  }

  private open(): OperatorHarness[] {
    const config = this.request.config ?? {};
    return this.links.map(({ factory, node }) => new OperatorHarness(factory, node, { config }));
  }

  private passOn(index: number, emitted: readonly Emitted[]): void {
    const { node } = this.links[index]!;
    const hidden = hiddenColumns(node.json);
    const type = node.outputType as TypeOf<'ROW'>;
    this.outputs[index]!.push(...emitted.map((one) => withoutColumns(outputOf(one, type), hidden)));
    const next = this.harnesses[index + 1];
    if (!next) return;
    let rows: KindRow[] = [];
    const flush = (): void => {
      if (rows.length > 0) this.passOn(index + 1, next.process(rows));
      rows = [];
    };
    for (const one of emitted) {
      if ('watermarkMs' in one) {
        flush();
        this.passOn(index + 1, next.watermark(one.watermarkMs));
        continue;
      }
      rows.push(one);
      if (rows.length === this.batchRows) flush();
    }
    flush();
  }
}

function execNodeOf(json: Readonly<Record<string, unknown>>, input: TypeOf<'ROW'>): ExecNode {
  return {
    id: 2,
    execNode: String(json['type']).replace(/_\d+$/, ''),
    version: 1,
    json,
    inputs: [1],
    inputTypes: [input],
    outputType: parseRowType(json['outputType']),
    description: String(json['description']),
  };
}

/** Accumulators that are Java objects in Flink, and bytes of our own here. */
function hiddenColumns(json: Readonly<Record<string, unknown>>): ReadonlySet<number> {
  const hasObjects = /"RAW"|"STRUCTURED_TYPE"|STRUCTURED</.test(JSON.stringify(json['outputType']));
  const fields = hasObjects ? parseRowType(json['outputType']).fields : [];
  return new Set(fields.flatMap(({ type }, index) => (type.kind === 'VARBINARY' ? [index] : [])));
}

function isRow(step: OperatorStep): step is OperatorRow {
  return Array.isArray(step);
}

function outputOf(emitted: Emitted, type: TypeOf<'ROW'>): OperatorOutput {
  if ('watermarkMs' in emitted) return { watermark: Number(emitted.watermarkMs) };
  const [kind, ...values] = emitted;
  return [kind, ...canonicalRow(values, type)];
}

function withoutColumns(output: OperatorOutput, hidden: ReadonlySet<number>): OperatorOutput {
  if (!Array.isArray(output) || hidden.size === 0) return output;
  const [kind, ...values] = output as OperatorRow;
  return [kind, ...values.map((value, index) => (hidden.has(index) ? null : value))];
}
