/** DeduplicateFunctionHelper.shouldKeepCurrentRow, on the bytes of rows. */
import { nullBitsBytes } from '../../formats/binary-row/layout.js';
import { type WorkerMemory } from '../../columnar/memory.js';

/** Where a row has the rowtime of column `column`: i64 milliseconds, 0 under a NULL. */
export function rowtimeOffset(arity: number, column: number): number {
  return nullBitsBytes(arity) + 8 * column;
}

/** Whether the i64 at `current` takes the place of that at `previous`: when it is not earlier (keep last), or earlier (keep first). */
export function isKept(memory: WorkerMemory, previous: number, current: number, keepLastRow: boolean): boolean {
  return keepLastRow ? !isLess(memory, current, previous) : isLess(memory, current, previous);
}

/** As two halves: a bigint of each would be an object. */
function isLess({ i32, u32 }: WorkerMemory, left: number, right: number): boolean {
  const leftHigh = i32[(left >> 2) + 1]!;
  const rightHigh = i32[(right >> 2) + 1]!;
  return leftHigh === rightHigh ? u32[left >> 2]! < u32[right >> 2]! : leftHigh < rightHigh;
}
