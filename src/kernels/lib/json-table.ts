// The tables that drive the JSON decode kernel, as src/formats/json/decode/kernel-table.ts lays them out (offsets must agree).
//
//   object table, 128 bytes
//      0 u32 fieldCount  4 u32 hash slots      8 u32 hash mask     12 u32 fields     16 u32 required, 1 = fail on missing fields
//     20 u32 where its parent goes on, a link; null: it has none    32 link to the first member
//     80 link behind first members that are no columns
//   hash slots     u32 each: field index + 1, 0 = free; linear probing from hash & mask
//   field, 144 bytes
//      0 u32 name        4 u32 nameLength      8 u32 kind          12 i32 parameter
//     16 u32 nulls      20 u32 data           24 u32 aux           28 u32 child object table
//     32 u32 seen       36 u32 elements       40 u32 capacity      48 i64 limit
//     56 8 bytes: the text of 0 seconds, `:00.000` and what follows it    64 16 bytes: the last minute, `yyyy-MM-dd HH:mm`
//     80 i64 that minute, in milliseconds     96 link to the member behind it
//   link, 48 bytes: the member that came last at this place, and so is expected
//      0 u32 field       4 u32 mask of the first 16 bytes            8 u32 patternLength   12 u32 object table
//     16 32 bytes: the pattern, from the comma (or brace) before the name to the value, with its spaces
//   A field of kind LIST: `child` is the entry of its elements, `elements` how many there are so far in this batch, `capacity`
//   how many have room; CAPACITY_UNREAD: nobody reads them, all go to the first place. Of kind MAP: `child` is the entry of the
//   keys, behind it that of the values; `elements` and `capacity` count pairs.
import { equalBytes } from './bytes';

// Of an object table.
export const FIELD_COUNT: u32 = 0;
export const SLOTS: u32 = 4;
export const SLOT_MASK: u32 = 8;
export const FIELDS: u32 = 12;
export const REQUIRED: u32 = 16;
export const PARENT_LINK: u32 = 20;
export const FIRST_LINK: u32 = 32;
export const OPEN_LINK: u32 = 80;
// Of a field.
export const NAME: u32 = 0;
export const NAME_LENGTH: u32 = 4;
export const KIND: u32 = 8;
export const PARAMETER: u32 = 12;
export const NULLS: u32 = 16;
export const DATA: u32 = 20;
export const AUX: u32 = 24;
export const CHILD: u32 = 28;
export const SEEN: u32 = 32;
export const ELEMENTS: u32 = 36;
export const CAPACITY: u32 = 40;
export const LIMIT: u32 = 48;
export const MINUTE_TAIL: u32 = 56;
export const MINUTE: u32 = 64;
export const MINUTE_MILLIS: u32 = 80;
export const NEXT_LINK: u32 = 96;
export const FIELD_BYTES: u32 = 144;
// Of a link.
export const TARGET: u32 = 0;
export const MASK: u32 = 4;
export const PATTERN_LENGTH: u32 = 8;
export const TABLE: u32 = 12;
export const PATTERN: u32 = 16;
export const PATTERN_BYTES_MAX: u32 = 32;

export const enum Kind {
  STRING = 1,
  INT64 = 2,
  INT32 = 3,
  TIMESTAMP = 4,
  ROW = 5,
  BOOLEAN = 6,
  DOUBLE = 7,
  FLOAT = 8,
  DECIMAL64 = 9,
  DECIMAL128 = 10,
  DATE = 11,
  TIME = 12,
  /** Only JSON null is taken; any other value is for the reference decoder. */
  OTHER = 13,
  LIST = 14,
  MAP = 15,
}

export const CAPACITY_UNREAD: u32 = 0xffffffff;

/** What stands from `start` on is expected to come again at this place. */
export function predict(link: u32, field: u32, start: u32, length: u32): void {
  if (length > PATTERN_BYTES_MAX) return;
  store<u32>(link, field, TARGET);
  store<u32>(link, length < 16 ? (1 << length) - 1 : 0xffff, MASK);
  store<u32>(link, length, PATTERN_LENGTH);
  v128.store(link, v128.load(start), PATTERN);
  v128.store(link, v128.load(start, 16), PATTERN + 16);
}

/** The column of this name, or null. `near`: where to look first. */
export function findField(table: u32, fields: u32, near: u32, name: u32, nameLength: u32): u32 {
  // Missing fields are more usual than a wild order: a few steps ahead first.
  const last = fields + load<u32>(table, FIELD_COUNT) * FIELD_BYTES;
  for (let i = 0, field = near; i < 4 && field < last; i++, field += FIELD_BYTES) {
    if (load<u32>(field, NAME_LENGTH) == nameLength && equalBytes(load<u32>(field, NAME), name, nameLength)) return field;
  }
  const slots = load<u32>(table, SLOTS);
  const mask = load<u32>(table, SLOT_MASK);
  let slot = hashName(name, nameLength) & mask;
  while (true) {
    const index = load<u32>(slots + (slot << 2));
    if (index == 0) return 0;
    const field = fields + (index - 1) * FIELD_BYTES;
    if (load<u32>(field, NAME_LENGTH) == nameLength && equalBytes(load<u32>(field, NAME), name, nameLength)) return field;
    slot = (slot + 1) & mask;
  }
}

/** The table is built with the same hash: FNV-1a over at most the last 16 bytes. */
export function hashName(name: u32, nameLength: u32): u32 {
  let hash: u32 = 0x811c9dc5 ^ nameLength;
  for (let i = nameLength > 16 ? nameLength - 16 : 0; i < nameLength; i++) {
    hash = (hash ^ load<u8>(name + i)) * 0x01000193;
  }
  return hash ^ (hash >> 15);
}
