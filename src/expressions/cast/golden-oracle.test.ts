import { describeGoldenOracle } from '../../testing/golden-suite.js';
import { CAST_GOLDEN_GROUPS } from './golden-groups.js';

describeGoldenOracle('casts', CAST_GOLDEN_GROUPS, new URL('golden/', import.meta.url));
