/** State of a few bytes by key, for variants that never emit a row of the past. */
import { type Batch } from '../../columnar/batch.js';
import { ExpiredEntries } from '../../state/expired-entries.js';
import { KeyHasher } from '../../state/key-hasher.js';
import { KeyedTable } from '../../state/keyed-table.js';
import { TableState } from '../../state/table-state.js';
import { type RuntimeContext } from '../operator.js';
import { type DeduplicateSpec } from './deduplicate-spec.js';

export class KeyState {
  readonly state: TableState;
  /** Offset of the i64 time of the last write in an entry; -1 without TTL. */
  readonly timestampOffset: number;
  private readonly table: KeyedTable;
  private readonly hasher: KeyHasher;
  private readonly expired: ExpiredEntries | null;

  constructor(
    private readonly context: RuntimeContext,
    private readonly spec: DeduplicateSpec,
    name: string,
    layoutVersion: number,
    valueBytes: number,
  ) {
    const { memory, keyGroups, maxParallelism } = context;
    const hasTimestamp = spec.ttlMs > 0;
    this.table = new KeyedTable(memory, { valueBytes, keyGroups, maxParallelism, hasTimestamp });
    this.state = new TableState(name, layoutVersion, this.table, []);
    this.timestampOffset = hasTimestamp ? this.table.timestampOffset : -1;
    this.expired = hasTimestamp ? new ExpiredEntries(this.state, keyGroups, spec.ttlMs) : null;
    const fields = spec.keyColumns.map((column) => spec.rowType.fields[column]!);
    this.hasher = new KeyHasher(memory, { kind: 'ROW', nullable: false, fields }, maxParallelism);
  }

  /** u32[selectedCount] entries of the keys of a batch, new ones made. */
  entriesOf(batch: Batch): number {
    const { arena, currentTimeMs } = this.context;
    this.expired?.sweep(currentTimeMs());
    const columns = this.spec.keyColumns.map((column) => batch.columns[column]!);
    const keys = this.hasher.hash(arena, columns, batch);
    const entries = arena.allocate(keys.count * 4);
    this.table.findOrCreate(keys, entries);
    return entries;
  }
}
