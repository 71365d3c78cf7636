/** Casts for the fuzzer. */
import { type SqlTemplate } from '../function.js';
import { NUMBER_CAST_TEMPLATES } from '../numbers/cast-templates.js';
import { TEXT_CAST_TEMPLATES } from '../strings/cast-templates.js';

export const CAST_TEMPLATES: readonly SqlTemplate[] = [...NUMBER_CAST_TEMPLATES, ...TEXT_CAST_TEMPLATES];
