/**
 * A bundle whose keys are those of keyed state: the entry of a key says where its accumulators of the bundle are. Such entries are in the table before they
 * are live; those that never become so, or no longer are, go when the next frame begins.
 */
import { type Batch, type Column } from '../../../columnar/batch.js';
import { type RowField } from '../../../columnar/types.js';
import { BundleKeys } from '../../../state/bundle-keys.js';
import { ExpiredEntries } from '../../../state/expired-entries.js';
import { KeyHasher } from '../../../state/key-hasher.js';
import { KeyedTable, LIVE_OFFSET, VALUE_OFFSET } from '../../../state/keyed-table.js';
import { TableState, type StateSlot } from '../../../state/table-state.js';
import { type RuntimeContext } from '../../operator.js';
import { type RowAccumulators } from './accumulate-loop.js';
import { KeyColumns, rowTypeOf } from './key-columns.js';

/** What every entry has behind its value: u32 what the operator keeps of the key's bundle, 0 when there is none. */
export const BUNDLE_MARK_BYTES = 8;

const DEAD_MIN = 1024;

export interface KeyedBundleOptions {
  readonly name: string;
  readonly layoutVersion: number;
  readonly keyFields: readonly RowField[];
  readonly valueBytes: number;
  readonly stateSlots: readonly StateSlot[];
  /** 0: for ever. */
  readonly ttlMs: number;
}

export class KeyedBundle {
  readonly table: KeyedTable;
  readonly state: TableState;
  readonly keys = new BundleKeys();
  /** Of an entry. */
  readonly markOffset: number;
  private readonly hasher: KeyHasher;
  private readonly columns: KeyColumns;
  private readonly expired: ExpiredEntries | null;
  /** Entries that were not live when their bundle was finished. */
  private dead = new Uint32Array(DEAD_MIN);
  private deadCount = 0;

  constructor(
    private readonly context: RuntimeContext,
    options: KeyedBundleOptions,
  ) {
    const { memory, keyGroups, maxParallelism } = context;
    const { valueBytes, keyFields, ttlMs } = options;
    this.markOffset = VALUE_OFFSET + valueBytes;
    this.table = new KeyedTable(memory, {
      valueBytes: valueBytes + BUNDLE_MARK_BYTES,
      keyGroups,
      maxParallelism,
      hasTimestamp: ttlMs > 0,
    });
    this.state = new TableState(options.name, options.layoutVersion, this.table, options.stateSlots);
    const isNeeded = (entry: number, expiredMs: bigint): boolean =>
      this.state.cleanElements(entry, expiredMs) || memory.u32[(entry + this.markOffset) >>> 2] !== 0;
    this.expired = ttlMs > 0 ? new ExpiredEntries(this.state, keyGroups, ttlMs, isNeeded) : null;
    this.hasher = new KeyHasher(memory, rowTypeOf(keyFields), maxParallelism);
    this.columns = new KeyColumns(memory, keyFields);
  }

  /** At the beginning of a frame: nobody points to keys of earlier ones. */
  beginFrame(): void {
    this.sweepDead();
    this.expired?.sweep(this.context.currentTimeMs());
  }

  /** u32[selectedCount] marks of the rows; `begin` makes that of a key that is new in the bundle, and `created` says of which rows. */
  locate(keyColumns: readonly Column[], batch: Batch, begin: (place: number) => number): RowAccumulators {
    const { arena, memory } = this.context;
    const { u8, u32, i32 } = memory;
    const hashed = this.hasher.hash(arena, keyColumns, batch);
    const { count } = hashed;
    const marks = arena.allocate(count * 4);
    const created = arena.allocate(count);
    this.table.findOrCreate(hashed, marks);
    const [marks0, hashes0] = [marks >>> 2, hashed.hashes >>> 2];
    for (let row = 0; row < count; row++) {
      const entry = u32[marks0 + row]!;
      const mark0 = (entry + this.markOffset) >>> 2;
      let mark = u32[mark0]!;
      u8[created + row] = mark === 0 ? 1 : 0;
      if (mark === 0) {
        mark = begin(this.keys.add(entry, i32[hashes0 + row]!));
        u32[mark0] = mark;
      }
      u32[marks0 + row] = mark;
    }
    return { addresses: marks, created };
  }

  /** u32[count] in the arena: the marks of entries, which have none afterwards. */
  takeMarks(entries: number, count: number): number {
    const { u32 } = this.context.memory;
    const marks = this.context.arena.allocate(count * 4);
    for (let index = 0; index < count; index++) {
      const mark0 = (u32[(entries >>> 2) + index]! + this.markOffset) >>> 2;
      u32[(marks >>> 2) + index] = u32[mark0]!;
      u32[mark0] = 0;
    }
    return marks;
  }

  /** @param fields which of the key's; default: all */
  keyColumns(entries: number, count: number, fields?: readonly number[]): Column[] {
    return this.columns.of(this.context.arena, this.table, entries, count, fields);
  }

  /** The bundle of these entries is finished. */
  clear(entries: number): void {
    const { u8, u32 } = this.context.memory;
    const { count } = this.keys;
    if (this.deadCount + count > this.dead.length) this.makeRoom(count);
    const { dead } = this;
    let { deadCount } = this;
    for (let index = 0; index < count; index++) {
      const entry = u32[(entries >>> 2) + index]!;
      if (u8[entry + LIVE_OFFSET] === 0) dead[deadCount++] = entry;
    }
    this.deadCount = deadCount;
    this.keys.clear();
  }

  /** The next bundle may have brought keys back. */
  private sweepDead(): void {
    const { dead, deadCount, markOffset } = this;
    if (deadCount === 0) return;
    const { arena, memory } = this.context;
    const { u32 } = memory;
    const idle = arena.allocate(deadCount * 4);
    let idleCount = 0;
    for (let index = 0; index < deadCount; index++) {
      const entry = dead[index]!;
      if (u32[(entry + markOffset) >>> 2] === 0) u32[(idle >>> 2) + idleCount++] = entry;
    }
    this.state.sweep(idle, idleCount);
    this.deadCount = 0;
  }

  private makeRoom(count: number): void {
    const grown = new Uint32Array(Math.max(this.deadCount + count, this.dead.length * 2));
    grown.set(this.dead);
    this.dead = grown;
  }
}
