/** All families of casts; the first that applies decides. Casts among numbers are in ../numbers, the others here. */
import { castBooleanToNumber, castNumberToBoolean } from '../numbers/cast-booleans.js';
import { castFromDecimal, castToDecimal } from '../numbers/cast-decimals.js';
import { castNumbers } from '../numbers/cast-numbers.js';
import { castFromText, castToBinary } from '../strings/cast-from-text.js';
import { castToText } from '../strings/cast-to-text.js';
import { castTimes } from '../time/cast-times.js';
import { type CastRule } from './cast-rule.js';
import { identityCast } from './identity.js';

export const CAST_RULES: readonly CastRule[] = [
  identityCast,
  castBooleanToNumber,
  castFromDecimal,
  castFromText,
  castNumbers,
  castNumberToBoolean,
  castTimes,
  castToBinary,
  castToDecimal,
  castToText,
];
