import { describeGoldenOracle } from '../../testing/golden-suite.js';
import { LOGIC_GOLDEN_GROUPS } from './golden-groups.js';

describeGoldenOracle('logic', LOGIC_GOLDEN_GROUPS, new URL('golden/', import.meta.url));
