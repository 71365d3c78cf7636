/**
 * Accumulators lie anywhere in memory, and a loop that waits for each of them waits most of its time. Before it comes to some, all of their cache lines are
 * loaded: loads that do not depend on each other overlap.
 */
import { type AggregatesHandler } from '../../../aggregates/aggregates-handler.js';
import { type DistinctHead } from '../../../aggregates/distinct.js';
import { type Code } from '../../../codegen/code.js';
import { type ElementTable } from '../../../state/element-table.js';
import { VALUE_OFFSET } from '../../../state/keyed-table.js';

const AHEAD = 16;
const LINE_BYTES = 64;

/**
 * Text at the beginning of a loop's body.
 *
 * @param addresses0 name of the index of u32[count] addresses
 * @param byteLength from each of them; a multiple of 8
 * @param headOffsets lists of elements whose first ones are loaded, too
 */
export function emitLoadAhead(
  code: Code,
  addresses0: string,
  byteLength: number,
  headOffsets: readonly number[] = [],
): void {
  if (byteLength === 0) return;
  const load = code.constant(loadAhead);
  const heads = code.constant(headOffsets);
  code.line(
    `if ((s & ${AHEAD - 1}) === 0) rt.loaded = ${load}(u32, ${addresses0}, s, count, ${byteLength}, ${heads});`,
  );
}

/** As `emitLoadAhead`: what the maps of DISTINCT of entries will be asked for when accumulators of a bundle are merged to them. */
export function emitLoadDistinctAhead(
  code: Code,
  addresses0: string,
  bundled: AggregatesHandler,
  entries0: string,
  heads: readonly DistinctHead[],
): void {
  heads.forEach(({ table, offset }, index) => {
    const other = bundled.distinctHeads[index]!;
    const names = [code.constant(table), entries0, VALUE_OFFSET + offset, code.constant(other.table), addresses0];
    const load = code.constant(loadDistinctAhead);
    code.line(`if ((s & ${AHEAD - 1}) === 0) rt.loaded = ${load}(${names.join(', ')}, ${other.offset}, s, count);`);
  });
}

function loadDistinctAhead(
  table: ElementTable,
  entries0: number,
  headOffset: number,
  otherTable: ElementTable,
  addresses0: number,
  otherOffset: number,
  from: number,
  count: number,
): number {
  const end = Math.min(from + AHEAD, count);
  return table.loadAhead(entries0 * 4, headOffset, otherTable, addresses0 * 4, otherOffset, from, end);
}

/** The result means nothing, but is kept lest the loads are optimised away. */
function loadAhead(
  u32: Uint32Array,
  addresses0: number,
  from: number,
  count: number,
  byteLength: number,
  headOffsets: readonly number[],
): number {
  const end = addresses0 + Math.min(from + AHEAD, count);
  let sum = 0;
  for (let at = addresses0 + from; at < end; at++) {
    const address = u32[at]!;
    for (let offset = 0; offset < byteLength; offset += LINE_BYTES) sum ^= u32[(address + offset) >>> 2]!;
    sum ^= u32[(address + byteLength - 4) >>> 2]!;
  }
  for (const offset of headOffsets) {
    for (let at = addresses0 + from; at < end; at++) sum ^= u32[u32[(u32[at]! + offset) >>> 2]! >>> 2]!;
  }
  return sum;
}
