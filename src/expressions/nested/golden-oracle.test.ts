import { describeGoldenOracle } from '../../testing/golden-suite.js';
import { NESTED_GOLDEN_GROUPS } from './golden-groups.js';

describeGoldenOracle('nested', NESTED_GOLDEN_GROUPS, new URL('golden/', import.meta.url));
