/** All functions, one line each, alphabetical by file. */
import { type ScalarFunction } from './function.js';
import { cast } from './cast/cast.js';
import { abs } from './numbers/abs.js';
import { regexpExtractFunction } from './strings/regexp-extract.js';
import { splitIndexFunction } from './strings/split-index.js';
import { lowerFunction, upperFunction } from './strings/upper-lower.js';
import { dateFormatFunction } from './time/date-format.js';
import { extract } from './time/extract.js';

const FUNCTIONS: readonly ScalarFunction[] = [
  abs,
  cast,
  dateFormatFunction,
  extract,
  lowerFunction,
  regexpExtractFunction,
  splitIndexFunction,
  upperFunction,
];

const byName = new Map<string, ScalarFunction>();
for (const entry of FUNCTIONS) {
  for (const name of entry.names) {
    if (byName.has(name)) throw new Error(`function ${name} is registered twice`);
    byName.set(name, entry);
  }
}

export function functionNamed(name: string): ScalarFunction | undefined {
  return byName.get(name);
}

export function allFunctions(): readonly ScalarFunction[] {
  return FUNCTIONS;
}
