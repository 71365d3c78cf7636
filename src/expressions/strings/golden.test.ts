import { describeGolden } from '../../testing/golden-suite.js';
import { STRING_GOLDEN_GROUPS } from './golden-groups.js';

describeGolden('string functions', STRING_GOLDEN_GROUPS, new URL('golden/', import.meta.url));
