/** Projections that compute nothing: columns, fields of rows, and casts that change no value. */
import { type Batch, type Column } from '../columnar/batch.js';
import { type Arena } from '../columnar/memory.js';
import { assert } from '../errors.js';
import { isIdentityCast } from './cast/identity.js';
import { type Expression } from './expression.js';

/** Indexes of the column and of the fields below it; null when the expression computes something. */
export function passThroughPath(expression: Expression): readonly number[] | null {
  switch (expression.kind) {
    case 'input':
      return [expression.index];
    case 'field': {
      const path = passThroughPath(expression.source);
      return path && [...path, expression.index];
    }
    case 'call': {
      const [operand] = expression.operands;
      if (!operand || !(expression.function === 'CAST' || expression.function === 'TRY_CAST')) return null;
      return isIdentityCast(operand.type, expression.type) ? passThroughPath(operand) : null;
    }
    default:
      return null;
  }
}

/** Whether a nested value lies in the input: a column, a field of one, an element of one. What is computed has no children to read. */
export function isStored(expression: Expression): boolean {
  if (expression.kind === 'field') return isStored(expression.source);
  if (expression.kind === 'call' && expression.function === 'ITEM')
    return expression.operands[0] !== undefined && isStored(expression.operands[0]);
  return passThroughPath(expression) !== null;
}

export function isNullLiteral(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}

export function columnAt(columns: readonly Column[], path: readonly number[]): Column {
  let children = columns;
  let column: Column | undefined;
  for (const index of path) {
    column = children[index];
    assert(column !== undefined, `no column ${path.join('.')}`);
    children = column.children;
  }
  assert(column !== undefined, 'an empty path');
  return column;
}

/** The column itself; a field of rows of which a selected one is NULL gets null bytes of its own. */
export function passedThroughColumn(arena: Arena, batch: Batch, expression: Expression): Column {
  const path = passThroughPath(expression);
  assert(path !== null, 'the expression is computed');
  const column = columnAt(batch.columns, path);
  const parents = path
    .slice(1)
    .map((_index, depth) => columnAt(batch.columns, path.slice(0, depth + 1)))
    .filter((parent) => hasSelectedNull(arena, parent, batch));
  if (parents.length === 0) return column;
  const nulls = arena.allocate(column.length);
  const { u8 } = arena.memory;
  u8.copyWithin(nulls, column.nulls, column.nulls + column.length);
  for (const parent of parents) mergeNulls(u8, parent.nulls, nulls, column.length);
  return { ...column, nulls };
}

function hasSelectedNull(arena: Arena, column: Column, batch: Batch): boolean {
  const { u8, u32 } = arena.memory;
  if (batch.selection === 0) return u8.subarray(column.nulls, column.nulls + column.length).includes(1);
  return anySelected(u8, column.nulls, u32, batch.selection >>> 2, batch.selectedCount);
}

function anySelected(u8: Uint8Array, nulls: number, u32: Uint32Array, selection: number, count: number): boolean {
  for (let index = 0; index < count; index++) {
    if (u8[nulls + (u32[selection + index] ?? 0)] !== 0) return true;
  }
  return false;
}

function mergeNulls(u8: Uint8Array, from: number, into: number, count: number): void {
  for (let row = 0; row < count; row++) u8[into + row] = (u8[into + row] ?? 0) | (u8[from + row] ?? 0);
}
