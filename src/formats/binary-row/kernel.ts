/** The exports of src/kernels/binary-row.as.ts; what the words mean is written there. All arguments are pointers or counts. */
import { type WorkerMemory } from '../../columnar/memory.js';
import { instantiateKernel } from '../../kernels/instance.js';

type FixedRead = (slots: number, slotOffset: number, count: number, nulls: number, out: number) => void;
type FixedWrite = (
  data: number,
  nulls: number,
  indexes: number,
  count: number,
  slots: number,
  slotOffset: number,
) => void;
type VariableRead = (
  bases: number,
  limits: number,
  slots: number,
  slotOffset: number,
  count: number,
  nulls: number,
  out: number,
) => number;

export interface BinaryRowKernel {
  placeInput(
    offsets: number,
    rows: number,
    rowsBytes: number,
    count: number,
    fixedBytes: number,
    bases: number,
    limits: number,
  ): number;
  readKinds(bases: number, count: number, out: number): number;
  readRowNulls(bases: number, count: number, bit: number, parentNulls: number, out: number): void;
  readBool: FixedRead;
  read8: FixedRead;
  read16: FixedRead;
  read32: FixedRead;
  read64: FixedRead;
  readViews: VariableRead;
  readDecimals: VariableRead;
  readTimestamps(...args: [...Parameters<VariableRead>, outNanos: number]): number;
  readContainers(
    bases: number,
    limits: number,
    slots: number,
    slotOffset: number,
    count: number,
    nulls: number,
    bytesMin: number,
    outBases: number,
    outLimits: number,
  ): number;
  splitMaps(
    bases: number,
    limits: number,
    count: number,
    nulls: number,
    keyLimits: number,
    keyBases: number,
    valueBases: number,
  ): number;
  readLists(bases: number, limits: number, count: number, nulls: number, elementBytes: number, out: number): number;
  expandArrays(
    lists: number,
    bases: number,
    limits: number,
    count: number,
    nulls: number,
    elementBytes: number,
    outSlots: number,
    outBases: number,
    outLimits: number,
    outNulls: number,
  ): void;

  fill32(list: number, count: number, value: number): void;
  addTo(list: number, count: number, value: number, out: number): void;
  addViewBytes(views: number, nulls: number, indexes: number, owners: number, count: number, sizes: number): void;
  addFixedBytes(nulls: number, indexes: number, owners: number, count: number, byteLength: number, sizes: number): void;
  addContainerBytes(containerSizes: number, positions: number, owners: number, count: number, sizes: number): void;
  compact(nulls: number, indexes: number, count: number, outIndexes: number, outPositions: number): number;
  measureArrays(lists: number, indexes: number, count: number, elementBytes: number, sizes: number): number;
  expandLists(lists: number, indexes: number, count: number, outIndexes: number, outOwners: number): void;
  addMapSizes(keySizes: number, valueSizes: number, count: number, sizes: number): void;
  offsetsOf(sizes: number, count: number, offsets: number): number;
  placeOutput(offsets: number, count: number, rows: number, fixedBytes: number, bases: number, cursors: number): void;
  writeKinds(kinds: number, indexes: number, count: number, bases: number): void;
  writeRowNulls(nulls: number, indexes: number, count: number, bases: number, bit: number): void;
  writeBool: FixedWrite;
  write8: FixedWrite;
  write16: FixedWrite;
  write32: FixedWrite;
  write64: FixedWrite;
  writeArrayFloats(data: number, nulls: number, indexes: number, count: number, slots: number): void;
  writeArrayDoubles(data: number, nulls: number, indexes: number, count: number, slots: number): void;
  writeViews(
    views: number,
    nulls: number,
    indexes: number,
    owners: number,
    count: number,
    slots: number,
    slotOffset: number,
    bases: number,
    cursors: number,
  ): void;
  writeTimestamps(
    data: number,
    aux: number,
    nulls: number,
    indexes: number,
    owners: number,
    count: number,
    slots: number,
    slotOffset: number,
    bases: number,
    cursors: number,
    reserve: number,
  ): void;
  writeDecimals(
    data: number,
    nulls: number,
    indexes: number,
    owners: number,
    count: number,
    slots: number,
    slotOffset: number,
    bases: number,
    cursors: number,
    reserve: number,
  ): void;
  writeContainers(
    containerSizes: number,
    positions: number,
    count: number,
    owners: number,
    slots: number,
    slotOffset: number,
    bases: number,
    cursors: number,
    outBases: number,
  ): void;
  beginMaps(bases: number, keySizes: number, count: number, keyBases: number, valueBases: number): void;
  beginArrays(
    bases: number,
    lists: number,
    indexes: number,
    count: number,
    elementBytes: number,
    elementNulls: number,
    outSlots: number,
    outCursors: number,
  ): void;
}

const kernels = new WeakMap<WorkerMemory, BinaryRowKernel>();

export function binaryRowKernel(memory: WorkerMemory): BinaryRowKernel {
  let kernel = kernels.get(memory);
  if (!kernel) {
    kernel = instantiateKernel<BinaryRowKernel>('binary-row', memory);
    kernels.set(memory, kernel);
  }
  return kernel;
}
