/** All functions, one line each, alphabetical by file. */
import { type CallExpression } from './expression.js';
import { type ScalarFunction } from './function.js';
import { cast } from './cast/cast.js';
import { abs } from './numbers/abs.js';
import { divide } from './numbers/divide.js';
import { minus } from './numbers/minus.js';
import { modulo } from './numbers/modulo.js';
import { negate, unaryPlus } from './numbers/negate.js';
import { plus } from './numbers/plus.js';
import { times } from './numbers/times.js';
import { regexpExtractFunction } from './strings/regexp-extract.js';
import { splitIndexFunction } from './strings/split-index.js';
import { lowerFunction, upperFunction } from './strings/upper-lower.js';
import { dateFormatFunction } from './time/date-format.js';
import { extract } from './time/extract.js';

const FUNCTIONS: readonly ScalarFunction[] = [
  abs,
  cast,
  dateFormatFunction,
  divide,
  extract,
  lowerFunction,
  minus,
  modulo,
  negate,
  plus,
  regexpExtractFunction,
  splitIndexFunction,
  times,
  unaryPlus,
  upperFunction,
];

const byName = new Map<string, ScalarFunction[]>();
for (const entry of FUNCTIONS) {
  for (const name of entry.names) byName.set(name, [...(byName.get(name) ?? []), entry]);
}

/** The implementation of the call; undefined when there is none for its name and operands. */
export function functionOf(call: CallExpression): ScalarFunction | undefined {
  return byName.get(call.function)?.find((entry) => entry.applies?.(call) ?? true);
}

/** The first function of that name. */
export function functionNamed(name: string): ScalarFunction | undefined {
  return byName.get(name)?.[0];
}

export function allFunctions(): readonly ScalarFunction[] {
  return FUNCTIONS;
}
