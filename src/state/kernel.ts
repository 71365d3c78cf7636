/** The exports of src/kernels/state.as.ts; what the words mean is written in its lib files. All arguments are pointers, counts or byte lengths. */
import { type WorkerMemory } from '../columnar/memory.js';
import { instantiateKernel } from '../kernels/instance.js';

export interface StateKernel {
  hashRows(
    offsets: number,
    rows: number,
    count: number,
    maxParallelism: number,
    hashes: number,
    keyGroups: number,
  ): void;
  hashFixed(
    data: number,
    dataBytes: number,
    slotBytes: number,
    nulls: number,
    selection: number,
    count: number,
    maxParallelism: number,
    offsets: number,
    rows: number,
    hashes: number,
    keyGroups: number,
  ): void;
  viewRowsBytes(views: number, nulls: number, selection: number, count: number): bigint;
  hashViews(
    views: number,
    nulls: number,
    selection: number,
    count: number,
    maxParallelism: number,
    offsets: number,
    rows: number,
    hashes: number,
    keyGroups: number,
  ): void;

  moveSlots(index: number, slots: number, slotCount: number, usedMax: number): void;

  tableFind(
    table: number,
    count: number,
    offsets: number,
    rows: number,
    hashes: number,
    keyGroups: number,
    out: number,
  ): number;
  tableFindOrCreate(
    table: number,
    begin: number,
    count: number,
    offsets: number,
    rows: number,
    hashes: number,
    keyGroups: number,
    out: number,
  ): number;
  tableRemove(table: number, entry: number): void;
  tableHasDead(entries: number, count: number): number;
  tableSweep(table: number, entries: number, count: number): void;
  groupMeasure(table: number, keyGroup: number, result: number): void;
  groupExport(
    table: number,
    keyGroup: number,
    cursor: number,
    target: number,
    capacity: number,
    zeroOffsets: number,
    zeroCount: number,
  ): number;
  groupImport(
    table: number,
    keyGroup: number,
    maxParallelism: number,
    from: number,
    available: number,
    zeroOffsets: number,
    zeroCount: number,
  ): number;

  heapAllocate(heap: number, byteLength: number): number;
  heapRelease(heap: number, block: number, byteLength: number): void;
  heapAddChunk(heap: number, chunk: number, byteLength: number): void;
  heapSetBytes(heap: number, slot: number, source: number, byteLength: number): number;

  elementFind(table: number, head: number, key: number, keyBytes: number): number;
  elementFindOrCreate(table: number, head: number, key: number, keyBytes: number, block: number): number;
  elementAppend(table: number, head: number, key: number, keyBytes: number, block: number): number;
  elementDetach(table: number, element: number): void;
  elementFree(table: number, element: number): number;
  elementClear(table: number, head: number): number;
  elementExport(table: number, cursor: number, target: number, capacity: number): number;
  elementLoadAhead(
    table: number,
    owners: number,
    ownerOffset: number,
    others: number,
    otherOffset: number,
    otherKeyOffset: number,
    begin: number,
    end: number,
  ): number;
  elementFindOrCreateAll(
    table: number,
    heads: number,
    data: number,
    stride: number,
    keyBytes: number,
    selection: number,
    begin: number,
    count: number,
    elements: number,
    created: number,
  ): number;

  timerPush(heap: number, timestampMs: bigint, element: number): number;
  timerRemove(heap: number, element: number): void;
}

const kernels = new WeakMap<WorkerMemory, StateKernel>();

export function stateKernel(memory: WorkerMemory): StateKernel {
  let kernel = kernels.get(memory);
  if (!kernel) {
    kernel = instantiateKernel<StateKernel>('state', memory);
    kernels.set(memory, kernel);
  }
  return kernel;
}
