/**
 * The projections and the condition of a calc, compiled: one loop for the condition, which writes the selection, and as few loops as V8
 * optimises well for the computed columns, over the selected rows. Columns and fields of rows pass through as they are.
 *
 * Follows CalcCodeGenerator: the condition first, then all projections of a row, in order.
 */
import { Code, type Loop } from '../codegen/code.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { NEVER_NULL } from '../codegen/value.js';
import { type Batch, type Column } from '../columnar/batch.js';
import { assert, ErrorCode, SlipstreamError } from '../errors.js';
import { emitContext } from './evaluator.js';
import { type Expression } from './expression.js';
import { columnAt } from './pass-through.js';
import { Projection } from './projection.js';

/** Statements in one loop; beyond some hundreds, V8 takes long to optimise and optimises worse. */
const LOOP_STATEMENTS_MAX = 400;
/** Loops that are made for different sets of columns without NULLs, before the one that expects them everywhere serves all. */
const NULL_SHAPES_MAX = 4;

export class ExpressionProgram {
  private readonly condition: CompiledLoops | null;
  private readonly computed: readonly CompiledLoops[];
  private readonly projection: Projection;

  constructor(
    projection: readonly Expression[],
    condition: Expression | null,
    private readonly runtime: EvaluationRuntime,
  ) {
    this.condition =
      condition && new CompiledLoops((code) => this.emitCondition(code, condition), SELECTION_FRAME, runtime);
    this.projection = new Projection(projection);
    this.computed = this.groupCells();
  }

  /** The columns of the projection over the rows that the condition keeps; null when it keeps none. */
  evaluate(batch: Batch): Batch | null {
    try {
      return this.evaluateAll(batch);
    } catch (error) {
      if (!isEvaluationFailure(error)) throw error;
      this.findFirstFailure(batch);
      throw error;
    }
  }

  private evaluateAll(batch: Batch): Batch | null {
    const { arena } = this.runtime;
    let { selection, selectedCount } = batch;
    if (this.condition) {
      const kept = arena.allocate(selectedCount * 4);
      selectedCount = Number(this.condition.run(batch, [], selection, selectedCount, kept));
      selection = selectedCount === batch.rowCount ? 0 : kept;
    }
    if (selectedCount === 0) return null;
    const selected: Batch = { ...batch, selection, selectedCount };
    const { columns, targets } = this.projection.allocate(arena, selected);
    for (const loops of this.computed) loops.run(batch, targets, selection, selectedCount);
    return { ...selected, columns };
  }

  /** Flink throws what the first row throws first: the loops, group by group, need not have met that one. */
  private findFirstFailure(batch: Batch): void {
    const { arena } = this.runtime;
    const row = arena.allocate(4);
    for (let index = 0; index < batch.selectedCount; index++) {
      const { u32 } = arena.memory;
      u32[row >> 2] = batch.selection === 0 ? index : (u32[(batch.selection >> 2) + index] ?? 0);
      arena.borrow(() => this.evaluateAll({ ...batch, selection: row, selectedCount: 1 }));
    }
  }

  private emitCondition(code: Code, condition: Expression): void {
    const { isNull, terms } = emitContext(code, this.runtime).emit(condition);
    const holds = isNull === NEVER_NULL ? terms[0] : `${isNull} === 0 && ${terms[0]}`;
    code.line('u32[kept] = r;');
    code.line(`if (${holds}) kept++;`);
  }

  private groupCells(): CompiledLoops[] {
    const groups: number[][] = [];
    let statements = LOOP_STATEMENTS_MAX;
    for (const cell of this.projection.evaluationOrder) {
      const alone = new Code();
      this.emitCell(alone, cell);
      if (statements + alone.size > LOOP_STATEMENTS_MAX) {
        groups.push([]);
        statements = 0;
      }
      groups[groups.length - 1]?.push(cell);
      statements += alone.size;
    }
    return groups.map(
      (group) =>
        new CompiledLoops((code) => group.forEach((cell) => this.emitCell(code, cell)), NO_FRAME, this.runtime),
    );
  }

  private emitCell(code: Code, cell: number): void {
    this.projection.emitCell(code, cell, emitContext(code, this.runtime));
  }
}

interface LoopFrame {
  readonly prologue: readonly string[];
  readonly epilogue: readonly string[];
}
const NO_FRAME: LoopFrame = { prologue: [], epilogue: [] };
/** The selection begins at the last of the pointers; the loop returns how many rows it kept. */
const SELECTION_FRAME: LoopFrame = {
  prologue: ['const kept0 = P[P.length - 1] >>> 2;', 'let kept = kept0;'],
  epilogue: ['return kept - kept0;'],
};

interface CompiledLoop {
  readonly code: Code;
  readonly loop: Loop;
}

/** One text, compiled apart for batches in which some input columns have no NULL. */
class CompiledLoops {
  private readonly general: CompiledLoop;
  private readonly byNullShape = new Map<string, CompiledLoop>();
  /** Paths of the input columns that may be NULL and lie row by row beside the batch. */
  private readonly nullablePaths: readonly (readonly number[])[];

  constructor(
    private readonly emit: (code: Code) => void,
    private readonly frame: LoopFrame,
    private readonly runtime: EvaluationRuntime,
  ) {
    this.general = this.compile(new Code());
    this.nullablePaths = this.general.code.bindings
      .filter((binding) => binding.rowAligned)
      .map((binding) => binding.path);
  }

  private compile(code: Code): CompiledLoop {
    this.emit(code);
    return { code, loop: code.compileLoop(this.runtime, this.frame.prologue, this.frame.epilogue) };
  }

  /** `extraPointer` follows the pointers of the columns. */
  run(batch: Batch, outputs: readonly Column[], selection: number, count: number, extraPointer = 0): unknown {
    const { code, loop } = this.loopFor(batch);
    const pointers: number[] = [];
    for (const binding of code.bindings) {
      const column = binding.isOutput ? outputs[binding.path[0] ?? 0] : columnAt(batch.columns, binding.path);
      assert(column !== undefined, `no column ${binding.path.join('.')}`);
      pointers.push(column.nulls, column.data, column.aux);
    }
    pointers.push(extraPointer);
    return loop(this.runtime.memory, pointers, selection, count);
  }

  private loopFor(batch: Batch): CompiledLoop {
    const { u8 } = this.runtime.memory;
    const nullFree = this.nullablePaths.map((path) => {
      const { nulls, length } = columnAt(batch.columns, path);
      return !u8.subarray(nulls, nulls + length).includes(1);
    });
    if (!nullFree.includes(true)) return this.general;
    const shape = nullFree.map(Number).join('');
    const known = this.byNullShape.get(shape);
    if (known) return known;
    if (this.byNullShape.size >= NULL_SHAPES_MAX) return this.general;
    const without = new Set(this.nullablePaths.filter((_path, index) => nullFree[index]).map((path) => path.join('.')));
    const made = this.compile(new Code((path) => without.has(path.join('.'))));
    this.byNullShape.set(shape, made);
    return made;
  }
}

function isEvaluationFailure(error: unknown): boolean {
  return error instanceof SlipstreamError && error.code === ErrorCode.evaluationFailed;
}
