/** A column that a generated loop reads or writes, and the names under which its buffers are known in the loop. */
import { physicalOf, type LogicalType, type Physical } from '../columnar/types.js';

export interface Binding {
  /** Index of the column in the batch, then of the child, and so on. */
  readonly path: readonly number[];
  readonly type: LogicalType;
  readonly physical: Physical;
  /** Where the null bytes begin, a JavaScript name. */
  readonly nulls: string;
  /** Where the data begins, in elements of its view. */
  readonly data: string;
  /** Where the nanoseconds begin, in elements of i32. */
  readonly aux: string;
  /** No row of the batch at hand is NULL here: the loop need not look. */
  readonly nullFree: boolean;
  readonly isOutput: boolean;
  /** One value per row of the batch: not so below arrays and maps. */
  readonly rowAligned: boolean;
}

/** log2 of the bytes of one element of the view through which the data is read. */
export const DATA_SHIFT: Readonly<Record<Physical, number>> = {
  bool: 0,
  int32: 2,
  int64: 3,
  int128: 3,
  float32: 2,
  float64: 3,
  timestamp: 3,
  view: 2,
  list: 2,
  map: 2,
  row: 0,
  null: 0,
};

export function bindingOf(
  path: readonly number[],
  type: LogicalType,
  name: string,
  kind: Pick<Binding, 'nullFree' | 'isOutput' | 'rowAligned'>,
): Binding {
  return { path, type, physical: physicalOf(type), nulls: `${name}n`, data: `${name}d`, aux: `${name}a`, ...kind };
}

export function pathKey(path: readonly number[]): string {
  return path.join('.');
}
