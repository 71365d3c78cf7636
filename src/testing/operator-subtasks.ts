/** The subtasks of one keyed operator: rows go to the one that has their key group; a snapshot of all is restored into as many as wished. */
import { batchOf } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { type TypeOf } from '../columnar/types.js';
import { type ExecNode, type KeyGroupRange, type OperatorFactory } from '../operators/operator.js';
import { KeyHasher } from '../state/key-hasher.js';
import { columnFromValues, type Value } from './column-values.js';
import { OperatorHarness, type Emitted, type KindRow } from './operator-harness.js';
import { type OperatorRow, type OperatorStep } from './operator-oracle.js';

const MAX_PARALLELISM = 8;
/** Of all that one test process runs, one behind the other. */
const memory = new WorkerMemory();

export class Subtasks {
  private readonly arena = new Arena(memory);
  private readonly hashers: readonly KeyHasher[];
  private harnesses: OperatorHarness[];
  private watermark: number | undefined;

  /** @param keyColumns of each input */
  constructor(
    private readonly factory: OperatorFactory,
    private readonly node: ExecNode,
    private readonly keyColumns: readonly (readonly number[])[],
    private readonly config: Readonly<Record<string, string>>,
  ) {
    this.hashers = keyColumns.map((columns, input) => {
      const fields = columns.map((column) => this.rowTypeOf(input).fields[column]!);
      return new KeyHasher(memory, { kind: 'ROW', nullable: false, fields }, MAX_PARALLELISM);
    });
    this.harnesses = this.open(1);
  }

  process(rows: readonly KindRow[], input = 0): Emitted[] {
    const owners = this.keyGroupsOf(rows, input).map((keyGroup) =>
      Math.floor((keyGroup * this.harnesses.length) / MAX_PARALLELISM),
    );
    return this.harnesses.flatMap((harness, subtask) => {
      const own = rows.filter((_, index) => owners[index] === subtask);
      return own.length === 0 ? [] : harness.process(own, input);
    });
  }

  /** A watermark comes out once. */
  apply(step: Exclude<OperatorStep, OperatorRow>): Emitted[] {
    if ('watermark' in step) this.watermark = step.watermark;
    const emitted = this.harnesses.flatMap((harness) => {
      if ('watermark' in step) return harness.watermark(BigInt(step.watermark));
      if ('time' in step) return harness.advanceTime(step.time);
      return 'barrier' in step ? harness.prepareSnapshot() : harness.endInput();
    });
    const rows = emitted.filter((one) => Array.isArray(one));
    return [...rows, ...emitted.filter((one) => !Array.isArray(one)).slice(0, 1)];
  }

  /** Operators forget their watermark; who sends it sends it again. Returns the rows that come out of it. */
  restore(parallelism: number): Emitted[] {
    const nowMs = this.harnesses[0]!.nowMs;
    const blobs = this.harnesses.flatMap((harness) => harness.snapshot());
    this.release();
    this.harnesses = this.open(parallelism);
    this.harnesses.forEach((harness, subtask) => {
      const { start, end } = rangeOf(subtask, parallelism);
      harness.nowMs = nowMs;
      harness.restore(blobs.filter(({ keyGroup }) => keyGroup >= start && keyGroup <= end));
    });
    if (this.watermark === undefined) return [];
    return this.apply({ watermark: this.watermark }).filter((one) => Array.isArray(one));
  }

  release(): void {
    for (const harness of this.harnesses) harness.release();
    this.harnesses = [];
  }

  private open(parallelism: number): OperatorHarness[] {
    return Array.from(
      { length: parallelism },
      (_, subtask) =>
        new OperatorHarness(this.factory, this.node, {
          memory,
          maxParallelism: MAX_PARALLELISM,
          keyGroups: rangeOf(subtask, parallelism),
          config: this.config,
        }),
    );
  }

  private rowTypeOf(input: number): TypeOf<'ROW'> {
    return this.node.inputTypes[input] as TypeOf<'ROW'>;
  }

  private keyGroupsOf(rows: readonly KindRow[], input: number): number[] {
    this.arena.reset();
    const { fields } = this.rowTypeOf(input);
    const columns = this.keyColumns[input]!.map(
      (column) =>
      columnFromValues(this.arena, fields[column]!.type, rows.map((row) => row[column + 1] as Value)), // prettier-ignore
    );
    const { keyGroups } = this.hashers[input]!.hash(this.arena, columns, batchOf(columns, rows.length));
    return rows.map((_, index) => memory.u32[(keyGroups >> 2) + index]!);
  }
}

/** KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex. */
export function rangeOf(subtask: number, parallelism: number, maxParallelism = MAX_PARALLELISM): KeyGroupRange {
  return {
    start: Math.ceil((subtask * maxParallelism) / parallelism),
    end: Math.ceil(((subtask + 1) * maxParallelism) / parallelism) - 1,
  };
}
