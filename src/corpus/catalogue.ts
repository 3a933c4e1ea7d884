/** Every family there is, hand-written and composed, and how to find one. */

import { COMPOSITIONS } from './compositions.ts';
import { FAMILIES } from './families/index.ts';
import type { Family } from './family.ts';

/** All families in a fixed order, hand-written ones first. */
export const CATALOGUE: readonly Family[] = [...FAMILIES, ...COMPOSITIONS];
