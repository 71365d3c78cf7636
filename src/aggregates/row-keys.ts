/**
 * The key of DISTINCT over several columns where maps are merged: texts, as of LISTAGG with a separator, in a BinaryRowData, whose bytes Flink hashes and
 * compares. To maps it is a text.
 *
 *   null bits (8 bytes) · a slot of 8 bytes for each column · what does not fit into a slot, padded to multiples of 8
 *   slot: up to 7 bytes of text, and 80 + their number in the last byte; or u32 byteLength · u32 offset from the row's start
 */
import { type Code } from '../codegen/code.js';
import { type EvaluationRuntime } from '../codegen/runtime.js';
import { NEVER_NULL, type Value } from '../codegen/value.js';
import { type LogicalType } from '../columnar/types.js';
import { type EmitContext } from '../expressions/function.js';
import { nullBitsBytes } from '../formats/binary-row/layout.js';
import { type AggregateEmitter } from './aggregate-function.js';
import { PACKED } from './nested-values.js';
import { padded, putPadded } from './partial-bytes.js';

const SLOT_BYTES = 8;
const INLINE_MAX = 7;
const INLINE_MARK = 0x80;
/** Of the kind of the row, in front of the bits of the columns. */
const HEADER_BITS = 8;

/** The values, which are texts, as one. */
export function emitRowKey({ code }: EmitContext, values: readonly Value[]): Value {
  const parts = values.map(({ isNull, terms }) => `${isNull}, ${terms.join(', ')}`);
  const pointer = code.local(`${code.constant(writeRow)}(rt, [${parts.join(', ')}])`);
  return { type: PACKED, isNull: NEVER_NULL, terms: [pointer, code.local('rt.length')] };
}

/** The call, which is given such a row and takes its columns. */
export function emitterOfRows(emitter: AggregateEmitter, types: readonly LogicalType[]): AggregateEmitter {
  const retract = emitter.retract?.bind(emitter);
  return {
    ...emitter,
    accumulate: (context, [row]) => emitter.accumulate(context, rowValues(context.code, row!, types)),
    ...(retract && { retract: (context, [row]) => retract(context, rowValues(context.code, row!, types)) }),
  };
}

function rowValues(code: Code, { terms }: Value, types: readonly LogicalType[]): Value[] {
  const row = terms[0]!;
  const bits = nullBitsBytes(types.length);
  return types.map((type, index) => {
    const bit = HEADER_BITS + index;
    const isNull = code.local(`(u8[${row} + ${bit >> 3}] >>> ${bit & 7}) & 1`, 'n');
    const slot = code.local(`${row} + ${bits + index * SLOT_BYTES}`);
    const mark = code.local(`u8[${slot} + ${INLINE_MAX}]`);
    const isInline = code.local(`${mark} >= ${INLINE_MARK}`);
    const pointer = code.local(`${isInline} ? ${slot} : ${row} + u32[(${slot} >>> 2) + 1]`);
    const byteLength = code.local(`${isInline} ? ${mark} - ${INLINE_MARK} : u32[${slot} >>> 2]`);
    return { type, isNull, terms: [pointer, byteLength] };
  });
}

/** `values`: whether it is NULL, address and byte length of each. Its byte length is the runtime's. */
function writeRow(rt: EvaluationRuntime, values: readonly number[]): number {
  const { u8, u32 } = rt.memory;
  const count = values.length / 3;
  const fixedBytes = nullBitsBytes(count) + count * SLOT_BYTES;
  const isLong = (index: number): boolean => values[index * 3] === 0 && values[index * 3 + 2]! > INLINE_MAX;
  let byteLength = fixedBytes;
  for (let index = 0; index < count; index++) if (isLong(index)) byteLength += padded(values[index * 3 + 2]!);
  const row = rt.allocate(byteLength);
  u8.fill(0, row, row + fixedBytes);
  let end = row + fixedBytes;
  for (let index = 0; index < count; index++) {
    const [isNull, pointer, bytes] = [values[index * 3]!, values[index * 3 + 1]!, values[index * 3 + 2]!];
    const slot = row + nullBitsBytes(count) + index * SLOT_BYTES;
    const bit = HEADER_BITS + index;
    if (isNull === 1) u8[row + (bit >> 3)]! |= 1 << (bit & 7);
    else if (isLong(index)) {
      u32.set([bytes, end - row], slot >> 2);
      end = putPadded(u8, end, pointer, bytes);
    } else {
      u8.copyWithin(slot, pointer, pointer + bytes);
      u8[slot + INLINE_MAX] = INLINE_MARK | bytes;
    }
  }
  rt.length = byteLength;
  return row;
}
