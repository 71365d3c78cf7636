/**
 * How the columns of a projection come to be: passed through, computed by a loop, or constructed of such columns.
 *
 * A constructed row is a column whose children are the columns of its parts. The elements of a constructed array of n parts are one
 * column of n values a row: part p of row r lies at r * n + p, and so on inwards. Keys and values of a map likewise. So every
 * computed part is one *cell*, written by the same loops as plain columns; nothing is copied.
 */
import { type Code } from '../codegen/code.js';
import { emitStore, emitStoreList } from '../codegen/column-access.js';
import { allocateColumn, type Batch, type Column } from '../columnar/batch.js';
import { type Arena } from '../columnar/memory.js';
import { childTypes, physicalOf, VALUE_BYTES, type LogicalType } from '../columnar/types.js';
import { assert } from '../errors.js';
import { type Expression } from './expression.js';
import { type EmitContext } from './function.js';
import { asPart, constructionOf, cutsNanos } from './nested/constructors.js';
import { isNullLiteral, passThroughPath, passedThroughColumn } from './pass-through.js';

/** A value of each row that a loop computes; `stride` values of a row lie side by side in its column, this one at `slot`. */
export interface Cell {
  /** Null: the (start, count) of a constructed array or map. */
  readonly expression: Expression | null;
  readonly type: LogicalType;
  readonly slot: number;
  readonly stride: number;
  /** Of a constructed array or map: its elements, and the room that each has among those of the row. */
  readonly count: number;
  readonly room: number;
  /** A part of a constructed value: Flink wrote it into binary form, which has no nanoseconds for TIMESTAMP(0..3). */
  readonly isPart: boolean;
}

/** Where a column comes from; `cells` are indexes. */
type Part = WholePart | BuiltPart;

interface WholePart {
  readonly kind: 'whole';
  readonly type: LogicalType;
  readonly expression: Expression;
}

interface BuiltPart {
  readonly kind: 'built';
  readonly type: LogicalType;
  readonly stride: number;
  readonly cells: readonly number[];
  readonly children: readonly Part[];
}

interface Placed {
  readonly expression: Expression;
  readonly slot: number;
}

export class Projection {
  readonly cells: readonly Cell[];
  /** Indexes of the cells as Flink evaluates them: it decides which exception a row throws. */
  readonly evaluationOrder: readonly number[];
  private readonly parts: readonly Part[];
  private readonly added: Cell[] = [];

  constructor(expressions: readonly Expression[]) {
    this.parts = expressions.map((expression) => this.partOf(expression.type, [{ expression, slot: 0 }], 1, false));
    this.cells = this.added;
    const ranks = new Map(expressions.flatMap(leavesOf).map((leaf, rank) => [leaf, rank]));
    const rankOf = (index: number): number => ranks.get(this.cells[index]!.expression!) ?? -1;
    this.evaluationOrder = this.cells.map((_cell, index) => index).sort((a, b) => rankOf(a) - rankOf(b));
  }

  private partOf(type: LogicalType, placed: readonly Placed[], stride: number, isPart: boolean): Part {
    const [first] = placed;
    assert(first !== undefined, 'a column of no parts');
    const { expression } = first;
    if (constructionOf(expression)) return this.constructed(type, placed, stride);
    if (stride === 1 && isWhole(expression) && !(isPart && cutsNanos(type))) return { kind: 'whole', type, expression };
    const cells = placed.map((one) => this.add({ ...one, type, stride, count: 0, room: 0, isPart }));
    return { kind: 'built', type, stride, cells, children: [] };
  }

  /** All parts that share a column are constructed, or none is: see checkConstruction. */
  private constructed(type: LogicalType, placed: readonly Placed[], stride: number): Part {
    const built = placed.map(({ expression }) => constructionOf(expression)!.children);
    const counts = built.map(([child]) => child?.parts.length ?? 0);
    const room = type.kind === 'ROW' ? 1 : Math.max(...counts);
    const children = childTypes(type).map((childType, index) => {
      const inner = placed.flatMap(({ slot }, at) =>
        built[at]![index]!.parts.map((expression, part) => ({ expression, slot: slot * room + part })),
      );
      return this.partOf(childType, inner, stride * room, true);
    });
    const listCell = (slot: number, count: number): number =>
      this.add({ expression: null, type, slot, stride, count, room, isPart: true });
    const cells = type.kind === 'ROW' ? [] : placed.map(({ slot }, at) => listCell(slot, counts[at]!));
    return { kind: 'built', type, stride, cells, children };
  }

  private add(cell: Cell): number {
    return this.added.push(cell) - 1;
  }

  /** The columns over the batch, and for each cell the column that the loops write. */
  allocate(arena: Arena, batch: Batch): { columns: Column[]; targets: Column[] } {
    const targets: Column[] = [];
    const columnOf = (part: Part): Column => {
      if (part.kind === 'whole') return wholeColumn(arena, batch, part);
      const length = batch.rowCount * part.stride;
      const column =
        part.children.length === 0
          ? allocateColumn(arena, part.type, length)
          : containerColumn(arena, part.type, length, part.children.map(columnOf)); // prettier-ignore
      for (const cell of part.cells) targets[cell] = column;
      return column;
    };
    return { columns: this.parts.map(columnOf), targets };
  }

  /** Writes the statements that compute a cell and store it. */
  emitCell(code: Code, index: number, context: EmitContext): void {
    const cell = this.cells[index];
    assert(cell !== undefined, `no cell ${index}`);
    const output = code.output(index, cell.type);
    const at = cell.stride === 1 ? 'r' : code.local(`r * ${cell.stride} + ${cell.slot}`);
    if (cell.expression === null) {
      emitStoreList(code, output, at, cell.room, cell.count);
      return;
    }
    const value = context.emit(cell.expression);
    emitStore(code, output, cell.isPart ? asPart(value, cell.type) : value, at);
  }
}

function isWhole(expression: Expression): boolean {
  return passThroughPath(expression) !== null || isNullLiteral(expression);
}

function wholeColumn(arena: Arena, batch: Batch, { type, expression }: WholePart): Column {
  return isNullLiteral(expression)
    ? allocateColumn(arena, type, batch.rowCount, 1)
    : passedThroughColumn(arena, batch, expression);
}

/** A column of rows, arrays or maps around columns that are there already; none is NULL. */
function containerColumn(arena: Arena, type: LogicalType, length: number, children: readonly Column[]): Column {
  const physical = physicalOf(type);
  const nulls = arena.allocate(length);
  arena.memory.u8.fill(0, nulls, nulls + length);
  const valueBytes = VALUE_BYTES[physical];
  const data = valueBytes === 0 ? 0 : arena.allocate(length * valueBytes);
  return { type, physical, length, nulls, data, aux: 0, children };
}

/** The parts that construct nothing, in the order in which Flink evaluates them. */
function leavesOf(expression: Expression): readonly Expression[] {
  const built = constructionOf(expression);
  return built ? built.children.flatMap(({ parts }) => parts.flatMap(leavesOf)) : [expression];
}
