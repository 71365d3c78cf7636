/** All functions, one line each, alphabetical by file. */
import { type CallExpression } from './expression.js';
import { type ScalarFunction } from './function.js';
import { cast } from './cast/cast.js';
import { reinterpret } from './cast/reinterpret.js';
import { and, or } from './logic/and-or.js';
import { caseWhen, ifThenElse } from './logic/case.js';
import { coalesce } from './logic/coalesce.js';
import { equals, greaterThan, greaterThanOrEqual, lessThan, lessThanOrEqual, notEquals } from './logic/compare.js';
import { isDistinctFrom, isNotDistinctFrom } from './logic/distinct-from.js';
import { greatest, least } from './logic/greatest-least.js';
import { search } from './logic/search.js';
import { isFalse, isNotFalse, isNotNull, isNotTrue, isNull, isTrue, not } from './logic/truth.js';
import { cardinality } from './nested/cardinality.js';
import { arrayConstructor, mapConstructor, rowConstructor } from './nested/constructors.js';
import { item } from './nested/item.js';
import { ceil, floor } from './numbers/floor-ceil.js';
import { round, truncate } from './numbers/round.js';
import { sign } from './numbers/sign.js';
import { abs } from './numbers/abs.js';
import { divide } from './numbers/divide.js';
import { INEXACT_FUNCTIONS } from './numbers/inexact.js';
import { squareRoot } from './numbers/square-root.js';
import { minus } from './numbers/minus.js';
import { modulo } from './numbers/modulo.js';
import { negate, unaryPlus } from './numbers/negate.js';
import { plus } from './numbers/plus.js';
import { times } from './numbers/times.js';
import { asciiFunction, chrFunction } from './strings/ascii-chr.js';
import { charLength } from './strings/char-length.js';
import { concatFunction, concatOperator, concatWsFunction } from './strings/concat.js';
import { digestFunction } from './strings/digests.js';
import { hashCodeOfNumbers } from './numbers/hash-code.js';
import { hashCodeFunction } from './strings/hash-code.js';
import { jsonArray, jsonObject } from './strings/json-constructors.js';
import { jsonString } from './strings/json-string.js';
import { initcapFunction } from './strings/initcap.js';
import { likeFunction } from './strings/like.js';
import { overlayFunction } from './strings/overlay.js';
import { lpad, rpad } from './strings/pad.js';
import { instrFunction, positionFunction } from './strings/position.js';
import { regexpExtractFunction } from './strings/regexp-extract.js';
import { regexpFunction, regexpReplaceFunction } from './strings/regexp.js';
import { repeatFunction } from './strings/repeat.js';
import { replaceFunction } from './strings/replace.js';
import { reverseFunction } from './strings/reverse.js';
import { similarToFunction } from './strings/similar-to.js';
import { splitIndexFunction } from './strings/split-index.js';
import { endsWith, startsWith } from './strings/starts-ends-with.js';
import { leftFunction, rightFunction, substringFunction } from './strings/substring.js';
import { trimFunction } from './strings/trim.js';
import { lowerFunction, upperFunction } from './strings/upper-lower.js';
import { dateFormatFunction } from './time/date-format.js';
import { extract } from './time/extract.js';
import { floorCeilTimes } from './time/floor-ceil-times.js';
import { fromUnixtimeFunction } from './time/from-unixtime.js';
import { proctime } from './time/proctime.js';
import { temporalArithmetic } from './time/temporal-arithmetic.js';
import { toDate, toTimestamp } from './time/to-timestamp.js';
import { toTimestampLtz } from './time/to-timestamp-ltz.js';

const FUNCTIONS: readonly ScalarFunction[] = [
  squareRoot,
  ...INEXACT_FUNCTIONS,
  abs,
  and,
  arrayConstructor,
  asciiFunction,
  cardinality,
  caseWhen,
  cast,
  ceil,
  charLength,
  chrFunction,
  coalesce,
  concatFunction,
  concatOperator,
  concatWsFunction,
  dateFormatFunction,
  digestFunction,
  divide,
  endsWith,
  equals,
  extract,
  floor,
  floorCeilTimes,
  fromUnixtimeFunction,
  proctime,
  greaterThan,
  greaterThanOrEqual,
  greatest,
  hashCodeOfNumbers,
  hashCodeFunction,
  ifThenElse,
  initcapFunction,
  instrFunction,
  isDistinctFrom,
  isFalse,
  isNotDistinctFrom,
  isNotFalse,
  isNotNull,
  isNotTrue,
  isNull,
  isTrue,
  item,
  jsonArray,
  jsonObject,
  jsonString,
  least,
  leftFunction,
  lessThan,
  lessThanOrEqual,
  likeFunction,
  lowerFunction,
  lpad,
  mapConstructor,
  minus,
  modulo,
  negate,
  not,
  notEquals,
  or,
  overlayFunction,
  plus,
  positionFunction,
  regexpExtractFunction,
  regexpFunction,
  regexpReplaceFunction,
  reinterpret,
  repeatFunction,
  replaceFunction,
  reverseFunction,
  rightFunction,
  round,
  rowConstructor,
  rpad,
  search,
  sign,
  similarToFunction,
  splitIndexFunction,
  startsWith,
  substringFunction,
  temporalArithmetic,
  times,
  toDate,
  toTimestamp,
  toTimestampLtz,
  trimFunction,
  truncate,
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
