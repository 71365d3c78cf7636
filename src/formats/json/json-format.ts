/** The `json` format. Follows org.apache.flink.formats.json.JsonFormatFactory. */
import { assert } from '../../errors.js';
import { numberTextVersion } from '../../expressions/java/number-text.js';
import type { Format } from '../format.js';
import { JsonDecoder } from './decode/json-decoder.js';
import { JsonEncoder } from './encode/json-encoder.js';
import { parseJsonOptions, type JsonOptions } from './options.js';

function acceptedOptions(options: ReadonlyMap<string, string>): JsonOptions {
  const parsed = parseJsonOptions(options);
  assert('options' in parsed, 'JSON options were accepted and do not parse');
  return parsed.options;
}

export const jsonFormat: Format = {
  name: 'json',
  checkDecode(rowType, options, context) {
    const parsed = parseJsonOptions(options);
    return 'refusal' in parsed ? parsed.refusal : JsonDecoder.check(rowType, parsed.options, context);
  },
  createDecoder: (memory, rowType, options, context, wanted, nullRows) =>
    new JsonDecoder(
      memory,
      rowType,
      acceptedOptions(options),
      wanted,
      numberTextVersion(context.jvm.specificationVersion),
      nullRows,
    ),
  checkEncode(rowType, options, context) {
    const parsed = parseJsonOptions(options);
    return 'refusal' in parsed ? parsed.refusal : JsonEncoder.check(rowType, parsed.options, context);
  },
  createEncoder: (memory, rowType, options, plan) =>
    new JsonEncoder(memory, rowType, acceptedOptions(options), { plan }),
};
