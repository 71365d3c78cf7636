/** All families of casts; the first that applies decides. Casts among numbers are in ../numbers, the others here. */
import { type CastRule } from './cast-rule.js';

export const CAST_RULES: readonly CastRule[] = [];
