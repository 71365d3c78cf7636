/**
 * What stock Flink's operators answered, written down: a file per operator, a line per sequence of steps. Our operator runs the same steps in
 * batches of its own, through snapshots and restores, and must answer the same.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseRowType } from '../columnar/type-parser.js';
import { type TypeOf } from '../columnar/types.js';
import { assert } from '../errors.js';
import { type ExecNode, type OperatorFactory } from '../operators/operator.js';
import { goldenPlan } from './golden-expressions.js';
import { type Emitted, type KindRow } from './operator-harness.js';
import { Subtasks } from './operator-subtasks.js';
import {
  operatorOracle,
  type OperatorAnswer,
  type OperatorOutput,
  type OperatorRequest,
  type OperatorRow,
  type OperatorStep,
} from './operator-oracle.js';
import { canonicalRow, rowFromCanonical } from './row-oracle.js';

export type AnsweredOperator = Extract<OperatorAnswer, { outputs: unknown }>;

export interface OperatorCase {
  readonly name: string;
  readonly request: OperatorRequest;
  readonly answer: AnsweredOperator;
}

export function readOperatorCases(url: URL): OperatorCase[] {
  if (!existsSync(url)) return [];
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as OperatorCase);
}

/** Asks stock Flink; it must plan them. */
export async function answerOperatorCases(
  requests: Readonly<Record<string, OperatorRequest>>,
): Promise<OperatorCase[]> {
  const cases: OperatorCase[] = [];
  for (const [name, request] of Object.entries(requests)) {
    const answer = await operatorOracle().ask(request);
    assert('outputs' in answer, `${name}: ${JSON.stringify(answer)}`);
    cases.push({ name, request, answer });
  }
  return cases;
}

export function writeOperatorCases(url: URL, cases: readonly OperatorCase[]): void {
  writeFileSync(url, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** The type of operators whose output is their input's, time attributes included. */
function rowTypeOf(answer: AnsweredOperator): TypeOf<'ROW'> {
  return parseRowType(answer.node.outputType);
}

export function operatorNode(factory: OperatorFactory, answer: AnsweredOperator): ExecNode {
  const type = rowTypeOf(answer);
  return {
    id: 2,
    execNode: factory.execNode,
    version: 1,
    json: answer.node,
    inputs: [1],
    inputTypes: [type],
    outputType: type,
    description: String(answer.node.description),
  };
}

export interface RunOptions {
  /** Where a batch ends, beyond where it must. */
  readonly isBatchEnd: (step: number) => boolean;
  /** Takes a snapshot before this step, as a barrier does, and restores it into so many subtasks. */
  readonly restoreAt?: (step: number) => number | undefined;
}

/** Results of a stretch of steps, up to and including step `until`. */
export interface Stretch {
  readonly until: number;
  readonly outputs: readonly OperatorOutput[];
}

/** Runs the steps on our operator. The outputs of several subtasks come one behind the other. */
export function runOperator(
  factory: OperatorFactory,
  { request, answer }: OperatorCase,
  options: RunOptions,
): Stretch[] {
  const node = operatorNode(factory, answer);
  const refusal = factory.check(node, goldenPlan(request.config));
  assert(refusal === null, `refused: ${refusal}`);
  const type = node.outputType as TypeOf<'ROW'>;
  const subtasks = new Subtasks(factory, node, [answer.node.uniqueKeys as number[]], request.config ?? {});
  const stretches: Stretch[] = [];
  let rows: KindRow[] = [];
  const add = (until: number, emitted: Emitted[]): void => {
    stretches.push({ until, outputs: emitted.map((one) => outputOf(one, type)) });
  };
  const flush = (until: number): void => {
    if (rows.length > 0) add(until, subtasks.process(rows));
    rows = [];
  };
  request.steps.forEach((step, index) => {
    const parallelism = options.restoreAt?.(index);
    if (parallelism !== undefined) {
      flush(index - 1);
      add(index - 1, subtasks.restore(parallelism));
    }
    if (isRow(step)) rows.push([step[0], ...rowFromCanonical(step.slice(1) as never, type)]);
    else flush(index - 1);
    if (!isRow(step)) add(index, subtasks.apply(step));
    else if (options.isBatchEnd(index)) flush(index);
  });
  flush(request.steps.length - 1);
  subtasks.release();
  return stretches;
}

function isRow(step: OperatorStep | OperatorOutput): step is OperatorRow {
  return Array.isArray(step);
}

function outputOf(emitted: Emitted, type: TypeOf<'ROW'>): OperatorOutput {
  if ('watermarkMs' in emitted) return { watermark: Number(emitted.watermarkMs) };
  const [kind, ...values] = emitted;
  return [kind, ...canonicalRow(values, type)];
}

/** Flink's outputs of the same stretches. */
export function stretchesOf({ answer }: OperatorCase, ours: readonly Stretch[]): Stretch[] {
  let from = 0;
  return ours.map(({ until }) => {
    const outputs = answer.outputs.slice(from, until + 1).flat();
    from = Math.max(from, until + 1);
    return { until, outputs };
  });
}

/** Stretches joined until something ends that must bring the results out: Flink holds them back until then, and we need not. */
export function joinedUpToMarks({ request }: OperatorCase, stretches: readonly Stretch[]): Stretch[] {
  const isBundled = request.config?.['table.exec.mini-batch.enabled'] === 'true';
  const joined: Stretch[] = [];
  let outputs: OperatorOutput[] = [];
  stretches.forEach((stretch, index) => {
    outputs.push(...stretch.outputs);
    const step = request.steps[stretch.until];
    const isMark = step && !isRow(step) && ('watermark' in step || (isBundled && !('time' in step)));
    if (!isMark && index < stretches.length - 1) return;
    joined.push({ until: stretch.until, outputs });
    outputs = [];
  });
  return joined;
}

/** With the rows of each key together: their order is kept, that among keys says nothing. Watermarks come last. */
export function byKey({ answer }: OperatorCase, stretches: readonly Stretch[]): unknown[] {
  const keys = answer.node.uniqueKeys as readonly number[];
  return stretches.map(({ until, outputs }) => {
    const groups: Record<string, OperatorOutput[]> = {};
    for (const output of outputs) {
      const key = isRow(output) ? JSON.stringify(keys.map((key) => output[key + 1])) : '~';
      (groups[key] ??= []).push(output);
    }
    return { until, groups };
  });
}
