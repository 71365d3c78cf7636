/** Casts for the fuzzer. */
import { type SqlTemplate } from '../function.js';

export const CAST_TEMPLATES: readonly SqlTemplate[] = [];
