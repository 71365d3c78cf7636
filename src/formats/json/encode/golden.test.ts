/** The texts that stock Flink's JSON sink writes on JDK 17; SLIPSTREAM_WRITE_GOLDEN=1 asks it again. */
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../../columnar/batch.js';
import { Arena, WorkerMemory } from '../../../columnar/memory.js';
import { parseRowType } from '../../../columnar/type-parser.js';
import { SlipstreamError } from '../../../errors.js';
import { columnFromValues, type Value } from '../../../testing/column-values.js';
import { edgeRows } from '../../../testing/edge-rows.js';
import { goldenRows } from '../../../testing/row-golden.js';
import { canonicalRow, rowFromCanonical, type RowResult } from '../../../testing/row-oracle.js';
import { typeText } from '../../../testing/type-text.js';
import { parseJsonOptions } from '../options.js';
import { JsonEncoder } from './json-encoder.js';

const optionSets: readonly Readonly<Record<string, string>>[] = [
  {},
  {
    'timestamp-format.standard': 'ISO-8601',
    'encode.decimal-as-plain-number': 'true',
    'encode.ignore-null-fields': 'true',
    'map-null-key.mode': 'LITERAL',
    'map-null-key.literal': 'k',
  },
  { 'map-null-key.mode': 'DROP' },
];

const requests = optionSets.flatMap((options, set) =>
  edgeRows
    .filter(({ rowType }) => set < 2 || ['MAP', 'MULTISET'].includes(rowType.fields[0]!.type.kind))
    .map(({ rowType, rows }) => ({
      type: typeText(rowType),
      options,
      rows: rows.map((row) => canonicalRow(row, rowType)),
    })),
);
const golden = goldenRows(new URL('golden/texts.json', import.meta.url), 'JsonEncodeOracle', requests);

const memory = new WorkerMemory();
const arena = new Arena(memory, 1 << 20);
const jvm = { specificationVersion: '17', localTimeZone: 'UTC', locale: 'en_US', exactSquareRoot: true };

function resultOf(encoder: JsonEncoder, rowType: ReturnType<typeof parseRowType>, row: readonly Value[]): string {
  try {
    return arena.run(() => {
      const columns = rowType.fields.map((field, index) => columnFromValues(arena, field.type, [row[index]!]));
      const { values, byteLength } = encoder.encode(arena, batchOf(columns, 1));
      return Buffer.from(memory.u8.subarray(values, values + byteLength)).toString('utf8');
    });
  } catch (error) {
    if (!(error instanceof SlipstreamError)) throw error;
    return thrownText(error.causes.map(({ className, message }) => [className, message]));
  }
}

/** The outermost message of Flink also shows the row, which we do not. */
function thrownText(chain: readonly (readonly [string, string | null])[]): string {
  return JSON.stringify(chain.map(([name, message]) => [name, message?.replace(/^(Could not serialize row).*/, '$1')]));
}

function flinkText(result: RowResult): string {
  return 'hex' in result ? Buffer.from(result.hex, 'hex').toString('utf8') : thrownText(result.thrown);
}

describe('JSON of stock Flink', () => {
  it.each(golden)('$type with $options', ({ type, options: given, rows, results }) => {
    const rowType = parseRowType(type);
    const parsed = parseJsonOptions(new Map(Object.entries(given ?? {})));
    if ('refusal' in parsed) throw new Error(parsed.refusal);
    const encoder = new JsonEncoder(memory, rowType, parsed.options, { plan: { jvm } });
    const texts = rows.map((row) => resultOf(encoder, rowType, rowFromCanonical(row, rowType)));
    expect(texts).toEqual(results.map(flinkText));
  });
});
