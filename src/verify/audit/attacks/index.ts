/** The whole suite, by kind. */

import type { Attack } from '../attack.ts';
import { DEGENERATE_ATTACKS } from './degenerate.ts';
import { EQUALITY_ATTACKS } from './equality.ts';
import { ESCAPE_ATTACKS } from './escape.ts';
import { EXIT_ATTACKS } from './exit.ts';
import { FORGING_ATTACKS } from './forging.ts';
import { INTERFERENCE_ATTACKS } from './interference.ts';
import { MEMORISING_ATTACKS } from './memorising.ts';
import { PATCHING_ATTACKS } from './patching.ts';
import { RESULT_ATTACKS } from './result.ts';
import { SNOOPING_ATTACKS } from './snooping.ts';
import { STATE_ATTACKS } from './state.ts';

export const ATTACKS: readonly Attack[] = [
  ...EQUALITY_ATTACKS,
  ...SNOOPING_ATTACKS,
  ...PATCHING_ATTACKS,
  ...EXIT_ATTACKS,
  ...FORGING_ATTACKS,
  ...RESULT_ATTACKS,
  ...INTERFERENCE_ATTACKS,
  ...ESCAPE_ATTACKS,
  ...STATE_ATTACKS,
  ...DEGENERATE_ATTACKS,
  ...MEMORISING_ATTACKS,
];
