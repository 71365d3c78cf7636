/** The order of partial keys below their final keys: that of two nested java.util.HashMaps (MiniBatchIncrementalGroupAggFunction.finishBundle). */
import { orderOfComputeIfAbsent, sortAsPut } from '../../state/hash-map-order.js';

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
  const isLastNew = finalCount > 0 && finalOf.indexOf(finalCount - 1) === count - 1;
  const finals = orderOfComputeIfAbsent(finalHashes, finalCount, isLastNew);
  const starts = startsOf(finalOf, finals);
  // By final key, in the order of arrival.
  const next = new Uint32Array(finalCount);
  finals.forEach((final, place) => (next[final] = starts[place]!));
  const partials = new Uint32Array(count);
  const hashes = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const at = next[finalOf[index]!]!++;
    partials[at] = index;
    hashes[at] = partialHashes[index]!;
  }
  for (let place = 0; place < finalCount; place++) {
    sortAsPut(hashes, partials, starts[place]!, place + 1 < finalCount ? starts[place + 1]! : count);
  }
  return { partials, starts, finals };
}

/** Where each of the final keys begins, in their order. */
function startsOf(finalOf: Uint32Array, finals: Uint32Array): Uint32Array {
  const counts = new Uint32Array(finals.length);
  for (let index = 0; index < finalOf.length; index++) counts[finalOf[index]!]!++;
  const starts = new Uint32Array(finals.length);
  let start = 0;
  finals.forEach((final, place) => {
    starts[place] = start;
    start += counts[final]!;
  });
  return starts;
}
