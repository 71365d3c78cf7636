/** A KeyedTable, with what its values point to, as snapshots see it. */
import { type KeyedState } from '../operators/operator.js';
import { type BlobReader, type BlobWriter } from './blob.js';
import { type ElementTable } from './element-table.js';
import { type KeyedTable } from './keyed-table.js';
import { type StateHeap } from './state-heap.js';

/** (u32 pointer, u32 byteLength) into the heap, at `offset` of the value. */
export interface BytesSlot {
  readonly kind: 'bytes';
  /** From the start of the value. */
  readonly offset: number;
  readonly heap: StateHeap;
}

/** The head of a list of elements, at `offset` of the value. */
export interface ElementsSlot {
  readonly kind: 'elements';
  /** From the start of the value. */
  readonly offset: number;
  readonly table: ElementTable;
  /** In the elements' values. */
  readonly slots: readonly BytesSlot[];
  /** Elements were appended (ListState); otherwise they are found by their keys (MapState). */
  readonly isList?: boolean;
}

export type StateSlot = BytesSlot | ElementsSlot;

/** Reads what an older layout version wrote for a key group, into the tables of the current one. */
export type UpgradeState = (keyGroup: number, input: BlobReader, layoutVersion: number) => void;

export class TableState implements KeyedState {
  constructor(
    readonly name: string,
    readonly layoutVersion: number,
    readonly table: KeyedTable,
    readonly slots: readonly StateSlot[],
    readonly upgrade?: UpgradeState,
  ) {}

  snapshot(_keyGroup: number, _out: BlobWriter): void {
    throw new Error('not yet');
  }

  restore(_keyGroup: number, _input: BlobReader, _layoutVersion: number): void {
    throw new Error('not yet');
  }

  /** KeyedTable.sweep, and before it frees what the values of the entries that go point to. */
  sweep(_entries: number, _count: number): void {
    throw new Error('not yet');
  }

  /** Frees what an entry's value points to; the slots are zeroes afterwards. */
  freeSlots(_entry: number): void {
    throw new Error('not yet');
  }

  /** Releases the table and the heaps and element tables of the slots. */
  release(): void {
    throw new Error('not yet');
  }
}
