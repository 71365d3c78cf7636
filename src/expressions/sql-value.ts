/**
 * SQL values as plain JavaScript, for reference versions, literals and tests; never in hot paths.
 *
 *   BOOLEAN                                  boolean
 *   TINYINT … INTEGER, DATE, TIME, INTERVAL_YEAR_MONTH, FLOAT, DOUBLE   number
 *   BIGINT, INTERVAL_DAY_TIME, DECIMAL       bigint (DECIMAL: the unscaled value)
 *   TIMESTAMP, TIMESTAMP_LTZ                 TimestampValue
 *   CHAR, VARCHAR, BINARY, VARBINARY         Uint8Array (strings: UTF-8)
 *   ARRAY, ROW                               array of values
 *   MAP, MULTISET                            array of [key, value]
 */
export interface TimestampValue {
  readonly milliseconds: bigint;
  /** 0 to 999999, within the millisecond. */
  readonly nanos: number;
}

export type SqlValue = null | boolean | number | bigint | TimestampValue | Uint8Array | readonly SqlValue[];

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Invalid bytes become U+FFFD; for well-formed text it is exact. */
export function textOf(value: SqlValue): string {
  if (!(value instanceof Uint8Array)) throw new Error(`expected bytes, found ${typeof value}`);
  return decoder.decode(value);
}
