/**
 * A bundle whose keys are nobody's state: accumulators lie in the entries of a table of its own. Entries stay when the bundle is finished, for the
 * next one will have most of its keys, until there are too many; only then all go.
 */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { type Batch, type Column } from '../../../columnar/batch.js';
import { type Arena } from '../../../columnar/memory.js';
import { type RowField } from '../../../columnar/types.js';
import { BundleKeys } from '../../../state/bundle-keys.js';
import { type HashMapOrder } from '../../../state/hash-map-order.js';
import { KeyHasher, type SelectedRows } from '../../../state/key-hasher.js';
import { KeyedTable, LIVE_OFFSET, VALUE_OFFSET } from '../../../state/keyed-table.js';
import { type RowAccumulators } from './accumulate-loop.js';
import { BundleMemory } from './bundle-memory.js';
import { KeyColumns, rowTypeOf } from './key-columns.js';

/** Behind the accumulators: u32 place of the key in the order of arrival. */
const PLACE_BYTES = 8;
/** One index for all keys. */
const ONE_GROUP = { start: 0, end: 0 };
const IDLE_ENTRIES_MAX = 1 << 16;

export class InlineBundle {
  readonly memory: BundleMemory;
  readonly keys: BundleKeys;
  private table: KeyedTable;
  private readonly hasher: KeyHasher;
  private readonly columns: KeyColumns;
  constructor(
    private readonly arena: Arena,
    private readonly handler: AggregatesHandler,
    keyFields: readonly RowField[],
    map?: HashMapOrder,
  ) {
    const { memory } = arena;
    this.keys = new BundleKeys(map);
    this.table = this.newTable();
    this.hasher = new KeyHasher(memory, rowTypeOf(keyFields), 1);
    this.columns = new KeyColumns(memory, keyFields);
    this.memory = new BundleMemory(handler.stateSlots, [{ release: () => this.table.release() }]);
  }

  /** At the beginning of a frame: nobody points to keys of earlier ones. */
  beginFrame(): void {
    if (this.table.size <= IDLE_ENTRIES_MAX || this.keys.count > 0) return;
    this.table.release();
    this.table = this.newTable();
  }

  /** The accumulators of the rows' keys, new ones where the bundle has none yet. */
  locate(keyColumns: readonly Column[], rows: SelectedRows | Batch): RowAccumulators {
    const { arena, table, keys } = this;
    const placeOffset = VALUE_OFFSET + this.handler.valueBytes;
    const { u8, u32, i32 } = arena.memory;
    const hashed = this.hasher.hash(arena, keyColumns, rows);
    const { count } = hashed;
    const addresses = arena.allocate(count * 4);
    const created = arena.allocate(count);
    table.findOrCreate(hashed, addresses);
    const [addresses0, hashes0] = [addresses >>> 2, hashed.hashes >>> 2];
    for (let row = 0; row < count; row++) {
      const entry = u32[addresses0 + row]!;
      const isNew = u8[entry + LIVE_OFFSET] === 0;
      u8[created + row] = isNew ? 1 : 0;
      if (isNew) {
        u8[entry + LIVE_OFFSET] = 1;
        u32[(entry + placeOffset) >>> 2] = keys.add(entry, i32[hashes0 + row]!);
      }
      u32[addresses0 + row] = entry + VALUE_OFFSET;
    }
    return { addresses, created };
  }

  /** Of keys whose accumulators are at u32[count] `addresses`: their places in the order of arrival. */
  placesOf(addresses: number, count: number): Uint32Array {
    const { u32 } = this.arena.memory;
    const { valueBytes } = this.handler;
    const places = new Uint32Array(count);
    for (let index = 0; index < count; index++) {
      places[index] = u32[(u32[(addresses >>> 2) + index]! + valueBytes) >>> 2]!;
    }
    return places;
  }

  /** u32[count] in the arena: where the accumulators of these entries are. */
  addressesOf(entries: number, count: number): number {
    const { u32 } = this.arena.memory;
    const addresses = this.arena.allocate(count * 4);
    for (let index = 0; index < count; index++) {
      u32[(addresses >>> 2) + index] = u32[(entries >>> 2) + index]! + VALUE_OFFSET;
    }
    return addresses;
  }

  keyColumns(entries: number, count: number): Column[] {
    return this.columns.of(this.arena, this.table, entries, count);
  }

  /** The bundle is finished: all accumulators are gone, the keys' bytes stay until the frame ends. */
  clear(entries: number): void {
    const { u8, u32 } = this.arena.memory;
    const { valueBytes, stateSlots } = this.handler;
    // Slots of what has been freed; other fields get their values when the next bundle has the key.
    const zeroBytes = stateSlots.length > 0 ? valueBytes : 0;
    for (let index = 0; index < this.keys.count; index++) {
      const entry = u32[(entries >>> 2) + index]!;
      u8[entry + LIVE_OFFSET] = 0;
      const value0 = (entry + VALUE_OFFSET) >>> 2;
      for (let word = 0; word < zeroBytes >>> 2; word++) u32[value0 + word] = 0;
    }
    this.memory.reset();
    this.keys.clear();
  }

  private newTable(): KeyedTable {
    const valueBytes = this.handler.valueBytes + PLACE_BYTES;
    const options = { valueBytes, keyGroups: ONE_GROUP, maxParallelism: 1, hasTimestamp: false };
    return new KeyedTable(this.arena.memory, options);
  }
}
