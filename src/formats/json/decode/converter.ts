/** What both of Flink's ways to decode JSON share: values of text, and the type's meaning. */
import type { TypeOf } from '../../../columnar/types.js';
import type { SqlValue } from '../../../expressions/sql-value.js';
import { encodeJavaText } from '../../../expressions/strings/java-text.js';
import { parseInteger, trimJava } from './java-numbers.js';

/** Integer types by the width of Java's parse method. */
export const INTEGER_BITS = {
  TINYINT: 8,
  SMALLINT: 16,
  INTEGER: 32,
  INTERVAL_YEAR_MONTH: 32,
  BIGINT: 64,
  INTERVAL_DAY_TIME: 64,
} as const;
export type IntegerKind = keyof typeof INTEGER_BITS;

/** An integer in the form that the column of the type holds. */
export function integerValue(kind: IntegerKind, value: bigint): SqlValue {
  return INTEGER_BITS[kind] === 64 ? value : Number(value);
}

export function integerOfText(kind: IntegerKind, text: string): SqlValue {
  return integerValue(kind, parseInteger(trimJava(text), INTEGER_BITS[kind]));
}

/** Boolean.parseBoolean: anything else is false. */
export function booleanOfText(text: string): boolean {
  return trimJava(text).toLowerCase() === 'true';
}

/** StringData.fromString: lone surrogates become question marks. */
export function bytesOfText(text: string): Uint8Array {
  return encodeJavaText(text);
}

/** Names of a row's fields; of two fields of one name the later wins, as in Flink's map of names. */
export function fieldIndexes(type: TypeOf<'ROW'>): ReadonlyMap<string, number> {
  return new Map(type.fields.map((field, index) => [field.name, index]));
}
