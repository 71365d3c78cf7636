/**
 * NULLs in NOT NULL columns: decoders make them (a field that is not there, a delete by key), and nothing checks them before a sink. Flink's
 * generated code does not ask whether a NOT NULL result is NULL: it writes what lies in the variable, the default of its type. A type that
 * has NULL as its default stays NULL.
 */
import { type Batch, type Column } from '../../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../../columnar/memory.js';
import { VALUE_BYTES, type LogicalType } from '../../columnar/types.js';
import { walk, type Expression } from '../../expressions/expression.js';

interface NotNullColumn {
  readonly index: number;
  /** NOT NULL columns of the input that it is made of. */
  readonly inputs: readonly number[];
}

export class NotNullColumns {
  private readonly columns: readonly NotNullColumn[];

  constructor(projection: readonly Expression[], inputCount: number) {
    this.columns = isIdentity(projection, inputCount) ? [] : projection.flatMap(notNullColumn);
  }

  /** The results with defaults in the place of NULLs that come from NULLs in NOT NULL columns of the input. */
  filled(arena: Arena, input: Batch, result: Batch): Batch {
    const columns = [...result.columns];
    for (const { index, inputs } of this.columns) {
      const nullInputs = inputs.map((at) => input.columns[at]!).filter((column) => hasNull(arena, column));
      if (nullInputs.length > 0) columns[index] = filledColumn(arena, columns[index]!, nullInputs);
    }
    return { ...result, columns };
  }
}

/** Only a filter: Flink passes its rows on as they are. */
function isIdentity(projection: readonly Expression[], inputCount: number): boolean {
  return (
    projection.length === inputCount &&
    projection.every((expression, index) => expression.kind === 'input' && expression.index === index)
  );
}

function notNullColumn(expression: Expression, index: number): NotNullColumn[] {
  if (expression.type.nullable || !hasDefault(expression.type)) return [];
  const inputs = [...walk(expression)].flatMap((part) =>
    part.kind === 'input' && !part.type.nullable ? [part.index] : [],
  );
  return inputs.length === 0 ? [] : [{ index, inputs: [...new Set(inputs)] }];
}

/** CodeGenUtils.primitiveDefaultValue. */
function hasDefault(type: LogicalType): boolean {
  switch (type.kind) {
    case 'CHAR':
    case 'VARCHAR':
    case 'BOOLEAN':
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'DATE':
    case 'TIME':
    case 'INTERVAL_YEAR_MONTH':
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME':
    case 'FLOAT':
    case 'DOUBLE':
      return true;
    default:
      return false;
  }
}

function hasNull(arena: Arena, { nulls, length }: Column): boolean {
  return arena.memory.u8.subarray(nulls, nulls + length).includes(1);
}

/** A copy: what is passed through is others' column, too. */
function filledColumn(arena: Arena, column: Column, inputs: readonly Column[]): Column {
  const { length } = column;
  const valueBytes = VALUE_BYTES[column.physical];
  const nulls = arena.allocate(length);
  const data = arena.allocate(length * valueBytes);
  const { u8 } = arena.memory;
  u8.copyWithin(nulls, column.nulls, column.nulls + length);
  u8.copyWithin(data, column.data, column.data + length * valueBytes);
  for (let row = 0; row < length; row++) {
    if (u8[nulls + row] !== 1 || !inputs.some((input) => u8[input.nulls + row] === 1)) continue;
    u8[nulls + row] = 0;
    writeDefault(arena.memory, column, data + row * valueBytes);
  }
  return { ...column, nulls, data };
}

function writeDefault({ u8, i32, f32, f64 }: WorkerMemory, { physical }: Column, at: number): void {
  switch (physical) {
    case 'bool':
      u8[at] = 0;
      break;
    case 'float32':
      f32[at >> 2] = -1;
      break;
    case 'float64':
      f64[at >> 3] = -1;
      break;
    case 'int64':
      i32.fill(-1, at >> 2, (at >> 2) + 2);
      break;
    case 'int32':
      i32[at >> 2] = -1;
      break;
    default:
      // The view of an empty string.
      i32.fill(0, at >> 2, (at >> 2) + 2);
  }
}
