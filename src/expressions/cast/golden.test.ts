import { describeGolden } from '../../testing/golden-suite.js';
import { CAST_GOLDEN_GROUPS } from './golden-groups.js';

describeGolden('casts', CAST_GOLDEN_GROUPS, new URL('golden/', import.meta.url));
