/** FLOAT and DOUBLE columns as JSON texts: views, one per value. */
import { type Column } from '../../../columnar/batch.js';
import { type Arena } from '../../../columnar/memory.js';
import { doubleToString } from '../../../expressions/java/double-to-string.js';
import { floatToString } from '../../../expressions/java/float-to-string.js';
import { type NumberTextVersion } from '../../../expressions/java/number-text.js';

/** "-1.7976931348623157E308", and more than that with quotes or an eighteenth digit. */
const TEXT_BYTES_MAX = 28;

/**
 * Views, one per value of the column, in the arena; set for the `count` values of `selection` (0: the first ones). Jackson quotes
 * NaN and the infinities.
 */
export function floatingTexts(
  arena: Arena,
  column: Column,
  version: NumberTextVersion,
  selection: number,
  count: number,
): number {
  const views = arena.allocate(column.length * 8);
  const { u8, u32, f32, f64 } = arena.memory;
  let to = arena.reserve(count * TEXT_BYTES_MAX);
  const isFloat = column.physical === 'float32';
  for (let position = 0; position < count; position++) {
    const index = selection === 0 ? position : u32[(selection >> 2) + position]!;
    if (u8[column.nulls + index] !== 0) continue;
    const value = isFloat ? f32[(column.data >> 2) + index]! : f64[(column.data >> 3) + index]!;
    const spelled = isFloat ? floatToString(value, version) : doubleToString(value, version);
    const text = Number.isFinite(value) ? spelled : `"${spelled}"`;
    for (let at = 0; at < text.length; at++) u8[to + at] = text.charCodeAt(at);
    u32[(views >> 2) + index * 2] = to;
    u32[(views >> 2) + index * 2 + 1] = text.length;
    to += text.length;
  }
  arena.advance(to);
  return views;
}
