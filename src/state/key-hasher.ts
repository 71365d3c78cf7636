/**
 * Keys of a batch as the BinaryRowData bytes, hashes and key groups that Flink's generated key projection and KeyGroupRangeAssignment make.
 * State is found by these bytes, and exchanges are routed by the key group.
 */
import { type Column } from '../columnar/batch.js';
import { type Arena, type WorkerMemory } from '../columnar/memory.js';
import { type TypeOf } from '../columnar/types.js';

/** Keys of the selected rows, in selection order, all in the arena. */
export interface KeyedRows {
  readonly count: number;
  /** u32[count + 1], from `rows`; multiples of 8. */
  readonly offsets: number;
  /** BinaryRowData bytes of the keys, back to back; the row kind is INSERT. */
  readonly rows: number;
  /** i32[count]: BinaryRowData.hashCode. */
  readonly hashes: number;
  /** u32[count]: KeyGroupRangeAssignment.computeKeyGroupForKeyHash. */
  readonly keyGroups: number;
}

/** The rows of a batch that have keys. */
export interface SelectedRows {
  readonly selection: number;
  readonly selectedCount: number;
  readonly rowCount: number;
}

export class KeyHasher {
  constructor(
    private readonly memory: WorkerMemory,
    private readonly keyType: TypeOf<'ROW'>,
    private readonly maxParallelism: number,
  ) {}

  /** `columns` are those of the key, in the key's order; none for a singleton distribution. */
  hash(_arena: Arena, _columns: readonly Column[], _batch: SelectedRows): KeyedRows {
    throw new Error(`not yet ${this.keyType.kind} ${this.maxParallelism} ${this.memory.byteLength}`);
  }
}
