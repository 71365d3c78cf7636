/**
 * The java.util.HashMap that Flink makes of a map's entries when it sends them (ExternalSerializer, MapMapConverter). Timestamps lose their nanoseconds there
 * (partial-bytes.ts): of keys that become one, the first keeps its place and has the value of the last.
 */
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { type ElementTable } from '../state/element-table.js';
import { type JavaHashTable } from '../state/java-hash-table.js';
import { cutNanos, TIMESTAMP_BYTES } from './partial-bytes.js';

const SCRATCH_BYTES = 16;

/** The entries of a map, as elements of a table. */
export interface SentEntries {
  readonly table: ElementTable;
  /** The spread hash code of an element's key. */
  hash(element: number): number;
  /** That of key bytes anywhere in memory. */
  hashAt(key: number, keyBytes: number): number;
  /** Whether the key loses nanoseconds. */
  isCut(key: number, keyBytes: number): boolean;
  /** `element` has the key of `first` from now on: `first` takes its value. */
  takeValue(first: number, element: number): void;
}

/** The elements that are left, in the order of the new map; `ordered` has them in that of the old one, and `copy` is used for it. */
export function orderOfSent(
  rt: EvaluationRuntime,
  copy: JavaHashTable,
  entries: SentEntries,
  ordered: Uint32Array,
): Uint32Array {
  const { table } = entries;
  const { u8, u32, i64 } = table.memory;
  const firstOf = new Map<bigint, number>();
  let scratch = 0;
  copy.begin();
  for (const element of ordered) {
    const [key, keyBytes] = [table.keyPointer(element), table.keyBytes(element)];
    if (!entries.isCut(key, keyBytes)) {
      copy.put(element, entries.hash(element));
      continue;
    }
    const first = firstOf.get(i64[key >> 3]!);
    if (first !== undefined) {
      entries.takeValue(first, element);
      continue;
    }
    firstOf.set(i64[key >> 3]!, element);
    scratch ||= rt.allocate(SCRATCH_BYTES);
    u8.copyWithin(scratch, key, key + TIMESTAMP_BYTES);
    cutNanos(u32, scratch);
    copy.put(element, entries.hashAt(scratch, keyBytes));
  }
  const made = new Uint32Array(copy.size);
  copy.writeIds(made);
  return made;
}
