/** The order of partial keys below their final keys: that of two nested java.util.HashMaps (MiniBatchIncrementalGroupAggFunction.finishBundle). */
import { orderOfComputeIfAbsent, orderOfPut } from '../../state/hash-map-order.js';

export interface NestedOrder {
  /** Partial keys, those of a final key together. */
  readonly partials: Uint32Array;
  /** Places in `partials` where a final key begins. */
  readonly starts: Uint32Array;
  /** Final keys. */
  readonly finals: Uint32Array;
}

/**
 * Keys are numbered as they come: partial ones in the order of the bundle, final ones in that of their first partial key.
 *
 * @param finalOf the final key of each partial one
 */
export function nestedOrder(
  partialHashes: Int32Array,
  finalOf: Uint32Array,
  finalHashes: Int32Array,
  finalCount: number,
): NestedOrder {
  const count = finalOf.length;
  const groups: number[][] = Array.from({ length: finalCount }, () => []);
  finalOf.forEach((final, index) => groups[final]!.push(index));
  const isLastNew = finalCount > 0 && groups[finalCount - 1]![0] === count - 1;
  const finals = orderOfComputeIfAbsent(finalHashes, finalCount, isLastNew);
  const partials = new Uint32Array(count);
  const starts = new Uint32Array(finalCount);
  let at = 0;
  finals.forEach((final, place) => {
    const group = groups[final]!;
    starts[place] = at;
    const hashes = Int32Array.from(group, (index) => partialHashes[index]!);
    for (const inGroup of orderOfPut(hashes, group.length)) partials[at++] = group[inGroup]!;
  });
  return { partials, starts, finals };
}
