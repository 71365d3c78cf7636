import { describeGolden } from '../../testing/golden-suite.js';
import { NUMBER_GOLDEN_GROUPS } from './golden-groups.js';

describeGolden('numbers', NUMBER_GOLDEN_GROUPS, new URL('golden/', import.meta.url));
