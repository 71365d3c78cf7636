/** Every format, one line each, alphabetical. */
import type { Format } from './format.js';
import { jsonFormat } from './json/json-format.js';

export const FORMATS: readonly Format[] = [jsonFormat];

const byName = new Map(FORMATS.map((format) => [format.name, format]));

export function formatNamed(name: string): Format | undefined {
  return byName.get(name);
}
