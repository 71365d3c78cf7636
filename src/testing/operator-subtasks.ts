/** The subtasks of one keyed operator: rows go to the one that has their key group; a snapshot of all is restored into as many as wished. */
import { batchOf } from '../columnar/batch.js';
import { Arena, WorkerMemory } from '../columnar/memory.js';
import { type TypeOf } from '../columnar/types.js';
import { type ExecNode, type OperatorFactory } from '../operators/operator.js';
import { KeyHasher } from '../state/key-hasher.js';
import { columnFromValues, type Value } from './column-values.js';
import { OperatorHarness, type Emitted, type KindRow } from './operator-harness.js';
import { type OperatorRow, type OperatorStep } from './operator-oracle.js';

const MAX_PARALLELISM = 8;

export class Subtasks {
  private readonly memory = new WorkerMemory();
  private readonly arena = new Arena(this.memory);
  private readonly hasher: KeyHasher;
  private readonly rowType: TypeOf<'ROW'>;
  private harnesses: OperatorHarness[];
  private watermark: number | undefined;

  constructor(
    private readonly factory: OperatorFactory,
    private readonly node: ExecNode,
    private readonly keyColumns: readonly number[],
    private readonly config: Readonly<Record<string, string>>,
  ) {
    this.rowType = node.inputTypes[0] as TypeOf<'ROW'>;
    const fields = keyColumns.map((column) => this.rowType.fields[column]!);
    this.hasher = new KeyHasher(this.memory, { kind: 'ROW', nullable: false, fields }, MAX_PARALLELISM);
    this.harnesses = this.open(1);
  }

  process(rows: readonly KindRow[]): Emitted[] {
    const owners = this.keyGroupsOf(rows).map((keyGroup) =>
      Math.floor((keyGroup * this.harnesses.length) / MAX_PARALLELISM),
    );
    return this.harnesses.flatMap((harness, subtask) => {
      const own = rows.filter((_, index) => owners[index] === subtask);
      return own.length === 0 ? [] : harness.process(own);
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
  }

  private open(parallelism: number): OperatorHarness[] {
    return Array.from(
      { length: parallelism },
      (_, subtask) =>
        new OperatorHarness(this.factory, this.node, {
          maxParallelism: MAX_PARALLELISM,
          keyGroups: rangeOf(subtask, parallelism),
          config: this.config,
        }),
    );
  }

  private keyGroupsOf(rows: readonly KindRow[]): number[] {
    this.arena.reset();
    const columns = this.keyColumns.map(
      (column) =>
      columnFromValues(this.arena, this.rowType.fields[column]!.type, rows.map((row) => row[column + 1] as Value)), // prettier-ignore
    );
    const { keyGroups } = this.hasher.hash(this.arena, columns, batchOf(columns, rows.length));
    return rows.map((_, index) => this.memory.u32[(keyGroups >> 2) + index]!);
  }
}

/** KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex. */
function rangeOf(subtask: number, parallelism: number): { start: number; end: number } {
  return {
    start: Math.ceil((subtask * MAX_PARALLELISM) / parallelism),
    end: Math.ceil(((subtask + 1) * MAX_PARALLELISM) / parallelism) - 1,
  };
}
