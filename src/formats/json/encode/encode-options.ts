import { type JsonOptions } from '../options.js';

/** The options of the `json` format that matter to a sink. */
export type JsonEncodeOptions = Pick<
  JsonOptions,
  'timestampFormat' | 'mapNullKeyMode' | 'mapNullKeyLiteral' | 'encodeDecimalAsPlainNumber' | 'encodeIgnoreNullFields'
>;

export const defaultEncodeOptions: JsonEncodeOptions = {
  timestampFormat: 'SQL',
  mapNullKeyMode: 'FAIL',
  mapNullKeyLiteral: 'null',
  encodeDecimalAsPlainNumber: false,
  encodeIgnoreNullFields: false,
};
