import { describeGolden } from '../../testing/golden-suite.js';
import { TIME_GOLDEN_GROUPS } from './golden-groups.js';

describeGolden('time functions', TIME_GOLDEN_GROUPS, new URL('golden/', import.meta.url));
