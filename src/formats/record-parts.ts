/**
 * How the columns of a Kafka table are divided between the key and the value of its records. Follows KafkaConnectorOptionsUtil
 * (createKeyFormatProjection, createValueFormatProjection) and UpsertKafkaDynamicTableFactory, whose key fields are the primary key.
 */
import type { RowField, TypeOf } from '../columnar/types.js';
import { keyFormatOf, valueFormatOf, type FormatChoice } from './format-options.js';

/** The key or the value of a record. */
export interface RecordPart {
  readonly format: FormatChoice;
  /** Of its fields among the table's physical columns. */
  readonly positions: readonly number[];
  /** As the format sees them: `key.fields-prefix` is gone from the names. */
  readonly rowType: TypeOf<'ROW'>;
}

export interface RecordParts {
  /** Records without a value are deletions, and deletions are written as such. */
  readonly upsert: boolean;
  readonly key: RecordPart | null;
  readonly value: RecordPart;
}

export type RecordPartsOrRefusal = { readonly parts: RecordParts } | { readonly refusal: string };

/** Names that no parser of Flink's lists takes for anything else. */
const PLAIN_NAMES = /^[A-Za-z_][\w$.]*(;[A-Za-z_][\w$.]*)*$/;

export function isUpsert(options: ReadonlyMap<string, string>): boolean {
  return options.get('connector') === 'upsert-kafka' || options.get('upsert')?.toLowerCase() === 'true';
}

/** `primaryKey`: its columns in the order of the constraint. What Flink's own validation rejects is refused here all the same. */
export function recordPartsOf(
  options: ReadonlyMap<string, string>,
  physicalType: TypeOf<'ROW'>,
  primaryKey: readonly string[],
): RecordPartsOrRefusal {
  const { fields } = physicalType;
  const valueFormat = valueFormatOf(options);
  if (!valueFormat) return { refusal: 'the table has no format' };
  const upsert = isUpsert(options);
  const keyFormat = keyFormatOf(options);
  if (upsert && (!keyFormat || primaryKey.length === 0)) return { refusal: 'upsert mode without a key' };
  const prefix = options.get('key.fields-prefix') ?? '';
  const names = !keyFormat ? [] : upsert ? primaryKey : keyFieldsOf(options);
  if (!names) return { refusal: `option key.fields: ${options.get('key.fields')}` };
  const positions = names.map((name) => fields.findIndex((field) => field.name === name));
  if (positions.includes(-1) || new Set(positions).size < positions.length || !names.every(hasPrefix)) {
    return { refusal: `key fields ${names.join(', ')} with prefix '${prefix}'` };
  }
  const include = (options.get('value.fields-include') ?? 'ALL').toUpperCase();
  if (include !== 'ALL' && include !== 'EXCEPT_KEY') return { refusal: `option value.fields-include: ${include}` };
  const all = fields.map((_, position) => position);
  const inValue = include === 'ALL' ? all : all.filter((position) => !positions.includes(position));
  const key = keyFormat && { format: keyFormat, positions, rowType: rowOf(positions, fields, prefix.length) };
  return {
    parts: { upsert, key, value: { format: valueFormat, positions: inValue, rowType: rowOf(inValue, fields, 0) } },
  };

  function hasPrefix(name: string): boolean {
    return name.startsWith(prefix);
  }
}

/** `null` when the list is missing or could be read in more than one way. */
function keyFieldsOf(options: ReadonlyMap<string, string>): string[] | null {
  const text = options.get('key.fields') ?? '';
  return PLAIN_NAMES.test(text) ? text.split(';') : null;
}

function rowOf(positions: readonly number[], fields: readonly RowField[], prefixLength: number): TypeOf<'ROW'> {
  const projected = positions.map((position) => {
    const { name, type } = fields[position]!;
    return { name: name.slice(prefixLength), type };
  });
  return { kind: 'ROW', nullable: false, fields: projected };
}
