/**
 * Where the fields of all accumulators of a key lie in its entry's value: words of 8 bytes first, then those of 4, then single bytes and
 * null bytes, so that nothing is padded but the end. COUNT(*) with SUM(BIGINT) takes 24 bytes.
 */
import { type WorkerMemory } from '../columnar/memory.js';
import { type LogicalType } from '../columnar/types.js';
import { type StateBackend } from '../operators/state-backend.js';
import { ElementTable, HEAD_BYTES } from '../state/element-table.js';
import { StateHeap } from '../state/state-heap.js';
import { type BytesSlot, type StateSlot } from '../state/table-state.js';
import { type TtlClock } from '../state/ttl-clock.js';
import { AccumulatorSlot, type ElementsHead } from './accumulator-slot.js';

export interface ElementsOptions {
  /** A multiple of 8. */
  readonly valueBytes: number;
  /** Strings in the elements' values, from their start. */
  readonly bytesOffsets?: readonly number[];
  /** Elements are appended, not found by their keys. */
  readonly isList?: boolean;
  /** Not a data view of Flink but a field of its accumulator: it goes when that expires. */
  readonly inAccumulator?: boolean;
}

/**
 * Whose accumulators they are, by what becomes of them:
 *
 *   only    state into which rows are aggregated
 *   bundle  they live for a bundle, and are merged into others then. Flink's data views are objects on Java's heap
 *   merged  state into which those of bundles are merged
 */
export type AccumulatorPhase = 'only' | 'bundle' | 'merged';

interface Elements extends ElementsHead {
  readonly table: ElementTable;
  readonly options: ElementsOptions;
}

export class AccumulatorLayout {
  private heap: StateHeap | null = null;
  private readonly slots: AccumulatorSlot[] = [];
  private readonly elements: Elements[] = [];

  /** @param ttl of data views; null: for ever; @param backend where Flink would keep them */
  constructor(
    readonly memory: WorkerMemory,
    readonly ttl: TtlClock | null = null,
    readonly backend: StateBackend = 'hashmap',
    readonly phase: AccumulatorPhase = 'only',
  ) {}

  /** Of all strings of the accumulators; made when the first needs it, for it takes memory. */
  readonly bytesHeap = (): StateHeap => (this.heap ??= new StateHeap(this.memory));

  /** A field of an accumulator. Its offset is known after `finish`. */
  slot(type: LogicalType, nullable: boolean): AccumulatorSlot {
    const slot = new AccumulatorSlot(type, nullable, this.bytesHeap);
    this.slots.push(slot);
    return slot;
  }

  /** A map or list of the accumulator. */
  elementsOf(options: ElementsOptions): ElementsHead & { readonly table: ElementTable } {
    const hasTimestamp = this.ttl !== null && !options.inAccumulator;
    const table = new ElementTable(this.memory, { valueBytes: options.valueBytes, hasTimestamp });
    const head: Elements = { offset: -1, table, options };
    this.elements.push(head);
    return head;
  }

  /** Gives every field its place; returns the bytes of the value, a multiple of 8. */
  finish(): number {
    let offset = 0;
    const takeAll = (slots: readonly AccumulatorSlot[]): void => {
      for (const slot of slots) {
        slot.offset = offset;
        offset += slot.byteLength;
      }
    };
    for (const head of this.elements) {
      head.offset = offset;
      offset += HEAD_BYTES;
    }
    takeAll(this.slots.filter((slot) => slot.byteLength % 8 === 0));
    for (const slot of this.slots.filter(({ physical }) => physical === 'timestamp')) {
      offset = (offset + 7) & -8;
      takeAll([slot]);
    }
    takeAll(this.slots.filter((slot) => slot.byteLength === 4));
    takeAll(this.slots.filter((slot) => slot.byteLength === 1));
    for (const slot of this.slots) if (slot.nullable) slot.nullOffset = offset++;
    return (offset + 7) & -8;
  }

  /** What the value points to, for snapshots. */
  stateSlots(): StateSlot[] {
    const strings = this.slots.filter((slot) => slot.physical === 'view').map(({ offset }) => this.bytesSlot(offset));
    return [
      ...strings,
      ...this.elements.map(({ offset, table, options }): StateSlot => ({
        kind: 'elements',
        offset,
        table,
        slots: (options.bytesOffsets ?? []).map((inElement) => this.bytesSlot(inElement)),
        isList: options.isList ?? false,
        expiresApart: table.options.hasTimestamp,
      })),
    ];
  }

  private bytesSlot(offset: number): BytesSlot {
    return { kind: 'bytes', offset, heap: this.bytesHeap() };
  }
}
